import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketStatus } from './market.ts';
import { ENDS_ORDERS, MARKET_EVENTS, marketAfter, marketDue, NEXT_MARKET } from './market-life.ts';
import type { OrderEnd, OrderStatus } from './order.ts';
import { clockEnd, NEXT_ORDER, ORDER_EVENTS, orderAfter, orderEnded, rests } from './order-life.ts';

const MARKETS = Object.keys(NEXT_MARKET) as MarketStatus[];
const ORDERS = Object.keys(NEXT_ORDER) as OrderStatus[];

describe('the life of a market', () => {
  it('never leaves the table, and has two ends', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MARKET_EVENTS), { maxLength: 40 }), (events) => {
        let status: MarketStatus = 'SCHEDULED';
        for (const event of events) {
          const next = marketAfter(status, event);
          if (next === null) continue;
          expect(MARKETS).toContain(next);
          expect(['SETTLED', 'VOIDED']).not.toContain(status);
          status = next;
        }
      }),
    );
    expect(MARKETS.filter((status) => Object.keys(NEXT_MARKET[status]).length === 0)).toEqual(['SETTLED', 'VOIDED']);
  });

  it('can be voided from any status before its end, and settled only once it has ended', () => {
    for (const status of MARKETS) {
      expect(marketAfter(status, 'void')).toBe(['SETTLED', 'VOIDED'].includes(status) ? null : 'VOIDED');
      expect(marketAfter(status, 'settle')).toBe(status === 'ENDED' ? 'SETTLED' : null);
    }
  });

  it('takes orders in one status only, which a pause leaves and a resume comes back to', () => {
    expect(marketAfter('OPEN', 'pause')).toBe('PAUSED');
    expect(marketAfter('PAUSED', 'resume')).toBe('OPEN');
    expect(marketAfter('CUT_OFF', 'resume')).toBeNull();
  });

  it('ends what rests at a pause, when rules are clarified, at the cut-off and when it is voided', () => {
    const ending = MARKET_EVENTS.filter((event) => ENDS_ORDERS[event] !== null);
    expect(ending).toEqual(['pause', 'clarify', 'cut_off', 'void']);
  });

  it.each([
    ['SCHEDULED', 9, null],
    ['SCHEDULED', 10, 'open'],
    ['OPEN', 19, null],
    ['OPEN', 20, 'cut_off'],
    ['PAUSED', 20, 'cut_off'],
    ['CUT_OFF', 29, null],
    ['CUT_OFF', 30, 'end'],
    ['ENDED', 99, null],
    ['SETTLED', 99, null],
  ] as const)('%s at %i: the clock asks for %s', (status, now, event) => {
    expect(marketDue({ status, opensAt: 10, cutOffAt: 20, endsAt: 30 }, now)).toBe(event);
  });
});

describe('the life of an order', () => {
  it('goes on only while it rests', () => {
    expect(ORDERS.filter((status) => rests(status))).toEqual(['OPEN', 'PARTLY_FILLED']);
    const pairs = ORDERS.flatMap((status) => ORDER_EVENTS.map((event) => ({ status, event })));
    for (const { status, event } of pairs.filter((pair) => rests(pair.status))) {
      expect(ORDERS).toContain(orderAfter(status, event));
    }
    for (const { status, event } of pairs.filter((pair) => !rests(pair.status))) {
      expect(() => orderAfter(status, event)).toThrow(`an order that is ${status} cannot ${event}`);
    }
  });

  it.each([
    [5, 4, null],
    [5, 5, { end: 'time', at: 5 }],
    [5, 30, { end: 'time', at: 5 }],
    [null, 9, null],
    [null, 30, { end: 'cut_off', at: 10 }],
    [10, 10, { end: 'cut_off', at: 10 }],
  ])('with the time %s, and a cut-off at 10, has by %i been ended by the clock: %j', (expiresAt, now, end) => {
    expect(clockEnd({ expiresAt }, { cutOffAt: 10 }, now)).toEqual(end);
  });

  it('is cancelled by its owner and by their other orders, and expires by the clock and the market', () => {
    const statusOf = (ends: readonly OrderEnd[]) => [...new Set(ends.map((end) => orderEnded('OPEN', end)))];
    expect(statusOf(['user', 'self_trade', 'netted', 'rest'])).toEqual(['CANCELLED']);
    expect(statusOf(['time', 'cut_off', 'pause', 'rules'])).toEqual(['EXPIRED']);
  });
});
