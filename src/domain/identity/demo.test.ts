import { describe, expect, it } from 'vitest';
import { DEMO_CASH, DEMO_RETURN_MS, demoGoesOn } from './demo.ts';
import { toDecimal } from '../money.ts';

describe('a demo person', () => {
  it('starts with 10,000', () => {
    expect(toDecimal(DEMO_CASH)).toBe('10000.000000');
  });

  it.each([
    ['at once', 0, null, true],
    ['on the last millisecond of 30 days', DEMO_RETURN_MS, null, true],
    ['a millisecond later', DEMO_RETURN_MS + 1, null, false],
    ['after a logout', 1, 1_000, false],
  ])('goes on %s: %s', (_when, after, endedAt, expected) => {
    expect(demoGoesOn({ renewedAt: 5_000, endedAt }, 5_000 + after)).toBe(expected);
  });
});
