import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#server/db/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { CommitProxy } from '../trading/commit-proxy.ts';
import { closeMarket, money, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import { meanwhile, type Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;
const END = ROUND_START + 300_000;

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
});

afterEach(() => closeMarket({ database, world }));

/** One row of a count. */
async function count(sql: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`);
  return rows[0]!.n;
}

describe('a connection lost', () => {
  it('at COMMIT of orders that meet: nothing lost, nothing doubled, the book is whole (R-03)', async () => {
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6 });
    world.next({ db: pool });
    await world.engine.start();
    try {
      for (let turn = 0; turn < 8; turn += 1) {
        world.tick(100_00, { ms: 1_000 });
        proxy.cuts = [turn % 2 === 0 ? 'before' : 'after'];
        const key = { idempotency: { key: `k${turn}`, bodyHash: 'h' } };
        const wish = turn % 2 === 0 ? { price: 400 } : { outcome: 'DOWN', price: 600 };
        await world.ordered(turn % 2 === 0 ? ada : ben, { ...wish, ...key, lots: 500 });
      }
      expect(proxy.made).toBe(8);
      expect(await count('market_order')).toBe(8);
      expect(await count('fill')).toBe(4);
      expect(await world.positions(ada)).toMatchObject([{ outcome: 'UP', shares: 20 }]);
      expect(await world.balances(ada)).toEqual({ cash: FULL - money(8), locked: 0n });
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await pool.end();
      await proxy.close();
    }
  });

  it('in the middle of a batch: the books are read back, and what rested meets in its old order', async () => {
    const first = await world.ordered(ada, { price: 400, lots: 300 });
    const second = await world.ordered(ada, { price: 400, lots: 300 });
    const kill = () =>
      database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%batch%' AND random() < 0.5`,
      );
    const ids: string[] = [];
    await meanwhile(kill, async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        world.tick(100_00, { ms: 1_000 });
        const reply = await world.order(ada, { price: 300, lots: 100 });
        if (reply.ok) ids.push((JSON.parse(reply.body) as { id: string }).id);
      }
    });
    expect(await count('market_order')).toBeGreaterThanOrEqual(ids.length + 2);
    for (const id of ids) expect(await world.storedOrder(ada, id)).toMatchObject({ status: 'OPEN' });
    world.tick(100_00, { ms: 1_000 });
    const taker = await world.ordered(ben, { outcome: 'DOWN', price: 600, lots: 400 });
    expect(taker.fills.map(({ shares }) => shares)).toEqual([3, 1]);
    expect(await world.storedOrder(ada, first.id)).toMatchObject({ status: 'FILLED' });
    expect(await world.storedOrder(ada, second.id)).toMatchObject({ status: 'PARTLY_FILLED', remaining: 2 });
    expect(await world.faults()).toEqual([]);
  });

  it('at the COMMIT that settles: everybody is paid once', async () => {
    await world.ordered(ada, { price: 400 });
    await world.ordered(ben, { outcome: 'DOWN', price: 600 });
    await world.runTo(END - 2_000, (t) => (t < ROUND_START ? 100_00 : 101_00));
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6 });
    world.next({ db: pool });
    await world.engine.start();
    proxy.cuts = ['before', 'after', 'before', 'after'];
    try {
      await world.runTo(END + 2_000, 101_00);
      await world.untilMarket('SETTLED');
      expect(proxy.made).toBeGreaterThan(0);
      expect(await world.balances(ada)).toEqual({ cash: FULL + money(6), locked: 0n });
      expect(await world.balances(ben)).toEqual({ cash: FULL - money(6.144), locked: 0n });
      expect(await count('realised WHERE settled')).toBe(2);
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await pool.end();
      await proxy.close();
    }
  });
});

describe('many people on one book', () => {
  it('conserve their money: what they have at the end is what they had, less the fees', async () => {
    const people = await world.people(6);
    const all = [ada, ben, ...people];
    const before = await world.total(all);
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return Math.floor((seed / 2_147_483_647) * below);
    };
    for (let turn = 0; turn < 12; turn += 1) {
      world.tick(100_00, { ms: 1_000 });
      await Promise.all(
        all.map((person) =>
          world.order(person, {
            outcome: next(2) === 0 ? 'UP' : 'DOWN',
            side: next(4) === 0 ? 'SELL' : 'BUY',
            price: 100 + 10 * next(81),
            lots: 100 + next(900),
            timeInForce: (['GTC', 'GTC', 'FAK', 'FOK'] as const)[next(4)]!,
          }),
        ),
      );
    }
    expect(await count('fill')).toBeGreaterThan(10);
    expect(await world.faults()).toEqual([]);
    await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
    await world.untilMarket('SETTLED');
    const { rows } = await database.pool.query<{ fees: string }>(
      `SELECT coalesce(sum(credits - debits), 0)::text AS fees FROM account WHERE kind = 'fees' AND realm = 2`,
    );
    expect(await world.total(all)).toBe(before - BigInt(rows[0]!.fees));
    expect(BigInt(rows[0]!.fees)).toBeGreaterThan(0n);
    expect(await world.faults()).toEqual([]);
  });
});
