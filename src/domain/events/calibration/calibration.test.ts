import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../time.ts';
import { askedAt, calibrationOf, fairRange } from './calibration.ts';

describe('calibration', () => {
  it('counts each market once, by what it said: the last bin takes certainty in', () => {
    const { markets, bins } = calibrationOf([
      { chance: 99, paid: 0 },
      { chance: 100, paid: 1_000 },
      { chance: 199, paid: 0 },
      { chance: 1_000, paid: 1_000 },
    ]);
    expect(markets).toBe(4);
    expect(bins.map((bin) => bin.markets)).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(bins[1]).toMatchObject({ from: 100, to: 200, said: expect.closeTo(0.1495, 9), happened: 0.5 });
    expect(bins[2]).toMatchObject({ said: null, happened: null, low: null, high: null });
  });

  it('has a score that is 0 where all was known, 0.25 where even was said always, and none without a market', () => {
    expect(calibrationOf([]).brier).toBeNull();
    expect(calibrationOf([{ chance: 1_000, paid: 1_000 }]).brier).toBe(0);
    const even = [0, 1_000, 500].map((paid) => ({ chance: 500, paid }));
    expect(calibrationOf(even.slice(0, 2)).brier).toBe(0.25);
    // A tie counts as half.
    expect(calibrationOf(even).brier).toBeCloseTo(0.5 / 3, 12);
  });

  // By tables of the binomial distribution.
  it.each([
    { chance: 0.5, count: 10, low: 0.2, high: 0.8 },
    { chance: 0.1, count: 20, low: 0, high: 0.25 },
    { chance: 0.5, count: 100, low: 0.4, high: 0.6 },
    { chance: 0.5, count: 1, low: 0, high: 1 },
    { chance: 1, count: 3, low: 1, high: 1 },
  ])('of chance $chance in $count markets says between what a fair sample lies', ({ chance, count, low, high }) => {
    expect(fairRange(chance, count)).toEqual({ low, high });
  });

  it('holds for as many markets as there may be', () => {
    const { low, high } = fairRange(0.3, 20_000);
    expect([low, high].map((one) => Math.round(one * 1_000))).toEqual([294, 306]);
  });

  it('asks a day before the cut-off, or half way of what was open shorter than two', () => {
    expect(askedAt({ opensAt: 0, cutOffAt: 10 * DAY_MS })).toBe(9 * DAY_MS);
    expect(askedAt({ opensAt: 0, cutOffAt: 2 * HOUR_MS })).toBe(HOUR_MS);
  });
});
