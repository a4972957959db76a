import { expect, it } from 'vitest';
import { termsOf } from './use-terms.ts';

it('reads the terms of a market in the units of the ticket', () => {
  expect(termsOf({ feeRate: 0.06, minShares: 1, minAmountStr: '1.00' })).toEqual({
    feeBps: 600,
    minLots: 100,
    minAmount: 1_000_000n,
  });
  expect(termsOf({ feeRate: 0.0125, minShares: 0.5, minAmountStr: '2.50' })).toEqual({
    feeBps: 125,
    minLots: 50,
    minAmount: 2_500_000n,
  });
});
