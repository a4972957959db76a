import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VolatilityMeter } from './volatility.ts';

/** Seconds of a made-up market: price moves in some of them. */
function market(seconds: number, seed: number): number[] {
  const prices = [100_000];
  for (let i = 1; i < seconds; i++) {
    const last = prices[i - 1] ?? 0;
    prices.push(last + (((i * 7_919 + seed) % 13) - 6) * ((i + seed) % 3));
  }
  return prices;
}

/** Root mean square of the log returns of each second against the one before. */
function naive(closes: readonly number[]): number {
  const returns = closes.slice(1).map((price, i) => Math.log(price / (closes[i] ?? price)));
  return Math.sqrt(returns.reduce((sum, one) => sum + one * one, 0) / returns.length);
}

describe('volatility', () => {
  it('is the root mean square of 1 s log returns, last five minutes and last day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), (seed) => {
        const closes = market(5_000, seed);
        const meter = new VolatilityMeter();
        closes.forEach((price, i) => {
          meter.add(i * 1_000 + 100, 1);
          meter.add(i * 1_000 + 900, price);
        });
        const read = meter.read();
        // The running second is not over: its return does not count yet.
        expect(read?.rv5m).toBeCloseTo(naive(closes.slice(-302, -1)), 12);
        expect(read?.rv24h).toBeCloseTo(naive(closes.slice(0, -1)), 12);
      }),
      { numRuns: 20 },
    );
  });

  it('says nothing before an hour of prices', () => {
    const meter = new VolatilityMeter();
    for (let i = 0; i <= 3_600; i++) meter.add(i * 1_000, 100 + (i % 2));
    expect(meter.read()).toBeNull();
    meter.add(3_601_000, 100);
    expect(meter.read()).not.toBeNull();
  });

  it('counts quiet seconds as zero returns, and a hole as nothing', () => {
    const quiet = new VolatilityMeter();
    quiet.add(0, 100);
    quiet.add(10_000, 110);
    quiet.add(11_000, 110);
    expect(quiet.sums().count).toBe(10);
    expect(quiet.sums().squares).toBeCloseTo(Math.log(1.1) ** 2, 12);
    const hole = new VolatilityMeter();
    hole.add(0, 100);
    hole.add(1_000, 100);
    hole.add(200_000, 110);
    hole.add(201_000, 110);
    hole.add(202_000, 110);
    expect(hole.sums().squares).toBe(0);
  });

  it('forgets what is older than a day, and takes sums of a sealed past in', () => {
    const meter = new VolatilityMeter();
    meter.seed({ t: 0, squares: 50, count: 3_600 });
    meter.seed({ t: 3_600_000, squares: 2, count: 3_600 });
    expect(meter.sums()).toEqual({ squares: 52, count: 7_200 });
    meter.seed({ t: 86_400_000 + 60_000, squares: 1, count: 1 });
    expect(meter.sums()).toEqual({ squares: 3, count: 3_601 });
  });

  it('forgets a sealed run of which only the sum is known minute by minute', () => {
    const meter = new VolatilityMeter();
    meter.seedRun({ t: 7_200_000, squares: 36, count: 3_600 });
    expect(meter.sums()).toEqual({ squares: expect.closeTo(36, 9) as number, count: 3_600 });
    meter.seed({ t: 86_400_000 + 5_400_000, squares: 0, count: 1 });
    expect(meter.sums().count).toBe(31 * 60 + 1);
    expect(meter.sums().squares).toBeCloseTo(18.6, 9);
  });

  it('forgets the former run of a replay a day of prices after it began again', () => {
    const meter = new VolatilityMeter();
    const DAY = 86_400_000;
    meter.seedRun({ t: 20 * DAY, squares: 50, count: 7_200 });
    meter.seedRun({ t: DAY - 60_000, squares: 0, count: 82_800 });
    expect(meter.sums().count).toBeGreaterThan(86_000);
    expect(meter.sums().squares).toBeGreaterThan(0);
    meter.seed({ t: DAY + 3_660_000, squares: 0, count: 1 });
    expect(meter.sums().squares).toBeCloseTo(0, 9);
    expect(meter.sums().count).toBeLessThanOrEqual(86_460);
  });

  it('opens a new run when time goes back, as a replay does at its seam', () => {
    const meter = new VolatilityMeter();
    meter.add(50_000, 100);
    meter.add(51_000, 100);
    meter.add(1_000, 900);
    meter.add(2_000, 900);
    meter.add(3_000, 900);
    expect(meter.sums().squares).toBe(0);
  });
});
