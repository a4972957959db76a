import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

function limiterAt(start = 0) {
  const clock = { at: start, now: () => clock.at, monotonic: () => clock.at };
  return { clock, limiter: createRateLimiter(clock) };
}

describe('rate limit', () => {
  it('lets exactly the limit through at once, then says when to come back', () => {
    const { clock, limiter } = limiterAt();
    const verdicts = Array.from({ length: 12 }, () => limiter.take('a', 10));
    expect(verdicts.filter((one) => one.retryAfterMs === 0)).toHaveLength(10);
    expect(verdicts[0]).toMatchObject({ limit: 10, remaining: 9, resetSec: 60 });
    expect(verdicts[9]?.remaining).toBe(0);
    const wait = verdicts[11]?.retryAfterMs ?? 0;
    clock.at = wait - 1_000;
    expect(limiter.take('a', 10).retryAfterMs).toBeGreaterThan(0);
    clock.at = wait;
    expect(limiter.take('a', 10).retryAfterMs).toBe(0);
  });

  it('counts keys apart', () => {
    const { limiter } = limiterAt();
    expect(limiter.take('a', 1).retryAfterMs).toBe(0);
    expect(limiter.take('b', 1).retryAfterMs).toBe(0);
    expect(limiter.take('a', 1).retryAfterMs).toBeGreaterThan(0);
  });

  it('has no double burst at the border of two minutes', () => {
    const { clock, limiter } = limiterAt();
    clock.at = 59_000;
    for (let no = 0; no < 100; no += 1) limiter.take('a', 100);
    clock.at = 60_500;
    const through = Array.from({ length: 100 }, () => limiter.take('a', 100)).filter((one) => one.retryAfterMs === 0);
    expect(through.length).toBeLessThanOrEqual(2);
  });

  it.each([60, 600])('holds a steady flood of %i a minute within 5 %%', (limit) => {
    const { clock, limiter } = limiterAt();
    let through = 0;
    for (; clock.at < 600_000; clock.at += 20) if (limiter.take('a', limit).retryAfterMs === 0) through += 1;
    expect(Math.abs(through / 10 - limit) / limit).toBeLessThanOrEqual(0.05);
  });

  it('starts anew after two quiet minutes', () => {
    const { clock, limiter } = limiterAt();
    limiter.take('a', 1);
    clock.at = 120_000;
    expect(limiter.take('a', 1).retryAfterMs).toBe(0);
  });
});
