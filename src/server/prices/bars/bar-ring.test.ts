import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barOf, gatherBars } from '#domain/prices/bars.ts';
import { BarBook, figuresAt } from './bar-book.ts';
import { BarRing } from './bar-ring.ts';

const steps = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 4_000 }), price: fc.integer({ min: 1, max: 1e7 }) }),
  {
    maxLength: 120,
  },
);

describe('bars in memory', () => {
  it('are the newest ones of all prices, whatever the size', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (walk, size) => {
        const ring = new BarRing({ spanMs: 1_000, size });
        let t = 1_763_650_800_000;
        const prices = walk.map(({ after, price }) => {
          t += after;
          ring.add(t, price);
          return barOf(t, price);
        });
        const all = gatherBars(prices, 1_000);
        expect(ring.list()).toEqual(all.slice(-size));
        expect(ring.firstTime()).toBe(all.slice(-size)[0]?.time ?? null);
        const from = all[Math.floor(all.length / 2)]?.time ?? 0;
        expect(ring.list(from)).toEqual(all.slice(-size).filter((bar) => bar.time >= from));
      }),
    );
  });

  it('take older bars in front, as many as fit', () => {
    const ring = new BarRing({ spanMs: 1_000, size: 3 });
    ring.add(5_000, 50);
    ring.putBefore([1, 2, 3, 5].map((second) => barOf(second * 1_000, second)));
    expect(ring.list().map((bar) => [bar.time / 1_000, bar.close])).toEqual([
      [2, 2],
      [3, 3],
      [5, 50],
    ]);
    ring.add(6_500, 60);
    expect(ring.list().map((bar) => bar.time / 1_000)).toEqual([3, 5, 6]);
  });
});

describe('figures of the day', () => {
  it('compare with 24 h ago and hold the extremes since', () => {
    const book = new BarBook();
    const hour = 3_600_000;
    const now = 1_763_650_800_000;
    for (let i = 47; i >= 0; i--) book.add(now - i * hour, i === 30 ? 999 : i === 3 ? 400 : 200 - i);
    const figures = figuresAt(book.day(now), null);
    expect(figures.high24h).toBe(400);
    expect(figures.low24h).toBe(200 - 24);
    expect(figures.change24h).toBeCloseTo((200 - 176) / 176, 12);
    expect(figures.spark.length).toBe(25);
    expect(figures.spark.at(-1)).toBe(200);
  });

  it('hold the newest price, however old the bars are', () => {
    const book = new BarBook();
    for (const [i, price] of [100, 110, 90, 105].entries()) book.add(i * 3_600_000, price);
    const day = book.day(4 * 3_600_000);
    expect(figuresAt(day, 120)).toEqual({ change24h: 0.2, high24h: 120, low24h: 90, spark: [100, 110, 90, 120] });
    expect(figuresAt(day, 50)).toMatchObject({ change24h: -0.5, high24h: 110, low24h: 50 });
    expect(figuresAt(day, null)).toMatchObject({ high24h: 110, low24h: 90, spark: [100, 110, 90, 105] });
  });

  it('say nothing without prices', () => {
    expect(figuresAt(new BarBook().day(5), 7)).toEqual({ change24h: null, high24h: null, low24h: null, spark: [] });
  });
});
