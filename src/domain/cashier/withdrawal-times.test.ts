import { expect, it } from 'vitest';
import { quickShare } from './withdrawal-times.ts';

it.each([
  [0, 0, null],
  [0, 3, 0],
  [2, 3, 0.666],
  [9_999, 10_000, 0.999],
  [29, 50, 0.58],
  [7, 7, 1],
])('%d quick ones of %d are a share of %s: never more than there were', (quick, count, share) => {
  expect(quickShare(quick, count)).toBe(share);
});
