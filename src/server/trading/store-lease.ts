import type { Pool, PoolClient } from 'pg';

/** After this long without a beat an owner counts as gone. */
const BEAT_LIFE = '3 seconds';

/** First key of the advisory locks by which a living owner is known at once. */
const LOCK_SPACE = 7_202;

export interface LeaseRow {
  readonly epoch: bigint;
  readonly lastBatch: number;
  readonly lastHash: Buffer;
}

interface RawLease {
  epoch: string;
  last_batch: string;
  last_hash: Buffer;
}

/** Where the shard stands. Throws for a shard that does not exist. */
export async function readLease(db: Pick<Pool, 'query'>, shard: number): Promise<LeaseRow> {
  const { rows } = await db.query<RawLease>('SELECT epoch, last_batch, last_hash FROM shard_lease WHERE shard = $1', [
    shard,
  ]);
  return leaseOf(rows, shard);
}

/**
 * Takes the shard over by its next epoch if nobody lives on it: no session holds its lock (a killed owner's is gone at once),
 * or the owner has not beaten for 3 s (a frozen one). Null: it has a living owner. The session of `tx` then holds the lock.
 */
export async function tryTakeLease(tx: PoolClient, shard: number, owner: string): Promise<LeaseRow | null> {
  const { rows: locks } = await tx.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
    LOCK_SPACE,
    shard,
  ]);
  const held = locks[0]?.held === true;
  const { rows } = await tx.query<RawLease>(
    `UPDATE shard_lease SET epoch = epoch + 1, owner = $2, beat = now()
     WHERE shard = $1 AND ($3 OR owner IS NULL OR beat < now() - interval '${BEAT_LIFE}')
     RETURNING epoch, last_batch, last_hash`,
    [shard, owner, held],
  );
  return rows.length === 0 ? null : leaseOf(rows, shard);
}

/** Says that the owner lives. False: it has been replaced. */
export async function beatLease(db: Pick<Pool, 'query'>, shard: number, epoch: bigint): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE shard_lease SET beat = now() WHERE shard = $1 AND epoch = $2', [
    shard,
    epoch.toString(),
  ]);
  return rowCount === 1;
}

/** Leaves the shard, so that the next owner need not wait. */
export async function leaveLease(tx: PoolClient, shard: number, epoch: bigint): Promise<void> {
  await tx.query('UPDATE shard_lease SET owner = NULL WHERE shard = $1 AND epoch = $2', [shard, epoch.toString()]);
  await tx.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACE, shard]);
}

function leaseOf(rows: readonly RawLease[], shard: number): LeaseRow {
  const row = rows[0];
  if (row === undefined) throw new Error(`no shard ${shard}`);
  return { epoch: BigInt(row.epoch), lastBatch: Number(row.last_batch), lastHash: row.last_hash };
}

/** The last batch of the engine, and how many predictions there are and are open. */
export async function countEngine(
  db: Pick<Pool, 'query'>,
): Promise<{ readonly batch: number; readonly predictions: number; readonly open: number }> {
  const { rows } = await db.query<{ batch: number; predictions: number; open: number }>(
    `SELECT (SELECT coalesce(max(last_batch), 0) FROM shard_lease)::float8 AS batch,
       (SELECT count(*) FROM prediction)::float8 AS predictions,
       (SELECT count(*) FROM prediction WHERE settled_at IS NULL)::float8 AS open`,
  );
  if (rows[0] === undefined) throw new Error('counting what the engine holds gave no row');
  return rows[0];
}
