import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBarBytes, encodeBars } from './bar-codec.ts';
import { barOf, gatherBars, joinBars, type PriceBar } from './bars.ts';

/** Ascending seconds with a price each; holes included. */
const walk = fc
  .array(fc.record({ hole: fc.integer({ min: 1, max: 200 }), price: fc.integer({ min: 1, max: 1e9 }) }), {
    maxLength: 300,
  })
  .map((steps) => {
    let second = 1_763_650_800;
    return steps.map(({ hole, price }) => {
      second += hole;
      return barOf(second * 1_000, price);
    });
  });

describe('bars', () => {
  it('join open, extremes and close', () => {
    const joined = [7, 3, 9, 5].map((price, i) => barOf(60_000 + i, price)).reduce(joinBars);
    expect(joined).toEqual({ time: 60_000, open: 7, high: 9, low: 3, close: 5 });
  });

  it('gathered over minutes equal bars made of all prices of the minute', () => {
    fc.assert(
      fc.property(walk, (bars) => {
        const minutes = gatherBars(bars, 60_000);
        const naive = new Map<number, PriceBar[]>();
        for (const bar of bars) {
          const minute = Math.floor(bar.time / 60_000);
          naive.set(minute, [...(naive.get(minute) ?? []), bar]);
        }
        expect(minutes.map((bar) => bar.time / 60_000)).toEqual([...naive.keys()]);
        for (const minute of minutes) {
          const prices = (naive.get(minute.time / 60_000) ?? []).map((bar) => bar.close);
          expect(minute).toMatchObject({ open: prices[0], close: prices.at(-1) });
          expect([minute.high, minute.low]).toEqual([Math.max(...prices), Math.min(...prices)]);
        }
      }),
    );
  });

  it('gathered twice are the same as gathered once', () => {
    fc.assert(
      fc.property(walk, (bars) => {
        expect(gatherBars(gatherBars(bars, 60_000), 3_600_000)).toEqual(gatherBars(bars, 3_600_000));
      }),
    );
  });

  it('come back from their bytes', () => {
    fc.assert(
      fc.property(walk, (seconds) => {
        const bars: PriceBar[] = gatherBars(seconds, 60_000);
        expect(decodeBarBytes(encodeBars(bars, 60_000))).toEqual(bars);
      }),
    );
  });
});
