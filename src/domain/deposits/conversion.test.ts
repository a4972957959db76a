import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { RATE_FRESH_MS, rateAt, unitsFor, worthOf } from './conversion.ts';

const LTC = { price: 946_100, scale: 4 };
const BTC = { price: 9_123_456, scale: 2 };

describe('a coin', () => {
  it.each([
    [100_000_000n, LTC, 94_610_000n],
    [1n, BTC, 912n],
    // Less than a millionth of a dollar.
    [1n, LTC, 0n],
    [2_100_000_000_000_000n, BTC, 1_915_925_760_000_000_000n],
  ])('of %d units at %j is worth %d, rounded down', (units, rate, worth) => expect(worthOf(units, rate)).toBe(worth));

  it.each([
    [50_000_000n, LTC, 52_848_537n],
    [94_610_000n, LTC, 100_000_000n],
    [1n, BTC, 1n],
  ])('for %d at %j takes %d units, rounded up', (amount, rate, units) => {
    expect(unitsFor(usdt(amount), rate)).toBe(units);
    expect(worthOf(units, rate)).toBeGreaterThanOrEqual(amount);
    expect(worthOf(units - 1n, rate)).toBeLessThan(amount);
  });

  it('has no price that is old, or nothing', () => {
    const rate = { stream: 28, seq: 7, t: 1_000, ...LTC };
    expect(rateAt(rate, 1_000 + RATE_FRESH_MS)).toBe(rate);
    expect(rateAt(rate, 1_001 + RATE_FRESH_MS)).toBeNull();
    expect(rateAt({ ...rate, price: 0 }, 1_000)).toBeNull();
    expect(rateAt(null, 1_000)).toBeNull();
  });
});
