import { expect, it } from 'vitest';
import { termsOf } from './use-terms.ts';

it('reads the terms of a market in the units of the ticket', () => {
  expect(termsOf({ feeRate: 0.06, minAmountStr: '1.00' })).toEqual({
    feeBps: 600,
    minAmount: 1_000_000n,
  });
  expect(termsOf({ feeRate: 0.0125, minAmountStr: '2.50' })).toEqual({
    feeBps: 125,
    minAmount: 2_500_000n,
  });
});
