import type { PoolClient } from 'pg';
import {
  NO_DOCUMENT,
  type DocumentName,
  type DocumentState,
  type DocumentStatus,
} from '#domain/verification/documents.ts';
import type { DocumentReason } from '#domain/verification/reasons.ts';
import type { Queryable } from '#server/db/index.ts';

/** A document of a person as it is kept. */
export interface DocumentRow extends DocumentState {
  readonly document: DocumentName;
  readonly version: number;
  /** `2027-01-31`. */
  readonly validUntil: string | null;
}

interface Stored {
  name: DocumentName;
  status: DocumentStatus;
  is_final: boolean;
  is_appealed: boolean;
  refused_by: string | null;
  times_back: number;
  version: number;
  valid_until: string | null;
}

const COLUMNS = `name, status, is_final, is_appealed, refused_by, times_back, version, to_char(valid_until, 'YYYY-MM-DD') AS valid_until`;

const toRow = (row: Stored): DocumentRow => ({
  document: row.name,
  status: row.status,
  isFinal: row.is_final,
  isAppealed: row.is_appealed,
  refusedBy: row.refused_by,
  timesBack: row.times_back,
  version: row.version,
  validUntil: row.valid_until,
});

/** A document nobody has asked for yet. */
const blank = (document: DocumentName): DocumentRow => ({ ...NO_DOCUMENT, document, version: 0, validUntil: null });

export async function listDocuments(db: Queryable, userId: string): Promise<readonly DocumentRow[]> {
  const { rows } = await db.query<Stored>(`SELECT ${COLUMNS} FROM document WHERE user_id = $1`, [userId]);
  return rows.map(toRow);
}

export async function findDocument(db: Queryable, userId: string, document: DocumentName): Promise<DocumentRow> {
  const { rows } = await db.query<Stored>(`SELECT ${COLUMNS} FROM document WHERE user_id = $1 AND name = $2`, [
    userId,
    document,
  ]);
  return rows[0] === undefined ? blank(document) : toRow(rows[0]);
}

/** One change at a time for the documents of a person, until the transaction ends. */
export async function lockDocuments(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('documents ' || $1::text, 0))`, [userId]);
}

/** Stores what became of a document; the caller holds the person's documents. Throws where somebody else changed it. */
export async function saveDocument(
  tx: PoolClient,
  change: {
    readonly userId: string;
    readonly from: DocumentRow;
    readonly next: DocumentState;
    readonly validUntil?: string | null;
    readonly now: number;
  },
): Promise<void> {
  const { userId, from, next, validUntil = null, now } = change;
  const { rowCount } = await tx.query(
    `INSERT INTO document (user_id, name, status, is_final, is_appealed, refused_by, times_back, valid_until, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (user_id, name) DO UPDATE SET status = excluded.status, is_final = excluded.is_final,
       is_appealed = excluded.is_appealed, refused_by = excluded.refused_by, times_back = excluded.times_back,
       valid_until = excluded.valid_until, changed_at = excluded.changed_at, version = document.version + 1
     WHERE document.status = $10 AND document.version = $11`,
    [
      userId,
      from.document,
      next.status,
      next.isFinal,
      next.isAppealed,
      next.refusedBy,
      next.timesBack,
      validUntil,
      new Date(now),
      from.status,
      from.version,
    ],
  );
  if (rowCount !== 1) throw new Error(`The document ${from.document} of ${userId} was changed meanwhile.`);
}

/** Approved documents whose last day was before `today` (`2027-01-31`), some of them. */
export async function listExpired(
  db: Queryable,
  today: string,
): Promise<readonly { readonly userId: string; readonly document: DocumentName }[]> {
  const { rows } = await db.query<{ userId: string; document: DocumentName }>(
    `SELECT user_id AS "userId", name AS document FROM document WHERE status = 'APPROVED' AND valid_until < $1 LIMIT 200`,
    [today],
  );
  return rows;
}

/** Where on a picture something is, thousandths. */
export interface Mark {
  readonly side: 'front' | 'back';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type ReviewOutcome = 'approved' | 'retry' | 'final' | 'dropped';

/** What was sent for review at one time. Times in ms. */
export interface ReviewRow {
  readonly id: string;
  readonly userId: string;
  readonly document: DocumentName;
  readonly form: string;
  readonly sentAt: number;
  readonly appealOf: string | null;
  readonly alarms: number;
  readonly takenBy: string | null;
  readonly takenUntil: number | null;
  readonly outcome: ReviewOutcome | null;
  readonly reason: DocumentReason | null;
  readonly mark: Mark | null;
  readonly decidedAt: number | null;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
export const REVIEW_COLUMNS = `id, user_id AS "userId", document, form, ${ms('sent_at')} AS "sentAt", appeal_of AS "appealOf", alarms,
  taken_by AS "takenBy", ${ms('taken_until')} AS "takenUntil", outcome, reason, mark, ${ms('decided_at')} AS "decidedAt"`;

/** The newest review of each document of a person. */
export async function newestReviews(db: Queryable, userId: string): Promise<readonly ReviewRow[]> {
  const { rows } = await db.query<ReviewRow>(
    `SELECT DISTINCT ON (document) ${REVIEW_COLUMNS} FROM document_review WHERE user_id = $1 ORDER BY document, sent_at DESC, id DESC`,
    [userId],
  );
  return rows;
}

/** How many wait that were sent before each of these, and the one itself. */
export async function placesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; place: number }>(
    `SELECT r.id, (SELECT count(*)::int FROM document_review o WHERE o.outcome IS NULL AND (o.sent_at, o.id) <= (r.sent_at, r.id)) AS place
     FROM document_review r WHERE r.id = ANY($1) AND r.outcome IS NULL`,
    [ids],
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

export async function insertReview(
  tx: PoolClient,
  review: {
    readonly id: string;
    readonly userId: string;
    readonly document: DocumentName;
    readonly form: string;
    readonly now: number;
    readonly appealOf?: string;
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO document_review (id, user_id, document, form, sent_at, appeal_of) VALUES ($1, $2, $3, $4, $5, $6)',
    [review.id, review.userId, review.document, review.form, new Date(review.now), review.appealOf ?? null],
  );
}
