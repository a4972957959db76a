import { expect, test } from 'vitest';
import { countdownParts } from './opening.ts';

test('parts of the time to an opening', () => {
  const ms = 86_400_000 + 4 * 3_600_000 + 38 * 60_000 + 25_001;
  expect(countdownParts(ms)).toEqual({ days: 1, hours: 4, minutes: 38, seconds: 26 });
  expect(countdownParts(-1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});
