import { describe, expect, it } from 'vitest';
import type { OrderWire } from '#protocol/exchange.ts';
import { bookOf, viewOf, withoutOwn } from './book-view.ts';

const level = (price: number, shares: number) => ({ price, shares, orders: 1 });
const BOOK = { bids: [level(0.55, 2.85), level(0.54, 4.35)], asks: [level(0.57, 3.2), level(0.58, 3.2)] };
const order = (part: Partial<OrderWire>) =>
  ({ outcome: 'UP', side: 'BUY', price: 0.54, remaining: 1, ...part }) as OrderWire;

describe('one book, seen from the outcome chosen', () => {
  it('is as it stands for Up', () => {
    const view = viewOf(bookOf(BOOK, 'UP'), { orders: [], outcome: 'UP' }, 6);
    expect(view.sellers.map((row) => [row.price, row.lots, row.upTo])).toEqual([
      [570, 320, 320],
      [580, 320, 640],
    ]);
    expect(view.buyers.map((row) => row.upTo)).toEqual([285, 720]);
    expect([view.middle, view.spread]).toEqual([560, 20]);
    expect(view.buyers.at(-1)?.depth).toBe(1);
    expect(view.sellers.at(-1)?.depth).toBeCloseTo(640 / 720);
  });

  it('is turned for Down: buyers of Up sell Down at 1 - p', () => {
    const view = viewOf(bookOf(BOOK, 'DOWN'), { orders: [], outcome: 'DOWN' }, 6);
    expect(view.sellers.map((row) => row.price)).toEqual([450, 460]);
    expect(view.buyers.map((row) => row.price)).toEqual([430, 420]);
    expect(view.middle).toBe(440);
  });

  it('shows own orders where they rest, from both outcomes', () => {
    const own = [order({}), order({ outcome: 'DOWN', side: 'SELL', price: 0.46, remaining: 0.5 })];
    const up = viewOf(bookOf(BOOK, 'UP'), { orders: own, outcome: 'UP' }, 6);
    expect(up.buyers.map((row) => row.yours)).toEqual([0, 150]);
    const down = viewOf(bookOf(BOOK, 'DOWN'), { orders: own, outcome: 'DOWN' }, 6);
    expect(down.sellers.map((row) => row.yours)).toEqual([0, 150]);
    expect(down.buyers.map((row) => row.yours)).toEqual([0, 0]);
  });

  it('is met without own orders, from both outcomes', () => {
    const own = [order({ remaining: 1.35 }), order({ outcome: 'DOWN', price: 0.43, remaining: 3.2 })];
    const up = withoutOwn(bookOf(BOOK, 'UP'), { orders: own, outcome: 'UP' });
    expect(up).toEqual({
      sellers: [{ price: 580, lots: 320 }],
      buyers: [
        { price: 550, lots: 285 },
        { price: 540, lots: 300 },
      ],
    });
    const down = withoutOwn(bookOf(BOOK, 'DOWN'), { orders: own, outcome: 'DOWN' });
    expect(down.buyers).toEqual([{ price: 420, lots: 320 }]);
  });

  it('stands empty', () => {
    const view = viewOf(bookOf({ bids: [], asks: [] }, 'UP'), { orders: [], outcome: 'UP' }, 6);
    expect(view).toEqual({ sellers: [], buyers: [], middle: null, spread: null });
  });

  it('cuts to the rows shown', () => {
    const deep = { bids: [], asks: Array.from({ length: 20 }, (_one, at) => level(0.5 + at / 100, 1)) };
    expect(viewOf(bookOf(deep, 'UP'), { orders: [], outcome: 'UP' }, 6).sellers.length).toBe(6);
  });
});
