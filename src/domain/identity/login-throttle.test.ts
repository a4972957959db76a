import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_LIMIT,
  ADDRESS_LIMIT,
  hasZeroBits,
  judgeGuess,
  TRY_WINDOW_MS,
  type GuessCount,
} from './login-throttle.ts';

const asked = (now: number, hasProof = false) => ({ now, limit: ACCOUNT_LIMIT, hasProof });

/** Tries again and again, as fast as it is let, and counts the tries that were judged. */
function attack(span: { readonly until: number; readonly proves: boolean }): number {
  let count: GuessCount | null = null;
  let judged = 0;
  for (let now = 0; now < span.until;) {
    const verdict = judgeGuess(count, asked(now, span.proves));
    if (verdict.kind === 'go') {
      judged += 1;
      count = verdict.count;
    } else {
      now += Math.max(1, verdict.retryAfterMs, span.proves ? 0 : 1_000);
    }
  }
  return judged;
}

describe('tries of a password', () => {
  it('are ten free ones, then one after growing patience and with work', () => {
    let count: GuessCount | null = null;
    for (let tries = 0; tries < 10; tries += 1) {
      const verdict = judgeGuess(count, asked(1_000));
      if (verdict.kind !== 'go') throw new Error('a free try was refused');
      count = verdict.count;
    }
    expect(judgeGuess(count, asked(1_000))).toEqual({ kind: 'wait', retryAfterMs: 2_000, difficulty: 16 });
    expect(judgeGuess(count, asked(2_999, true))).toEqual({ kind: 'wait', retryAfterMs: 1, difficulty: 16 });
    expect(judgeGuess(count, asked(3_000))).toEqual({ kind: 'wait', retryAfterMs: 0, difficulty: 16 });
    const eleventh = judgeGuess(count, asked(3_000, true));
    expect(eleventh).toMatchObject({ kind: 'go', count: { tries: 11, windowStart: 1_000, lastTryAt: 3_000 } });
    const after = { tries: 11, windowStart: 1_000, lastTryAt: 3_000 };
    expect(judgeGuess(after, asked(3_000))).toEqual({ kind: 'wait', retryAfterMs: 4_000, difficulty: 17 });
  });

  it('are 10 in 15 min for who does no work, and few more for who does', () => {
    expect(attack({ until: TRY_WINDOW_MS, proves: false })).toBe(10);
    expect(attack({ until: TRY_WINDOW_MS, proves: true })).toBeLessThanOrEqual(20);
    expect(attack({ until: 96 * TRY_WINDOW_MS, proves: true })).toBeLessThanOrEqual(96 * 20);
  });

  it('never need more patience than 5 min, nor more work than 20 bits: nobody is locked out for good', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000_000 }), fc.nat(TRY_WINDOW_MS - 1), (tries, now) => {
        const verdict = judgeGuess({ tries, windowStart: 0, lastTryAt: now }, asked(now));
        if (verdict.kind !== 'wait') throw new Error('a try was free');
        expect(verdict.retryAfterMs).toBeLessThanOrEqual(300_000);
        expect(verdict.difficulty).toBeLessThanOrEqual(20);
        expect(judgeGuess({ tries, windowStart: 0, lastTryAt: now }, asked(TRY_WINDOW_MS)).kind).toBe('go');
      }),
    );
  });

  it('of an address ask for work, hardly for patience', () => {
    const count = { tries: 5_000, windowStart: 0, lastTryAt: 10 };
    expect(judgeGuess(count, { now: 10, limit: ADDRESS_LIMIT, hasProof: false })).toMatchObject({
      retryAfterMs: 4_000,
    });
    expect(judgeGuess({ ...count, tries: 99 }, { now: 10, limit: ADDRESS_LIMIT, hasProof: false }).kind).toBe('go');
  });
});

describe('zero bits of a hash', () => {
  it.each([
    [[0, 0, 255], 16, true],
    [[0, 0, 255], 17, false],
    [[0, 15, 0], 12, true],
    [[0, 15, 0], 13, false],
    [[128], 1, false],
    [[127], 1, true],
    [[], 1, false],
    [[255], 0, true],
  ])('%j has %i: %s', (bytes, bits, expected) => {
    expect(hasZeroBits(Uint8Array.from(bytes), bits)).toBe(expected);
  });
});
