import { describe, expect, it } from 'vitest';
import { arrived, confirmationsOf, isFinal, ledgerAmount } from './rules.ts';

describe('a deposit', () => {
  it.each([
    [1_234_567n, 6, 1_234_567n],
    [1_234_567_999_999_999_999n, 18, 1_234_567n],
    [999_999_999_999n, 18, 0n],
  ])('of %d with %d decimals is %d of the ledger', (raw, decimals, amount) => {
    expect(ledgerAmount(raw, decimals)).toBe(amount);
  });

  it('counts its own block as the first confirmation', () => {
    expect([9n, 10n, 14n].map((head) => confirmationsOf(10n, head))).toEqual([0n, 1n, 5n]);
    expect(isFinal(10n, { head: 13n, confirmations: 5 })).toBe(false);
    expect(isFinal(10n, { head: 14n, confirmations: 5 })).toBe(true);
  });

  it.each([
    ['all of it', { value: 100n, said: 100n, grown: 100n }, 100n],
    ['what arrives of it, where the token keeps a part', { value: 100n, said: 100n, grown: 98n }, 98n],
    ['nothing, where nothing arrived', { value: 100n, said: 100n, grown: 0n }, 0n],
    ['all of each of two', { value: 40n, said: 100n, grown: 100n }, 40n],
    ['what it says, where more came', { value: 100n, said: 100n, grown: 150n }, 100n],
    ['people decide on two that do not add up', { value: 40n, said: 100n, grown: 98n }, 'differs'],
    ['people decide where the address lost some', { value: 100n, said: 100n, grown: -1n }, 'differs'],
  ])('credits %s', (_what, seen, credited) => {
    expect(arrived(seen)).toBe(credited);
  });
});
