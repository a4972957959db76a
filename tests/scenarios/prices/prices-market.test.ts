import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_STEADY_MS } from '#domain/prices/clock-guard.ts';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { freshDir, HandClock, pricesWorld, SpokenSource, type PricesWorld } from './prices-world.ts';

/** A Wednesday, 15:00 UTC: every market is open. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 0, 0);
const MINUTE = 60_000;
const GAP = TICK_FLAGS.gap | TICK_FLAGS.resumed;

let place: ReturnType<typeof freshDir>;
let database: TestDatabase;
// What is published of ticks is never taken back: each test has a database of its own.
beforeEach(async () => {
  place = freshDir();
  database = await testDatabase();
});
afterEach(async () => {
  place.remove();
  await database.drop();
});

interface Stage {
  readonly world: PricesWorld;
  readonly clock: HandClock;
  readonly venues: readonly SpokenSource[];
  /** Each venue states its price each 100 ms for so long; null keeps it silent. */
  run(ms: number, prices: readonly (string | null)[]): Promise<void>;
  last(): Tick;
}

/** Live BTC-USD with venues of our own. */
async function stage(count: number, wall = WEDNESDAY, pairId = 'BTC-USD'): Promise<Stage> {
  const clock = new HandClock(wall);
  const names = ['binance', 'coinbase', 'kraken', 'okx', 'bybit'].slice(0, count);
  const venues = names.map((name) => new SpokenSource(name, [pairId], clock));
  const world = pricesWorld({
    pool: database.pool,
    clock,
    dir: place.dir,
    feed: 'live' as const,
    more: { createSources: () => venues },
  });
  await world.start();
  return {
    world,
    clock,
    venues,
    async run(ms, prices) {
      for (let done = 0; done < ms; done += 100) {
        prices.forEach((price, i) => {
          if (price !== null) venues[i]?.say(pairId, price);
        });
        await clock.advance(100);
      }
    },
    last() {
      const tick = world.ticksOf(pairId).at(-1);
      if (tick === undefined) throw new Error('no tick');
      return tick;
    },
  };
}

const feed = (s: Stage, pairId = 'BTC-USD') => s.world.prices.feed(pairId);
const FIVE = ['91000.10', '91000.20', '91000.30', '91000.40', '91000.50'];
const THREE = FIVE.slice(0, 3);

