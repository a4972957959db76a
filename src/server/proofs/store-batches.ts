import type { PoolClient } from 'pg';
import type { BatchType } from '#domain/proofs/documents.ts';
import type { Queryable } from '#server/db/index.ts';

/** The end of the records of one type. */
export interface RecordEnd {
  readonly no: number;
  readonly hash: Buffer;
}

/** How far a shard is proven. */
export interface ProofHead {
  readonly batch: number;
  readonly admit: RecordEnd;
  readonly settle: RecordEnd;
}

interface HeadRow {
  readonly batch: string;
  readonly admit_no: string;
  readonly admit_hash: Buffer;
  readonly settle_no: string;
  readonly settle_hash: Buffer;
}

const HEAD_COLUMNS = 'batch, admit_no, admit_hash, settle_no, settle_hash';

/** The head of a shard, held until the transaction ends: one prover at a time. */
export async function lockHead(tx: PoolClient, shard: number): Promise<ProofHead> {
  const { rows } = await tx.query<HeadRow>(`SELECT ${HEAD_COLUMNS} FROM proof_head WHERE shard = $1 FOR UPDATE`, [
    shard,
  ]);
  return headOf(rows[0], shard);
}

export async function readHead(db: Queryable, shard: number): Promise<ProofHead> {
  const { rows } = await db.query<HeadRow>(`SELECT ${HEAD_COLUMNS} FROM proof_head WHERE shard = $1`, [shard]);
  return headOf(rows[0], shard);
}

function headOf(row: HeadRow | undefined, shard: number): ProofHead {
  if (row === undefined) throw new Error(`shard ${shard} has no proofs`);
  return {
    batch: Number(row.batch),
    admit: { no: Number(row.admit_no), hash: row.admit_hash },
    settle: { no: Number(row.settle_no), hash: row.settle_hash },
  };
}

/** The last batch of a shard that is proven. */
export async function provenUpTo(db: Queryable, shard: number): Promise<number> {
  return (await readHead(db, shard)).batch;
}

export async function moveHead(tx: Queryable, shard: number, head: ProofHead): Promise<void> {
  await tx.query(
    'UPDATE proof_head SET batch = $2, admit_no = $3, admit_hash = $4, settle_no = $5, settle_hash = $6 WHERE shard = $1',
    [shard, head.batch, head.admit.no, head.admit.hash, head.settle.no, head.settle.hash],
  );
}

/** Number of the newest committed batch of a shard. */
export async function newestBatch(db: Queryable, shard: number): Promise<number> {
  const { rows } = await db.query<{ last_batch: string }>('SELECT last_batch FROM committed_shard WHERE shard = $1', [
    shard,
  ]);
  return Number(rows[0]?.last_batch ?? 0);
}

/** Committed batches that are not proven: how many, and when the oldest was committed (ms; null: all are proven). */
export async function waitingBatches(
  db: Queryable,
  shard: number,
): Promise<{ readonly count: number; readonly since: number | null }> {
  const { rows } = await db.query<{ count: string; since: string | null }>(
    `SELECT s.last_batch - h.batch AS count,
       (SELECT at FROM committed_batch b WHERE b.shard = h.shard AND b.no > h.batch ORDER BY b.no LIMIT 1) AS since
     FROM proof_head h JOIN committed_shard s ON s.shard = h.shard WHERE h.shard = $1`,
    [shard],
  );
  const [row] = rows;
  return {
    count: Math.max(0, Number(row?.count ?? 0)),
    since: row === undefined || row.since === null ? null : Number(row.since),
  };
}

/** A committed batch, and whom it admitted and settled. */
export interface CommittedBatch {
  readonly no: number;
  readonly epoch: number;
  readonly at: number;
  readonly placed: readonly string[];
  readonly finished: readonly string[];
}

/** Batches above `after`, oldest first, at most `limit`. */
export async function batchesAfter(
  tx: Queryable,
  from: { readonly shard: number; readonly after: number; readonly limit: number },
): Promise<readonly CommittedBatch[]> {
  const { rows } = await tx.query<{
    no: string;
    epoch: string;
    at: string;
    placed: string[] | null;
    finished: string[] | null;
  }>(
    `SELECT no, epoch, at, jsonb_path_query_array(facts, '$.placed[*].id') AS placed,
       jsonb_path_query_array(facts, '$.finished[*].id') AS finished
     FROM committed_batch WHERE shard = $1 AND no > $2 ORDER BY no LIMIT $3`,
    [from.shard, from.after, from.limit],
  );
  return rows.map((row) => ({
    no: Number(row.no),
    epoch: Number(row.epoch),
    at: Number(row.at),
    placed: row.placed ?? [],
    finished: row.finished ?? [],
  }));
}

/** A record to store. `leaves`: 32 bytes each. */
export interface BatchRow {
  readonly shard: number;
  readonly type: BatchType;
  readonly no: number;
  readonly batch: number;
  readonly at: number;
  readonly record: string;
  readonly sig: Buffer;
  /** In the list of its hour. */
  readonly leaf: Buffer;
  readonly leaves: Buffer;
}

