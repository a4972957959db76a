import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** The rest of an event was split. Times in ms, chances and parts in thousandths. */
export interface EventSplit {
  readonly id: string;
  readonly eventId: string;
  /** Of the rest. */
  readonly marketId: string;
  /** Of the move by which it was split. */
  readonly version: number;
  readonly at: number;
  readonly into: readonly { readonly marketId: string; readonly part: number }[];
  /** The outcomes that were there, each with its version by the move and the hash of its rules before. */
  readonly rules: readonly { readonly marketId: string; readonly version: number; readonly amends: Buffer }[];
}

/** The markets that come out of it must be there. */
export async function insertSplit(tx: PoolClient, split: EventSplit): Promise<void> {
  const { id, eventId, marketId, version, at, into, rules } = split;
  await tx.query(
    `INSERT INTO event_split (id, event_id, market_id, version, at, opening) SELECT $1, $2, $3, $4, $5, opening FROM event_market WHERE id = $3`,
    [id, eventId, marketId, version, at],
  );
  for (const { marketId: market, part } of into)
    await tx.query('INSERT INTO event_split_part (split_id, market_id, part) VALUES ($1, $2, $3)', [id, market, part]);
  for (const { marketId: market, version: no, amends } of rules)
    await tx.query('INSERT INTO event_split_rules (split_id, market_id, version, amends) VALUES ($1, $2, $3, $4)', [
      id,
      market,
      no,
      amends,
    ]);
}

/** Chance of YES with which the house maker began a market, thousandths. */
export async function openingOf(db: Queryable, marketId: string): Promise<number> {
  const { rows } = await db.query<{ opening: number }>('SELECT opening FROM event_market WHERE id = $1', [marketId]);
  return rows[0]!.opening;
}

/** What is left to the rest of its opening chance. Of the same transaction as its split, after its move. */
export async function keepOpening(tx: PoolClient, marketId: string, opening: number): Promise<void> {
  await tx.query('UPDATE event_market SET begun = coalesce(begun, opening), opening = $2 WHERE id = $1', [
    marketId,
    opening,
  ]);
}

/** The outcome came out of another one while the event was open. Before it is opened. */
export async function markSplitOff(tx: PoolClient, marketId: string): Promise<void> {
  await tx.query('UPDATE event_market SET begun = 0 WHERE id = $1', [marketId]);
}

/** The last split of an event; null: there was none. */
export async function lastSplit(db: Queryable, eventId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM event_split WHERE event_id = $1 ORDER BY id DESC LIMIT 1',
    [eventId],
  );
  return rows[0]?.id ?? null;
}

/** A part (thousandths) of the price that a market's book had before a split is what another one's was then. */
export interface PriceBefore {
  readonly splitId: string;
  readonly marketId: string;
  /** The market that was split; the same: what was left to it. */
  readonly of: string;
  readonly part: number;
}

/** Of markets that came out of a split, or were split: oldest first. */
export async function pricesBefore(db: Queryable, markets: readonly string[]): Promise<readonly PriceBefore[]> {
  const { rows } = await db.query<PriceBefore>(
    `SELECT s.id AS "splitId", p.market_id AS "marketId", s.market_id AS of, p.part::int AS part
       FROM event_split s JOIN event_split_part p ON p.split_id = s.id WHERE p.market_id = ANY($1::uuid[])
     UNION ALL SELECT s.id, s.market_id, s.market_id, 1000 - sum(p.part)::int FROM event_split s JOIN event_split_part p ON p.split_id = s.id
       WHERE s.market_id = ANY($1::uuid[]) GROUP BY s.id ORDER BY 1`,
    [markets],
  );
  return rows;
}
