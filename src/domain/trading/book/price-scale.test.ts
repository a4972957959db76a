import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceScale, SHARE_PRICES } from './price-scale.ts';

const runs = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 5_000 }),
      step: fc.integer({ min: 1, max: 500 }),
      count: fc.integer({ min: 1, max: 40 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => {
    let above = 0;
    return parts.map(({ gap, step, count }) => {
      const lowest = above + gap;
      above = lowest + (count - 1) * step;
      return { lowest, step, count };
    });
  });

describe('a scale of prices', () => {
  it('numbers exactly the prices of its runs, upwards', () => {
    fc.assert(
      fc.property(runs, (steps) => {
        const scale = new PriceScale(steps);
        const prices = steps.flatMap(({ lowest, step, count }) =>
          Array.from({ length: count }, (_, at) => lowest + at * step),
        );
        expect(scale.size).toBe(prices.length);
        expect(prices.map((price) => scale.levelOf(price))).toEqual(prices.map((_, level) => level));
        expect(prices.map((_, level) => scale.priceAt(level))).toEqual(prices);
        const beside = prices.flatMap((price) => [price - 1, price + 1, price + 0.5]);
        for (const price of beside) {
          expect(scale.levelOf(price), String(price)).toBe(prices.indexOf(price));
          expect(scale.levelAtMost(price), String(price)).toBe(prices.findLastIndex((known) => known <= price));
        }
      }),
    );
  });

  it('has for shares steps of 0.01, of 0.001 below 0.10 and above 0.90, alike from both ends', () => {
    const allowed = (price: number) => SHARE_PRICES.levelOf(price) >= 0;
    expect([0, 1, 99, 100, 110, 890, 900, 901, 999].filter(allowed)).toEqual([1, 99, 100, 110, 890, 900, 901, 999]);
    expect([0, 1_000, 101, 105, 455, 899, 450.5, -10, Number.NaN].filter(allowed)).toEqual([]);
    const steps = [0, 1, 5.5, 99.5, 101, 455, 899, 899.9, 900.5, 901, 998.5, 1_000];
    expect(steps.map((price) => SHARE_PRICES.stepAt(price))).toEqual([1, 1, 1, 10, 10, 10, 10, 10, 1, 1, 1, 1]);
    const mirrored = Array.from({ length: 1_001 }, (_, price) => allowed(price) === allowed(1_000 - price));
    expect(mirrored).not.toContain(false);
    expect([SHARE_PRICES.levelAtMost(459), SHARE_PRICES.levelAtMost(0)]).toEqual([SHARE_PRICES.levelOf(450), -1]);
    expect(SHARE_PRICES.priceAt(SHARE_PRICES.levelAtMost(5_000))).toBe(999);
  });

  it('throws for runs that go back, for what is no run, and for a number there is none of', () => {
    const from = (lowest: number, step: number, count: number) => ({ lowest, step, count });
    expect(() => new PriceScale([from(1, 1, 10), from(10, 1, 1)])).toThrow('not a run of prices');
    for (const bad of [from(1, 0, 1), from(1, 1, 0), from(0.5, 1, 1)]) {
      expect(() => new PriceScale([bad])).toThrow('not a run of prices');
    }
    expect(() => SHARE_PRICES.priceAt(SHARE_PRICES.size)).toThrow('no price has the number');
    expect(() => SHARE_PRICES.priceAt(-1)).toThrow('no price has the number -1');
  });
});
