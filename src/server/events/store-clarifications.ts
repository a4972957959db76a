import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** What was said of the rules of a market. Times in ms, prices of YES in thousandths. */
export interface Clarification {
  readonly marketId: string;
  /** Of the move by which it was said. */
  readonly version: number;
  readonly text: string;
  readonly at: number;
  readonly exitUntil: number;
  readonly fairReal: number;
  readonly fairDemo: number;
  /** Hash of the rules before. */
  readonly amends: Buffer;
}

export async function insertClarification(tx: PoolClient, one: Clarification): Promise<void> {
  await tx.query(
    `INSERT INTO event_clarification (market_id, version, text, at, exit_until, fair_real, fair_demo, amends)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [one.marketId, one.version, one.text, one.at, one.exitUntil, one.fairReal, one.fairDemo, one.amends],
  );
}

/** Oldest first. */
export async function listClarifications(
  db: Queryable,
  marketId: string,
): Promise<readonly Omit<Clarification, 'marketId' | 'amends'>[]> {
  const { rows } = await db.query<{
    version: number;
    text: string;
    at: string;
    exit_until: string;
    fair_real: number;
    fair_demo: number;
  }>(
    'SELECT version, text, at, exit_until, fair_real, fair_demo FROM event_clarification WHERE market_id = $1 ORDER BY version',
    [marketId],
  );
  return rows.map(({ at, exit_until: until, fair_real: fairReal, fair_demo: fairDemo, ...one }) => ({
    ...one,
    at: Number(at),
    exitUntil: Number(until),
    fairReal,
    fairDemo,
  }));
}
