import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { FEE_BPS } from './market.ts';
import { costOf, feeOf, mostLots, partOf, setsWorth } from './share-money.ts';

const prices = fc.integer({ min: 1, max: 999 });
const lots = fc.integer({ min: 1, max: 10_000_000 });
const rates = fc.constantFrom(FEE_BPS.round, FEE_BPS.event, 0);

describe('money of shares', () => {
  it.each([
    [450, 1_000, 4_500_000n],
    [1, 1, 10n],
    [999, 1, 9_990n],
    [1_000, 100, 1_000_000n],
  ])('a price of %i thousandths for %i lots costs %s', (price, count, cost) => {
    expect(costOf(price, count)).toBe(cost);
  });

  it('makes a set of a share of each outcome', () => {
    fc.assert(
      fc.property(prices, lots, (price, count) => {
        expect(costOf(price, count) + costOf(1_000 - price, count)).toBe(setsWorth(count));
      }),
    );
  });

  it.each([
    { bps: 600, price: 500, count: 100, fee: 15_000n },
    { bps: 600, price: 450, count: 1_000, fee: 148_500n },
    { bps: 400, price: 500, count: 100, fee: 10_000n },
    { bps: 600, price: 1, count: 1, fee: 1n },
    { bps: 600, price: 501, count: 3, fee: 450n },
    { bps: 0, price: 500, count: 100, fee: 0n },
  ])('a fee of $bps bps at $price for $count lots is $fee: rounded up', ({ bps, price, count, fee }) => {
    expect(feeOf(bps, price, count)).toBe(fee);
  });

  it('takes the same fee of either outcome, never as much as the proceeds', () => {
    fc.assert(
      fc.property(rates, prices, lots, (bps, price, count) => {
        expect(feeOf(bps, price, count)).toBe(feeOf(bps, 1_000 - price, count));
        expect(feeOf(bps, price, count)).toBeLessThanOrEqual(costOf(price, count));
      }),
    );
  });

  it('buys the most lots that fit: one more would not', () => {
    fc.assert(
      fc.property(rates, prices, fc.bigInt({ min: -5n, max: 10_000_000_000n }), (bps, price, amount) => {
        const most = mostLots(usdt(amount), price, bps);
        const needs = (count: number) => costOf(price, count) + feeOf(bps, price, count);
        expect(most === 0 || needs(most) <= amount).toBe(true);
        expect(needs(most + 1)).toBeGreaterThan(amount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('covers any fills at the limit or better with the cost and fee at the limit', () => {
    fc.assert(
      fc.property(prices, prices, lots, (one, other, count) => {
        const [better, limit] = [Math.min(one, other), Math.max(one, other)];
        const paid = costOf(better, count) + feeOf(FEE_BPS.round, better, count);
        expect(paid).toBeLessThanOrEqual(costOf(limit, count) + feeOf(FEE_BPS.round, limit, count));
      }),
    );
  });

  it('takes parts without losing any', () => {
    expect(partOf(usdt(10n), 1, 3)).toBe(3n);
    expect(partOf(usdt(10n), 3, 3)).toBe(10n);
  });
});
