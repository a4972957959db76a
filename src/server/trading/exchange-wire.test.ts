import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Market, MarketResult } from '#domain/trading/orders/market.ts';
import type { Fill, Order } from '#domain/trading/orders/order.ts';
import {
  bookWire as bookSchema,
  fillWire as fillSchema,
  marketWire as marketSchema,
  orderWire as orderSchema,
  positionWire as positionSchema,
  publicFillWire as publicFillSchema,
  roundWire as roundSchema,
} from '#protocol/exchange.ts';
import {
  bookWire,
  fillWire,
  marketWire,
  orderWire,
  paysOf,
  placedOrderWire,
  positionWire,
  publicFillWire,
  roundWire,
} from './exchange-wire.ts';
import type { MarketFacts } from './exchange-wire.ts';

const START = Date.UTC(2026, 10, 21, 4, 0);

function facts(more: Partial<Market> = {}): MarketFacts {
  const market: Market = {
    id: '3f0c8a52-8f6f-8b1e-9d5c-2a6b7c8d9e0f',
    realm: 'demo',
    kind: 'round',
    pairId: 'BTC-USD',
    linkedTo: null,
    outcomes: ['UP', 'DOWN'],
    status: 'OPEN',
    feeBps: 600,
    opensAt: START - 300_000,
    cutOffAt: START + 294_000,
    endsAt: START + 300_000,
    fills: 2,
    volume: 2_050,
    result: null,
    ...more,
  };
  return { market, round: { pairId: 'BTC-USD', windowSec: 300, startMs: START } };
}

const ORDER: Order = {
  id: '01a1fa8e-da08-7372-9c63-05753897e71c',
  realm: 'demo',
  userId: 'ada',
  marketId: 'm',
  outcome: 1,
  side: 'BUY',
  type: 'LIMIT',
  price: 455,
  lots: 2_050,
  amount: null,
  timeInForce: 'GTC',
  postOnly: true,
  expiresAt: null,
  status: 'PARTLY_FILLED',
  end: null,
  filled: 1_000,
  resting: 1_050,
  turnover: usdt(4_520_000n),
  fee: usdt(1n),
  held: usdt(4_777_500n),
  placedAt: START,
  endedAt: null,
};

const PARTY = { userId: 'ada', outcome: 0, side: 'BUY', price: 450, turnover: usdt(450_000n), fee: usdt(0n) } as const;
const FILL: Fill = {
  id: 'o/1',
  marketId: 'm',
  realm: 'demo',
  no: 7,
  kind: 'mint',
  price: 450,
  lots: 100,
  taker: {
    ...PARTY,
    orderId: 'o',
    userId: 'bea',
    outcome: 1,
    price: 550,
    turnover: usdt(550_000n),
    fee: usdt(14_850n),
  },
  maker: { ...PARTY, orderId: null },
  restedMs: 5,
  bonus: usdt(0n),
  at: START,
};

