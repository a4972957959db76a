import { expect, it } from 'vitest';
import { toDecimal } from '#domain/money.ts';
import type { PositionWire } from '#protocol/exchange.ts';
import { CUP } from '#tests/event-wire.ts';
import { profitOverTime, totalsOf, valueOf } from './portfolio.ts';

const [book] = CUP.markets;
const position = (changes: Partial<PositionWire>, endsAt = '2026-03-02T12:00:00.000Z') =>
  ({
    outcome: 'YES',
    shares: 10,
    costStr: '4.00',
    profitStr: null,
    ...changes,
    market: { marketId: 'b1', kind: 'event', endsAt },
  }) as PositionWire;
const markets = new Map([['b1', book!]]);
const text = (amount: Parameters<typeof toDecimal>[0] | null) => (amount === null ? null : toDecimal(amount, 2));

it('values a share of either outcome at what somebody pays for it', () => {
  // 0.47 is bid for YES and 0.49 asked: for NO that is a bid of 0.51.
  expect(text(valueOf(position({}), markets))).toBe('4.70');
  expect(text(valueOf(position({ outcome: 'NO' }), markets))).toBe('5.10');
  const alone = { ...book!, prices: { ...book!.prices, ask: null } };
  expect(valueOf(position({ outcome: 'NO' }), new Map([['b1', alone]]))).toBeNull();
});

it('sums what its rows show, and leaves out of the profit what nobody bids for', () => {
  const held = [position({}), position({ outcome: 'NO', costStr: '6.00' })];
  const ended = [position({ profitStr: '2.50' }), position({ profitStr: '-1.25' })];
  const priced = totalsOf(held, ended, markets);
  expect([priced.value, priced.cost, priced.open, priced.ended].map(text)).toEqual(['9.80', '10.00', '-0.20', '1.25']);
  const unknown = totalsOf(held, ended, new Map());
  expect([text(unknown.value), text(unknown.open), unknown.unpriced]).toEqual(['0.00', '0.00', 2]);
});

it('tells the profit after each market that ended, in the order of their ends', () => {
  const ended = [
    position({ profitStr: '2.50' }, '2026-03-03T12:00:00.000Z'),
    position({ profitStr: '-1.00' }, '2026-03-01T12:00:00.000Z'),
  ];
  const now = Date.parse('2026-03-02T12:00:00.000Z');
  const told = profitOverTime(ended, now);
  expect(told.map(({ sum }) => text(sum))).toEqual(['0.00', '-1.00', '1.50']);
  // Its cut-off is tomorrow: it ended before.
  expect(told.at(-1)?.at).toBe(now);
  expect(profitOverTime([], now)).toEqual([]);
});
