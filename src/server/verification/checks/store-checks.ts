import type { DocumentName } from '#domain/verification/documents.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';
import type { CheckOutcome } from './seat.ts';

/** What a provider says of a review. Times in ms. */
export interface CheckRow {
  readonly id: string;
  readonly userId: string;
  readonly review: string;
  readonly provider: string;
  readonly theirs: string | null;
  readonly outcome: CheckOutcome | null;
  readonly outcomeAt: number | null;
  readonly begunAt: number;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const READ = `SELECT id, user_id AS "userId", review, provider, theirs, outcome, ${ms('outcome_at')} AS "outcomeAt",
  ${ms('begun_at')} AS "begunAt" FROM document_check`;

/** The check of a review by a provider, made where there is none: the id of the one that counts. */
export async function keepCheck(
  db: Queryable,
  check: Pick<CheckRow, 'id' | 'userId' | 'review' | 'provider'> & { readonly now: number },
): Promise<CheckRow | null> {
  const { id, userId, review, provider, now } = check;
  await db.query(
    `INSERT INTO document_check (id, user_id, review, provider, begun_at, changed_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (review, provider) DO NOTHING`,
    [id, userId, review, provider, new Date(now)],
  );
  const { rows } = await db.query<CheckRow>(`${READ} WHERE review = $1 AND provider = $2`, [review, provider]);
  return rows[0] ?? null;
}

/** By our reference, or by the provider's own id of it. */
export async function findCheck(db: Queryable, reference: string): Promise<CheckRow | null> {
  const { rows } = await db.query<CheckRow>(`${READ} WHERE id = $2::uuid OR theirs = $1`, [
    reference,
    isRowId(reference) ? reference : null,
  ]);
  return rows[0] ?? null;
}

export async function checksOf(db: Queryable, review: string): Promise<readonly CheckRow[]> {
  const { rows } = await db.query<CheckRow>(`${READ} WHERE review = $1 ORDER BY begun_at`, [review]);
  return rows;
}

/** Checks of open reviews that were begun and of which nothing final was heard since `before` (ms). */
export async function quietChecks(db: Queryable, before: number): Promise<readonly CheckRow[]> {
  const { rows } = await db.query<CheckRow>(
    `${READ} WHERE theirs IS NOT NULL AND coalesce(outcome, 'PENDING') = 'PENDING' AND changed_at < $1
     AND EXISTS (SELECT 1 FROM document_review r WHERE r.id = review AND r.outcome IS NULL) ORDER BY changed_at LIMIT 20`,
    [new Date(before)],
  );
  return rows;
}

export async function saveTheirs(db: Queryable, id: string, theirs: string): Promise<void> {
  await db.query('UPDATE document_check SET theirs = $2 WHERE id = $1', [id, theirs]);
}

/** What is known now. What is older by the provider's own time (ms; null: it does not say) changes nothing; false. */
export async function saveOutcome(
  db: Queryable,
  known: { readonly id: string; readonly outcome: CheckOutcome; readonly at: number | null; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE document_check SET outcome = $2, outcome_at = coalesce($3, outcome_at), changed_at = $4
     WHERE id = $1 AND ($3::timestamptz IS NULL OR outcome_at IS NULL OR outcome_at <= $3)`,
    [known.id, known.outcome, known.at === null ? null : new Date(known.at), new Date(known.now)],
  );
  return rowCount === 1;
}

/** The review of a document that waits, and was not sent by an appeal; null: there is none. */
export async function findSent(
  db: Queryable,
  { userId, document }: { readonly userId: string; readonly document: DocumentName },
): Promise<{ readonly id: string; readonly form: string } | null> {
  const { rows } = await db.query<{ id: string; form: string }>(
    `SELECT id, form FROM document_review WHERE user_id = $1 AND document = $2 AND outcome IS NULL AND appeal_of IS NULL`,
    [userId, document],
  );
  return rows[0] ?? null;
}

/** The newest review of the government ID of a person: a selfie is compared with it. */
export async function findId(
  db: Queryable,
  userId: string,
): Promise<{ readonly id: string; readonly form: string } | null> {
  const { rows } = await db.query<{ id: string; form: string }>(
    `SELECT id, form FROM document_review WHERE user_id = $1 AND document = 'governmentId' AND appeal_of IS NULL
     ORDER BY sent_at DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? null;
}
