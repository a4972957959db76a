import { describe, expect, it } from 'vitest';
import { afterYes } from './email-change.ts';

const change = { oldAsked: true, oldSaidYesAt: null, newSaidYesAt: null, expiresAt: 1_000, endedAt: null };

describe('a change of e-mail', () => {
  it.each([
    { when: 'the first says yes', has: {}, side: 'new', now: 1, step: 'waiting' },
    { when: 'the same says yes again', has: { newSaidYesAt: 1 }, side: 'new', now: 2, step: 'waiting' },
    { when: 'the old one says yes last', has: { newSaidYesAt: 1 }, side: 'old', now: 2, step: 'ready' },
    { when: 'the new one says yes last', has: { oldSaidYesAt: 1 }, side: 'new', now: 999, step: 'ready' },
    { when: 'its time is over', has: { oldSaidYesAt: 1 }, side: 'new', now: 1_000, step: 'over' },
    { when: 'it has ended', has: { oldSaidYesAt: 1, endedAt: 5 }, side: 'new', now: 6, step: 'over' },
  ] as const)('is $step when $when', ({ has, side, now, step }) => {
    expect(afterYes({ ...change, ...has }, { side, now, oldConfirmed: true })).toBe(step);
  });

  it.each([
    { is: 'was never confirmed', oldConfirmed: false, step: 'ready' },
    { is: 'has been confirmed since', oldConfirmed: true, step: 'over' },
  ] as const)('is $step when the old address was not asked and $is', ({ oldConfirmed, step }) => {
    const unasked = { ...change, oldAsked: false, oldSaidYesAt: 0 };
    expect(afterYes(unasked, { side: 'new', now: 1, oldConfirmed })).toBe(step);
  });
});
