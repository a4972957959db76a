import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, subtract, usdt } from '#domain/money.ts';
import { worstCost } from '#domain/trading/orders/order-needs.ts';
import { readTerms, worstCostOf } from '#server/trading/routes/order-terms.ts';
import { orderOf } from './round-order.ts';
import { cashAsked, roundProblem } from './round-problem.ts';
import { NEW_TICKET, figuresOf, type RoundScene, type RoundTicket } from './round-ticket.ts';
import { isPrice } from './share-math.ts';
import { needsOf, needsOfBody } from './ticket-needs.ts';

const SCENE: RoundScene = {
  phase: 'open',
  connected: true,
  pairStatus: 'online',
  book: { sellers: [{ price: 570, lots: 32_000 }], buyers: [{ price: 550, lots: 28_500 }] },
  cash: usdt(1_000_000_000n),
  free: 5_000,
  feeBps: 600,
  minAmount: usdt(1_000_000n),
  maxCost: usdt(2_000_000_000n),
};
const bought = (part: Partial<RoundTicket>): RoundTicket => ({ ...NEW_TICKET, ...part });
const tens = { by: 'shares', text: '10' } as const;

describe('the cost of a ticket', () => {
  it.each<[string, RoundTicket, bigint]>([
    // 10 at 0.50, and 0.06 x 10 x 0.25: it rests, but the price may come to it while it travels.
    [
      'a limit order, with the fee though it would rest',
      bought({ kind: 'limit', price: '50', size: tens }),
      5_150_000n,
    ],
    ['post only, without', bought({ kind: 'limit', price: '50', size: tens, postOnly: 'on' }), 5_000_000n],
    [
      'post only is nothing to what never rests',
      bought({ kind: 'limit', price: '57', size: tens, postOnly: 'on', life: 'FAK' }),
      5_847_060n,
    ],
    // 10 at 0.59, two cents past the one it meets, and 0.06 x 10 x 0.59 x 0.41.
    ['a market order by shares, at its worst price', bought({ size: tens }), 6_045_140n],
    ['a market order by money, all of it', bought({ size: { by: 'money', text: '300' } }), 300_000_000n],
  ])('is what the server asks for: %s', (_name, ticket, worst) => {
    expect(roundProblem(ticket, { ...SCENE, cash: usdt(worst) })).toBeNull();
    expect(roundProblem(ticket, { ...SCENE, cash: usdt(worst - 1n) })).toBe('noBalance');
    expect(roundProblem(ticket, { ...SCENE, maxCost: usdt(worst) })).toBeNull();
    expect(roundProblem(ticket, { ...SCENE, maxCost: usdt(worst - 1n) })).toBe('tooMuch');
    const read = readTerms(orderOf(ticket, SCENE, { marketId: 'm', now: 0 }));
    expect(read.ok && worstCostOf('BUY', read.terms)).toBe(worst);
  });

  it('is told where the ticket shows less than there is', () => {
    const ticket = bought({ size: tens });
    const { cost, fee } = figuresOf(ticket, SCENE);
    expect(cashAsked(ticket, { ...SCENE, cash: add(cost, fee) })).toBe(6_045_140n);
    expect(cashAsked(ticket, { ...SCENE, cash: subtract(add(cost, fee), usdt(1n)) })).toBeNull();
    expect(cashAsked(ticket, SCENE)).toBeNull();
  });

  it('is nothing of a sale', () => {
    const sale = bought({ side: 'SELL', size: tens });
    expect(roundProblem(sale, { ...SCENE, cash: usdt(0n) })).toBeNull();
  });
});

describe('what an order asks for', () => {
  const ticket = fc.record<RoundTicket>({
    outcome: fc.constant('UP'),
    side: fc.constantFrom('BUY', 'SELL'),
    kind: fc.constantFrom('market', 'limit'),
    price: fc
      .integer({ min: 1, max: 999 })
      .filter(isPrice)
      .map((price) => String(price / 10)),
    size: fc.record({ by: fc.constantFrom('money', 'shares'), text: fc.integer({ min: 1, max: 400 }).map(String) }),
    life: fc.constantFrom('GTC', 'GTD', 'FAK', 'FOK'),
    goodForSec: fc.constant(60),
    until: fc.constant(null),
    postOnly: fc.constantFrom('on', 'off'),
  });

  it('reads back from what is sent', () => {
    fc.assert(
      fc.property(ticket, (one) => {
        const needs = needsOf(one, figuresOf(one, SCENE));
        expect(needsOfBody(orderOf(one, SCENE, { marketId: 'm', now: 0 }))).toEqual(needs);
      }),
    );
  });

  it('costs at least what the ticket shows', () => {
    fc.assert(
      fc.property(ticket, (one) => {
        const figures = figuresOf(one, SCENE);
        const worst = worstCost(needsOf(one, figures), SCENE.feeBps);
        expect(one.side === 'SELL' || worst >= figures.cost).toBe(true);
      }),
    );
  });
});
