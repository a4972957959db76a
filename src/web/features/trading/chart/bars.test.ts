import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BarWire } from '#protocol/trading.ts';
import { addPrice, extendFlat, fillQuiet, grainOf, INTERVALS, joined, logicalAt, summarise } from './bars.ts';

const bar = (time: number, close: number): BarWire => ({ time, open: close, high: close, low: close, close });

describe('quiet times', () => {
  test('are drawn flat at the last close', () => {
    expect(fillQuiet([bar(0, 5), bar(3_000, 6)], 1_000).map((one) => [one.time, one.close])).toEqual([
      [0, 5],
      [1_000, 5],
      [2_000, 5],
      [3_000, 6],
    ]);
  });

  test('of a closed market are left out', () => {
    expect(fillQuiet([bar(0, 5), bar(3_600_000, 6)], 1_000)).toHaveLength(2);
  });

  test('bars out of order are dropped', () => {
    expect(fillQuiet([bar(1_000, 5), bar(1_000, 6), bar(0, 7)], 1_000)).toEqual([bar(1_000, 5)]);
  });
});

describe('a price', () => {
  test('grows the bar of its step', () => {
    const bars = [bar(0, 5)];
    addPrice(bars, { t: 400, price: 7 }, 1_000);
    addPrice(bars, { t: 900, price: 4 }, 1_000);
    expect(bars).toEqual([{ time: 0, open: 5, high: 7, low: 4, close: 4 }]);
  });

  test('opens a new bar and fills the steps between', () => {
    const bars = [bar(0, 5)];
    const changed = addPrice(bars, { t: 2_500, price: 7 }, 1_000);
    expect(changed.map((one) => [one.time, one.close])).toEqual([
      [1_000, 5],
      [2_000, 7],
    ]);
    expect(bars).toHaveLength(3);
  });

  test('that is late changes nothing', () => {
    const bars = [bar(5_000, 5)];
    expect(addPrice(bars, { t: 1_000, price: 7 }, 1_000)).toEqual([]);
    expect(bars).toEqual([bar(5_000, 5)]);
  });

  test('never breaks the order of the bars', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ t: fc.integer({ min: 0, max: 60_000 }), price: fc.integer({ min: 1, max: 99 }) })),
        (ticks) => {
          const bars: BarWire[] = [];
          for (const tick of ticks) addPrice(bars, tick, 1_000);
          for (let k = 1; k < bars.length; k += 1) {
            expect(bars[k]?.time).toBe((bars[k - 1]?.time ?? 0) + 1_000);
          }
          for (const one of bars)
            expect(one.low <= one.open && one.open <= one.high && one.low <= one.close && one.close <= one.high).toBe(
              true,
            );
        },
      ),
    );
  });

  test('stands while nothing comes', () => {
    const bars = [bar(0, 5)];
    expect(extendFlat(bars, 2_400, 1_000)).toHaveLength(2);
    expect(extendFlat(bars, 2_900, 1_000)).toEqual([]);
    expect(bars.at(-1)).toEqual(bar(2_000, 5));
  });
});

test('place of a time: inside, before, beyond', () => {
  const bars = [bar(10_000, 1), bar(11_000, 1), bar(12_000, 1)];
  expect(logicalAt(bars, 10_500, 1_000)).toBe(0.5);
  expect(logicalAt(bars, 12_000, 1_000)).toBe(2);
  expect(logicalAt(bars, 60_000, 1_000)).toBe(50);
  expect(logicalAt(bars, 8_000, 1_000)).toBe(-2);
  expect(logicalAt([], 8_000, 1_000)).toBeNull();
});

test('each interval has a grain that divides it', () => {
  const ms = { '5s': 5_000, '15s': 15_000, '1m': 60_000, '5m': 300_000, '1h': 3_600_000 };
  for (const interval of INTERVALS) {
    expect(grainOf('candles', interval).stepMs).toBe(ms[interval]);
    expect(ms[interval] % grainOf('area', interval).stepMs).toBe(0);
  }
});

test('in words', () => {
  expect(summarise([])).toBeNull();
  expect(summarise([bar(0, 5), bar(1_000, 9), bar(2_000, 4)])).toEqual({
    from: 0,
    to: 2_000,
    first: 5,
    last: 4,
    high: 9,
    low: 4,
    trend: 'falling',
  });
});

test('finer bars sum up to those of the interval, whose table they are', () => {
  const fine = [bar(4_000, 5), bar(5_000, 6), { ...bar(6_000, 9), high: 11 }, { ...bar(9_000, 7), low: 2 }];
  expect(joined(fine, 5_000)).toEqual([bar(0, 5), { ...bar(5_000, 6), high: 11, low: 2, close: 7 }]);
});
