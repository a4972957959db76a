import { describe, expect, it } from 'vitest';
import type { OrderWire } from '#protocol/exchange.ts';
import {
  amending,
  endAmending,
  endOfAmending,
  isSaleOver,
  leaveSale,
  NEW_KEPT,
  shownTicket,
  turnOf,
  withTicket,
  type Sender,
} from './kept-ticket.ts';

const resting = (id: string, part: Partial<OrderWire> = {}): OrderWire =>
  ({
    id,
    status: 'OPEN',
    outcome: 'DOWN',
    side: 'SELL',
    price: 0.38,
    remaining: 12.5,
    postOnly: false,
    expiresAt: null,
    market: { marketId: 'four-hours' },
    ...part,
  }) as OrderWire;
const around = { amount: '25', marketId: 'four-hours' };
const ticket = shownTicket(NEW_KEPT, around);
/** A buy of Up at 62 cents, said of the round of four hours. */
const typed = withTicket(NEW_KEPT, { ...ticket, kind: 'limit', price: '62' }, around);
/** A sale of 30 shares. */
const sale = withTicket(NEW_KEPT, { ...ticket, side: 'SELL', size: { by: 'shares', text: '30' } }, around);

describe('the price of a ticket', () => {
  it('is said of one round, and is there again with it', () => {
    expect(shownTicket(typed, around).price).toBe('62');
    expect(shownTicket(typed, { ...around, marketId: 'one-hour' }).price).toBe('');
    const elsewhere = { ...around, marketId: 'one-hour' };
    const again = withTicket(typed, { ...shownTicket(typed, elsewhere), outcome: 'DOWN' }, elsewhere);
    expect(shownTicket(again, elsewhere).price).toBe('');
  });
});

describe('a ticket that amends an order', () => {
  const amended = amending(typed, resting('a'), around);

  it('says the order, and afterwards what it said before', () => {
    expect(shownTicket(amended, around)).toMatchObject({
      outcome: 'DOWN',
      side: 'SELL',
      kind: 'limit',
      price: '38',
      size: { by: 'shares', text: '12.5' },
    });
    expect(endAmending(amended)).toEqual(typed);
    expect(endAmending(amending(amended, resting('b'), around))).toEqual(typed);
  });

  it('is ended by its own order alone, not by the late answer about one that was amended before', () => {
    expect(endAmending(amended, 'a')).toEqual(typed);
    expect(endAmending(amended, 'b')).toBe(amended);
    expect(endAmending(typed)).toBe(typed);
  });

  it('keeps its words where a sale sent before is accepted meanwhile: that one is left afterwards', () => {
    const over = endAmending(leaveSale(amending(sale, resting('a'), around), around));
    expect(shownTicket(leaveSale(amending(sale, resting('a'), around), around), around).side).toBe('SELL');
    expect(shownTicket(over, around)).toMatchObject({ side: 'BUY', size: { by: 'money', text: '25' } });
  });
});

describe('amending is over', () => {
  const open = { isBusy: false, isListed: true, marketId: 'four-hours' };
  it.each([
    ['not while it rests in the round chosen', {}, {}, null],
    ['not while the rounds are read', {}, { marketId: null }, null],
    ['where the person chose another round', {}, { marketId: 'one-hour' }, 'left'],
    ['not before its change is answered', {}, { isBusy: true, marketId: 'one-hour' }, null],
    ['once it is in no list', {}, { isListed: false }, 'ended'],
    ['once it was cancelled', { status: 'CANCELLED' }, {}, 'ended'],
    ['once it ended with its round', { status: 'CANCELLED' }, { marketId: 'one-hour' }, 'ended'],
    ['not where it was filled: the change says so', { status: 'FILLED' }, {}, null],
  ] as const)('%s', (...[, order, at, end]) => {
    expect(endOfAmending(resting('a', order), { ...open, ...at })).toBe(end);
  });
});

describe('a ticket whose order was accepted', () => {
  const after = (sender: Sender, side: 'BUY' | 'SELL', was = sale) => turnOf(sender, { side }, around)?.(was) ?? was;

  it('buys after its own sale, by the money of the quick ticket and at no price', () => {
    const left = shownTicket(after('ticket', 'SELL'), around);
    expect(left).toMatchObject({ side: 'BUY', price: '', size: { by: 'money', text: '25' } });
  });

  it('stays as it is after a buy, and after the undo of a cancel', () => {
    expect(turnOf('ticket', { side: 'BUY' }, around)).toBeNull();
    expect(turnOf('undo', { side: 'SELL' }, around)).toBeNull();
  });

  it('ends the amending of the order that was replaced, and of no other', () => {
    const amended = amending(sale, resting('a'), around);
    expect(after({ replaces: 'a' }, 'SELL', amended)).toEqual(sale);
    expect(after({ replaces: 'b' }, 'SELL', amended)).toBe(amended);
  });
});

it('ends a sale with the last share that could be sold of its outcome', () => {
  const held = { outcome: 'UP', free: 500 } as const;
  expect(isSaleOver(held, { outcome: 'UP', side: 'SELL', free: 0 })).toBe(true);
  expect(isSaleOver(held, { outcome: 'UP', side: 'SELL', free: 1 })).toBe(false);
  expect(isSaleOver(held, { outcome: 'UP', side: 'BUY', free: 0 })).toBe(false);
  // Nothing of the other outcome was held, and nothing is: whoever presses Sell then is told so.
  expect(isSaleOver(held, { outcome: 'DOWN', side: 'SELL', free: 0 })).toBe(false);
  expect(isSaleOver({ ...held, free: 0 }, { outcome: 'UP', side: 'SELL', free: 0 })).toBe(false);
});
