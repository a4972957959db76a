import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/prices/calendar.ts';
import { HOUR_MS } from '#domain/time.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { EVERY_CASE } from '#tests/runs/every-case.ts';
import { until } from '#tests/http-calls.ts';
import { freshDir, HandClock, pricesWorld } from './prices-world.ts';

/** Realised volatility is measured in the time of the prices, and a restart changes nothing of it. */
const NOON = Date.UTC(2026, 10, 18, 12, 0, 0);
const FIRST = Date.UTC(2024, 2, 5, 0, 0, 0);
const SPEED = 3;
const WILD_MS = 2 * HOUR_MS;
/** An hour is sealed within a minute or so of its end: then the tail file holds less than five minutes of prices. */
const HOURS = 10;
const PAIR = 'BTC-USD';

let database: TestDatabase;
let place: ReturnType<typeof freshDir>;
beforeEach(async () => {
  database = await testDatabase();
  place = freshDir();
});
afterEach(async () => {
  await database.drop();
  place.remove();
});

/** A price a minute for two days: wild for the first hours, then calm. */
function record(): void {
  let price = 50_000;
  const rows = Array.from({ length: 48 * 60 }, (_, i) => {
    const share = i * MINUTE_MS < WILD_MS ? 0.01 : 0.000_1;
    price *= 1 + share * (((i * 7_919) % 13) - 6);
    return `${FIRST + i * MINUTE_MS},${price.toFixed(2)}`;
  });
  writeFileSync(join(place.dir, 'BTCUSD.csv'), ['ts_ms,price', ...rows].join('\n'));
}

async function sealed(): Promise<number> {
  const { rows } = await database.pool.query<{ n: string }>('SELECT count(*) AS n FROM tick_blob');
  return Number(rows[0]?.n);
}

it.runIf(EVERY_CASE)(
  'is the same after a restart in a replay that runs faster than the clock',
  { timeout: 300_000 },
  async () => {
    record();
    const clock = new HandClock(NOON + 40 * MINUTE_MS);
    const open = () =>
      pricesWorld({
        pool: database.pool,
        clock,
        dir: place.dir,
        feed: 'replay',
        env: { REPLAY_DIR: place.dir, REPLAY_SPEED: String(SPEED) },
      });
    const first = open();
    await first.start();
    await clock.advance(HOURS * HOUR_MS - 40 * MINUTE_MS);
    await until('the last hour to be sealed', async () => {
      await clock.advance(1_000);
      return (await sealed()) === HOURS ? true : null;
    });
    await first.prices.stop();
    const before = first.prices.volatility(PAIR);
    if (before === null) throw new Error('nothing measured');
    // What is older than a day of prices is out of it: 28 h were played in nine and a half.
    expect(before.rv24h).toBeLessThan(0.000_2);

    const second = open();
    await second.start();
    const after = second.prices.volatility(PAIR);
    await second.prices.stop();
    expect(after?.rv24h).toBeCloseTo(before.rv24h, 9);
    expect(after?.rv5m).toBeCloseTo(before.rv5m, 9);

    // A segment that was sealed before its time was noted tells it by its ticks.
    await database.pool.query('UPDATE tick_blob SET price_t = NULL');
    const third = open();
    await third.start();
    expect(third.prices.volatility(PAIR)?.rv24h).toBeCloseTo(before.rv24h, 9);
    await third.prices.stop();
  },
);
