import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDecimal, profitOf, toDecimal, usdt } from '#domain/money.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const RUNS = SIZE.cases;

/** Exact fractions, so that nothing of ours rounds on this side. */
class Rational {
  readonly top: bigint;
  readonly bottom: bigint;
  constructor(top: bigint, bottom: bigint) {
    this.top = top;
    this.bottom = bottom;
  }
  times(other: Rational): Rational {
    return new Rational(this.top * other.top, this.bottom * other.bottom);
  }
  minus(other: Rational): Rational {
    return new Rational(this.top * other.bottom - other.top * this.bottom, this.bottom * other.bottom);
  }
  within(low: bigint, high: bigint): boolean {
    return this.top >= low * this.bottom && this.top < high * this.bottom;
  }
}

const whole = (value: bigint) => new Rational(value, 1n);

describe('arithmetic against exact fractions (R-23)', () => {
  it(
    `holds in ${RUNS} cases of stake, payout and split`,
    () => {
      let looked = 0;
      const cases = fc.property(
        fc.bigInt(1n, 10_000_000_000_000n),
        fc.integer({ min: 0, max: 10_000 }),
        fc.array(fc.bigInt(1n, 1_000_000n), { minLength: 1, maxLength: 4 }),
        (stake, bps, weights) => {
          looked += 1;
          const exact = whole(stake).times(new Rational(BigInt(bps), 10_000n));
          const profit: bigint = profitOf(usdt(stake), bps);
          if (!exact.minus(whole(profit)).within(0n, 1n)) return false;
          const total = weights.reduce((sum, weight) => sum + weight, 0n);
          const parts = weights.map((weight) => (stake * weight) / total);
          parts[0] = (parts[0] ?? 0n) + stake - parts.reduce((sum, part) => sum + part, 0n);
          const profits = parts.map((part): bigint => profitOf(usdt(part), bps));
          const sum = profits.reduce((left, part) => left + part, 0n);
          if (sum > profit || profit - sum >= BigInt(parts.length)) return false;
          return fromDecimal(toDecimal(usdt(stake)), 6) === stake;
        },
      );
      fc.assert(cases, { numRuns: RUNS });
      expect(looked).toBeGreaterThanOrEqual(RUNS);
    },
    LIMIT_MS,
  );
});
