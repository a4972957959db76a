import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usdt } from '#domain/money.ts';
import {
  AMOUNT_PRESETS,
  amountText,
  parseAmount,
  bindsStake,
  stakeBounds,
  stepAmount,
  wholeBelow,
  withinHouse,
} from './amount.ts';

const bounds = stakeBounds({ minStake: 1, maxStake: 2000 });
const units = (n: number) => usdt(BigInt(Math.round(n * 100)) * 10_000n);

describe('what people type', () => {
  test.each([
    ['25', 25],
    ['25.5', 25.5],
    ['25,50', 25.5],
    ['25.', 25],
    ['.5', 0.5],
    [' 7 ', 7],
    ['007', 7],
    ['0', 0],
    ['١٠٫٥', 10.5],
    ['1,234.5', 1234.5],
  ])('%s is read', (text, value) => {
    expect(parseAmount(text)).toBe(units(value));
  });

  test.each(['', '-5', '1e3', '1.234', '1,234.567', 'abc', '.', '1..2'])('"%s" is not an amount', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('a shown amount reads back as itself', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), (cents) => {
        const amount = usdt(cents * 10_000n);
        expect(parseAmount(amountText(amount))).toBe(amount);
      }),
    );
  });
});

describe('steps', () => {
  test('go by presets and past the last one by its size', () => {
    expect(stepAmount(units(25), 'up', bounds)).toBe(units(50));
    expect(stepAmount(units(26), 'up', bounds)).toBe(units(50));
    expect(stepAmount(units(100), 'up', bounds)).toBe(units(200));
    expect(stepAmount(units(250), 'up', bounds)).toBe(units(300));
    expect(stepAmount(units(250), 'down', bounds)).toBe(units(200));
    expect(stepAmount(units(200), 'down', bounds)).toBe(units(100));
    expect(stepAmount(units(25), 'down', bounds)).toBe(units(10));
    expect(stepAmount(units(5), 'down', bounds)).toBe(units(1));
    expect(stepAmount(units(1), 'down', bounds)).toBe(units(1));
  });

  test('never leave the bounds of the pair', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 400_000n), fc.constantFrom('up' as const, 'down' as const), (cents, step) => {
        const next = stepAmount(usdt(cents * 10_000n), step, bounds);
        expect(next >= bounds.min && next <= bounds.max).toBe(true);
      }),
    );
  });

  test('a step on an unreadable amount starts at the least stake', () => {
    expect(stepAmount(null, 'up', bounds)).toBe(AMOUNT_PRESETS[0]);
  });
});

test('the largest stake is the lower of what the pair and the house take', () => {
  const pair = { id: 'BTC-USD', maxStake: 2000 };
  expect(withinHouse(pair, null)).toBe(pair);
  expect(withinHouse(pair, '2000.00')).toBe(pair);
  expect(withinHouse(pair, '2.50')).toEqual({ id: 'BTC-USD', maxStake: 2.5 });
});

test('a largest stake below the usual one names what lowered it', () => {
  const few = { maxStake: 1000, degraded: true };
  expect(bindsStake({ maxStake: 2000, degraded: false }, null)).toBeNull();
  expect(bindsStake(few, null)).toBe('sources');
  expect(bindsStake(few, '1500.00')).toBe('sources');
  expect(bindsStake({ maxStake: 2.5, degraded: true }, '2.50')).toBe('house');
  expect(bindsStake({ maxStake: 2.5, degraded: false }, '2.50')).toBe('house');
});

test('the whole amount that fits', () => {
  expect(wholeBelow(units(18.4))).toBe('18');
  expect(wholeBelow(units(0.99))).toBeNull();
  expect(wholeBelow(null)).toBeNull();
});
