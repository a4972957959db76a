import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceFromText, priceToText } from './price-text.ts';

describe('prices as text', () => {
  it.each<[string, number, number | null]>([
    ['64707.898', 2, 6_470_790],
    ['1.005', 2, 101],
    ['1.00499999', 2, 100],
    ['-1.005', 2, -101],
    ['0.00139676', 8, 139_676],
    ['1.5e-3', 4, 15],
    ['1.2E+3', 2, 120_000],
    ['5e-9', 8, 1],
    ['4e-9', 8, 0],
    ['4e-12', 8, 0],
    ['-0.001', 2, 0],
    ['12', 0, 12],
    ['0.5', 0, 1],
    ['', 2, null],
    ['1,5', 2, null],
    ['.5', 2, null],
    ['NaN', 2, null],
    ['1e99', 2, null],
    ['90071992547409.93', 2, null],
    [' 1', 2, null],
  ])('%j at %i digits is %s', (text, scale, expected) => {
    expect(priceFromText(text, scale)).toBe(expected);
  });

  it('come back from their text', () => {
    const price = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 8 }), (units, scale) => {
        expect(priceFromText(priceToText(units, scale), scale)).toBe(units);
      }),
    );
  });

  it('round half away from zero at any digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }), (units, scale) => {
        const text = priceToText(Number(units), 8);
        const cut = 10n ** BigInt(8 - scale);
        expect(priceFromText(text, scale)).toBe(Number((units * 2n + cut) / (cut * 2n)));
      }),
    );
  });
});
