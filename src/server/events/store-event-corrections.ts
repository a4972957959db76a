import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';
import type { MarketNow } from './store.ts';

/** How a market ends. */
export type MarketEnd = Pick<MarketNow, 'result' | 'won' | 'tieValue' | 'voidReal' | 'voidDemo' | 'voidReason'>;

/** Writes how a market was paid, and how it should have been. `version`: of the move that says it. */
export async function insertCorrection(
  tx: PoolClient,
  correction: {
    readonly marketId: string;
    readonly version: number;
    readonly at: number;
    readonly was: MarketEnd;
    readonly is: MarketEnd;
  },
): Promise<void> {
  const { marketId, version, at, was, is } = correction;
  const columns = (end: MarketEnd) => [end.result, end.won, end.tieValue, end.voidReal, end.voidDemo, end.voidReason];
  await tx.query(
    `INSERT INTO event_correction (market_id, no, version, at, was_result, was_won, was_tie_value, was_void_real, was_void_demo, was_void_reason,
       result, won, tie_value, void_real, void_demo, void_reason)
     SELECT $1, 1 + count(*), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 FROM event_correction WHERE market_id = $1`,
    [marketId, version, at, ...columns(was), ...columns(is)],
  );
}

/** When a market was paid by its first result, ms; null: it was not. */
export async function firstPaidAt(db: Queryable, marketId: string): Promise<number | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `SELECT min(at) AS at FROM event_move WHERE market_id = $1 AND move = 'pay'`,
    [marketId],
  );
  return rows[0]?.at === undefined || rows[0].at === null ? null : Number(rows[0].at);
}
