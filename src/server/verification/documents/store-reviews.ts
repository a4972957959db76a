import type { PoolClient } from 'pg';
import type { DocumentReason } from '#domain/verification/reasons.ts';
import type { Queryable } from '#server/db/index.ts';
import { REVIEW_COLUMNS, type Mark, type ReviewOutcome, type ReviewRow } from './store.ts';

/** Reviews that wait, the oldest first. */
export async function listWaiting(db: Queryable, limit: number): Promise<readonly ReviewRow[]> {
  const { rows } = await db.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM document_review WHERE outcome IS NULL ORDER BY sent_at, id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** Reviews by their id, which grows with the time: those that wait with the oldest first, those that were decided with the newest first. */
export async function listReviews(
  db: Queryable,
  asked: {
    readonly isWaiting: boolean;
    readonly document: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly ReviewRow[]> {
  const [is, past, order] = asked.isWaiting ? ['IS NULL', '>', 'ASC'] : ['IS NOT NULL', '<', 'DESC'];
  const { rows } = await db.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM document_review
     WHERE outcome ${is} AND ($1::text IS NULL OR document = $1) AND ($2::uuid IS NULL OR id ${past} $2) ORDER BY id ${order} LIMIT $3`,
    [asked.document, asked.after, asked.limit],
  );
  return rows;
}

export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM document_review WHERE outcome IS NULL',
  );
  return rows[0]?.n ?? 0;
}

export async function findReview(db: Queryable, id: string): Promise<ReviewRow | null> {
  const { rows } = await db.query<ReviewRow>(`SELECT ${REVIEW_COLUMNS} FROM document_review WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** What was sent before of the same document, newest first. */
export async function listEarlier(
  db: Queryable,
  { userId, document, id }: Pick<ReviewRow, 'userId' | 'document' | 'id'>,
): Promise<readonly ReviewRow[]> {
  const { rows } = await db.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM document_review WHERE user_id = $1 AND document = $2 AND id <> $3
     ORDER BY sent_at DESC LIMIT 20`,
    [userId, document, id],
  );
  return rows;
}

/** What a person sent from before one review on, newest first. */
export async function reviewsOfPerson(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly ReviewRow[]> {
  const { rows } = await db.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM document_review WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows;
}

/** Gives a review that waits to an officer until a moment; false: somebody else works on it, or it was decided. */
export async function takeReview(
  tx: Queryable,
  taking: {
    readonly id: string;
    readonly by: string;
    readonly now: number;
    readonly until: number;
    readonly over: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE document_review SET taken_by = $2, taken_until = $4
     WHERE id = $1 AND outcome IS NULL AND ($5 OR taken_by IS NULL OR taken_by = $2 OR taken_until <= $3)`,
    [taking.id, taking.by, new Date(taking.now), new Date(taking.until), taking.over],
  );
  return rowCount === 1;
}

/** Ends a review; false: it was ended before. */
export async function endReview(
  tx: PoolClient,
  end: {
    readonly id: string;
    readonly outcome: ReviewOutcome;
    readonly reason: DocumentReason | null;
    readonly mark: Mark | null;
    readonly by: string | null;
    readonly now: number;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE document_review SET outcome = $2, reason = $3, mark = $4, decided_by = $5, decided_at = $6, taken_by = NULL, taken_until = NULL
     WHERE id = $1 AND outcome IS NULL`,
    [end.id, end.outcome, end.reason, end.mark === null ? null : JSON.stringify(end.mark), end.by, new Date(end.now)],
  );
  return rowCount === 1;
}

/** Notes that the alarm of these has gone off; answers their ids. */
export async function markAlarms(
  db: Queryable,
  { before, alarms }: { readonly before: number; readonly alarms: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE document_review SET alarms = $2 WHERE outcome IS NULL AND alarms < $2 AND sent_at <= $1 RETURNING id`,
    [new Date(before), alarms],
  );
  return rows.map(({ id }) => id);
}

/** Keeps all that is held of a person, or lets it go again. */
export async function setHold(
  tx: Queryable,
  hold: { readonly userId: string; readonly on: boolean; readonly by: string | null; readonly now: number },
): Promise<boolean> {
  const { rowCount } = hold.on
    ? await tx.query('INSERT INTO legal_hold (user_id, set_at, set_by) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        hold.userId,
        new Date(hold.now),
        hold.by,
      ])
    : await tx.query('DELETE FROM legal_hold WHERE user_id = $1', [hold.userId]);
  return rowCount === 1;
}

export async function isHeld(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM legal_hold WHERE user_id = $1', [userId]);
  return rows.length > 0;
}
