import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';
import {
  caseOf,
  faultOfPolicy,
  FIRST_PAYOUT_POLICY,
  ruleFor,
  storedCase,
  type PayoutCase,
  type PayoutRule,
} from './payout-policy.ts';

const USUAL: PayoutCase = {
  amount: usdt(500_000_000n),
  network: 'ethereum',
  isSaved: true,
  addressAge: DAY_MS,
  isShared: false,
  knownFor: 3 * DAY_MS,
  lately: { ofDay: usdt(500_000_000n), countOfHour: 2 },
  deposited: usdt(1_000_000_000n),
  withdrawn: usdt(500_000_000n),
  wallet: usdt(5_000_000_000n),
};
const LAST: PayoutRule = { id: 'last', when: 'always', value: '', verdict: 'automatic' };

describe('the first policy of payouts', () => {
  it.each([
    ['automatic', 'automatic', {}],
    ['four-eyes', 'two', { amount: usdt(5_000_000_001n) }],
    ['large', 'one', { amount: usdt(5_000_000_000n) }],
    ['large', 'one', { amount: usdt(500_000_001n) }],
    ['unsaved', 'one', { isSaved: false }],
    ['newcomer', 'one', { knownFor: 3 * DAY_MS - 1 }],
    ['day', 'one', { lately: { ofDay: usdt(500_000_001n), countOfHour: 0 } }],
    ['hour', 'one', { lately: { ofDay: usdt(0n), countOfHour: 3 } }],
    // The strictest is asked first: a small person with a large sum takes two.
    ['four-eyes', 'two', { amount: usdt(6_000_000_000n), isSaved: false, knownFor: 0 }],
  ] as const)('is %s: %s', (id, verdict, other) => {
    expect(ruleFor(FIRST_PAYOUT_POLICY, { ...USUAL, ...other })).toMatchObject({ id, verdict });
  });

  it('always has a last word', () => {
    expect(() => ruleFor(FIRST_PAYOUT_POLICY.slice(0, -1), USUAL)).toThrow('last rule');
  });
});

describe('a rule', () => {
  it.each([
    ['address_younger_than', '24', { addressAge: DAY_MS - 1 }],
    ['address_younger_than', '24', { addressAge: null, isSaved: false }],
    ['shared_address', '', { isShared: true }],
    ['to_network', 'tron', { network: 'tron' }],
    ['known_less_than', '72', { knownFor: 72 * HOUR_MS - 1 }],
    // 500 of 5,000 are a tenth.
    ['wallet_share_above', '10', { amount: usdt(500_000_001n) }],
    ['wallet_share_above', '10', { wallet: usdt(0n) }],
    // 500 before and 500 now, of 1,000.
    ['above_deposits', '100', { withdrawn: usdt(500_000_001n) }],
  ] as const)('%s %s', (when, value, met) => {
    const policy = [{ id: 'one', when, value, verdict: 'one' as const }, LAST];
    expect(faultOfPolicy(policy)).toBeNull();
    expect(ruleFor(policy, USUAL).id).toBe('last');
    expect(ruleFor(policy, { ...USUAL, ...met }).id).toBe('one');
  });
});

describe('rules are a policy', () => {
  const rule: PayoutRule = { id: 'one', when: 'amount_above', value: '1', verdict: 'refuse' };
  it.each([
    [null, FIRST_PAYOUT_POLICY],
    ['no_last_word', []],
    ['no_last_word', [LAST, rule]],
    ['dead_rules', [{ ...LAST, id: 'first' }, LAST]],
    ['same_id', [rule, rule, LAST]],
    ['wrong_id', [{ ...rule, id: 'One' }, LAST]],
    ['wrong_value', [{ ...rule, value: '0' }, LAST]],
    ['wrong_value', [{ ...rule, value: '' }, LAST]],
    ['wrong_value', [{ ...LAST, value: '1' }]],
    ['too_many', [...Array.from({ length: 30 }, (_, no) => ({ ...rule, id: `r${no}` })), LAST]],
  ] as const)('but for %s', (fault, rules) => {
    expect(faultOfPolicy(rules)).toBe(fault);
  });
});

it('a case is kept as it was', () => {
  expect(caseOf(JSON.parse(JSON.stringify(storedCase(USUAL))))).toEqual(USUAL);
});
