import { expect, test } from 'vitest';
import { countdown, countdownParts } from './countdown.ts';

test.each([
  [-5, '00:00'],
  [0, '00:00'],
  [1, '00:01'],
  [26_000, '00:26'],
  [60_000, '01:00'],
  [3_599_001, '01:00:00'],
  [7_384_000, '02:03:04'],
  [360_000_000, '100:00:00'],
])('%i ms is %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});

test('parts', () => {
  expect(countdownParts(86_400_000 + 4 * 3_600_000 + 38 * 60_000 + 25_001)).toEqual({
    days: 1,
    hours: 4,
    minutes: 38,
    seconds: 26,
  });
  expect(countdownParts(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