describe('live prices', () => {
  it('warm up, are ONLINE with five sources, DEGRADED with three, OFFLINE with two', async () => {
    const s = await stage(5);
    await s.run(4_900, FIVE);
    expect(feed(s)).toMatchObject({ status: 'WARMING', reason: 'starting' });
    await s.run(600, FIVE);
    expect(feed(s)).toMatchObject({ status: 'ONLINE', reason: null });
    expect(s.last()).toMatchObject({ price: 9_100_030, sources: 5 });
    await s.run(3_000, [...THREE, null, null]);
    expect(feed(s)).toMatchObject({ status: 'DEGRADED' });
    expect(s.last()).toMatchObject({ price: 9_100_020, sources: 3 });
    await s.run(3_000, [FIVE[0] ?? '', FIVE[1] ?? '', null, null, null]);
    expect(feed(s)).toMatchObject({ status: 'OFFLINE', reason: 'quorum' });
    const lost = s.last();
    await s.run(2_000, FIVE);
    const back = s.world.ticksOf('BTC-USD').find((tick) => tick.seq === lost.seq + 1);
    expect((back?.flags ?? 0) & GAP).toBe(GAP);
    expect(feed(s).status).toBe('WARMING');
    await s.world.prices.stop();
  });

  it('give ticks at most every 250 ms, and heartbeats exactly 1,000 ms after the tick before', async () => {
    const s = await stage(3);
    for (let i = 0; i < 80; i++) {
      for (const venue of s.venues) venue.say('BTC-USD', (91_000 + i).toFixed(2));
      await s.clock.advance(50);
    }
    for (let i = 0; i < 50; i++) {
      for (const venue of s.venues) venue.beat();
      await s.clock.advance(100);
    }
    const ticks = s.world.ticksOf('BTC-USD');
    const gaps = ticks.slice(1).map((tick, i) => [tick.t - (ticks[i]?.t ?? 0), tick.flags] as const);
    expect(gaps.every(([gap, flags]) => ((flags & TICK_FLAGS.heartbeat) === 0 ? gap >= 250 : gap === 1_000))).toBe(
      true,
    );
    expect(gaps.filter(([, flags]) => flags === TICK_FLAGS.heartbeat).length).toBe(5);
    expect(gaps.length).toBeGreaterThan(18);
    await s.world.prices.stop();
  });

  it('carry the second newest source time, never ahead of the tick', async () => {
    const s = await stage(3);
    const now = s.clock.now();
    s.venues[0]?.say('BTC-USD', '91000.00', 700);
    s.venues[1]?.say('BTC-USD', '91000.10', 300);
    s.venues[2]?.say('BTC-USD', '91000.20', -1_900);
    await s.clock.advance(100);
    expect(s.last()).toMatchObject({ t: now, tSource: now - 300, price: 9_100_010, sources: 3 });
    await s.world.prices.stop();
  });

  it('R-51: no word for S and the feed is OFFLINE; no tick is made up meanwhile', async () => {
    const s = await stage(3);
    await s.run(6_000, THREE);
    expect(feed(s).status).toBe('DEGRADED');
    const before = s.last();
    await s.clock.advance(2_500);
    expect(feed(s)).toMatchObject({ status: 'OFFLINE' });
    expect(s.last().t - before.t).toBeLessThanOrEqual(2_000);
    expect(s.last().tSource).toBeLessThanOrEqual(before.t);
    const count = s.world.ticks.length;
    await s.clock.advance(10_000);
    expect(s.world.ticks.length).toBe(count);
    await s.world.prices.stop();
  });

  it('quiet is not dead: venue heartbeats keep a price for 75 s, not longer', async () => {
    const s = await stage(3);
    await s.run(6_000, THREE);
    const stated = s.clock.now();
    for (let i = 0; i < 74; i++) {
      for (const venue of s.venues) venue.beat();
      await s.clock.advance(1_000);
    }
    expect(feed(s).status).toBe('DEGRADED');
    for (let i = 0; i < 6; i++) {
      for (const venue of s.venues) venue.beat();
      await s.clock.advance(1_000);
    }
    expect(feed(s).status).toBe('OFFLINE');
    expect(s.last().tSource).toBeLessThanOrEqual(stated + 75_000);
    await s.world.prices.stop();
  });

  it.each([60_000, 600_000])(
    'R-52: an outage of %i ms leaves one gap in the chain, and prices come back by themselves',
    async (ms) => {
      const s = await stage(3);
      await s.run(6_000, THREE);
      const before = s.last();
      await s.clock.advance(ms);
      expect(feed(s).status).toBe('OFFLINE');
      await s.run(6_000, THREE);
      expect(feed(s).status).toBe('DEGRADED');
      const after = s.world.ticksOf('BTC-USD').filter((tick) => tick.t > before.t + 2_500);
      expect((after[0]?.flags ?? 0) & (GAP | TICK_FLAGS.break)).toBe(GAP);
      expect(after.slice(1).filter((tick) => (tick.flags & GAP) !== 0)).toEqual([]);
      expect(after[0]?.t).toBeGreaterThanOrEqual(before.t + ms);
      await s.world.prices.stop();
    },
  );

  it('R-53: one of three sources spikes 5 %: not in the chain; two of three: OFFLINE', async () => {
    const s = await stage(3);
    await s.run(6_000, THREE);
    await s.run(1_000, ['95550.00', '91000.20', '91000.30']);
    expect(feed(s).status).toBe('DEGRADED');
    expect(s.last()).toMatchObject({ price: 9_100_025, sources: 2 });
    await s.run(1_000, ['95550.00', '95551.00', '91000.30']);
    expect(feed(s)).toMatchObject({ status: 'OFFLINE', reason: 'disagreement' });
    const prices = s.world.ticksOf('BTC-USD').map((tick) => tick.price);
    expect(Math.max(...prices)).toBeLessThan(9_101_000);
    await s.world.prices.stop();
  });

  it('leave out a source whose clock is ahead, and go on with the others', async () => {
    const s = await stage(4);
    await s.run(6_000, FIVE.slice(0, 4));
    expect(s.last()).toMatchObject({ sources: 4 });
    for (let done = 0; done < 20; done += 1) {
      s.venues[3]?.say('BTC-USD', '91300.00', -600_000);
      await s.run(100, THREE);
    }
    expect(feed(s)).toMatchObject({ status: 'DEGRADED', reason: null });
    expect(s.last()).toMatchObject({ price: 9_100_020, sources: 3 });
    const flags = s.world.ticksOf('BTC-USD').map((tick) => tick.flags & ~TICK_FLAGS.heartbeat);
    expect(new Set(flags)).toEqual(new Set([0]));
    await s.world.prices.stop();
  });

  it('R-53: a real move of all sources goes through', async () => {
    const s = await stage(3);
    await s.run(6_000, THREE);
    await s.run(1_000, ['95550.00', '95550.10', '95550.20']);
    expect(s.last().price).toBe(9_555_010);
    expect(feed(s).status).toBe('DEGRADED');
    await s.world.prices.stop();
  });

  it.each([5_000, -5_000, -2_000])(
    'R-10: the wall clock jumps by %i ms: OFFLINE, then a gap, and time never goes back',
    async (jump) => {
      const s = await stage(3);
      await s.run(6_000, THREE);
      const before = s.last();
      s.clock.jump(jump);
      await s.run(2_000, ['91001.00', '91001.10', '91001.20']);
      expect(feed(s)).toMatchObject({ status: 'OFFLINE', reason: 'clock' });
      expect(s.last().seq).toBe(before.seq);
      await s.run(CLOCK_STEADY_MS, ['91001.00', '91001.10', '91001.20']);
      const back = s.world.ticksOf('BTC-USD').find((tick) => tick.seq === before.seq + 1);
      expect((back?.flags ?? 0) & GAP).toBe(GAP);
      expect(back?.t).toBeGreaterThanOrEqual(before.t);
      await s.run(6_000, ['91001.00', '91001.10', '91001.20']);
      expect(feed(s).status).toBe('DEGRADED');
      await s.world.prices.stop();
    },
  );

  it('a garbled price, a price of nothing and a price older than the last are not taken', async () => {
    const s = await stage(3);
    await s.run(1_000, THREE);
    const before = s.last().price;
    s.venues[0]?.say('BTC-USD', 'soon');
    s.venues[0]?.say('BTC-USD', '0');
    s.venues[0]?.say('BTC-USD', '-5');
    s.venues[0]?.say('BTC-USD', '80000.00', 5_000);
    s.venues[0]?.say('ETH-USD', '80000.00');
    await s.clock.advance(1_000);
    expect(s.last().price).toBe(before);
    await s.world.prices.stop();
  });
});

