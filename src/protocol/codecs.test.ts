import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDecimal, usdt } from '#domain/money.ts';
import {
  instant,
  moneyPair,
  parseMoney,
  payoutToBps,
  priceToNumber,
  priceToText,
  queryInt,
  readDecimal,
  readUnits,
  toIso,
} from './codecs.ts';

describe('money on the wire', () => {
  it.each([
    [0n, '0.00', 0],
    [1n, '0.000001', 0.000001],
    [10_500_000n, '10.50', 10.5],
    [10_000_000_000n, '10000.00', 10_000],
    [-10_000_000n, '-10.00', -10],
    [-1n, '-0.000001', -0.000001],
    [123_456_789n, '123.456789', 123.456789],
  ])('%s units are %s', (units, text, number) => {
    expect(moneyPair('stake', usdt(units))).toEqual({ stake: number, stakeStr: text });
  });

  it('is exact as text, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 17n), (units) => {
        expect(fromDecimal(moneyPair('x', usdt(units)).xStr, 6)).toBe(units);
      }),
    );
  });

  it.each(['', ' 1', '1e3', '0x10', '-1', '+1', '01', '1.', '.5', '1,000', 'NaN', 'Infinity', '1.1234567'])(
    'refuses %j',
    (text) => expect(parseMoney(text, 6)).toBeNull(),
  );

  it.each([1e21, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 0.1 + 0.2])('refuses the number %s', (number) => {
    expect(parseMoney(number, 6)).toBeNull();
  });

  it.each([
    ['16.900', 2, 16_900_000n],
    ['10.000', 2, 10_000_000n],
    [0.5, 3, 500_000n],
    ['0.9990', 3, 999_000n],
    ['1.0000001', 6, 'decimals'],
    ['0.4505', 3, 'decimals'],
    [0.1 + 0.2, 6, 'decimals'],
    ['01.50', 2, 'malformed'],
    ['1.', 2, 'malformed'],
    ['1.5.0', 2, 'malformed'],
    ['1.-5', 2, 'malformed'],
    ['.99', 2, 'malformed'],
    [1e-7, 6, 'malformed'],
  ])('%j of %i decimals is %s', (value, digits, read) => {
    expect(readDecimal(value, digits)).toBe(read);
  });

  it.each([
    ['12.500', 2, 1_250n],
    ['0.123456780', 8, 12_345_678n],
    ['7', 0, 7n],
    ['12.501', 2, 'decimals'],
    ['1,5', 2, 'malformed'],
    ['1234567890123', 2, 'malformed'],
  ])('%j in units of %i decimals is %s', (value, digits, read) => {
    expect(readUnits(value, digits)).toBe(read);
  });

  it('takes text and plain numbers alike', () => {
    expect(parseMoney('10.50', 6)).toBe(10_500_000n);
    expect(parseMoney(10.5, 6)).toBe(10_500_000n);
  });
});

describe('prices and payouts', () => {
  it.each([
    [6_421_840, 2, '64218.40'],
    [5, 5, '0.00005'],
    [-1_250, 3, '-1.250'],
    [7, 0, '7'],
    [0, 4, '0.0000'],
  ])('price %i at scale %i is %s', (price, scale, text) => {
    expect(priceToText(price, scale)).toBe(text);
    expect(priceToNumber(price, scale)).toBe(Number(text));
  });

  it('of every whole basis point come back from their fraction', () => {
    for (let bps = 0; bps <= 10_000; bps += 1) expect(payoutToBps(bps / 10_000)).toBe(bps);
    for (const odd of [0.82345, 0.000_01, Number.NaN]) expect(payoutToBps(odd)).toBeNull();
  });
});

describe('moments and numbers of a query', () => {
  it('are read plainly', () => {
    expect(instant.parse('1763693000000')).toBe(1_763_693_000_000);
    expect(instant.parse('1970-01-01T00:00:00Z')).toBe(0);
    expect(instant.parse('2026-11-20T19:05:00Z')).toBe(Date.UTC(2026, 10, 20, 19, 5));
    expect(toIso(instant.parse('2026-11-20T00:00:00.5+05:30'))).toBe('2026-11-19T18:30:00.500Z');
    expect(queryInt(1, 200).parse('200')).toBe(200);
  });

  it.each([
    ['no zone', '2026-11-25T12:00:00'],
    ['no time, and so no zone', '2026-11-25'],
    ['a plus that became a blank', '2026-11-25T12:00:00 02:00'],
    ['days that do not exist', '2026-02-30T00:00:00Z'],
    ['the 29th of a short February', '2026-02-29T00:00:00Z'],
    ['an hour that does not exist', '2026-11-25T24:00:00Z'],
    ['before all times', '1969-12-31T23:59:59Z'],
    ['seconds', '1795626000'],
    ['zero', '0'],
    ['microseconds', '1795626000000000'],
    ['no whole number', '1795626000000.5'],
    ['another digit', '١٧٩٥٦٢٦٠٠٠٠٠٠'],
    ['nothing', ''],
  ])('a moment that is %s is refused', (_what, text) => {
    expect(instant.safeParse(text).success).toBe(false);
  });

  it.each(['201', '0', '-1', '1.0', '1e2', ' 1', '', '٣'])('limit %j is refused', (text) => {
    expect(queryInt(1, 200).safeParse(text).success).toBe(false);
  });
});
