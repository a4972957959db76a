import { describe, expect, it } from 'vitest';
import { ExchangeWorld, refusalOf } from '#tests/worlds/exchange-world.ts';
import { usdt } from '../../money.ts';
import type { PlaceOrder } from './contract.ts';
import { isEnough, worstCost, type OrderNeeds } from './order-needs.ts';

const needs = (part: Partial<OrderNeeds>): OrderNeeds => ({
  side: 'BUY',
  price: 450,
  lots: 2_000,
  amount: null,
  postOnly: false,
  ...part,
});
const FEE_BPS = 600;

describe('the most an order can cost', () => {
  it.each<[string, Partial<OrderNeeds>, bigint]>([
    // 20 shares at 0.45: 9.00, and 0.06 x 20 x 0.45 x 0.55 = 0.297.
    ['the limit with the fee on all of it', {}, 9_297_000n],
    ['no fee where it can only rest', { postOnly: true }, 9_000_000n],
    ['its money', { lots: null, amount: usdt(10_500_000n) }, 10_500_000n],
    ['nothing of a sale', { side: 'SELL' }, 0n],
  ])('is %s', (_name, part, cost) => {
    expect(worstCost(needs(part), FEE_BPS)).toBe(cost);
  });

  it.each<[string, Partial<PlaceOrder>]>([
    ['a limit that only rests', {}],
    ['a limit that is met', { price: 700 }],
    ['post only', { postOnly: true }],
    ['a market buy by shares', { type: 'MARKET', timeInForce: 'FAK', price: 650 }],
    [
      'a market buy by amount',
      { type: 'MARKET', timeInForce: 'FAK', price: 650, lots: null, amount: usdt(5_000_000n) },
    ],
  ])('is what the exchange wants in cash: %s', (_name, changes) => {
    const order = { ...needs({ price: 500, lots: 1_000 }), ...changes };
    const worst = worstCost(order, FEE_BPS);
    const world = () => {
      const one = new ExchangeWorld().fund('ben', 20_000_000n);
      one.place('ben', { outcome: 1, price: 400, lots: 500 });
      return one;
    };
    expect(
      refusalOf(
        world()
          .fund('ann', worst - 1n)
          .place('ann', order),
      ),
    ).toBe('NoBalance');
    expect(world().fund('ann', worst).place('ann', order).kind).toBe('done');
  });
});

describe('the smallest order', () => {
  it.each<[string, Parameters<typeof isEnough>, boolean]>([
    ['a share', ['BUY', 100, 0], true],
    ['not less of it', ['BUY', 99, 99], false],
    ['a share of a holding', ['SELL', 100, 150], true],
    ['not a part of a share', ['SELL', 50, 150], false],
    ['the whole of a smaller holding', ['SELL', 50, 50], true],
    ['not a part of that', ['SELL', 49, 50], false],
    ['nor more than that', ['SELL', 51, 50], false],
  ])('is %s', (_name, order, enough) => {
    expect(isEnough(...order)).toBe(enough);
  });
});
