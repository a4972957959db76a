import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Closed markets whose moment is over before `before` (ms), of which our prices have said nothing yet. */
export async function dueTickMarkets(db: Queryable, before: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT m.id FROM event_market m WHERE m.ticks IS NOT NULL AND m.state = 'CLOSED' AND (m.ticks ->> 'at')::bigint < $1
       AND NOT EXISTS (SELECT FROM event_tick_answer a WHERE a.market_id = m.id) ORDER BY m.id`,
    [before],
  );
  return rows.map(({ id }) => id);
}

/** `at` in ms; `says`: the ticks that it rests on, or why there is no answer. */
export interface TickAnswered {
  readonly outcome: 'YES' | 'NO' | 'UNKNOWN';
  readonly at: number;
  readonly says: string;
}

/** Throws where it was answered before: an answer is given once. */
export async function insertTickAnswer(tx: PoolClient, marketId: string, answer: TickAnswered): Promise<void> {
  const { outcome, at, says } = answer;
  await tx.query('INSERT INTO event_tick_answer (market_id, outcome, at, says) VALUES ($1, $2, $3, $4)', [
    marketId,
    outcome,
    at,
    says,
  ]);
}

/** null: nothing was said yet. */
export async function findTickAnswer(db: Queryable, marketId: string): Promise<TickAnswered | null> {
  const { rows } = await db.query<Omit<TickAnswered, 'at'> & { at: string }>(
    'SELECT outcome, at, says FROM event_tick_answer WHERE market_id = $1',
    [marketId],
  );
  return rows[0] === undefined ? null : { ...rows[0], at: Number(rows[0].at) };
}
