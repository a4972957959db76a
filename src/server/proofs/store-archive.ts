import type { Queryable } from '#server/db/index.ts';
import type { HourSpan } from './store-hours.ts';

/** An hour whose settled predictions have their receipts in files: the batches above `fromBatch` and up to `toBatch`. */
export interface ArchivedHour {
  readonly hour: number;
  readonly fromBatch: number;
  readonly toBatch: number;
  /** Of the list of its files, below the folder of the archive. */
  readonly file: string;
  readonly sha256: Buffer;
  readonly receipts: number;
}

interface ArchiveRecord {
  readonly hour: string;
  readonly from_batch: string;
  readonly to_batch: string;
  readonly file: string;
  readonly sha256: Buffer;
  readonly receipts: number;
}

const COLUMNS = 'hour, from_batch, to_batch, file, sha256, receipts';

function hourOf(row: ArchiveRecord | undefined): ArchivedHour | null {
  if (row === undefined) return null;
  const { file, sha256, receipts } = row;
  return {
    hour: Number(row.hour),
    fromBatch: Number(row.from_batch),
    toBatch: Number(row.to_batch),
    file,
    sha256,
    receipts,
  };
}

export async function lastArchived(db: Queryable): Promise<ArchivedHour | null> {
  const { rows } = await db.query<ArchiveRecord>(`SELECT ${COLUMNS} FROM proof_archive ORDER BY hour DESC LIMIT 1`);
  return hourOf(rows[0]);
}

/** The hour whose files hold what a batch settled; null: its proofs are in the tables alone. */
export async function archivedHourOf(db: Queryable, batch: number): Promise<ArchivedHour | null> {
  const { rows } = await db.query<ArchiveRecord>(
    `SELECT ${COLUMNS} FROM proof_archive WHERE to_batch >= $1 AND from_batch < $1 ORDER BY to_batch LIMIT 1`,
    [batch],
  );
  return hourOf(rows[0]);
}

export async function archivedHour(db: Queryable, hour: number): Promise<ArchivedHour | null> {
  const { rows } = await db.query<ArchiveRecord>(`SELECT ${COLUMNS} FROM proof_archive WHERE hour = $1`, [hour]);
  return hourOf(rows[0]);
}

/** All archived hours from one on, oldest first. */
export async function archivedFrom(db: Queryable, hour: number): Promise<readonly ArchivedHour[]> {
  const { rows } = await db.query<ArchiveRecord>(
    `SELECT ${COLUMNS} FROM proof_archive WHERE hour >= $1 ORDER BY hour`,
    [hour],
  );
  return rows.flatMap((row) => hourOf(row) ?? []);
}

/** Hours that have a root and lie above one and below another, oldest first. */
export async function hoursBetween(
  db: Queryable,
  span: { readonly above: number; readonly below: number },
): Promise<readonly number[]> {
  const { rows } = await db.query<{ hour: string }>(
    'SELECT hour FROM proof_hour WHERE hour > $1 AND hour < $2 ORDER BY hour',
    [span.above, span.below],
  );
  return rows.map((row) => Number(row.hour));
}

/** The last batch that has a record in an hour root; null: none has. */
export async function lastBatchOf(db: Queryable, { root, before }: HourSpan): Promise<number | null> {
  const { rows } = await db.query<{ batch: string | null }>(
    `SELECT max(batch) AS batch FROM proof_batch WHERE shard = 0
       AND ((type = 'admit-batch' AND no > $1 AND no <= $2) OR (type = 'settle-batch' AND no > $3 AND no <= $4))`,
    [before?.admitNo ?? 0, root.admitNo, before?.settleNo ?? 0, root.settleNo],
  );
  const batch = rows[0]?.batch ?? null;
  return batch === null ? null : Number(batch);
}

/** Predictions that batches above one and up to another have placed, or settled. */
export async function namedByBatches(
  db: Queryable,
  what: 'placed' | 'finished',
  span: { readonly above: number; readonly upto: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT named ->> 'id' AS id FROM committed_batch, jsonb_path_query(facts, $1::jsonpath) AS named
     WHERE shard = 0 AND no > $2 AND no <= $3 ORDER BY no`,
    [`$.${what}[*]`, span.above, span.upto],
  );
  return rows.map((row) => row.id);
}

/** Stream and id of those that are there, in the order of the files. */
export async function keysOf(
  db: Queryable,
  ids: readonly string[],
): Promise<readonly { readonly stream: number; readonly id: string }[]> {
  const { rows } = await db.query<{ stream: number; id: string }>(
    `SELECT stream, id::text AS id FROM committed_prediction WHERE id = ANY($1::uuid[]) ORDER BY stream, id`,
    [ids],
  );
  return rows;
}

/** A row of a batch as its file has it. */
export interface EngineBatch {
  readonly no: number;
  readonly epoch: number;
  readonly at: number;
  readonly exposure: string;
  readonly hash: string;
  readonly prev: string;
  readonly facts: unknown;
}

/** Batches above one and up to another, at most `limit`, oldest first. */
export async function engineBatches(
  db: Queryable,
  span: { readonly above: number; readonly upto: number; readonly limit: number },
): Promise<readonly EngineBatch[]> {
  const { rows } = await db.query<EngineBatch>(
    `SELECT no::float8 AS no, epoch::float8 AS epoch, at::float8 AS at, exposure::text AS exposure, encode(hash, 'hex') AS hash,
       encode(prev, 'hex') AS prev, facts
     FROM committed_batch WHERE shard = 0 AND no > $1 AND no <= $2 ORDER BY no LIMIT $3`,
    [span.above, span.upto, span.limit],
  );
  return rows;
}

export async function insertArchived(tx: Queryable, row: ArchivedHour): Promise<void> {
  await tx.query(`INSERT INTO proof_archive (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`, [
    row.hour,
    row.fromBatch,
    row.toBatch,
    row.file,
    row.sha256,
    row.receipts,
  ]);
}

/** The last hour whose proofs leave the tables, or have left them; 0: none. */
export async function prunedHour(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ hour: string }>('SELECT hour FROM proof_archive_mark');
  return Number(rows[0]?.hour ?? 0);
}

export async function movePruned(db: Queryable, hour: number): Promise<void> {
  await db.query('UPDATE proof_archive_mark SET hour = $1', [hour]);
}

/** How many of these are open, or were settled by a batch above one: their receipts are in no file yet. */
export async function countAbove(db: Queryable, ids: readonly string[], batch: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM committed_prediction
     WHERE id = ANY($1::uuid[]) AND (end_batch IS NULL OR end_batch > $2)`,
    [ids, batch],
  );
  return rows[0]?.count ?? 0;
}

/** Takes away records of an hour root, at most `limit` of each type. Gives how many went. */
export async function dropRecords(tx: Queryable, { root }: HourSpan, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM proof_batch WHERE (shard, type, no) IN (
       (SELECT shard, type, no FROM proof_batch WHERE shard = 0 AND type = 'admit-batch' AND no <= $1 ORDER BY no LIMIT $3)
       UNION ALL
       (SELECT shard, type, no FROM proof_batch WHERE shard = 0 AND type = 'settle-batch' AND no <= $2 ORDER BY no LIMIT $3))`,
    [root.admitNo, root.settleNo, limit],
  );
  return rowCount ?? 0;
}
