import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBetween, middle, plainText, product } from './decimal.ts';

const cents = fc.integer({ min: 1, max: 1e9 });
const textOf = (units: number): string => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;

describe('decimal texts', () => {
  it('finds the exact middle', () => {
    expect(middle('61837.63000000', '61837.64000000')).toBe('61837.635000000');
    expect(middle('0.1', '0.25')).toBe('0.175');
    expect(middle('7', '7')).toBe('7.0');
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [low, high] = a <= b ? [a, b] : [b, a];
        const thousandths = (low + high) * 5;
        expect(Number(middle(textOf(low), textOf(high)))).toBe(thousandths / 1_000);
      }),
    );
  });

  it('has no middle for crossed, empty or foreign sides', () => {
    for (const [bid, ask] of [
      ['2', '1'],
      ['0', '1'],
      ['', '1'],
      ['1', 'NaN'],
      ['-1', '1'],
      ['1e3', '2e3'],
    ] as const) {
      expect(middle(bid, ask)).toBeNull();
    }
  });

  it('multiplies without losing a digit', () => {
    expect(product('61837.63', '0.99975')).toBe('61822.1705925');
    expect(product('0.00000638', '1.001')).toBe('0.00000638638');
    expect(product('1', '2')).toBe('2');
    expect(product('x', '2')).toBeNull();
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const [whole = '', fraction = ''] = (product(textOf(a), textOf(b)) ?? '').split('.');
        expect(fraction.length).toBe(4);
        expect(BigInt(whole + fraction)).toBe(BigInt(a) * BigInt(b));
      }),
    );
  });

  it('compares across different numbers of digits', () => {
    expect(isBetween('0.995', '0.995', '1.005')).toBe(true);
    expect(isBetween('1.00500', '0.995', '1.005')).toBe(true);
    expect(isBetween('0.9949999', '0.995', '1.005')).toBe(false);
    expect(isBetween('1.0050001', '0.995', '1.005')).toBe(false);
    expect(isBetween('one', '0.995', '1.005')).toBe(false);
  });

  it('writes JSON numbers without an exponent', () => {
    expect(plainText(1.13)).toBe('1.13');
    expect(plainText(1e-7)).toBe('0.0000001');
    expect(plainText(1.25e-9)).toBe('0.00000000125');
    expect(plainText(1.5e21)).toBe('1500000000000000000000');
    expect(plainText(Number.NaN)).toBeNull();
    expect(plainText(-1)).toBeNull();
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e22, noNaN: true }), (value) => {
        const text = plainText(value) ?? '';
        expect(text).toMatch(/^\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value);
      }),
    );
  });
});
