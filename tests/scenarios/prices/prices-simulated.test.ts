import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { nextHead } from '#domain/proofs/tick-record.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { freshDir, HandClock, pricesWorld } from './prices-world.ts';

/** A Wednesday, 15:00 UTC: every market is open. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 0, 0);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Breaks of the rules that hold for any run of ticks of one stream. */
function faultsOf(ticks: readonly Tick[]): string[] {
  const faults: string[] = [];
  ticks.forEach((tick, i) => {
    const before = ticks[i - 1];
    if (before === undefined) return;
    const heartbeat = (tick.flags & TICK_FLAGS.heartbeat) !== 0;
    if (tick.seq !== before.seq + 1) faults.push(`seq ${before.seq} -> ${tick.seq}`);
    if (heartbeat && (tick.t !== before.t + 1_000 || tick.price !== before.price)) faults.push(`heartbeat ${tick.seq}`);
    if (tick.t - before.t < 250 && !heartbeat) faults.push(`too close ${tick.seq}`);
    if (tick.t - before.t > 1_000) faults.push(`too far ${tick.seq}`);
    if (tick.tSource < before.tSource || tick.tSource > tick.t) faults.push(`source time ${tick.seq}`);
    if (Buffer.compare(tick.head, nextHead(sha256, before.head, tick.record)) !== 0) faults.push(`chain ${tick.seq}`);
  });
  return faults;
}

describe('simulated prices', () => {
  it('tick on every pair, chained, a quarter second apart, a heartbeat exactly each second', async () => {
    const place = freshDir();
    const clock = new HandClock(WEDNESDAY);
    const world = pricesWorld({ pool: database.pool, clock, dir: place.dir, feed: 'simulated', allPairs: true });
    await world.start();
    expect(world.prices.feed('BTC-USD').status).toBe('WARMING');
    await clock.advance(30_000);
    for (const pair of world.prices.pairs) {
      expect(world.prices.feed(pair.id)).toMatchObject({ status: 'ONLINE', reason: null, kind: 'simulated' });
      const { high24h, low24h, last } = world.prices.feed(pair.id);
      expect(high24h, pair.id).toBeGreaterThanOrEqual(last?.price ?? Infinity);
      expect(low24h, pair.id).toBeLessThanOrEqual(last?.price ?? -Infinity);
      const ticks = world.ticksOf(pair.id);
      expect(ticks.length, pair.id).toBeGreaterThan(25);
      expect(faultsOf(ticks), pair.id).toEqual([]);
    }
    await world.prices.stop();
    place.remove();
  });

  it('are the same for the same seed', async () => {
    const runs = [];
    for (let i = 0; i < 2; i++) {
      const place = freshDir();
      const own = await testDatabase();
      const clock = new HandClock(WEDNESDAY);
      const world = pricesWorld({ pool: own.pool, clock, dir: place.dir, feed: 'simulated' });
      await world.start();
      await clock.advance(10_000);
      runs.push(world.ticksOf('ETH-USD').map(({ t, price, head }) => [t, price, Buffer.from(head).toString('hex')]));
      await world.prices.stop();
      await own.drop();
      place.remove();
    }
    expect(runs[0]?.length).toBeGreaterThan(9);
    expect(runs[0]).toEqual(runs[1]);
  });
});
