import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usdt } from '#domain/money.ts';
import { createCrowd, CROWD_PEOPLE, joinCrowd } from '#domain/trading/crowd.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import { PairSnapshots } from '#server/trading/pair-snapshots.ts';
import { RulesBook } from '#server/trading/batch/rules-book.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ScriptedPrices, START, TickTape, World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

function boardOn(prices: ScriptedPrices): PairSnapshots {
  return new PairSnapshots(prices, { rules: new RulesBook(prices.pairs), settings: STANDARD_SETTINGS });
}

describe('the board', () => {
  it('offers payouts for 15 s and every duration, and follows the volatility', () => {
    const prices = new ScriptedPrices(new TickTape());
    const snapshots = boardOn(prices);
    const crowd = createCrowd();
    snapshots.refresh(crowd, START);
    const btc = snapshots.boardOf(prices.pair('BTC-USD'));
    expect(btc.payouts).toMatchObject({ 15: 8_200, 30: 8_200, 60: 8_500, 120: 8_600, 86_400: 8_300 });
    prices.vol = { rv5m: 2, rv24h: 1 };
    snapshots.refresh(crowd, START + 20_000);
    expect(snapshots.boardOf(prices.pair('BTC-USD')).payouts[60]).toBe(8_300);
  });

  it('shows the crowd a minute late', () => {
    const prices = new ScriptedPrices(new TickTape());
    const snapshots = boardOn(prices);
    const crowd = createCrowd();
    for (let i = 0; i < CROWD_PEOPLE; i += 1) {
      const one = { realm: 'demo', userId: `u${i}`, pairId: 'BTC-USD', direction: 'UP', stake: usdt(1_000_000n) };
      joinCrowd(crowd, { ...one, durationMs: 60_000 } as Prediction);
    }
    const shown = [];
    for (let s = 0; s <= 60; s += 10) {
      snapshots.refresh(crowd, START + s * 1_000);
      shown.push(snapshots.boardOf(prices.pair('BTC-USD')).crowdUp);
    }
    expect(shown).toEqual([null, null, null, null, null, null, 1]);
    expect(snapshots.boardOf(prices.pair('ETH-USD')).crowdUp).toBeNull();
  });

  it('is offline for a pair whose rules are not stored, and knows no other pairs', () => {
    const prices = new ScriptedPrices(new TickTape());
    const snapshots = boardOn(prices);
    const book = () => ({ last: null }) as never;
    expect(snapshots.viewOf('BTC-USD', book)?.status).toBe('OFFLINE');
    prices.statuses.set('BTC-USD', 'CLOSED');
    expect(snapshots.viewOf('BTC-USD', book)?.status).toBe('CLOSED');
    expect(snapshots.viewOf('BTC-EUR', book)).toBeNull();
  });
});

describe('the engine on the bus', () => {
  let database: TestDatabase;
  let world: World;
  let ada: Person;

  beforeEach(async () => {
    database = await testDatabase();
    world = new World(database.pool);
    [ada] = (await world.people(1)) as [Person];
    await world.engine.start();
    world.tick(100_00);
  });
  afterEach(async () => {
    await world.engine.stop();
    await database.drop();
  });

  it('answers with all boards and tells each change of a pair', async () => {
    const told: PairBoard[] = [];
    world.bus.subscribe('prices.pair', (board) => told.push(board));
    const boards = await world.bus.request('prices.board', null);
    expect(boards).toHaveLength(world.prices.pairs.length);
    const btc = boards.find(({ pair }) => pair.id === 'BTC-USD');
    expect(btc).toMatchObject({ status: 'ONLINE', last: { seq: 1, price: 100_00 }, crowdUp: null });
    world.prices.setStatus('BTC-USD', 'DEGRADED');
    await expect.poll(() => told.map(({ pair, status }) => [pair.id, status])).toEqual([['BTC-USD', 'DEGRADED']]);
  });

  it('tells every pair at each turn of the payouts, so that the figures of the day do not grow old', async () => {
    const own = await testDatabase();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const other = new World(own.pool);
      await other.engine.start();
      const told: string[] = [];
      other.bus.subscribe('prices.pair', ({ pair }) => told.push(pair.id));
      vi.advanceTimersByTime(10_000);
      await expect.poll(() => new Set(told).size, { interval: 5 }).toBe(other.prices.pairs.length);
      await other.engine.stop();
    } finally {
      vi.useRealTimers();
      await own.drop();
    }
  });

  it('tells what a person has after each batch', async () => {
    const told: unknown[] = [];
    world.bus.subscribe('ledger.balance', ({ userId, cash, locked }) => told.push([userId, cash, locked]));
    const { id } = await world.placed(ada);
    world.tick(100_50, { ms: 500 });
    world.tick(101_00, { ms: 60_000 });
    world.tick(101_00, { ms: 1 });
    await world.settled(ada, id);
    await expect
      .poll(() => told)
      .toEqual([
        [ada.userId, 9_990_000_000n, 10_000_000n],
        [ada.userId, 10_008_500_000n, 0n],
      ]);
    expect(await world.balances(ada)).toEqual({ cash: 10_008_500_000n, locked: 0n });
  });

  it('refuses by each gate without a trace in the books', async () => {
    const codes: string[] = [];
    const refused = async (change: () => void, wanted: Parameters<World['place']>[1] = {}) => {
      change();
      const reply = await world.place(ada, wanted);
      codes.push(reply.ok ? 'ok' : reply.refusal.code);
      world.clock.at += 2_000;
      world.tick(100_00);
    };
    await refused(() => world.prices.setStatus('BTC-USD', 'CLOSED'));
    await refused(() => world.prices.setStatus('BTC-USD', 'ONLINE'), { durationSec: 7 });
    await refused(() => undefined, { stake: usdt(10_000_010_000n) });
    await refused(() => (world.clock.at += 2_001));
    await refused(() => undefined, { payoutBps: 8_600 });
    await refused(() => undefined, { stake: usdt(10_000_000_000n) });
    await refused(() => undefined, { stake: usdt(1_000_000n) });
    expect(codes).toEqual([
      'MarketClosed',
      'DurationUnavailable',
      'StakeLimit',
      'PriceFeedError',
      'PayoutChanged',
      'ok',
      'NoBalance',
    ]);
    const burst = await Promise.all(Array.from({ length: 8 }, () => world.place(ada, { stake: usdt(1_000_000n) })));
    const limited = burst.filter((reply) => !reply.ok && reply.refusal.code === 'UnavailableBet');
    expect(limited).toHaveLength(3);
    const { rows } = await world.db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM journal WHERE kind LIKE 'prediction%'`,
    );
    expect(rows[0]?.n).toBe(1);
    expect(await world.faults()).toEqual([]);
  });
});
