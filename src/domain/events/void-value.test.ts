import { expect, it } from 'vitest';
import { eventVoidValue, pricesAfterCuts } from './void-value.ts';

const AT = 1_800_000_000_000;
const MINUTE = 60_000;
const fill = (minutesBefore: number, priceMilli: number) => ({ t: AT - minutesBefore * MINUTE, priceMilli });

it.each<[string, ReturnType<typeof fill>[], number]>([
  ['without a fill', [], 500],
  ['with fills after it alone', [fill(-1, 900)], 500],
  ['by the price that stood all the hour', [fill(600, 310)], 310],
  ['by the price that stood the longest', [fill(90, 300), fill(20, 700), fill(1, 990)], 300],
  ['by the median, not by one late print', [fill(50, 400), fill(40, 420), fill(1, 999)], 420],
  ['by the lower one where both stood as long', [fill(60, 200), fill(30, 600)], 200],
])('pays a void %s', (_how, fills, value) => {
  expect(eventVoidValue(fills, AT)).toBe(value);
});

it('counts prices of before a split by the part of an outcome, and those after it whole', () => {
  const cuts = [
    { at: AT - 30 * MINUTE, part: 500 },
    { at: AT - 10 * MINUTE, part: 250 },
  ];
  const fills = [fill(40, 800), fill(20, 800), fill(5, 800)];
  expect(pricesAfterCuts(fills, cuts).map(({ priceMilli }) => priceMilli)).toEqual([100, 200, 800]);
  expect(pricesAfterCuts(fills, [])).toBe(fills);
  expect(pricesAfterCuts([fill(40, 1)], cuts)).toEqual([fill(40, 1)]);
});