describe('market hours', () => {
  /** Friday 13 Nov 2026, 16:58 New York: forex closes at 16:59. */
  const FRIDAY = Date.UTC(2026, 10, 13, 21, 58, 0);
  const CLOSE = FRIDAY + MINUTE;
  const SUNDAY_OPEN = Date.UTC(2026, 10, 15, 22, 5, 0);

  it('close with a last tick exactly at the close, stay closed over the week-end, open with a session tick', async () => {
    const s = await stage(1, FRIDAY, 'EUR-USD');
    await s.run(58_000, ['1.158420']);
    expect(feed(s, 'EUR-USD')).toMatchObject({ status: 'DEGRADED', nextClose: CLOSE, nextOpen: SUNDAY_OPEN });
    await s.run(5_000, ['1.158430']);
    expect(feed(s, 'EUR-USD')).toMatchObject({ status: 'CLOSED', reason: 'closed', nextOpen: SUNDAY_OPEN });
    expect(s.last()).toMatchObject({ t: CLOSE, flags: TICK_FLAGS.heartbeat | TICK_FLAGS.sessionClose });
    const last = s.last();
    await s.world.prices.stop();

    const sunday = new HandClock(SUNDAY_OPEN - 2_000);
    const venue = new SpokenSource('finnhub', ['EUR-USD'], sunday);
    const world = pricesWorld({
      pool: database.pool,
      clock: sunday,
      dir: place.dir,
      feed: 'live' as const,
      more: { createSources: () => [venue] },
    });
    await world.start();
    for (let i = 0; i < 40; i++) {
      venue.say('EUR-USD', '1.160000');
      await sunday.advance(100);
    }
    const first = world.ticksOf('EUR-USD')[0];
    expect(first?.seq).toBe(last.seq + 1);
    expect(first?.t).toBeGreaterThanOrEqual(SUNDAY_OPEN);
    expect((first?.flags ?? 0) & TICK_FLAGS.sessionOpen).toBe(TICK_FLAGS.sessionOpen);
    expect(world.prices.feed('EUR-USD').status).toBe('WARMING');
    await world.prices.stop();
  });

  it('R-56: nothing may expire after the close less the guard', async () => {
    const s = await stage(1, FRIDAY, 'EUR-USD');
    const guard = 15_000;
    const through = (to: number) => s.world.prices.openThrough('EUR-USD', FRIDAY, to);
    expect(through(CLOSE - guard)).toBe(true);
    expect(through(CLOSE - guard + 1)).toBe(false);
    expect(s.world.prices.openThrough('EUR-USD', CLOSE, CLOSE + 1)).toBe(false);
    expect(s.world.prices.openThrough('BTC-USD', FRIDAY, FRIDAY + 365 * 86_400_000)).toBe(true);
    await s.world.prices.stop();
  });
});

