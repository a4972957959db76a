import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import { worthOf } from '#domain/trading/maker/quotes.ts';
import type { MarketStatus } from '#domain/trading/orders/market.ts';
import type { Queryable } from '#server/db/index.ts';
import { previewCorrection } from '../corrections/preview.ts';
import { areCorrected, wasPaid } from '../corrections/store-corrections.ts';
import { HOUSE_IDS } from '../exchange/effects.ts';

/** What whoever keeps markets asks of their books, by the ids of these. */
export const bookFacts = {
  wasPaid,
  areCorrected,
  previewCorrection,
  /** Those that somebody has ordered on; nobody holds anything of the others. */
  statesOf: async (db: Queryable, books: readonly string[]) => {
    const { rows } = await db.query<{ id: string; state: MarketStatus; is_over: boolean }>(
      'SELECT id, state, result IS NOT NULL AS is_over FROM market WHERE id = ANY($1::uuid[])',
      [books],
    );
    return rows.map(({ id, state, is_over: isOver }) => ({ id, status: state, isOver }));
  },
  /** Of YES, of the last fill at or before a time (ms) that was not undone, thousandths; a book without one is left out. */
  chancesAt: async (
    db: Queryable,
    asked: readonly { readonly book: string; readonly at: number }[],
  ): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await db.query<{ book: string; price: number }>(
      `SELECT a.book, x.price FROM unnest($1::uuid[], $2::bigint[]) AS a (book, at)
       CROSS JOIN LATERAL (SELECT f.price FROM fill f WHERE f.market_id = a.book AND f.at <= a.at
         AND NOT EXISTS (SELECT FROM undone_fill u WHERE u.fill_id = f.id AND u.realm = f.realm)
         ORDER BY f.at DESC, f.no DESC LIMIT 1) x`,
      [asked.map(({ book }) => book), asked.map(({ at }) => at)],
    );
    return new Map(rows.map(({ book, price }) => [book, price]));
  },
  /** Do all that somebody has ordered on pay from one account for each realm? */
  shareOnePool: async (db: Queryable, books: readonly string[]) => {
    const { rows } = await db.query<{ n: number }>(
      'SELECT count(DISTINCT pool)::int AS n FROM market WHERE id = ANY($1::uuid[]) GROUP BY realm',
      [books],
    );
    return rows.every(({ n }) => n === 1);
  },
  /** When splits of an outcome came into the books of each realm (ms); of one that is not there yet nothing. */
  splitsAt: async (db: Queryable, splits: readonly string[]) => {
    const { rows } = await db.query<{ id: string; realm: number; at: string }>(
      'SELECT id, realm, at FROM outcome_split WHERE id = ANY($1::uuid[])',
      [splits],
    );
    return rows.map(({ id, realm, at }) => ({
      id,
      realm: realm === REALM_NO.real ? ('real' as const) : ('demo' as const),
      at: Number(at),
    }));
  },
  /** Does somebody hold shares there, or have an order? */
  holds: async (db: Queryable, books: readonly string[], userId: string) => {
    const { rows } = await db.query(
      `SELECT FROM position WHERE market_id = ANY($1::uuid[]) AND user_id = $2 AND lots <> 0
       UNION ALL SELECT FROM market_order WHERE user_id = $2 AND ended_at IS NULL AND market_id = ANY($1::uuid[]) LIMIT 1`,
      [books, userId],
    );
    return rows.length > 0;
  },
  /** Who holds shares there. */
  holdersOf: async (db: Queryable, books: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await db.query<{ user_id: string }>(
      `SELECT user_id FROM position WHERE market_id = ANY($1::uuid[]) AND lots <> 0 AND user_id NOT IN ${HOUSE_IDS}`,
      [books],
    );
    return rows.map(({ user_id: userId }) => userId);
  },
  /** Who held shares there when they were paid. */
  paidOf: async (db: Queryable, books: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await db.query<{ user_id: string }>(
      `SELECT DISTINCT user_id FROM realised WHERE market_id = ANY($1::uuid[]) AND settled AND user_id NOT IN ${HOUSE_IDS}`,
      [books],
    );
    return rows.map(({ user_id: userId }) => userId);
  },
  /** What a person holds of some books: lots, + of the first outcome, - of the second. */
  heldBy: async (db: Queryable, books: readonly string[], userId: string) => {
    const { rows } = await db.query<{ id: string; lots: string }>(
      'SELECT market_id AS id, lots FROM position WHERE market_id = ANY($1::uuid[]) AND user_id = $2 AND lots <> 0',
      [books, userId],
    );
    return rows.map(({ id, lots }) => ({ id, lots: Number(lots) }));
  },
  /** 1.00 for each set outstanding, 10^-6. */
  poolOf: async (db: Queryable, book: string): Promise<Usdt> => {
    const { rows } = await db.query<{ pool: string }>(
      'SELECT coalesce(sum(greatest(lots, 0)), 0) * 10000 AS pool FROM position WHERE market_id = $1',
      [book],
    );
    return usdt(BigInt(rows[0]?.pool ?? 0));
  },
  /** The price of the first outcome at `at` (ms), thousandths, of each book that had a fill by then. */
  pricesAt: async (db: Queryable, books: readonly string[], at: number) => {
    const { rows } = await db.query<{ id: string; price: number }>(
      `SELECT b.id, f.price FROM unnest($1::uuid[]) b (id) JOIN LATERAL
         (SELECT price FROM fill WHERE market_id = b.id AND at <= $2 ORDER BY at DESC, no DESC LIMIT 1) f ON true`,
      [books, at],
    );
    return rows;
  },
  /** Least and most that was paid for the first outcome after a moment (ms), thousandths, of each book that was traded since. */
  rangesSince: async (db: Queryable, asked: readonly { readonly book: string; readonly since: number }[]) => {
    const { rows } = await db.query<{ book: string; since: number; least: number; most: number }>(
      `SELECT b.book, b.since::float8 AS since, f.least, f.most FROM
         (SELECT DISTINCT book, since FROM unnest($1::uuid[], $2::bigint[]) asked (book, since)) b
         JOIN LATERAL (SELECT min(price) AS least, max(price) AS most FROM fill WHERE market_id = b.book AND at > b.since) f ON f.least IS NOT NULL`,
      [asked.map(({ book }) => book), asked.map(({ since }) => since)],
    );
    return rows;
  },
  /** Fills, oldest first: when (ms), and the price of the first outcome in thousandths. */
  pricesOf: async (db: Queryable, book: string) => {
    const { rows } = await db.query<{ at: string; price: number }>(
      'SELECT at, price FROM fill WHERE market_id = $1 ORDER BY no',
      [book],
    );
    return rows.map(({ at, price }) => ({ t: Number(at), priceMilli: price }));
  },
  /** Fills after `at` (ms), and their shares in lots. */
  fillsSince: async (db: Queryable, books: readonly string[], at: number) => {
    const { rows } = await db.query<{ fills: number; lots: number }>(
      'SELECT count(*)::int AS fills, coalesce(sum(lots), 0)::float8 AS lots FROM fill WHERE market_id = ANY($1::uuid[]) AND at > $2',
      [books, at],
    );
    return rows[0] ?? { fills: 0, lots: 0 };
  },
  /** The house maker of each book where it has traded: lots (+ of the first outcome), and its profit at either end, 10^-6. */
  makerOf: async (db: Queryable, books: readonly string[]) => {
    const { rows } = await db.query<{ id: string; lots: string; cost: string; gained: string }>(
      `SELECT market_id AS id, sum(lots) AS lots, sum(cost) AS cost, sum(gained + coalesce((SELECT sum(c.shares + c.fees + c.borne) FROM corrected_holding c
         WHERE c.market_id = p.market_id AND c.user_id = p.user_id AND c.realm = p.realm), 0)) AS gained FROM position p
       WHERE market_id = ANY($1::uuid[]) AND user_id IN ${HOUSE_IDS} GROUP BY market_id`,
      [books],
    );
    return rows.map(({ id, lots, cost, gained }) => {
      const held = { lots: Number(lots), cost: usdt(BigInt(cost)), realised: usdt(BigInt(gained)) };
      const { up: ifYes, down: ifNo } = worthOf(held);
      return { id, lots: held.lots, ifYes, ifNo };
    });
  },
};
