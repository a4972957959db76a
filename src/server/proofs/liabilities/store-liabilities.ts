import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A snapshot as it is published. */
export interface SnapshotRow {
  readonly no: number;
  readonly slot: string;
  /** ms. */
  readonly at: number;
  readonly doc: string;
  readonly hash: Buffer;
}

type SnapshotRecord = Omit<SnapshotRow, 'at'> & { readonly at: string };
const COLUMNS = 'no, slot, at, doc, hash';
const snapshotOf = (row: SnapshotRecord): SnapshotRow => ({ ...row, at: Number(row.at) });

/** The newest snapshot, held until the transaction ends: one at a time is added. */
export async function lockLastSnapshot(tx: PoolClient): Promise<SnapshotRow | null> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('liability_snapshot'))`);
  return (await lastSnapshots(tx, 1))[0] ?? null;
}

/** Newest first. */
export async function lastSnapshots(db: Queryable, limit: number): Promise<readonly SnapshotRow[]> {
  const { rows } = await db.query<SnapshotRecord>(
    `SELECT ${COLUMNS} FROM liability_snapshot ORDER BY no DESC LIMIT $1`,
    [limit],
  );
  return rows.map(snapshotOf);
}

export async function isTaken(db: Queryable, slot: string): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM liability_snapshot WHERE slot = $1', [slot]);
  return rows.length > 0;
}

/** Snapshots that no hour root names yet, taken before a time (ms), in order. */
export async function unpublishedLiabilities(
  tx: Queryable,
  before: number,
): Promise<readonly Pick<SnapshotRow, 'no' | 'doc'>[]> {
  const { rows } = await tx.query<Pick<SnapshotRow, 'no' | 'doc'>>(
    `SELECT no, doc FROM liability_snapshot s
     WHERE at < $1 AND NOT EXISTS (SELECT FROM proof_event WHERE name = 'liabilities/' || s.no) ORDER BY no`,
    [before],
  );
  return rows;
}

export async function insertSnapshot(tx: Queryable, row: SnapshotRow): Promise<void> {
  await tx.query(`INSERT INTO liability_snapshot (${COLUMNS}) VALUES ($1, $2, $3, $4, $5)`, [
    row.no,
    row.slot,
    row.at,
    row.doc,
    row.hash,
  ]);
}

/** Some of the nodes of a tree, one after the other; block -1: the roots of the blocks. */
export interface NodeBlock {
  readonly tree: number;
  readonly block: number;
  readonly nodes: Uint8Array;
}

const BLOCKS_AT_ONCE = 256;

export async function insertBlocks(tx: Queryable, snapshot: number, blocks: readonly NodeBlock[]): Promise<void> {
  for (let from = 0; from < blocks.length; from += BLOCKS_AT_ONCE) {
    const some = blocks.slice(from, from + BLOCKS_AT_ONCE);
    await tx.query(
      `INSERT INTO liability_block (snapshot, tree, block, nodes)
       SELECT $1::int, * FROM unnest($2::smallint[], $3::int[], $4::bytea[])`,
      [
        snapshot,
        some.map(({ tree }) => tree),
        some.map(({ block }) => block),
        some.map(({ nodes }) => Buffer.from(nodes)),
      ],
    );
  }
}

/** The nodes of a block; null: they are kept no longer. */
export async function nodesOf(
  db: Queryable,
  { snapshot, tree, block }: { readonly snapshot: number; readonly tree: number; readonly block: number },
): Promise<Buffer | null> {
  const { rows } = await db.query<{ nodes: Buffer }>(
    'SELECT nodes FROM liability_block WHERE snapshot = $1 AND tree = $2 AND block = $3',
    [snapshot, tree, block],
  );
  return rows[0]?.nodes ?? null;
}

/** What opens the leaves of a person. */
export interface EntryRow {
  readonly userId: string;
  readonly entry: Buffer;
}

const ENTRIES_AT_ONCE = 1_000;

export async function insertEntries(tx: Queryable, snapshot: number, entries: readonly EntryRow[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const some = entries.slice(from, from + ENTRIES_AT_ONCE);
    await tx.query(
      `INSERT INTO liability_entry (snapshot, user_id, entry) SELECT $1::int, * FROM unnest($2::uuid[], $3::bytea[])`,
      [snapshot, some.map(({ userId }) => userId), some.map(({ entry }) => entry)],
    );
  }
}

export async function entryOf(db: Queryable, snapshot: number, userId: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ entry: Buffer }>(
    'SELECT entry FROM liability_entry WHERE snapshot = $1 AND user_id = $2',
    [snapshot, userId],
  );
  return rows[0]?.entry ?? null;
}

/** Drops what opens the leaves of snapshots up to a number, and the leaves. What was published stays. */
export async function forgetLeaves(tx: Queryable, upto: number): Promise<void> {
  await tx.query('DELETE FROM liability_entry WHERE snapshot <= $1', [upto]);
  await tx.query('DELETE FROM liability_block WHERE snapshot <= $1', [upto]);
}
