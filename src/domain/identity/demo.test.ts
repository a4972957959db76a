import { describe, expect, it } from 'vitest';
import { DEMO_CASH, DEMO_RETURN_MS, demoGoesOn } from './demo.ts';
import { toDecimal } from '../money.ts';

describe('a demo person', () => {
  it('starts with 10,000', () => {
    expect(toDecimal(DEMO_CASH)).toBe('10000.000000');
  });

  it.each([
    { when: 'at once', after: 0, endedAt: null, expected: true },
    { when: 'on the last millisecond of 30 days', after: DEMO_RETURN_MS, endedAt: null, expected: true },
    { when: 'a millisecond later', after: DEMO_RETURN_MS + 1, endedAt: null, expected: false },
    { when: 'after a logout', after: 1, endedAt: 1_000, expected: false },
  ])('goes on $when: $expected', ({ after, endedAt, expected }) => {
    expect(demoGoesOn({ renewedAt: 5_000, endedAt }, 5_000 + after)).toBe(expected);
  });
});
