import { describe, expect, it } from 'vitest';
import { ELIGIBLE } from '#tests/eligible.ts';
import { COMMENT_STATES, commentAfter, gistOf, mayEdit, writingRefusal } from './comment.ts';

describe('a comment', () => {
  it('comes back from what the house hid, and from nothing else', () => {
    const moves = COMMENT_STATES.map((state) =>
      (['delete', 'hide', 'restore'] as const).map((act) => commentAfter(state, act)),
    );
    expect(moves).toEqual([
      ['DELETED', 'HIDDEN', null],
      [null, null, null],
      ['DELETED', null, 'SHOWN'],
    ]);
  });

  it.each([
    ['SHOWN', 299_999, true],
    ['SHOWN', 300_000, false],
    ['HIDDEN', 0, false],
    ['DELETED', 0, false],
  ] as const)('that is %s may be changed after %s ms: %s', (state, after, may) => {
    expect(mayEdit({ state, madeAt: 1_000 }, { now: 1_000 + after, windowMs: 300_000 })).toBe(may);
  });

  it.each([
    ['nothing', {}, null],
    ['no approved name', { name: 'PENDING_NAME' as const }, null],
    ['a block', { blocked: true }, { code: 'VerificationError', reason: 'account_problem' }],
    ['staff', { restricted: true }, { code: 'VerificationError', reason: 'account_problem' }],
    ['a self-exclusion', { selfExcluded: true, pausedUntil: Infinity }, { code: 'SelfExcluded', until: null }],
    ['a break', { pausedUntil: 8 }, { code: 'LimitReached', limit: 'time_out', amount: null, until: 8 }],
    ['a break that is over', { pausedUntil: 7 }, null],
    ['no confirmed address', { emailConfirmed: false }, { code: 'VerificationError', reason: 'email' }],
  ])('is kept from being written by %s', (_what, standing, refusal) => {
    expect(writingRefusal({ ...ELIGIBLE, ...standing }, 7)).toEqual(refusal);
  });

  it('is the same text whatever stands between its words', () => {
    expect(gistOf('Buy NOW!! at x.example')).toBe(gistOf('buy now, at  X example'));
    expect(gistOf('買いです')).toBe('買いです');
    for (const [one, other] of [
      ['yes', 'no'],
      ['🚀', '📉'],
      ['!!', '??'],
    ] as const)
      expect(gistOf(one)).not.toBe(gistOf(other));
  });
});