export async function insertRecords(tx: Queryable, rows: readonly BatchRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO proof_batch (shard, type, no, batch, at, record, sig, leaf, leaves)
     SELECT * FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bytea[], $8::bytea[], $9::bytea[])`,
    [
      rows.map((row) => row.shard),
      rows.map((row) => row.type),
      rows.map((row) => row.no),
      rows.map((row) => row.batch),
      rows.map((row) => row.at),
      rows.map((row) => row.record),
      rows.map((row) => row.sig),
      rows.map((row) => row.leaf),
      rows.map((row) => row.leaves),
    ],
  );
}

/** The record of a batch; null: not made yet, or the batch had nothing of this type. */
export async function recordOfBatch(
  db: Queryable,
  key: { readonly shard: number; readonly type: BatchType; readonly batch: number },
): Promise<BatchRow | null> {
  const { rows } = await db.query<Omit<BatchRow, 'no' | 'batch' | 'at'> & { no: string; batch: string; at: string }>(
    `SELECT shard, type, no, batch, at, record, sig, leaf, leaves FROM proof_batch
     WHERE shard = $1 AND type = $2 AND batch = $3`,
    [key.shard, key.type, key.batch],
  );
  const row = rows[0];
  return row === undefined ? null : { ...row, no: Number(row.no), batch: Number(row.batch), at: Number(row.at) };
}

/** Records of a type with numbers in (after, upto], oldest first. */
export async function recordsBetween(
  db: Queryable,
  range: { readonly type: BatchType; readonly after: number; readonly upto: number; readonly limit: number },
): Promise<readonly { readonly no: number; readonly record: string; readonly sig: Buffer }[]> {
  const { rows } = await db.query<{ no: string; record: string; sig: Buffer }>(
    `SELECT no, record, sig FROM proof_batch WHERE shard = 0 AND type = $1 AND no > $2 AND no <= $3 ORDER BY no LIMIT $4`,
    [range.type, range.after, range.upto, range.limit],
  );
  return rows.map((row) => ({ ...row, no: Number(row.no) }));
}

/** The same, with all that is stored of them. */
export async function recordRowsBetween(
  db: Queryable,
  range: { readonly type: BatchType; readonly after: number; readonly upto: number; readonly limit: number },
): Promise<readonly BatchRow[]> {
  const { rows } = await db.query<Omit<BatchRow, 'no' | 'batch' | 'at'> & { no: string; batch: string; at: string }>(
    `SELECT shard, type, no, batch, at, record, sig, leaf, leaves FROM proof_batch
     WHERE shard = 0 AND type = $1 AND no > $2 AND no <= $3 ORDER BY no LIMIT $4`,
    [range.type, range.after, range.upto, range.limit],
  );
  return rows.map((row) => ({ ...row, no: Number(row.no), batch: Number(row.batch), at: Number(row.at) }));
}

/** Leaves of the records of a type with numbers in (after, upto], in order. */
export async function recordLeaves(
  db: Queryable,
  range: { readonly type: BatchType; readonly after: number; readonly upto: number },
): Promise<readonly Buffer[]> {
  const { rows } = await db.query<{ leaf: Buffer }>(
    `SELECT leaf FROM proof_batch WHERE shard = 0 AND type = $1 AND no > $2 AND no <= $3 ORDER BY no`,
    [range.type, range.after, range.upto],
  );
  return rows.map((row) => row.leaf);
}

/** The same leaves one after the other: an hour has tens of thousands. */
export async function leavesOfRecords(
  db: Queryable,
  range: { readonly type: BatchType; readonly after: number; readonly upto: number },
): Promise<Buffer> {
  const { rows } = await db.query<{ leaves: Buffer | null }>(
    `SELECT string_agg(leaf, ''::bytea ORDER BY no) AS leaves FROM proof_batch
     WHERE shard = 0 AND type = $1 AND no > $2 AND no <= $3`,
    [range.type, range.after, range.upto],
  );
  return rows[0]?.leaves ?? Buffer.alloc(0);
}

/** Number of the last record of a type above `after` that no record of a batch at or after `before` (ms) precedes; `after` when there is none. */
export async function lastRecordBefore(
  db: Queryable,
  span: { readonly type: BatchType; readonly after: number; readonly before: number },
): Promise<number> {
  const { rows } = await db.query<{ no: string | null }>(
    `SELECT coalesce(
       (SELECT min(no) - 1 FROM proof_batch WHERE shard = 0 AND type = $1 AND no > $2 AND at >= $3),
       (SELECT max(no) FROM proof_batch WHERE shard = 0 AND type = $1 AND no > $2)) AS no`,
    [span.type, span.after, span.before],
  );
  return Number(rows[0]?.no ?? span.after);
}
