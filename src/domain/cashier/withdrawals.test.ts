import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { DAY_MS } from '../time.ts';
import { PAYOUT_POLICY, ruleFor, type PayoutCase } from './withdrawals.ts';

const USUAL: PayoutCase = {
  amount: usdt(500_000_000n),
  isSaved: true,
  knownFor: 3 * DAY_MS,
  lately: { ofDay: usdt(500_000_000n), countOfHour: 2 },
};

describe('the policy of payouts', () => {
  it.each([
    ['automatic', 0, {}],
    ['four-eyes', 2, { amount: usdt(5_000_000_001n) }],
    ['large', 1, { amount: usdt(5_000_000_000n) }],
    ['large', 1, { amount: usdt(500_000_001n) }],
    ['unsaved', 1, { isSaved: false }],
    ['newcomer', 1, { knownFor: 3 * DAY_MS - 1 }],
    ['day', 1, { lately: { ofDay: usdt(500_000_001n), countOfHour: 0 } }],
    ['hour', 1, { lately: { ofDay: usdt(0n), countOfHour: 3 } }],
    // The strictest is asked first: a small person with a large sum takes two.
    ['four-eyes', 2, { amount: usdt(6_000_000_000n), isSaved: false, knownFor: 0 }],
  ] as const)('is %s, by %i people', (id, people, other) => {
    expect(ruleFor(PAYOUT_POLICY, { ...USUAL, ...other })).toMatchObject({ id, people });
  });

  it('always has a last word', () => {
    expect(() => ruleFor(PAYOUT_POLICY.slice(0, -1), USUAL)).toThrow('last rule');
  });
});
