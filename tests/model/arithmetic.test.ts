import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDecimal, mulDivFloor, profitOf, toDecimal, usdt } from '#domain/money.ts';
import { bonusOf } from '#domain/trading/maker/bonus.ts';
import { scaleToWhole } from '#domain/trading/orders/linked.ts';
import type { Position } from '#domain/trading/orders/order.ts';
import { bought, noPosition, sold } from '#domain/trading/orders/positions.ts';
import { costOf, feeOf } from '#domain/trading/orders/share-money.ts';
import { LIMIT_MS, SIZE } from './size.ts';

/**
 * The arithmetic of money against exact fractions: what a rule means is said in dollars, shares and per cents, and only its end is
 * rounded. Nothing here is taken from the code but the results.
 */
const run = { numRuns: SIZE.cases };
/** A split is of many parts, and costs more a case. */
const many = { numRuns: SIZE.cases / 10 };

/** An exact fraction; the part below is above zero. */
interface Exact {
  readonly above: bigint;
  readonly below: bigint;
}

const over = (above: bigint | number, below: bigint | number): Exact => ({
  above: BigInt(above),
  below: BigInt(below),
});
const times = (...all: readonly Exact[]): Exact =>
  all.reduce((a, b) => over(a.above * b.above, a.below * b.below), over(1, 1));
const less = (a: Exact, b: Exact): Exact => over(a.above * b.below - b.above * a.below, a.below * b.below);
const compare = (a: Exact, b: Exact): number => {
  const { above } = less(a, b);
  return above < 0n ? -1 : above > 0n ? 1 : 0;
};
const least = (a: Exact, b: Exact): Exact => (compare(a, b) <= 0 ? a : b);

/** Is `units` the greatest whole number that is not above the fraction? */
const isFloor = (units: bigint, exact: Exact): boolean =>
  compare(over(units, 1), exact) <= 0 && compare(exact, over(units + 1n, 1)) < 0;
/** Is it the least that is not below? */
const isCeil = (units: bigint, exact: Exact): boolean =>
  compare(over(units, 1), exact) >= 0 && compare(exact, over(units - 1n, 1)) > 0;

const DOLLAR = over(1_000_000, 1);
const amounts = fc.oneof(fc.bigInt(0n, 10_000n), fc.bigInt(1n, 10_000_000_000n), fc.bigInt(0n, 10n ** 17n));
const prices = fc.integer({ min: 1, max: 999 });
const lots = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 10_000_000 }));
const payouts = fc.integer({ min: 0, max: 20_000 });

describe('money against exact fractions (R-23)', { timeout: LIMIT_MS }, () => {
  it('a profit is stake x payout, rounded down', () => {
    const holds = (stake: bigint, bps: number) =>
      isFloor(profitOf(usdt(stake), bps), times(over(stake, 1), over(bps, 10_000)));
    fc.assert(fc.property(amounts, payouts, holds), run);
  });

  it('is the same amount after it was written out and read', () => {
    fc.assert(
      fc.property(amounts, (amount) => fromDecimal(toDecimal(usdt(amount)), 6) === amount),
      run,
    );
  });

  it('a part of an amount is rounded towards minus infinity, of a debt too', () => {
    const any = fc.bigInt(-(10n ** 18n), 10n ** 18n);
    const holds = (amount: bigint, part: bigint, whole: bigint) =>
      isFloor(mulDivFloor(usdt(amount), part, whole), times(over(amount, 1), over(part, whole)));
    fc.assert(fc.property(any, any, fc.bigInt(1n, 10n ** 9n), holds), run);
  });

  it('shares cost price x shares, to the last unit; the fee is rate x shares x p(1-p), rounded up', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 400, 600), prices, lots, (bps, price, count) => {
        const shares = over(count, 100);
        const p = over(price, 1_000);
        const cost = times(p, shares, DOLLAR);
        const fee = times(over(bps, 10_000), shares, p, less(over(1, 1), p), DOLLAR);
        return compare(over(costOf(price, count), 1), cost) === 0 && isCeil(feeOf(bps, price, count), fee);
      }),
      run,
    );
  });

  it('the bonus of a maker is 1 % of the stake or half of the fee, the lesser, rounded down', () => {
    const met = {
      marketId: 'm',
      makerId: 'ada',
      takerId: 'ben',
      makerSide: 'bid',
      restedMs: 60_000,
      kind: 'round',
    } as const;
    const holds = (stake: bigint, fee: bigint) =>
      isFloor(
        bonusOf({ ...met, stake: usdt(stake), fee: usdt(fee) }, { linked: false, mirrored: false }),
        least(times(over(stake, 1), over(1, 100)), times(over(fee, 1), over(1, 2))),
      );
    fc.assert(fc.property(amounts, fc.bigInt(0n, 10n ** 9n), holds), run);
  });
});

