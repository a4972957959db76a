import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, forgetFullBuckets, PREDICTION_RATE, takeToken } from './rate.ts';

describe('the token bucket of a person', () => {
  it('gives 5 at once, then one each 200 ms', () => {
    const limiter = createRateLimiter();
    const taken = Array.from({ length: 7 }, () => takeToken(limiter, 'a', 1_000));
    expect(taken).toEqual([true, true, true, true, true, false, false]);
    expect(takeToken(limiter, 'a', 1_199)).toBe(false);
    expect(takeToken(limiter, 'a', 1_200)).toBe(true);
    expect(takeToken(limiter, 'a', 1_200)).toBe(false);
    expect(takeToken(limiter, 'b', 1_200)).toBe(true);
  });

  it('never gives more than its size plus the refill, in any order of times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }), (steps) => {
        const limiter = createRateLimiter();
        let now = 0;
        let given = 0;
        for (const step of steps) {
          now += step;
          if (takeToken(limiter, 'a', now)) given += 1;
        }
        expect(given).toBeLessThanOrEqual(PREDICTION_RATE.size + (now * PREDICTION_RATE.perSecond) / 1_000);
      }),
    );
  });

  it('gives nothing for a clock that steps back', () => {
    const limiter = createRateLimiter();
    for (let i = 0; i < 5; i += 1) takeToken(limiter, 'a', 5_000);
    expect(takeToken(limiter, 'a', 1_000)).toBe(false);
  });

  it('forgets people whose bucket is full again', () => {
    const limiter = createRateLimiter();
    takeToken(limiter, 'a', 0);
    takeToken(limiter, 'b', 900);
    forgetFullBuckets(limiter, 1_000);
    expect([...limiter.buckets.keys()]).toEqual(['b']);
  });
});
