import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { usdt } from '#domain/money.ts';
import { statisticsQuery } from '#server/trading/queries/store-statistics.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;

let database: TestDatabase;
let world: World;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('SELECT ledger_check_grammar(true)');
  world = new World(database.pool);
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
});

afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

describe('a prediction', () => {
  it.each([
    { direction: 'UP', exit: 101_00, outcome: 'WIN', cash: FULL + 8_500_000n },
    { direction: 'UP', exit: 99_00, outcome: 'LOSE', cash: FULL - TEN },
    { direction: 'DOWN', exit: 99_00, outcome: 'WIN', cash: FULL + 8_500_000n },
    { direction: 'DOWN', exit: 101_00, outcome: 'LOSE', cash: FULL - TEN },
    { direction: 'UP', exit: 100_50, outcome: 'TIE', cash: FULL },
    { direction: 'DOWN', exit: 100_50, outcome: 'TIE', cash: FULL },
  ] as const)('$direction with an exit at $exit: $outcome', async ({ direction, exit, outcome, cash }) => {
    const { id } = await world.placed(ada, { direction });
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
    world.tick(100_50, { ms: 500 });
    const open = await world.until(ada, id, ({ status }) => status === 'OPEN');
    expect(open.entry).toMatchObject({ price: 100_50, seq: 2 });
    expect(open.expiresAt).toBe(world.clock.at + 60_000);
    world.tick(exit, { ms: 59_900 });
    world.tick(exit + 7, { ms: 200 });
    const done = await world.settled(ada, id);
    expect(done).toMatchObject({ status: 'SETTLED', outcome, exit: { price: exit, seq: 3 } });
    expect(await world.balances(ada)).toEqual({ cash, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('answers with what it stored and tells it after the commit', async () => {
    const wire = await world.placed(ada, { stake: usdt(12_340_000n) });
    expect(wire).toMatchObject({
      pair: 'BTC-USD',
      realm: 'demo',
      stake: 12.34,
      stakeStr: '12.34',
      payout: 0.85,
      durationSec: 60,
      status: 'ADMITTED',
      entry: null,
      expiresAt: null,
      profit: null,
      credit: null,
    });
    const stored = await world.stored(ada, wire.id);
    expect(stored).toMatchObject({ kAdm: 1, shard: 0, batch: 1, feed: 'simulated' });
    expect(stored.hAdm).toMatch(/^[0-9a-f]{64}$/);
    expect(stored.salt).toMatch(/^[0-9a-f]{32}$/);
    const { rows } = await world.db.query('SELECT body FROM rules_document WHERE hash = $1', [
      Buffer.from(stored.rulesHash, 'hex'),
    ]);
    expect(rows[0]?.body).toMatchObject({ group: 'crypto', entry: { deltaMs: 500 } });
    expect(world.heard.map(({ id, status }) => [id, status])).toEqual([[wire.id, 'ADMITTED']]);
  });

  it('is void without an entry, and gets its stake back', async () => {
    const { id } = await world.placed(ada);
    world.tick(100_00, { ms: 499 });
    world.tick(100_00, { ms: 5_000 });
    const done = await world.settled(ada, id);
    expect(done).toMatchObject({ status: 'VOID', outcome: 'VOID', voidReason: 'NO_ENTRY', entry: null, exit: null });
    expect(await world.balances(ada)).toEqual({ cash: FULL, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it.each([
    ['a stale source', { tSource: -2_001 }, {}],
    ['a gap after the expiry', {}, { flags: TICK_FLAGS.gap }],
    ['a break', {}, { flags: TICK_FLAGS.break | TICK_FLAGS.gap | TICK_FLAGS.resumed }],
  ])('is void with %s', async (_name, exit, after) => {
    const { id } = await world.placed(ada);
    world.tick(100_50, { ms: 500 });
    await world.until(ada, id, ({ status }) => status === 'OPEN');
    const expiry = world.clock.at + 60_000;
    world.clock.at = expiry;
    world.tick(101_00, { t: expiry, ...('tSource' in exit ? { tSource: expiry + exit.tSource } : {}) });
    world.tick(101_00, { ms: 1, ...after });
    const done = await world.settled(ada, id);
    expect(done).toMatchObject({ status: 'VOID', voidReason: 'STALE_EXIT' });
    expect(await world.balances(ada)).toEqual({ cash: FULL, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('is void when the clock says so: no entry after W + 60 s, no proof 10 min after the expiry', async () => {
    const late = await world.placed(ada);
    world.clock.at += 5_000 + 60_000;
    expect(await world.settled(ada, late.id)).toMatchObject({ voidReason: 'NO_ENTRY' });
    world.tick(100_00);
    const open = await world.placed(ben);
    world.tick(100_50, { ms: 500 });
    await world.until(ben, open.id, ({ status }) => status === 'OPEN');
    world.clock.at += 60_000 + 600_000;
    expect(await world.settled(ben, open.id)).toMatchObject({ voidReason: 'STALE_EXIT' });
    expect(await world.faults()).toEqual([]);
  });

  it('stores the four records that its receipt will need', async () => {
    const { id } = await world.placed(ada);
    const entry = world.tick(100_50, { ms: 500 });
    await world.until(ada, id, ({ status }) => status === 'OPEN');
    const exit = world.tick(101_00, { ms: 60_000 });
    const after = world.tick(102_00, { ms: 1 });
    await world.settled(ada, id);
    const { rows } = await world.db.query<{ a: Buffer; b: Buffer }>(
      `SELECT p.entry_records AS a, s.exit_records AS b FROM prediction p JOIN settlement s ON s.prediction_id = p.id`,
    );
    const before = world.tape.of(entry.stream)[0]!;
    expect(rows[0]?.a.equals(Buffer.concat([before.record, entry.record]))).toBe(true);
    expect(rows[0]?.b.equals(Buffer.concat([exit.record, after.record]))).toBe(true);
  });

  it('settles many of a batch, house and people summing to nothing', async () => {
    const ids = await Promise.all(
      Array.from({ length: 4 }, (_, i) => world.placed(i % 2 === 0 ? ada : ben, { direction: i < 2 ? 'UP' : 'DOWN' })),
    );
    world.tick(100_50, { ms: 500 });
    world.tick(103_00, { ms: 59_999 });
    world.tick(103_00, { ms: 1_000 });
    const outcomes = [];
    for (const [i, { id }] of ids.entries()) outcomes.push((await world.settled(i % 2 === 0 ? ada : ben, id)).outcome);
    expect(outcomes).toEqual(['WIN', 'WIN', 'LOSE', 'LOSE']);
    expect(await world.balances(ada)).toEqual({ cash: FULL + 8_500_000n - TEN, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });
});

describe('the read model', () => {
  it('lists own predictions, newest first, by page, status, time and words', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      world.tick(100_00, { ms: 1_000 });
      ids.unshift((await world.placed(ada)).id);
    }
    await world.placed(ben);
    const { predictionQueries } = await import('#server/trading/index.ts');
    const queries = predictionQueries(world.db);
    const own = { userId: ada.userId, realm: 'demo' } as const;
    const first = await queries.list({ ...own, limit: 3 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const second = await queries.list({ ...own, limit: 3, cursor: first.nextCursor });
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.nextCursor).toBeNull();
    expect((await queries.list({ ...own, status: 'settled' })).items).toEqual([]);
    expect((await queries.list({ ...own, search: ids[2]! })).items.map(({ id }) => id)).toEqual([ids[2]]);
    for (const search of [
      ids[2]!.slice(0, 23),
      ids[2]!.slice(-8),
      `…${ids[2]!.slice(-8)}`,
      ids[2]!.slice(-8).toUpperCase(),
    ]) {
      expect((await queries.list({ ...own, search })).items.map(({ id }) => id)).toContain(ids[2]);
    }
    expect((await queries.list({ ...own, search: ids[2]!.slice(-8) })).items).toHaveLength(1);
    // A search looks at so many rows, and its cursor leads to the next ones.
    const narrow = predictionQueries(world.db, 2);
    const pages = [];
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const page = await narrow.list({ ...own, search: ids[4]!.slice(-8), cursor });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([[], [ids[4]]]);
    expect((await queries.list({ ...own, search: 'btc' })).items).toHaveLength(5);
    expect((await queries.list({ ...own, search: '%' })).items).toEqual([]);
    const middle = first.items[2]!.admittedAt;
    expect((await queries.list({ ...own, from: middle })).items).toHaveLength(3);
    expect((await queries.list({ ...own, to: middle })).items).toHaveLength(2);
    expect((await queries.list({ ...own, realm: 'real' })).items).toEqual([]);
    expect(await queries.one({ ...own, userId: ben.userId, id: ids[0]! })).toBeNull();
    expect(await queries.one({ ...own, id: "'; --" })).toBeNull();
  });
});

describe('statistics', () => {
  it('count what ended by pair, duration and day, with the edge of what was won or lost, in one realm', async () => {
    const ask = (userId: string, realm: 'demo' | 'real' = 'demo') =>
      // A year: ids have the time of the machine in them, the rest that of the world.
      statisticsQuery(database.pool, world.clock)({ userId, realm, days: 365 });
    expect(await ask(ada.userId)).toMatchObject({ total: { count: 0, resultStr: '0.00' }, pairs: [], byDay: [] });
    // Won, lost and the same price: 85 % of payout has an edge of 7.5 %.
    for (const [direction, exit, durationSec] of [
      ['UP', 101_00, 60],
      ['DOWN', 101_00, 60],
      ['UP', 100_50, 120],
    ] as const) {
      const { id } = await world.placed(ada, { direction, durationSec });
      world.tick(100_50, { ms: 500 });
      world.tick(exit, { ms: durationSec * 1_000 - 100 });
      world.tick(exit, { ms: 200 });
      await world.settled(ada, id);
    }
    // Shares that were sold, and shares that a round paid.
    await database.pool.query(
      `INSERT INTO realised (market_id, user_id, realm, batch, rank, settled, lots, cost, credit, at, shard)
       VALUES ($1, $2, 2, 1, 0, false, 100, 4000000, 5000000, $3, 0), ($4, $2, 2, 1, 1, true, 100, 3000000, 0, $3, 0)`,
      [randomUUID(), ada.userId, world.clock.at, randomUUID()],
    );
    const own = {
      count: 3,
      won: 1,
      lost: 1,
      sold: 0,
      refunded: 1,
      stakeStr: '30.00',
      resultStr: '-1.50',
      edgeStr: '1.50',
    };
    expect(await ask(ada.userId)).toMatchObject({
      total: own,
      pairs: [{ pair: 'BTC-USD', ...own }],
      durations: [
        { durationSec: 60, count: 2, resultStr: '-1.50' },
        { durationSec: 120, count: 1, resultStr: '0.00', edgeStr: '0.00' },
      ],
      rounds: { count: 2, won: 1, costStr: '7.00', resultStr: '-2.00', feeStr: '0.00' },
      byDay: [{ day: new Date(world.clock.at).toISOString().slice(0, 10), count: 5, resultStr: '-3.50' }],
    });
    expect((await ask(ada.userId, 'real')).total.count).toBe(0);
    expect((await ask(ben.userId)).total.count).toBe(0);
    world.clock.at += 366 * 86_400_000;
    expect(await ask(ada.userId)).toMatchObject({ total: { count: 0 }, rounds: { count: 0 }, byDay: [] });
  });
});