describe('FEED=auto', () => {
  it('simulates everything, and leaves the venues alone, when nobody answers', async () => {
    const clock = new HandClock(WEDNESDAY);
    const mute = new SpokenSource('kraken', ['BTC-USD'], clock);
    let stops = 0;
    mute.stop = () => Promise.resolve(void (stops += 1));
    const world = pricesWorld({
      pool: database.pool,
      clock,
      dir: place.dir,
      feed: 'auto',
      more: { createSources: () => [mute] },
    });
    const started = world.start();
    await clock.advance(5_100);
    await started;
    expect(stops).toBe(1);
    expect(world.prices.feed('BTC-USD').kind).toBe('simulated');
    await world.prices.stop();
  });

  it('can be stopped while it still asks', async () => {
    const clock = new HandClock(WEDNESDAY);
    const world = pricesWorld({
      pool: database.pool,
      clock,
      dir: place.dir,
      feed: 'auto',
      more: { createSources: () => [new SpokenSource('kraken', ['BTC-USD'], clock)] },
    });
    const started = world.start();
    await clock.advance(1_000);
    await world.prices.stop();
    await clock.advance(10_000);
    await started;
    expect(world.ticks).toEqual([]);
  });

  it('is live for groups whose sources answer within five seconds, simulated for the others, and stays so', async () => {
    const clock = new HandClock(WEDNESDAY);
    const venue = new SpokenSource('kraken', ['BTC-USD', 'ETH-USD'], clock);
    const silent = new SpokenSource('finnhub', ['EUR-USD'], clock);
    const world = pricesWorld({
      pool: database.pool,
      clock,
      dir: place.dir,
      feed: 'auto' as const,
      more: { createSources: () => [venue, silent] },
    });
    expect(world.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', reason: 'starting' });
    const started = world.start();
    await clock.advance(1_000);
    venue.say('BTC-USD', '91000.00');
    await clock.advance(4_500);
    await started;
    expect(world.prices.feed('BTC-USD').kind).toBe('live');
    expect(world.prices.feed('EUR-USD').kind).toBe('simulated');
    expect(world.prices.feed('IBM-USD').kind).toBe('simulated');
    await clock.advance(6_000);
    expect(world.prices.feed('EUR-USD').status).toBe('ONLINE');
    expect(world.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', kind: 'live' });
    await world.prices.stop();
  });
});
