import type { Queryable } from '#server/db/index.ts';
import type { MarketStatus } from '#domain/trading/orders/market.ts';
import { HOUSE_IDS } from '../exchange/effects.ts';

/** So many accounts, or pairs of them, are shown of a market. */
export const MOST_SHOWN = 50;

/** The book of an event in real money. */
export interface WatchedBook {
  readonly id: string;
  readonly status: MarketStatus;
  /** Lots that changed hands. */
  readonly volume: number;
  readonly fills: number;
  /** Of all shares of an outcome, the largest that one account holds, percent. */
  readonly topPercent: number;
}

const TOP = `(SELECT coalesce(max(round(100.0 * abs(p.lots) / nullif(o.lots, 0)))::int, 0) FROM position p
  JOIN (SELECT sign(lots) AS side, sum(abs(lots)) AS lots FROM position WHERE market_id = m.id AND realm = 1 AND lots <> 0 GROUP BY 1) o ON o.side = sign(p.lots)
  WHERE p.market_id = m.id AND p.realm = 1 AND p.user_id NOT IN ${HOUSE_IDS})`;
const BOOK_SQL = `SELECT m.id, m.state AS status, m.volume::float8 AS volume, m.fills::float8 AS fills, ${TOP} AS "topPercent" FROM market m
  WHERE m.kind = 'event' AND m.realm = 1`;

