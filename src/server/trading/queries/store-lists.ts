import type { Pool } from 'pg';
import { usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { SetMove } from '#domain/trading/orders/contract.ts';
import { orderAt } from '#domain/trading/orders/order-life.ts';
import { toIso } from '#protocol/codecs.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { OrderWire } from '#protocol/exchange.ts';
import type { Clock } from '#server/clock.ts';
import { pageLimit, pageOf } from '#server/routing/page.ts';
import type { ExchangeFilter, ExchangeQueries } from '../exchange-contract.ts';
import { factsOf, FILL_COLUMNS, fillOf, MARKET_COLUMNS, ORDER_COLUMNS, orderOf } from '../exchange-row.ts';
import type { FillRow, MarketRow, OrderRow } from '../exchange-row.ts';
import { fillWire, orderWire, positionWire, publicFillWire, setsMovedWire } from '../exchange-wire.ts';
import type { Holding } from '../exchange-wire.ts';
import { leaving } from './store-leaving.ts';
import { LOOKED_AT, searchFloor, searchFloorOfFills, searchPatterns } from './store-search.ts';

type Db = Pick<Pool, 'query'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** No market's: before all others of its time. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const HISTORY_STEPS = 1_000;

const ORDER_TABLES = 'market_order o JOIN market m ON m.id = o.market_id AND m.realm = o.realm';
const FILL_TABLES = 'fill f JOIN market m ON m.id = f.market_id AND m.realm = f.realm';

/** What the web thread reads of the exchange: committed truth, own rows by owner and realm. */
export function exchangeQueries(db: Db, clock: Pick<Clock, 'now'>): ExchangeQueries {
  return {
    orders: (filter) => orders(db, filter, clock.now()),
    fills: (filter) => fills(db, filter),
    sets: (filter) => sets(db, filter),
    positions: (filter) => positions(db, filter),
    order: (key) => order(db, key, clock.now()),
    publicFills: (query) => publicFills(db, query),
    history: (query) => history(db, query),
    leaving: (key) => leaving(db, key, clock.now()),
  };
}

async function order(
  db: Db,
  key: Parameters<ExchangeQueries['order']>[0],
  now: number,
): ReturnType<ExchangeQueries['order']> {
  if (!UUID.test(key.id)) return null;
  const { rows } = await db.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS}, ${MARKET_COLUMNS} FROM ${ORDER_TABLES} WHERE o.id = $1 AND o.realm = $2 AND o.user_id = $3`,
    [key.id, REALM_NO[key.realm], key.userId],
  );
  const row = rows[0];
  return row === undefined ? null : orderWireAt(row, now);
}

/** A row that rests only because its timer has not come is told as what it is: ended. */
function orderWireAt(row: OrderRow, now: number): OrderWire {
  const facts = factsOf(row);
  return orderWire(orderAt(orderOf(row), facts.market, now), facts);
}

async function orders(
  db: Db,
  filter: Parameters<ExchangeQueries['orders']>[0],
  now: number,
): ReturnType<ExchangeQueries['orders']> {
  const limit = pageLimit(filter.limit);
  const asked = new Conditions(['o.user_id = $1', 'o.realm = $2'], [filter.userId, REALM_NO[filter.realm]]);
  if (typeof filter.status === 'string') {
    const isOpen = `(o.ended_at IS NULL AND least(o.expires_at, m.cut_off_at) > ${asked.value(now)})`;
    asked.say(filter.status === 'open' ? isOpen : `NOT ${isOpen}`);
  }
  common(asked, filter, { market: 'o.market_id', time: 'o.placed_at', id: 'o.id::text' });
  const last = readCursor('orders', filter.cursor);
  if (last !== null) asked.say(`o.id < ${asked.value(last[0])}::uuid`);
  const { userId, realm } = filter;
  const from = { table: 'market_order', userId, realm, cursor: last?.[0] ?? null, most: LOOKED_AT } as const;
  const floor = searchPatterns(filter.search) === null ? null : await searchFloor(db, from);
  if (floor !== null) asked.say(`o.id >= ${asked.value(floor)}::uuid`);
  const { rows } = await db.query<OrderRow>(
    `SELECT ${ORDER_COLUMNS}, ${MARKET_COLUMNS} FROM ${ORDER_TABLES} WHERE ${asked.text} ORDER BY o.id DESC LIMIT ${limit + 1}`,
    asked.values,
  );
  return pageOf(rows, limit, {
    cursor: (row) => writeCursor('orders', [row.id]),
    item: (row) => orderWireAt(row, now),
    floor: floor === null ? null : writeCursor('orders', [floor]),
  });
}

/** Of both sides: each is read by its own index, newest first. */
async function fills(db: Db, filter: ExchangeFilter): ReturnType<ExchangeQueries['fills']> {
  const limit = pageLimit(filter.limit);
  const asked = new Conditions(['f.realm = $2'], [filter.userId, REALM_NO[filter.realm]]);
  common(asked, filter, { market: 'f.market_id', time: 'f.at', id: 'f.id' });
  const last = readCursor('fills', filter.cursor);
  if (last !== null) {
    const [at, market, no] = last.map((part) => asked.value(part));
    asked.say(`(f.at, f.market_id, f.no) < (${at}::bigint, ${market}::uuid, ${no}::bigint)`);
  }
  const { userId, realm } = filter;
  const before = { userId, realm, before: last?.[0] ?? null, most: LOOKED_AT };
  const floor = searchPatterns(filter.search) === null ? null : await searchFloorOfFills(db, before);
  if (floor !== null) asked.say(`f.at >= ${asked.value(floor)}::bigint`);
  const own = (role: 'taker' | 'maker') =>
    `(SELECT ${FILL_COLUMNS}, '${role}' AS role, ${MARKET_COLUMNS} FROM ${FILL_TABLES} WHERE f.${role}_user = $1 AND ${asked.text}
      ORDER BY f.at DESC, f.market_id DESC, f.no DESC LIMIT ${limit + 1})`;
  const { rows } = await db.query<FillRow & { readonly role: 'taker' | 'maker' }>(
    `${own('taker')} UNION ALL ${own('maker')} ORDER BY at DESC, market_id DESC, no DESC LIMIT ${limit + 1}`,
    asked.values,
  );
  return pageOf(rows, limit, {
    cursor: (row) => writeCursor('fills', [row.at, row.market_id, row.no]),
    item: (row) => fillWire(fillOf(row), row.role, factsOf(row)),
    floor: floor === null ? null : writeCursor('fills', [floor, FIRST_ID, '0']),
  });
}

interface SetRow {
  readonly id: string;
  readonly market_id: string;
  readonly linked_to: string;
  readonly move: SetMove;
  readonly lots: string;
  readonly paid: string;
  readonly at: string;
}

/** Moves of full sets, by the book that they were asked of. */
async function sets(db: Db, filter: ExchangeFilter): ReturnType<ExchangeQueries['sets']> {
  const { userId, realm } = filter;
  const limit = pageLimit(filter.limit);
  const asked = new Conditions(['s.user_id = $1', 's.realm = $2'], [userId, REALM_NO[realm]]);
  common(asked, filter, { market: 's.market_id', time: 's.at', id: 's.id::text' });
  const last = readCursor('sets', filter.cursor);
  if (last !== null) asked.say(`s.id < ${asked.value(last[0])}::uuid`);
  const { rows } = await db.query<SetRow>(
    `SELECT s.id, s.market_id, s.linked_to, s.move, s.lots, s.paid, s.at FROM set_move s JOIN market m ON m.id = s.market_id AND m.realm = s.realm
     WHERE ${asked.text} ORDER BY s.id DESC LIMIT ${limit + 1}`,
    asked.values,
  );
  return pageOf(rows, limit, {
    cursor: (row) => writeCursor('sets', [row.id]),
    item: ({ id, move, ...row }) => {
      const [marketId, linkedTo, lots, at] = [row.market_id, row.linked_to, Number(row.lots), Number(row.at)];
      return setsMovedWire({ id, realm, userId, marketId, linkedTo, move, lots, paid: usdt(BigInt(row.paid)), at });
    },
  });
}

interface HoldingRow extends MarketRow {
  readonly lots: string;
  readonly reserved: string;
  readonly cost: string;
  readonly credit: string | null;
}

const HELD = `SELECT p.market_id, p.lots::numeric, p.reserved::numeric, p.cost::numeric, NULL::numeric FROM position p
  JOIN market m ON m.id = p.market_id AND m.realm = p.realm
  WHERE p.user_id = $1 AND p.realm = $2 AND p.lots <> 0 AND m.result IS NULL`;
/** What a correction took back (of no batch, which is 0) was not paid for shares: less came back for what these cost. */
const ENDED = `SELECT r.market_id, coalesce(sum(r.lots) FILTER (WHERE r.settled), 0), 0::numeric, coalesce(sum(r.cost) FILTER (WHERE r.batch > 0), 0),
    sum(r.credit) - coalesce(sum(r.cost) FILTER (WHERE r.batch = 0), 0)
  FROM realised r JOIN market m ON m.id = r.market_id AND m.realm = r.realm
  WHERE r.user_id = $1 AND r.realm = $2 AND m.result IS NOT NULL GROUP BY r.market_id`;
const HOLDINGS = { open: HELD, settled: ENDED, all: `${HELD} UNION ALL ${ENDED}` } as const;

/** Held in open markets; of ended ones all that was sold or paid there, summed. The market that ends last comes first. */
async function positions(
  db: Db,
  filter: Parameters<ExchangeQueries['positions']>[0],
): ReturnType<ExchangeQueries['positions']> {
  const limit = pageLimit(filter.limit);
  const asked = new Conditions(['m.realm = $2'], [filter.userId, REALM_NO[filter.realm]]);
  common(asked, filter, { market: 'm.id', time: 'm.ends_at', id: 'm.id::text' });
  const last = readCursor('positions', filter.cursor);
  if (last !== null) {
    const [endsAt, market] = last.map((part) => asked.value(part));
    asked.say(`(m.ends_at, m.id) < (${endsAt}::bigint, ${market}::uuid)`);
  }
  const { rows } = await db.query<HoldingRow>(
    `WITH own (market_id, lots, reserved, cost, credit) AS (${HOLDINGS[filter.status ?? 'all']})
     SELECT own.lots, own.reserved, own.cost, own.credit, ${MARKET_COLUMNS} FROM own JOIN market m ON m.id = own.market_id
     WHERE ${asked.text} ORDER BY m.ends_at DESC, m.id DESC LIMIT ${limit + 1}`,
    asked.values,
  );
  return pageOf(rows, limit, {
    cursor: (row) => writeCursor('positions', [row.ends_at, row.market_id]),
    item: (row) => positionWire(holdingOf(row), factsOf(row)),
  });
}

function holdingOf(row: HoldingRow): Holding {
  return {
    lots: Number(row.lots),
    reserved: Number(row.reserved),
    cost: usdt(BigInt(row.cost)),
    credit: row.credit === null ? null : usdt(BigInt(row.credit)),
  };
}

async function publicFills(
  db: Db,
  query: Parameters<ExchangeQueries['publicFills']>[0],
): ReturnType<ExchangeQueries['publicFills']> {
  if (!UUID.test(query.marketId)) return { items: [], nextCursor: null };
  const limit = pageLimit(query.limit);
  const asked = new Conditions(['f.market_id = $1', 'f.realm = $2'], [query.marketId, REALM_NO[query.realm]]);
  const last = readCursor('marketFills', query.cursor);
  if (last !== null) asked.say(`f.no < ${asked.value(last[1])}::bigint`);
  const { rows } = await db.query<FillRow>(
    `SELECT ${FILL_COLUMNS}, ${MARKET_COLUMNS} FROM ${FILL_TABLES} WHERE ${asked.text} ORDER BY f.no DESC LIMIT ${limit + 1}`,
    asked.values,
  );
  return pageOf(rows, limit, {
    cursor: (row) => writeCursor('marketFills', [query.marketId, row.no]),
    item: (row) => publicFillWire(fillOf(row), factsOf(row)),
  });
}

/** The last fill of each step, oldest first; prices in thousandths of the first outcome. */
async function history(
  db: Db,
  query: Parameters<ExchangeQueries['history']>[0],
): ReturnType<ExchangeQueries['history']> {
  if (!UUID.test(query.marketId)) return { items: [] };
  const asked = new Conditions(['market_id = $1', 'realm = $2'], [query.marketId, REALM_NO[query.realm]]);
  if (query.from !== null) asked.say(`at >= ${asked.value(query.from)}`);
  if (query.to !== null) asked.say(`at < ${asked.value(query.to)}`);
  const stepMs = query.stepSec * 1_000;
  const { rows } = await db.query<{ step: string; price: number; lots: string }>(
    `SELECT at / ${asked.value(stepMs)}::bigint AS step, (array_agg(price ORDER BY no DESC))[1] AS price, sum(lots) AS lots
     FROM fill WHERE ${asked.text} GROUP BY 1 ORDER BY 1 ${query.from === null ? 'DESC' : 'ASC'} LIMIT ${HISTORY_STEPS}`,
    asked.values,
  );
  const ascending = query.from === null ? rows.toReversed() : rows;
  return {
    items: ascending.map(({ step, price, lots }) => ({
      time: toIso(Number(step) * stepMs),
      price: price / 1_000,
      shares: Number(lots) / 100,
    })),
  };
}

/** Parts of a WHERE, and the values they name. */
class Conditions {
  readonly values: unknown[];
  readonly #parts: string[];

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.#parts = [...parts];
    this.values = [...values];
  }

  get text(): string {
    return this.#parts.join(' AND ');
  }

  say(condition: string): void {
    this.#parts.push(condition);
  }

  /** Takes a value in; its parameter. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** What every own list can be asked: one market, a span of time, a part of an id or of a pair. */
function common(
  asked: Conditions,
  filter: ExchangeFilter,
  column: { readonly market: string; readonly time: string; readonly id: string },
): void {
  const { marketId, kind, from, to } = filter;
  if (typeof marketId === 'string') {
    asked.say(UUID.test(marketId) ? `${column.market} = ${asked.value(marketId)}::uuid` : 'false');
  }
  if (typeof kind === 'string') asked.say(`m.kind = ${asked.value(kind)}`);
  if (typeof from === 'number') asked.say(`${column.time} >= ${asked.value(from)}`);
  if (typeof to === 'number') asked.say(`${column.time} < ${asked.value(to)}`);
  const search = searchPatterns(filter.search);
  if (search === null) return;
  const [starts, ends, pair] = [search.starts, search.ends, search.pair].map((pattern) => asked.value(pattern));
  asked.say(`(${column.id} LIKE ${starts} OR ${column.id} LIKE ${ends} OR m.pair_id LIKE ${pair})`);
}

/** What a person's shares in open markets of real money cost, 10^-6. */
export async function sharesCost(db: Db, userId: string): Promise<Usdt> {
  const { rows } = await db.query<{ cost: string }>(
    `SELECT coalesce(sum(held.cost), 0) AS cost FROM (${HELD}) AS held (market_id, lots, reserved, cost, credit)`,
    [userId, REALM_NO.real],
  );
  return usdt(BigInt(rows[0]?.cost ?? '0'));
}
