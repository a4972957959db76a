import type { LegalDocument } from '#domain/privacy/documents.ts';
import type { Queryable } from '#server/db/index.ts';

export type ConsentSubject = LegalDocument | 'cookies';
export type Choice = 'accepted' | 'needed_only';

export interface ConsentRow {
  readonly document: ConsentSubject;
  readonly version: string;
  readonly choice: Choice;
  readonly at: number;
}

/** The newest consent of each kind; what somebody else agreed to before the account was its owner's is none. */
export async function newestConsents(db: Queryable, userId: string): Promise<readonly ConsentRow[]> {
  const { rows } = await db.query<{ document: ConsentSubject; version: string; choice: Choice; at: Date }>(
    `SELECT DISTINCT ON (document) document, version, choice, at FROM consent c JOIN account_standing u ON u.user_id = c.user_id
     WHERE c.user_id = $1 AND (u.owned_since IS NULL OR at >= u.owned_since) ORDER BY document, at DESC, c.id DESC`,
    [userId],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** All that a person chose, newest first, from before a row on. */
export async function pageConsents(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly (ConsentRow & { readonly id: string; readonly language: string })[]> {
  const { rows } = await db.query<Omit<ConsentRow, 'at'> & { id: string; language: string; at: Date }>(
    `SELECT id, document, version, choice, language, at FROM consent
     WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

export async function insertConsent(
  db: Queryable,
  consent: {
    readonly id: string;
    readonly userId: string;
    readonly document: ConsentSubject;
    readonly version: string;
    readonly hash: Buffer;
    readonly choice: Choice;
    readonly language: string;
    readonly at: number;
  },
): Promise<void> {
  await db.query(
    'INSERT INTO consent (id, user_id, document, version, hash, choice, language, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      consent.id,
      consent.userId,
      consent.document,
      consent.version,
      consent.hash,
      consent.choice,
      consent.language,
      new Date(consent.at),
    ],
  );
}
