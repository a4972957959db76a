import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { OrderBody } from '#protocol/exchange.ts';
import { readTerms, worstCostOf } from './order-terms.ts';

const LIMIT = {
  marketId: 'm',
  outcome: 'UP',
  side: 'BUY',
  type: 'LIMIT',
  price: '0.45',
  shares: '20',
} as const satisfies OrderBody;
const MARKET = { ...LIMIT, type: 'MARKET', worstPrice: '0.6', price: undefined, shares: undefined };
const market = (more: object) => readTerms({ ...MARKET, ...more } as unknown as OrderBody);
const limit = (more: object) => readTerms({ ...LIMIT, ...more } as unknown as OrderBody);

describe('the most an order can cost', () => {
  it('is its own price and fee, its money, or nothing', () => {
    const worst = (read: ReturnType<typeof readTerms>, side: 'BUY' | 'SELL' = 'BUY') =>
      read.ok ? worstCostOf(side, read.terms) : null;
    // 20 shares at 0.45: 9.00, and 0.06 x 20 x 0.45 x 0.55 = 0.297.
    expect(worst(limit({}))).toBe(9_297_000n);
    expect(worst(market({ amount: '10.50' }))).toBe(10_500_000n);
    // 5 shares at 0.6 at worst: 3.00, and 0.06 x 5 x 0.24 = 0.072.
    expect(worst(market({ shares: '5' }))).toBe(3_072_000n);
    expect(worst(limit({ postOnly: true }))).toBe(9_000_000n);
    expect(worst(limit({ side: 'SELL' }), 'SELL')).toBe(0n);
  });
});

describe('terms of an order', () => {
  it('reads a limit order exactly', () => {
    expect(limit({})).toEqual({
      ok: true,
      terms: { type: 'LIMIT', price: 450, lots: 2_000, timeInForce: 'GTC', expiresAt: null, postOnly: false },
    });
    expect(limit({ price: 0.001, shares: 0.01, postOnly: true })).toMatchObject({
      terms: { price: 1, lots: 1, postOnly: true },
    });
    const until = '2026-11-21T04:00:00.000Z';
    expect(limit({ timeInForce: 'GTD', expiresAt: until })).toMatchObject({ terms: { expiresAt: Date.parse(until) } });
  });

  it('reads decimals with zeros at their end as those without', () => {
    expect(limit({ price: '0.9990', shares: '16.900' })).toEqual(limit({ price: '0.999', shares: '16.9' }));
    expect(market({ amount: '1.000000000', worstPrice: '0.5000' })).toEqual(market({ amount: '1', worstPrice: 0.5 }));
  });

  it('reads a market order by money or by shares', () => {
    expect(market({ amount: '10.50' })).toEqual({
      ok: true,
      terms: { type: 'MARKET', amount: usdt(10_500_000n), lots: null, worstPrice: 600, timeInForce: 'FAK' },
    });
    expect(market({ side: 'SELL', shares: '3.25', timeInForce: 'FOK' })).toMatchObject({
      terms: { amount: null, lots: 325, timeInForce: 'FOK' },
    });
  });

  it.each([
    [limit({ price: '0' }), { price: 'too_small' }],
    [limit({ price: '1' }), { price: 'too_large' }],
    [limit({ price: '0.4505' }), { price: 'decimals' }],
    [limit({ price: '4.5e-1' }), { price: 'malformed' }],
    [limit({ shares: '0' }), { shares: 'too_small' }],
    [limit({ shares: '0.001' }), { shares: 'decimals' }],
    [limit({ shares: '1.' }), { shares: 'malformed' }],
    [market({ amount: '1.0000001' }), { amount: 'decimals' }],
    [limit({ shares: '10000001' }), { shares: 'too_large' }],
    [limit({ timeInForce: 'GTD' }), { expiresAt: 'missing' }],
    [limit({ expiresAt: '2026-11-21T04:00:00.000Z' }), { expiresAt: 'unknown' }],
    [limit({ timeInForce: 'FOK', postOnly: true }), { postOnly: 'malformed' }],
    [market({}), { amount: 'missing' }],
    [market({ side: 'SELL' }), { shares: 'missing' }],
    [market({ side: 'SELL', amount: '5' }), { amount: 'unknown' }],
    [market({ amount: '5', shares: '5' }), { shares: 'unknown' }],
    [market({ amount: '0' }), { amount: 'too_small' }],
    [market({ amount: '-1' }), { amount: 'malformed' }],
    [market({ amount: '5', worstPrice: '1.5' }), { worstPrice: 'too_large' }],
  ])('names what is wrong: %j', (read, fields) => {
    expect(read).toEqual({ ok: false, fields });
  });

  it('keeps every price and every number of lots, as text and as number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 1_000_000_000 }), (milli, lots) => {
        const price = (milli / 1_000).toFixed(3);
        const shares = `${Math.floor(lots / 100)}.${String(lots % 100).padStart(2, '0')}`;
        expect(limit({ price, shares })).toMatchObject({ terms: { price: milli, lots } });
        expect(limit({ price: Number(price), shares: Number(shares) })).toMatchObject({
          terms: { price: milli, lots },
        });
      }),
    );
  });
});