describe('the exchange on the wire', () => {
  it('tells an order in the words of its person', () => {
    const wire = orderWire(ORDER, facts());
    expect(orderSchema.parse(wire)).toMatchObject({
      outcome: 'DOWN',
      price: 0.455,
      shares: 20.5,
      filled: 10,
      remaining: 10.5,
      averagePrice: 0.452,
      heldStr: '4.7775',
      feeStr: '0.000001',
      market: { pair: 'BTC-USD', window: '5m', startsAt: '2026-11-21T04:00:00.000Z' },
    });
    const byMoney = { ...ORDER, type: 'MARKET', lots: null, amount: usdt(10_500_000n), filled: 0 } as const;
    expect(orderSchema.parse(orderWire(byMoney, facts()))).toMatchObject({
      shares: null,
      amount: 10.5,
      amountStr: '10.50',
      averagePrice: null,
    });
  });

  it('tells a fill to each side, and to everybody without names', () => {
    expect(fillSchema.parse(fillWire(FILL, 'taker', facts()))).toMatchObject({
      orderId: 'o',
      outcome: 'DOWN',
      price: 0.55,
      moneyStr: '0.55',
      feeStr: '0.01485',
    });
    const { market, round } = facts();
    const tells = [undefined, 8, 7].map((undoneFrom) => {
      const said = undoneFrom === undefined ? market : { ...market, undoneFrom };
      return fillWire(FILL, 'taker', { market: said, round }).undone;
    });
    expect(tells).toEqual([false, false, true]);
    expect(() => fillWire(FILL, 'maker', facts())).toThrow('has no order of its maker');
    expect(placedOrderWire(ORDER, [FILL], facts()).fills).toHaveLength(1);
    const open = publicFillSchema.parse(publicFillWire(FILL, facts()));
    expect(open).toMatchObject({ id: '7', outcome: 'DOWN', side: 'BUY', price: 0.55, shares: 1 });
    expect(JSON.stringify(open)).not.toMatch(/ada|bea/);
  });

  it.each<[MarketResult | null, number | null, number | null]>([
    [null, null, null],
    [{ kind: 'WON', outcome: 0 }, 1_000, 0],
    [{ kind: 'WON', outcome: 1 }, 0, 1_000],
    [{ kind: 'TIE' }, 500, 500],
    [{ kind: 'TIE', value: 333 }, 333, 667],
    [{ kind: 'VOID', value: 437, reason: 'STALE_EXIT' }, 437, 563],
  ])('pays of %j', (result, first, second) => {
    expect([paysOf(result, 0), paysOf(result, 1)]).toEqual([first, second]);
  });

  it('tells what is held, and what came of it', () => {
    const held = { lots: -400, reserved: 100, cost: usdt(2_200_000n), credit: null };
    expect(positionSchema.parse(positionWire(held, facts()))).toMatchObject({
      outcome: 'DOWN',
      shares: 4,
      free: 3,
      averagePrice: 0.55,
      profit: null,
    });
    const won = facts({ status: 'SETTLED', result: { kind: 'WON', outcome: 1 } });
    const paid = { ...held, reserved: 0, credit: usdt(4_000_000n) };
    expect(positionSchema.parse(positionWire(paid, won))).toMatchObject({ pays: 1, credit: 4, profitStr: '1.80' });
    const sold = { lots: 0, reserved: 0, cost: usdt(2_000_000n), credit: usdt(1_500_000n) };
    expect(positionSchema.parse(positionWire(sold, won))).toMatchObject({
      shares: 0,
      averagePrice: null,
      profit: -0.5,
    });
  });

  it('tells a round, its market and its book', () => {
    const now = { values: { scale: 2, target: 6_421_840, value: null }, top: { bid: 480, ask: 521 }, quoted: true };
    expect(roundSchema.parse(roundWire(facts(), now))).toMatchObject({
      window: '5m',
      target: 64_218.4,
      targetStr: '64218.40',
      value: null,
      up: { bid: 0.48, ask: 0.521, mid: 0.5005 },
      volume: 20.5,
      outcome: null,
    });
    const voided = facts({ status: 'VOIDED', result: { kind: 'VOID', value: 437, reason: 'STALE_EXIT' } });
    expect(roundWire(voided, { ...now, top: { bid: null, ask: null } })).toMatchObject({
      outcome: 'VOID',
      voidReason: 'STALE_EXIT',
      upPays: 0.437,
      up: { bid: null, mid: null },
    });
    expect(roundWire(facts({ result: { kind: 'WON', outcome: 1 }, status: 'SETTLED' }), now).outcome).toBe('DOWN');
    expect(marketSchema.parse(marketWire(facts(), now.top, now))).toMatchObject({
      feeRate: 0.06,
      minShares: 1,
      minAmount: 1,
    });
    expect(() => roundWire({ ...facts(), round: null }, now)).toThrow('is no round');
    const book = { seq: 3, at: START, quoted: false, bids: [{ price: 480, lots: 2_050, orders: 2 }], asks: [] };
    expect(bookSchema.parse(bookWire(facts(), book)).bids).toEqual([{ price: 0.48, shares: 20.5, orders: 2 }]);
  });
});
