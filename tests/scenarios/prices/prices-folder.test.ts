import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { freshDir, HandClock, pricesWorld } from './prices-world.ts';

/** A Wednesday, 15:00 UTC: every market is open. */
const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 0, 0);
const LOST = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

let database: TestDatabase;
let place: ReturnType<typeof freshDir>;
beforeEach(async () => {
  database = await testDatabase();
  place = freshDir();
});
afterEach(async () => {
  place.remove();
  await database.drop();
});

async function startedWorld(clock: HandClock) {
  const world = pricesWorld({ pool: database.pool, clock, dir: place.dir, feed: 'simulated' });
  const heads: number[] = [];
  world.bus.subscribe('prices.heads', ({ t }) => heads.push(t));
  await world.start();
  await clock.advance(10_000);
  return { ...world, heads };
}

/** The disk takes real time, in which the hand clock stands: time goes on until `fits`, or for half an hour of it. */
async function advanceUntil(clock: HandClock, fits: () => boolean): Promise<void> {
  for (let seconds = 0; seconds < 1_800 && !fits(); seconds += 1) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const isLost = ({ flags }: Tick) => (flags & LOST) === LOST;

describe('the folder of the prices', () => {
  it('removed under a running server: prices and heads go on, the next tick says what was lost', async () => {
    const clock = new HandClock(WEDNESDAY);
    const world = await startedWorld(clock);
    const before = world.ticksOf('BTC-USD').length;
    rmSync(join(place.dir, 'ticks'), { recursive: true });
    const removedAt = clock.now();
    await advanceUntil(
      clock,
      () => world.ticksOf('BTC-USD').some(isLost) && (world.heads.at(-1) ?? 0) > removedAt + 5_000,
    );
    await clock.advance(10_000);
    const ticks = world.ticksOf('BTC-USD');
    const later = ticks.slice(before - 1);
    expect(world.prices.feed('BTC-USD').status).toBe('ONLINE');
    expect(later.at(-1)?.t).toBeGreaterThan(clock.now() - 1_001);
    expect(later.filter((tick, i) => i > 0 && tick.t - (later[i - 1]?.t ?? 0) > 1_000)).toEqual([]);
    expect(later.filter(isLost)).toHaveLength(1);
    expect(world.heads.at(-1)).toBeGreaterThan(removedAt + 5_000);
    await world.prices.stop();

    const again = pricesWorld({ pool: database.pool, clock, dir: place.dir, feed: 'simulated' });
    await again.start();
    expect(again.prices.feed('BTC-USD').last?.seq).toBeGreaterThanOrEqual(ticks.at(-1)?.seq ?? Infinity);
    await again.prices.stop();
  });

  it('one tail file removed: only its stream has lost something', async () => {
    const clock = new HandClock(WEDNESDAY);
    const world = await startedWorld(clock);
    const { stream } = world.prices.feed('BTC-USD');
    rmSync(join(place.dir, 'ticks', String(stream)), { recursive: true });
    await advanceUntil(clock, () => world.ticks.some(isLost));
    await clock.advance(5_000);
    const lost = world.ticks.filter(isLost);
    expect(lost.map((tick) => tick.stream)).toEqual([stream]);
    await world.prices.stop();
  });

  it('taken over by another process: not one tick follows', async () => {
    const clock = new HandClock(WEDNESDAY);
    const world = await startedWorld(clock);
    writeFileSync(join(place.dir, 'ticks', 'owner'), 'another');
    await advanceUntil(clock, () => world.prices.feed('BTC-USD').status === 'OFFLINE');
    const [ticks, heads] = [world.ticks.length, world.heads.length];
    await clock.advance(10_000);
    expect(world.ticks.length).toBe(ticks);
    expect(world.heads.length).toBe(heads);
    expect(world.prices.feed('BTC-USD')).toMatchObject({ status: 'OFFLINE', reason: 'stale' });
    await world.prices.stop();
  });
});
