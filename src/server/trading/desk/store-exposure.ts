import { EXPOSURE_BUCKET_MS } from '#domain/trading/exposure.ts';
import type { Queryable } from '#server/db/index.ts';

/** What is open on a pair with real money, 10^-6. */
export interface OpenPair {
  readonly pair: string;
  readonly open: number;
  readonly stakes: bigint;
  /** What the house would lose if all of it were right. */
  readonly worst: bigint;
}

const WORST = 'stake * payout_bps / 10000';

/** Reads what is open alone, by its own index. */
export async function findOpenPairs(db: Queryable): Promise<readonly OpenPair[]> {
  const { rows } = await db.query<{ pair: string; open: number; stakes: string; worst: string }>(
    `SELECT pair_id AS pair, count(*)::int AS open, sum(stake)::text AS stakes, sum(${WORST})::text AS worst
     FROM prediction_real WHERE settled_at IS NULL GROUP BY pair_id`,
  );
  return rows.map(({ stakes, worst, ...row }) => ({ ...row, stakes: BigInt(stakes), worst: BigInt(worst) }));
}

/** The fullest pair of each bucket of expiries, soonest first. `at`: the bucket's beginning, ms. */
export async function findBuckets(db: Queryable, most: number) {
  const { rows } = await db.query<{ at: number; worst: string }>(
    `SELECT at * ${EXPOSURE_BUCKET_MS}::float8 AS at, max(worst)::text AS worst FROM (
       SELECT pair_id, (admitted_at + duration_ms) / ${EXPOSURE_BUCKET_MS} AS at, sum(${WORST}) AS worst
       FROM prediction_real WHERE settled_at IS NULL GROUP BY 1, 2) of_pairs
     GROUP BY of_pairs.at ORDER BY of_pairs.at LIMIT $1`,
    [most],
  );
  return rows.map(({ at, worst }) => ({ at, worst: BigInt(worst) }));
}
