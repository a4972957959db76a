import { z } from 'zod';
import { DOCUMENT_SIDES, DOCUMENT_STATUSES, DOCUMENTS } from '#domain/verification/documents.ts';
import { FINAL_REASONS, RETRY_REASONS } from '#domain/verification/reasons.ts';
import { isoTime, rowId } from '../codecs.ts';
import { LARGEST_FILE } from '../pages/numbers.ts';
import { phoneWire } from './hand-over.ts';

/** How long the address of a picture holds, ms. */
export const LINK_MS = 60_000;

export const documentName = z.enum(DOCUMENTS);
const side = z.enum(DOCUMENT_SIDES);
const thousandths = z.int().min(0).max(1_000);

/** A place on a picture, thousandths of its width and height. */
export const markWire = z.strictObject({
  side,
  x: thousandths,
  y: thousandths,
  width: thousandths,
  height: thousandths,
});

export const fileWire = z.strictObject({
  id: z.string(),
  side,
  size: z.int(),
  received: z.int(),
  /** It was checked and kept; only such are sent for review. */
  ready: z.boolean(),
  /** Of what is kept; null before. */
  media: z.string().nullable(),
});

export const documentWire = z.strictObject({
  document: documentName,
  status: z.enum(DOCUMENT_STATUSES),
  /** Refused for good: no other one is taken. */
  isFinal: z.boolean(),
  canAppeal: z.boolean(),
  /** Why none is taken now, as UploadError would say; null: one is. */
  closed: z
    .enum(['PENDING_APPROVE', 'APPROVED', 'BLOCKED', 'GOVERNMENT_ID_REQUIRED', 'NAME_REQUIRED', 'VIDEO_UNAVAILABLE'])
    .nullable(),
  /** How often it was sent back since it was last approved. */
  timesBack: z.int(),
  /** What it was sent as: `passport`. */
  form: z.string().nullable(),
  sentAt: isoTime.nullable(),
  /** While it waits: by when it is looked at. */
  dueAt: isoTime.nullable(),
  /** While it waits: from when on the way to support is shown. */
  supportFrom: isoTime.nullable(),
  /** While it waits: 1 is next. */
  place: z.int().nullable(),
  decidedAt: isoTime.nullable(),
  reason: z.enum([...RETRY_REASONS, ...FINAL_REASONS]).nullable(),
  mark: markWire.nullable(),
  /** Last day on which an approved one counts. */
  validUntil: z.iso.date().nullable(),
  /** What was sent last. */
  sent: z.array(fileWire),
  /** What was not sent yet. */
  unsent: z.array(fileWire),
});

export const documentsWire = z.strictObject({
  nameGiven: z.boolean(),
  /** What may be withdrawn in a month, as a decimal of USDT; null: any amount. */
  monthOut: z.string().nullable(),
  /** What each step opens, the lowest first: what must be approved besides that of the steps before, and what may leave in a month then. */
  tiers: z.array(z.strictObject({ documents: z.array(documentName), monthOut: z.string().nullable() })),
  documents: z.array(documentWire),
  /** A phone to which the sending was handed over; null: there is none now. */
  phone: phoneWire.nullable(),
});

export const linkWire = z.strictObject({ url: z.string(), until: isoTime });

export const viewWire = z.strictObject({
  document: documentName,
  /** The same officer has the same letters. */
  officer: z.string(),
  what: z.enum(['opened', 'picture', 'approved', 'sent_back', 'refused']),
  at: isoTime,
});

export type DocumentsWire = z.infer<typeof documentsWire>;
export type DocumentWire = z.infer<typeof documentWire>;
export type FileWire = z.infer<typeof fileWire>;
export type LinkWire = z.infer<typeof linkWire>;
export type MarkWire = z.infer<typeof markWire>;
export type ViewWire = z.infer<typeof viewWire>;

/** Body of a file that is about to come; `LARGEST_FILE` holds for each document. */
export const beginBody = z.strictObject({
  document: documentName,
  side,
  /** Bytes. */
  size: z.int().min(1).max(LARGEST_FILE.complianceVideo),
  /** Of the whole file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Body of what is sent for review: what was photographed, and the files of its sides. */
export const sendBody = z.strictObject({
  form: z.string().max(20),
  files: z.array(rowId).min(1).max(2),
});