/** Books on which somebody has ordered, those that opened last first. */
export async function pageBooks(
  db: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly WatchedBook[]> {
  const { rows } = await db.query<WatchedBook>(
    `${BOOK_SQL} AND ($1::uuid IS NULL OR (m.opens_at, m.id) < (SELECT x.opens_at, x.id FROM market x WHERE x.id = $1 AND x.realm = 1))
     ORDER BY m.opens_at DESC, m.id DESC LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** null: it is no such book. */
export async function findBook(db: Queryable, id: string): Promise<WatchedBook | null> {
  const { rows } = await db.query<WatchedBook>(`${BOOK_SQL} AND m.id = $1`, [id]);
  return rows[0] ?? null;
}

export interface Holder {
  readonly userId: string;
  /** + YES, - NO. */
  readonly lots: number;
  /** 10^-6. */
  readonly cost: string;
  /** Of all shares of that outcome. */
  readonly percent: number;
}

/** Who holds most. */
export async function topHolders(db: Queryable, book: string): Promise<readonly Holder[]> {
  const { rows } = await db.query<Holder>(
    `SELECT user_id AS "userId", lots::float8 AS lots, cost::text AS cost, round(100.0 * abs(lots) / total)::int AS percent
     FROM (SELECT user_id, lots, cost, sum(abs(lots)) OVER (PARTITION BY sign(lots)) AS total FROM position
       WHERE market_id = $1 AND realm = 1 AND lots <> 0) held
     WHERE user_id NOT IN ${HOUSE_IDS} ORDER BY abs(lots) DESC, user_id LIMIT $2`,
    [book, MOST_SHOWN],
  );
  return rows;
}

/** Fills of a market since `$2`, once for each of the two sides. */
const SIDES = `SELECT x.user_id, f.lots, f.at, x.turnover, CASE WHEN (x.side = 'BUY') = (x.outcome = 0) THEN f.lots ELSE -f.lots END AS net FROM fill f
  CROSS JOIN LATERAL (VALUES (f.taker_user, f.taker_side, f.taker_outcome, f.taker_turnover), (f.maker_user, f.maker_side, f.maker_outcome, f.maker_turnover))
    AS x (user_id, side, outcome, turnover)
  WHERE f.market_id = $1 AND f.realm = 1 AND x.user_id NOT IN ${HOUSE_IDS}`;

export interface Trader {
  readonly userId: string;
  readonly fills: number;
  readonly lots: number;
  /** 10^-6. */
  readonly turnover: string;
  /** + more of YES, - more of NO. */
  readonly net: number;
}

/** Who traded most since `since` (ms). */
export async function topTraders(db: Queryable, book: string, since: number): Promise<readonly Trader[]> {
  const { rows } = await db.query<Trader>(
    `SELECT user_id AS "userId", count(*)::int AS fills, sum(lots)::float8 AS lots, sum(turnover)::text AS turnover, sum(net)::float8 AS net
     FROM (${SIDES} AND f.at >= $2) s GROUP BY user_id ORDER BY sum(lots) DESC, user_id LIMIT $3`,
    [book, since, MOST_SHOWN],
  );
  return rows;
}

export interface TradedPair {
  readonly one: string;
  readonly other: string;
  /** Fills in which `one` got more of YES. */
  readonly there: number;
  readonly back: number;
  readonly lots: number;
}

/** Two accounts that traded with each other since `since` (ms): back and forth first. */
export async function tradedPairs(db: Queryable, book: string, since: number): Promise<readonly TradedPair[]> {
  const { rows } = await db.query<TradedPair>(
    `SELECT one, other, count(*) FILTER (WHERE gains)::int AS there, count(*) FILTER (WHERE NOT gains)::int AS back, sum(lots)::float8 AS lots
     FROM (SELECT least(taker_user, maker_user) AS one, greatest(taker_user, maker_user) AS other, lots,
         (taker_user < maker_user) = ((taker_side = 'BUY') = (taker_outcome = 0)) AS gains
       FROM fill WHERE market_id = $1 AND realm = 1 AND at >= $2 AND taker_user NOT IN ${HOUSE_IDS} AND maker_user NOT IN ${HOUSE_IDS}) p
     GROUP BY one, other
     ORDER BY least(count(*) FILTER (WHERE gains), count(*) FILTER (WHERE NOT gains)) DESC, count(*) DESC, one, other LIMIT $3`,
    [book, since, MOST_SHOWN],
  );
  return rows;
}

export interface EarlyTrader {
  readonly userId: string;
  readonly fills: number;
  readonly lots: number;
  readonly net: number;
  readonly firstAt: number;
  /** They had no fill with real money in any market before. */
  readonly isNew: boolean;
}

/** Who traded the market for the first time in a span (ms, both ends in it), by what they traded in it. */
export async function firstTraders(
  db: Queryable,
  book: string,
  span: { readonly from: number; readonly to: number },
): Promise<readonly EarlyTrader[]> {
  const { rows } = await db.query<Omit<EarlyTrader, 'firstAt'> & { readonly first_at: string }>(
    `SELECT user_id AS "userId", fills, lots, net, first_at,
       NOT EXISTS (SELECT FROM fill b WHERE b.realm = 1 AND b.taker_user = t.user_id AND b.at < t.first_at)
         AND NOT EXISTS (SELECT FROM fill b WHERE b.realm = 1 AND b.maker_user = t.user_id AND b.at < t.first_at) AS "isNew"
     FROM (SELECT user_id, count(*)::int AS fills, sum(lots)::float8 AS lots, sum(net)::float8 AS net, min(at) AS first_at
       FROM (${SIDES} AND f.at BETWEEN $2 AND $3) s GROUP BY user_id
       HAVING NOT EXISTS (SELECT FROM fill b WHERE b.realm = 1 AND b.market_id = $1 AND b.taker_user = s.user_id AND b.at < $2)
         AND NOT EXISTS (SELECT FROM fill b WHERE b.realm = 1 AND b.market_id = $1 AND b.maker_user = s.user_id AND b.at < $2)
       ORDER BY sum(lots) DESC, user_id LIMIT $4) t
     ORDER BY lots DESC, user_id`,
    [book, span.from, span.to, MOST_SHOWN],
  );
  return rows.map(({ first_at: at, ...row }) => ({ ...row, firstAt: Number(at) }));
}

export interface QuickCanceller {
  readonly userId: string;
  readonly orders: number;
  readonly lots: number;
  /** How long half of them stood at most, ms. */
  readonly stoodMs: number;
}

/** Who took large orders off within `withinMs` of placing them, with nothing filled, since `since` (ms). */
export async function quickCancels(
  db: Queryable,
  book: string,
  asked: { readonly since: number; readonly withinMs: number; readonly leastLots: number },
): Promise<readonly QuickCanceller[]> {
  const { rows } = await db.query<QuickCanceller>(
    `SELECT user_id AS "userId", count(*)::int AS orders, sum(lots)::float8 AS lots,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY ended_at - placed_at)::float8 AS "stoodMs"
     FROM market_order WHERE market_id = $1 AND realm = 1 AND end_reason = 'user' AND ended_at >= $2 AND ended_at - placed_at <= $3
       AND lots >= $4 AND filled = 0
     GROUP BY user_id ORDER BY count(*) DESC, user_id LIMIT $5`,
    [book, asked.since, asked.withinMs, asked.leastLots, MOST_SHOWN],
  );
  return rows;
}
