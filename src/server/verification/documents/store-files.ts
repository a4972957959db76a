import type { PoolClient } from 'pg';
import type { ByCountry } from '#domain/by-country.ts';
import type { DocumentName, DocumentSide } from '#domain/verification/documents.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';

export type FileState = 'OPEN' | 'WRITING' | 'READY' | 'REMOVED';

export interface FileRow {
  readonly id: string;
  readonly userId: string;
  readonly document: DocumentName;
  readonly side: DocumentSide;
  readonly size: number;
  readonly sha256: Buffer;
  readonly received: number;
  readonly state: FileState;
  /** Sealed with the key of the person. */
  readonly key: Buffer;
  readonly object: string | null;
  readonly media: string | null;
  readonly review: string | null;
}

const COLUMNS = `id, user_id AS "userId", document, side, size, sha256, received, state, key, object, media, review`;

/** A file of a person, held until the transaction ends; null: they have none of this id. */
export async function lockFile(tx: PoolClient, userId: string, id: string): Promise<FileRow | null> {
  if (!isRowId(id)) return null;
  const { rows } = await tx.query<FileRow>(
    `SELECT ${COLUMNS} FROM document_file WHERE id = $1 AND user_id = $2 AND state <> 'REMOVED' FOR UPDATE`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** A file that is kept, whoever it is of. */
export async function findKept(db: Queryable, id: string): Promise<FileRow | null> {
  if (!isRowId(id)) return null;
  const { rows } = await db.query<FileRow>(`SELECT ${COLUMNS} FROM document_file WHERE id = $1 AND state = 'READY'`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** What a person has not sent yet, and the files of these reviews. */
export async function listFiles(
  db: Queryable,
  userId: string,
  reviews: readonly string[],
): Promise<readonly FileRow[]> {
  const { rows } = await db.query<FileRow>(
    `SELECT ${COLUMNS} FROM document_file
     WHERE user_id = $1 AND state <> 'REMOVED' AND (review IS NULL OR review = ANY($2)) ORDER BY side DESC`,
    [userId, reviews],
  );
  return rows;
}

/** Those of a document that were not sent yet, held. */
export async function lockUnsent(tx: PoolClient, userId: string, document: DocumentName): Promise<readonly FileRow[]> {
  const { rows } = await tx.query<FileRow>(
    `SELECT ${COLUMNS} FROM document_file
     WHERE user_id = $1 AND document = $2 AND review IS NULL AND state <> 'REMOVED' FOR UPDATE`,
    [userId, document],
  );
  return rows;
}

export async function insertFile(
  tx: PoolClient,
  file: Pick<FileRow, 'id' | 'userId' | 'document' | 'side' | 'size' | 'sha256' | 'key'> & { readonly now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO document_file (id, user_id, document, side, size, sha256, key, made_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [file.id, file.userId, file.document, file.side, file.size, file.sha256, file.key, new Date(file.now)],
  );
}

/** Keeps a part of a file that its caller holds. */
export async function insertPart(
  tx: PoolClient,
  part: {
    readonly file: string;
    readonly at: number;
    readonly sealed: Buffer;
    readonly received: number;
    readonly now: number;
  },
): Promise<void> {
  await tx.query('INSERT INTO document_part (file, at, sealed) VALUES ($1, $2, $3)', [part.file, part.at, part.sealed]);
  await tx.query('UPDATE document_file SET received = $2, changed_at = $3 WHERE id = $1', [
    part.file,
    part.received,
    new Date(part.now),
  ]);
}

export async function listParts(
  db: Queryable,
  file: string,
): Promise<readonly { readonly at: number; readonly sealed: Buffer }[]> {
  const { rows } = await db.query<{ at: number; sealed: Buffer }>(
    'SELECT at, sealed FROM document_part WHERE file = $1 ORDER BY at',
    [file],
  );
  return rows;
}

/** Begins to write the object of a file that its caller holds: from now on the name is known, whatever becomes of the process. */
export async function markWriting(
  tx: PoolClient,
  mark: { readonly id: string; readonly object: string; readonly now: number },
): Promise<void> {
  await tx.query(`UPDATE document_file SET state = 'WRITING', object = $2, changed_at = $3 WHERE id = $1`, [
    mark.id,
    mark.object,
    new Date(mark.now),
  ]);
}

/** The object is there: parts go. false: the file was taken back meanwhile. */
export async function markReady(
  tx: PoolClient,
  kept: {
    readonly id: string;
    readonly object: string;
    readonly media: string;
    readonly width: number;
    readonly height: number;
    readonly now: number;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE document_file SET state = 'READY', media = $3, width = $4, height = $5, changed_at = $6
     WHERE id = $1 AND object = $2 AND state IN ('WRITING', 'READY')`,
    [kept.id, kept.object, kept.media, kept.width, kept.height, new Date(kept.now)],
  );
  if (rowCount !== 1) return false;
  await tx.query('DELETE FROM document_part WHERE file = $1', [kept.id]);
  return true;
}

/** Takes files away that were never sent: their objects go by `listRemoved`. */
export async function removeFiles(tx: Queryable, ids: readonly string[], now: number): Promise<void> {
  await tx.query('DELETE FROM document_part WHERE file = ANY($1)', [ids]);
  await tx.query(`UPDATE document_file SET state = 'REMOVED', changed_at = $2 WHERE id = ANY($1)`, [
    ids,
    new Date(now),
  ]);
}

export async function giveToReview(
  tx: PoolClient,
  { ids, review, now }: { readonly ids: readonly string[]; readonly review: string; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE document_file SET review = $2, changed_at = $3 WHERE id = ANY($1)', [
    ids,
    review,
    new Date(now),
  ]);
}

/** Marks files that were never sent and lay untouched since `before` (ms). */
export async function removeStale(db: Queryable, { before, now }: { before: number; now: number }): Promise<void> {
  await db.query(
    `WITH gone AS (UPDATE document_file SET state = 'REMOVED', changed_at = $2
       WHERE review IS NULL AND state <> 'REMOVED' AND changed_at < $1 RETURNING id)
     DELETE FROM document_part WHERE file IN (SELECT id FROM gone)`,
    [new Date(before), new Date(now)],
  );
}

/** Files that were removed before `before` (ms) and may still have an object, some of them: one that was being written then is written now. */
export async function listRemoved(
  db: Queryable,
  before: number,
): Promise<readonly { readonly id: string; readonly object: string | null; readonly review: string | null }[]> {
  const { rows } = await db.query<{ id: string; object: string | null; review: string | null }>(
    `SELECT id, object, review FROM document_file 
     WHERE state = 'REMOVED' AND changed_at < $1 AND (object IS NOT NULL OR review IS NULL) LIMIT 200`,
    [new Date(before)],
  );
  return rows;
}

/** The object of a removed file is gone: its row too, where nothing was decided by it. */
export async function forgetObject(db: Queryable, id: string): Promise<void> {
  await db.query(`DELETE FROM document_file WHERE id = $1 AND state = 'REMOVED' AND review IS NULL`, [id]);
  await db.query(`UPDATE document_file SET object = NULL WHERE id = $1 AND state = 'REMOVED'`, [id]);
}

/** Names of what is kept of a person. */
export async function objectsOf(db: Queryable, userId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ object: string }>(
    'SELECT object FROM document_file WHERE user_id = $1 AND object IS NOT NULL',
    [userId],
  );
  return rows.map(({ object }) => object);
}

/**
 * Marks files by which was decided before a time (ms; some countries have one of their own), where something newer was sent since: what stands
 * for the person now stays, and all of somebody under a legal hold. Some of them; answers which.
 */
export async function removeOld(
  tx: PoolClient,
  { before, now }: { readonly before: ByCountry; readonly now: number },
): Promise<readonly { readonly id: string; readonly userId: string }[]> {
  const { rows } = await tx.query<{ id: string; userId: string }>(
    `UPDATE document_file SET state = 'REMOVED', changed_at = $2 WHERE id IN (
       SELECT f.id FROM document_file f JOIN document_review r ON r.id = f.review
         LEFT JOIN account_standing s ON s.user_id = f.user_id
         LEFT JOIN unnest($3::text[], $4::timestamptz[]) AS own (country, before) ON own.country = s.country
       WHERE f.state = 'READY' AND r.decided_at < coalesce(own.before, $1)
         AND EXISTS (SELECT 1 FROM document_review n WHERE n.user_id = r.user_id AND n.document = r.document
           AND n.sent_at > r.sent_at AND n.appeal_of IS DISTINCT FROM r.id)
         AND NOT EXISTS (SELECT 1 FROM legal_hold h WHERE h.user_id = f.user_id) LIMIT 200)
     RETURNING id, user_id AS "userId"`,
    [
      new Date(before.everywhere),
      new Date(now),
      [...before.countries.keys()],
      [...before.countries.values()].map((at) => new Date(at)),
    ],
  );
  return rows;
}