describe('what is split adds up again (R-23)', { timeout: LIMIT_MS }, () => {
  const owner = { marketId: 'm', realm: 'demo', userId: 'ada' } as const;
  /** Lots, and what was paid for them. */
  const bag = fc.record({ count: lots, paid: amounts });
  const holding = ({ count, paid }: { readonly count: number; readonly paid: bigint }): Position =>
    bought(noPosition(owner), { outcome: 0, lots: count, paid: usdt(paid) }).position;
  /** Cuts a number of lots into pieces, each at least one lot, by where it is cut. */
  const pieces = (count: number, cuts: readonly number[]): number[] => {
    const at = [...new Set([...cuts.map((cut) => 1 + (cut % count)), count])].toSorted((a, b) => a - b);
    return at.map((end, index) => end - (at[index - 1] ?? 0));
  };
  const cuts = fc.array(fc.nat(), { maxLength: 12 });

  it('a stake in pieces never wins more than the whole, and loses less than a unit a piece', () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 5 }), payouts, (stakes, bps) => {
        const whole = profitOf(usdt(stakes.reduce((sum, stake) => sum + stake, 0n)), bps);
        const parts = stakes.reduce((sum, stake) => sum + profitOf(usdt(stake), bps), 0n);
        return parts <= whole && whole - parts < BigInt(stakes.length);
      }),
      run,
    );
  });

  it('the cost of a holding, over the sales that end it: each takes its part of what is left, rounded down', () => {
    fc.assert(
      fc.property(bag, cuts, fc.bigInt(0n, 10n ** 9n), ({ count, paid }, where, credit) => {
        let position = holding({ count, paid });
        let costs = 0n;
        let credits = 0n;
        for (const piece of pieces(count, where)) {
          const { cost, lots: held } = position;
          const sale = sold(position, { outcome: 0, lots: piece, credit: usdt(credit) });
          const part = sale.ended?.cost ?? -1n;
          expect(isFloor(part, times(over(cost, 1), over(piece, held)))).toBe(true);
          costs += part;
          credits += credit;
          position = sale.position;
        }
        expect(costs).toBe(paid);
        expect(position).toMatchObject({ lots: 0, cost: 0n, gained: credits - paid });
      }),
      many,
    );
  });

  it('the price of a purchase, over the shares that it nets and those that it keeps', () => {
    fc.assert(
      fc.property(bag, bag, ({ count, paid }, { count: other, paid: cost }) => {
        const before = holding({ count: other, paid: cost });
        const { position, netted, ended } = bought(before, { outcome: 1, lots: count, paid: usdt(paid) });
        expect(netted).toBe(Math.min(count, other));
        expect((ended?.cost ?? -1n) + position.cost).toBe(paid + cost);
        expect(position.lots).toBe(other - count);
        expect(ended?.credit).toBe(BigInt(netted) * 10_000n);
        // What stays open costs its part of the side that it is left of, and the unit that rounding leaves.
        const rest = count > other ? times(over(paid, 1), over(count - other, count)) : over(cost, 1);
        const kept = count > other ? rest : times(rest, over(other - count, other));
        expect(isCeil(position.cost, kept)).toBe(true);
      }),
      many,
    );
  });

  it('1.000 over the outcomes of a linked market: rounded down, what is missing to the largest remainders, ties to the lower one', () => {
    // Small weights tie, wide ones do not.
    const upTo = (most: number) => fc.array(fc.nat(most), { minLength: 1, maxLength: 20 });
    const weights = fc.oneof(upTo(1), upTo(4), upTo(1_000), upTo(10 ** 9));
    fc.assert(
      fc.property(weights, (given) => {
        const values = scaleToWhole(given);
        expect(values.reduce((sum, value) => sum + value, 0)).toBe(1_000);
        const total = given.reduce((sum, weight) => sum + weight, 0);
        const parts = given.map((weight, at) => {
          const exact = total === 0 ? over(1_000, given.length) : over(BigInt(weight) * 1_000n, total);
          // What it would lose if it were rounded down; one that got a thousandth has less than nothing left.
          const left = less(exact, over(values[at]!, 1));
          return { at, left, raised: compare(left, over(0, 1)) < 0 };
        });
        const one = over(1, 1);
        for (const { left, raised } of parts) {
          expect(compare(left, one)).toBe(-1);
          expect(raised && compare(left, over(-1, 1)) <= 0).toBe(false);
        }
        for (const up of parts.filter(({ raised }) => raised)) {
          const rest = less(up.left, over(-1, 1));
          for (const down of parts.filter(({ raised }) => !raised)) {
            const order = compare(rest, down.left);
            expect(order > 0 || (order === 0 && up.at < down.at)).toBe(true);
          }
        }
      }),
      many,
    );
  });
});
