import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, fromDecimal, profitOf, subtract, toDecimal, usdt } from './money.ts';
import type { Money, Usdt } from './money.ts';

describe('profit', () => {
  it('is exact for stakes of two decimals and payouts of whole per cents', () => {
    fc.assert(
      fc.property(fc.bigInt(100n, 1_000_000n), fc.integer({ min: 70, max: 95 }), (cents, percent) => {
        const profit: bigint = profitOf(usdt(cents * 10_000n), percent * 100);
        return profit === cents * 100n * BigInt(percent);
      }),
    );
  });

  it.each([
    [1_000_000n, 8200, 820_000n],
    [10_000_000n, 8200, 8_200_000n],
    [1n, 9999, 0n],
    [3n, 3333, 0n],
    [3n, 3334, 1n],
  ])('of %d at %d bps is %d', (amount, bps, profit) => {
    expect(profitOf(usdt(amount), bps)).toBe(profit);
  });
});

describe('decimal text', () => {
  it('comes back as the amount it was', () => {
    fc.assert(fc.property(fc.bigInt(0n, 10n ** 17n), (units) => fromDecimal(toDecimal(usdt(units)), 6) === units));
  });

  it.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['10.5', 10_500_000n],
    ['0.000001', 1n],
  ])('reads %s', (text, units) => {
    expect(fromDecimal(text, 6)).toBe(units);
  });

  it.each([
    '',
    '-1',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    '01',
    '1.',
    '.5',
    '1,000',
    '1.0000001',
    ' 1',
    '1 ',
    '٣',
    '1234567890123',
  ])('refuses %j', (text) => {
    expect(fromDecimal(text, 6)).toBeNull();
  });

  it('refuses more decimals than asked for', () => {
    expect(fromDecimal('1.005', 2)).toBeNull();
    expect(fromDecimal('1.05', 2)).toBe(1_050_000n);
  });

  it.each([
    [10_500_000n, 6, '10.500000'],
    [10_509_999n, 2, '10.50'],
    [-1n, 6, '-0.000001'],
    [1_999_999n, 0, '1'],
  ])('writes %d with %d digits as %s, cut and never rounded up', (units, digits, text) => {
    expect(toDecimal(usdt(units), digits)).toBe(text);
  });
});

/** Compiles only while each of these lines is an error. */
export function twoCurrenciesDoNotMix(play: Usdt, other: Money<'ETH'>): void {
  // @ts-expect-error a plain bigint is no money
  add(play, 1n);
  // @ts-expect-error two currencies
  add(play, other);
  // @ts-expect-error two currencies
  subtract(other, play);
}
