import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { costOf, feeOf, setsWorth } from '#domain/trading/orders/share-money.ts';
import {
  centsText,
  gainAt,
  isPrice,
  lotsFor,
  lotsOf,
  milliOf,
  otherSide,
  parseCents,
  parseMoney,
  parsePercent,
  parseShares,
  priceBelow,
  priceForGain,
  priceText,
  sharesText,
  stepPrice,
} from './share-math.ts';

const price = fc.integer({ min: 1, max: 999 }).filter(isPrice);
const lots = fc.integer({ min: 1, max: 1_000_000_00 });

describe('money of shares', () => {
  it('is exact: 45 shares at 55 cents are $24.75 and pay $45', () => {
    expect(costOf(550, 4_500)).toBe(24_750_000n);
    expect(setsWorth(4_500)).toBe(45_000_000n);
    // 0.06 x 45 x 0.57 x 0.43
    expect(feeOf(600, 570, 4_500)).toBe(661_770n);
    expect(feeOf(600, 500, 1)).toBe(150n);
  });

  it('buys never more than the money, and one lot more would be too much', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10_000_000_000_000n }), price, (units, at) => {
        const bought = lotsFor(usdt(units), at);
        expect(costOf(at, bought) <= units).toBe(true);
        expect(costOf(at, bought + 1) > units).toBe(true);
      }),
    );
  });

  it('rounds the fee up, the same from both sides of a set', () => {
    fc.assert(
      fc.property(lots, price, fc.constantFrom(400, 600), (count, at, rate) => {
        const fee = feeOf(rate, at, count);
        const exact = BigInt(rate) * BigInt(count) * BigInt(at) * BigInt(1000 - at);
        expect(fee * 1_000_000n >= exact && (fee - 1n) * 1_000_000n < exact).toBe(true);
        expect(feeOf(rate, otherSide(at), count)).toBe(fee);
      }),
    );
  });
});

describe('steps of a price', () => {
  it.each([
    [550, 'up', 560],
    [550, 'down', 540],
    [555, 'up', 560],
    [555, 'down', 550],
    [99, 'up', 100],
    [100, 'up', 110],
    [100, 'down', 99],
    [900, 'up', 901],
    [901, 'down', 900],
    [900, 'down', 890],
    [999, 'up', 999],
    [1, 'down', 1],
  ] as const)('%i %s is %i', (from, way, to) => {
    expect(stepPrice(from, way)).toBe(to);
  });

  it('goes back where it came from, and always to a price', () => {
    fc.assert(
      fc.property(price, (at) => {
        const up = stepPrice(at, 'up');
        expect(isPrice(up)).toBe(true);
        expect(at === 999 ? at : stepPrice(up, 'down')).toBe(at);
      }),
    );
  });

  it.each([
    [555, 550],
    [99.9, 99],
    [0, 1],
    [1200, 999],
    [905, 905],
  ])('%d rounds down to the price %i', (wish, at) => {
    expect(priceBelow(wish)).toBe(at);
  });
});

describe('price and gain, both ways', () => {
  it('0.45 gains 122 %', () => {
    expect(Math.round(gainAt(450) * 100)).toBe(122);
    expect(priceForGain(1.22)).toBe(450);
    expect(priceForGain(0)).toBe(999);
  });

  it('a price gives back itself', () => {
    fc.assert(
      fc.property(price, (at) => {
        expect(priceForGain(gainAt(at))).toBe(at);
      }),
    );
  });
});

describe('what is typed and sent', () => {
  it.each([
    ['25', 25_000_000n],
    ['25,5', 25_500_000n],
    ['.5', 500_000n],
    ['007', 7_000_000n],
    ['', null],
    ['1.234', null],
    ['-5', null],
  ])('money %j', (text, units) => {
    expect(parseMoney(text)).toBe(units);
  });

  it('cents, shares and percent', () => {
    expect(parseCents('٤٥٫٥')).toBe(455);
    expect(parseShares('５０')).toBe(5_000);
    expect(parseMoney('१०.५')).toBe(10_500_000n);
    expect(parsePercent('％122')).toBe(1.22);
    expect(parseCents('45,5')).toBe(455);
    expect(parseCents('45.55')).toBeNull();
    expect(parseShares('12.5')).toBe(1_250);
    expect(parseShares('many')).toBeNull();
    expect(parsePercent('+122 %'.replace(' ', ''))).toBe(1.22);
    expect(parsePercent('x')).toBeNull();
  });

  it('texts read back as they were', () => {
    fc.assert(
      fc.property(price, lots, (at, count) => {
        expect(parseCents(centsText(at))).toBe(at);
        expect(parseShares(sharesText(count))).toBe(count);
        expect(milliOf(Number(priceText(at)))).toBe(at);
        expect(lotsOf(Number(sharesText(count)))).toBe(count);
      }),
    );
  });
});
