import { ok, refused } from '#domain/outcome.ts';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { FieldFault } from '#domain/refusals.ts';
import {
  CURRENT_DOCUMENTS,
  LEGAL_DOCUMENTS,
  documentsToAccept,
  type LegalDocument,
} from '#domain/privacy/documents.ts';
import type { ConsentBody, ConsentsWire } from '#protocol/privacy.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import type { Privacy } from './contract.ts';
import type { PrivacyParts } from './parts.ts';
import { insertConsent, newestConsents, type Choice } from './store-consents.ts';

type Consents = Pick<Privacy, 'consents' | 'agree'>;

interface Agreeing {
  readonly userId: string;
  readonly locale: string;
}

export function createConsents({ db, clock }: Pick<PrivacyParts, 'db' | 'clock'>): Consents {
  return {
    consents: (userId) => read(db, userId),
    async agree({ actor, locale }, body) {
      const fields = outdated(body);
      if (fields !== null) return refused({ code: 'InvalidRequest', fields });
      const person = { userId: actor.userId, locale };
      await transaction(db, async (tx) => {
        for (const { document } of body.documents ?? [])
          await record(tx, clock.now(), { ...person, document, choice: 'accepted' });
        if (body.cookies !== undefined)
          await record(tx, clock.now(), { ...person, document: 'cookies', choice: body.cookies });
      });
      return ok(await read(db, actor.userId));
    },
  };
}

/** Whoever signs up agrees to all documents in force: recorded in the transaction of the sign-up. */
export function recordSignUp({ clock }: Pick<PrivacyParts, 'clock'>) {
  return async (tx: PoolClient, person: Agreeing): Promise<void> => {
    for (const document of LEGAL_DOCUMENTS) await record(tx, clock.now(), { ...person, document, choice: 'accepted' });
  };
}

async function record(
  tx: PoolClient,
  at: number,
  {
    userId,
    locale,
    document,
    choice,
  }: Agreeing & { readonly document: LegalDocument | 'cookies'; readonly choice: Choice },
): Promise<void> {
  // A choice of cookies is made on the privacy text, which says what they are.
  const { version, hash } = CURRENT_DOCUMENTS[document === 'cookies' ? 'privacy' : document];
  await insertConsent(tx, {
    id: uuidv7(),
    userId,
    document,
    version,
    hash: Buffer.from(hash, 'hex'),
    choice,
    language: locale,
    at,
  });
}

function outdated({ documents = [] }: ConsentBody): Readonly<Record<string, FieldFault>> | null {
  const at = documents.findIndex(({ document, version }) => CURRENT_DOCUMENTS[document].version !== version);
  return at === -1 ? null : { [`documents.${at}.version`]: 'malformed' };
}

async function read(db: Queryable, userId: string): Promise<ConsentsWire> {
  const newest = new Map((await newestConsents(db, userId)).map((row) => [row.document, row]));
  const accepted = new Map(
    LEGAL_DOCUMENTS.flatMap((document) => {
      const row = newest.get(document);
      return row === undefined ? [] : [[document, row.version] as const];
    }),
  );
  return {
    documents: LEGAL_DOCUMENTS.map((document) => {
      const row = newest.get(document);
      return {
        document,
        version: CURRENT_DOCUMENTS[document].version,
        acceptedVersion: row?.version ?? null,
        acceptedAt: row === undefined ? null : new Date(row.at).toISOString(),
      };
    }),
    toAccept: [...documentsToAccept(accepted)],
    cookies: newest.get('cookies')?.choice ?? null,
  };
}
