import { z } from 'zod';
import { LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import { challengeFields, emailText } from './account.ts';
import { isoTime, queryInt } from './codecs.ts';

const documentWire = z.enum(LEGAL_DOCUMENTS);
const version = z.string().max(20);

export const consentsWire = z.strictObject({
  documents: z.array(
    z.strictObject({
      document: documentWire,
      /** In force now. */
      version,
      /** Newest version agreed to; null: none. */
      acceptedVersion: version.nullable(),
      acceptedAt: isoTime.nullable(),
    }),
  ),
  /** Documents whose version in force was not agreed to yet. */
  toAccept: z.array(documentWire),
  /** null: not chosen yet. */
  cookies: z.enum(['accepted', 'needed_only']).nullable(),
});

export const consentBody = z.strictObject({
  /** Each with the version that was shown; another than the one in force is refused. */
  documents: z
    .array(z.strictObject({ document: documentWire, version }))
    .max(LEGAL_DOCUMENTS.length)
    .optional(),
  cookies: z.enum(['accepted', 'needed_only']).optional(),
});

/** When staff saw in clear what is masked otherwise, or the product as the person sees it; newest first. */
export const looksWire = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      what: z.enum(['clear', 'as_person']),
      /** The same officer has the same letters. */
      officer: z.string(),
      at: isoTime,
      /** Of `as_person`: when it was over; null: it was a moment, or isn't over. */
      endedAt: isoTime.nullable(),
    }),
  ),
});
export type LooksWire = z.infer<typeof looksWire>;

export const changeEmailBody = z.strictObject({ email: emailText, ...challengeFields });

/** A change that waits for its yeses; null: none. */
export const emailChangeWire = z.strictObject({
  pending: z
    .strictObject({
      email: z.string(),
      oldConfirmed: z.boolean(),
      newConfirmed: z.boolean(),
      expiresAt: isoTime,
    })
    .nullable(),
});

/** Token of a link in a mail. */
export const linkBody = z.strictObject({ token: z.string().min(1).max(200) });
export const emailConfirmedAnswer = z.strictObject({ status: z.enum(['waiting', 'changed']) });

export const closeBody = z.strictObject({
  /** Money left in the account stays recorded and is paid out through support only: said, so that it is meant. */
  leaveBalance: z.boolean().optional(),
});
export const closingAnswer = z.strictObject({ status: z.literal('ok'), finalAt: isoTime });

export const exportWire = z.strictObject({
  state: z.enum(['none', 'waiting', 'ready']),
  askedAt: isoTime.nullable(),
  /** When the file goes away. */
  expiresAt: isoTime.nullable(),
  /** Links work for minutes; ask again for new ones. */
  parts: z.array(z.strictObject({ name: z.string(), fileName: z.string(), url: z.string() })),
});
export const exportFileQuery = z.strictObject({
  token: z.string().min(1).max(300).describe('Of the link of the mail that says the export is ready.'),
  part: queryInt(1, 100_000).describe('Number of the part, from 1.'),
});

export type ConsentsWire = z.infer<typeof consentsWire>;
export type ConsentBody = z.infer<typeof consentBody>;
export type EmailChangeWire = z.infer<typeof emailChangeWire>;
export type ExportWire = z.infer<typeof exportWire>;
