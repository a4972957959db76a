/** What stands out in a market, by the queries of its desk, among 100,000 fills. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  firstTraders,
  quickCancels,
  topHolders,
  topTraders,
  tradedPairs,
} from '#server/trading/surveillance/store-surveillance.ts';
import { watchBook } from '#server/trading/surveillance/watch.ts';
import { HOUSE_ID } from '#server/trading/exchange/effects.ts';
import { STANDARD_VALUES } from '#domain/settings/settings.ts';
import { DAY_MS } from '#domain/time.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

const BOOK = randomUUID();
const NOW = 2_000_000_000_000;
const PROPOSED = NOW - 1_000;
const SINCE = NOW - DAY_MS;
const [ANN, BEN, CLEO, DAN] = ['a', 'b', 'c', 'd'].map((one) => `${one.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
  string,
];
let database: TestDatabase;

/** A fill of real money: the taker buys YES of the maker, or NO. */
const FILL = `INSERT INTO fill (id, realm, market_id, no, kind, price, lots, taker_order, taker_user, taker_outcome, taker_side, taker_turnover, fee,
  maker_order, maker_user, maker_outcome, maker_side, maker_turnover, rested_ms, bonus, at, salt, shard, batch)
  SELECT g::text, 1, $1, g, 'mint', 500, `;
const REST = `'BUY', 1000, 0, gen_random_uuid(),`;

async function insertFill(no: number, one: { taker: string; maker: string; outcome: 0 | 1; lots: number; at: number }) {
  await database.pool.query(
    `${FILL} $4, gen_random_uuid(), $2, $5::smallint, ${REST} $3, (1 - $5)::smallint, 'BUY', 1000, 5, 0, $6, '\\x00', 0, 1 FROM generate_series($7::bigint, $7::bigint) g`,
    [BOOK, one.taker, one.maker, one.lots, one.outcome, one.at, no],
  );
}

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  // 100,000 fills of 500 people with one another, through 17 hours.
  await pool.query(
    `${FILL} 100, gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((g % 500 + 1)::text, 12, '0'))::uuid, (g % 2)::smallint, ${REST}
       ('00000000-0000-4000-9000-' || lpad((g * 7 % 499 + 1)::text, 12, '0'))::uuid, (1 - g % 2)::smallint, 'BUY', 1000, 5, 0, $2::bigint + g * 600, '\\x00', 0, 1
     FROM generate_series(1, 100000) g`,
    [BOOK, NOW - DAY_MS],
  );
  const late = NOW - 10_000;
  // Ann and Ben trade back and forth; Dan comes for the first time, just before the result.
  for (let at = 0; at < 4; at += 1) {
    await insertFill(200_000 + 2 * at, { taker: ANN, maker: BEN, outcome: 0, lots: 10, at: late });
    await insertFill(200_001 + 2 * at, { taker: BEN, maker: ANN, outcome: 0, lots: 10, at: late });
  }
  await insertFill(300_000, { taker: CLEO, maker: HOUSE_ID, outcome: 1, lots: 90_000, at: late - 10 * 3_600_000 });
  await insertFill(300_001, { taker: DAN, maker: HOUSE_ID, outcome: 1, lots: 60_000, at: late });
  await insertFill(300_002, { taker: CLEO, maker: HOUSE_ID, outcome: 1, lots: 10_000, at: late });
  await pool.query(
    `INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard)
     VALUES ($1, $2, 1, -100000, 0, 5, 0, 0, 0, 0), ($1, $3, 1, -60000, 0, 5, 0, 0, 0, 0), ($1, $4, 1, 160000, 0, 5, 0, 0, 0, 0)`,
    [BOOK, CLEO, DAN, HOUSE_ID],
  );
  await pool.query(
    `INSERT INTO market_order (id, realm, user_id, market_id, outcome, side, type, price, lots, time_in_force, post_only, state, end_reason, filled,
       resting, turnover, fee, held, placed_at, ended_at, shard, batch, rank, salt)
     SELECT gen_random_uuid(), 1, $2, $1, 0, 'BUY', 'LIMIT', 500, CASE WHEN g > 6 THEN 100 ELSE 50000 END, 'GTC', false, 'CANCELLED', 'user', 0,
       0, 0, 0, 0, $3::bigint, $3::bigint + 2000, 0, 1, g, '\\x00' FROM generate_series(1, 12) g`,
    [BOOK, BEN, late],
  );
  await pool.query('ANALYZE fill; ANALYZE market_order; ANALYZE position');
});
afterAll(() => database.drop());

async function quickly<T>(read: () => Promise<T>): Promise<T> {
  await read();
  const from = performance.now();
  const found = await read();
  const took = performance.now() - from;
  console.info(`${read.toString().replace('() => ', '').slice(0, 40)} ${took.toFixed(0)} ms`);
  return found;
}

it('finds holders, traders, pairs, first trades and quick cancels', { timeout: 60_000 }, async () => {
  const { pool } = database;
  const holders = await quickly(() => topHolders(pool, BOOK));
  expect(holders.map(({ userId, lots, percent }) => [userId, lots, percent])).toEqual([
    [CLEO, -100_000, 63],
    [DAN, -60_000, 38],
  ]);
  const traders = await quickly(() => topTraders(pool, BOOK, SINCE));
  expect(traders.slice(0, 2).map(({ userId, fills, lots, net }) => [userId, fills, lots, net])).toEqual([
    [CLEO, 2, 100_000, -100_000],
    [DAN, 1, 60_000, -60_000],
  ]);
  const [pair, next] = await quickly(() => tradedPairs(pool, BOOK, SINCE));
  expect(pair).toEqual({ one: ANN, other: BEN, there: 4, back: 4, lots: 80 });
  expect(next === undefined || Math.min(next.there, next.back) < 4).toBe(true);
  // Cleo traded it long before.
  const early = await quickly(() => firstTraders(pool, BOOK, { from: PROPOSED - 3_600_000, to: PROPOSED }));
  expect(early.map(({ userId, lots, net, isNew }) => [userId, lots, net, isNew])).toEqual([
    [DAN, 60_000, -60_000, true],
    [ANN, 80, 0, true],
    [BEN, 80, 0, true],
  ]);
  const cancelled = await quickly(() =>
    quickCancels(pool, BOOK, { since: SINCE, withinMs: 10_000, leastLots: 50_000 }),
  );
  expect(cancelled).toEqual([{ userId: BEN, orders: 6, lots: 300_000, stoodMs: 2_000 }]);
});

it('makes flags of them by the settings', async () => {
  const values = { ...STANDARD_VALUES };
  const parts = {
    clock: { now: () => NOW },
    settings: { values, number: (name: keyof typeof values) => Number(values[name]) },
    proposedAt: async () => PROPOSED,
    linkedAccounts: async () => new Map([[ANN, new Set([BEN])]]),
  };
  const { flags } = await watchBook(parts, database.pool, BOOK);
  expect(flags.map(({ name, people, count }) => [name, people.length, count])).toEqual([
    ['holder', 1, 63],
    ['both_ways', 2, 8],
    ['linked', 2, 8],
    ['before_result', 1, 60_000],
    ['cancelled', 1, 6],
  ]);
  values['watch.holder_percent'] = 64n;
  values['watch.both_ways'] = 5n;
  values['watch.cancelled_orders'] = 7n;
  values['watch.large_shares'] = 601n;
  const { flags: fewer } = await watchBook(parts, database.pool, BOOK);
  expect(fewer.map(({ name }) => name)).toEqual(['linked']);
});
