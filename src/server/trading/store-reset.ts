import type { PoolClient } from 'pg';
import { countBooks } from '#server/ledger/store-counts.ts';
import { leaveLease, tryTakeLease } from './store-lease.ts';

/** What was there of the demo realm. */
export interface DemoCounts {
  readonly people: number;
  readonly predictions: number;
  readonly orders: number;
  readonly journals: number;
}

/**
 * Empties the demo realm, all of it (docs/rules/ledger.md#demo-realm). owned: an engine lives on the shard; it remembers what would be gone. unproven: a batch
 * above `provenUpTo` that is not proven yet names predictions of it, and could never be proven without them. The shard is held until the transaction ends.
 */
export async function emptyDemo(
  tx: PoolClient,
  { shard, provenUpTo }: { readonly shard: number; readonly provenUpTo: number },
): Promise<DemoCounts | 'owned' | 'unproven'> {
  const lease = await tryTakeLease(tx, shard, 'demo-reset');
  if (lease === null) return 'owned';
  const counts = (await hasUnproven(tx, { shard, provenUpTo })) ? 'unproven' : await emptyAll(tx);
  await leaveLease(tx, shard, lease.epoch);
  return counts;
}

async function hasUnproven(
  tx: PoolClient,
  { shard, provenUpTo }: { readonly shard: number; readonly provenUpTo: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM batch b
     CROSS JOIN LATERAL jsonb_array_elements(coalesce(b.facts->'placed', '[]') || coalesce(b.facts->'finished', '[]')) named
     JOIN prediction p ON p.id = (named->>'id')::uuid AND p.realm = 2 WHERE b.shard = $1 AND b.no > $2 LIMIT 1`,
    [shard, provenUpTo],
  );
  return rowCount !== 0;
}

async function emptyAll(tx: PoolClient): Promise<DemoCounts> {
  const books = await countBooks(tx, 'demo');
  const { rows } = await tx.query<Pick<DemoCounts, 'predictions' | 'orders'>>(
    `SELECT (SELECT count(*) FROM prediction WHERE realm = 2)::float8 AS predictions,
       (SELECT count(*) FROM market_order WHERE realm = 2)::float8 AS orders`,
  );
  await tx.query('SELECT demo_reset()');
  const counts = rows[0];
  if (counts === undefined) throw new Error('counting the demo realm gave no row');
  return { ...counts, ...books };
}
