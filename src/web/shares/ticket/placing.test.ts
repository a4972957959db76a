import { describe, expect, it } from 'vitest';
import type { OrderBody, OrderWire } from '#protocol/exchange.ts';
import { notShown, type Placing } from './placing.ts';

const body: OrderBody = {
  marketId: 'm',
  outcome: 'UP',
  side: 'BUY',
  type: 'LIMIT',
  price: '0.45',
  shares: '20',
};
const placing: Placing = { key: 'k', body, phase: 'unconfirmed', known: new Map() };
const made = (id: string, part: Partial<OrderWire> = {}): OrderWire =>
  ({
    id,
    market: { marketId: 'm' },
    outcome: 'UP',
    side: 'BUY',
    type: 'LIMIT',
    price: 0.45,
    shares: 20,
    amount: null,
    ...part,
  }) as OrderWire;
const mapOf = (...list: OrderWire[]) => new Map(list.map((one) => [one.id, one]));

describe('an order whose answer is lost', () => {
  it('is shown by itself until it is known, then as what it became', () => {
    expect(notShown([placing], mapOf())).toEqual([placing]);
    expect(notShown([placing], mapOf(made('o')))).toEqual([]);
  });

  it('is found by its amount where it is a market buy', () => {
    const { marketId, outcome, side } = body;
    const market: OrderBody = { marketId, outcome, side, type: 'MARKET', worstPrice: '0.50', amount: '25' };
    const sent = { ...placing, body: market };
    const order = made('o', { type: 'MARKET', price: 0.5, shares: null, amount: 25 });
    expect(notShown([sent], mapOf(order))).toEqual([]);
    expect(notShown([sent], mapOf({ ...order, amount: 26 }))).toEqual([sent]);
  });

  it.each<[string, Partial<OrderWire>]>([
    ['in another market', { market: { marketId: 'n' } as OrderWire['market'] }],
    ['of the other outcome', { outcome: 'DOWN' }],
    ['of the other side', { side: 'SELL' }],
    ['at another price', { price: 0.46 }],
    ['of other shares', { shares: 21 }],
  ])('is not shown by an order %s', (_what, part) => {
    expect(notShown([placing], mapOf(made('o', part)))).toEqual([placing]);
  });

  it('is not shown by one that was there, nor two by one', () => {
    const before = mapOf(made('o'));
    const again = { ...placing, known: before };
    expect(notShown([again], before)).toEqual([again]);
    const second = { ...placing, key: 'k2' };
    expect(notShown([placing, second], before)).toEqual([second]);
  });
});
