import type { OrderWire, PlacedOrderWire } from '#protocol/exchange.ts';
import { rests } from '../own/own-rows.ts';
import { ticketOf } from './amending.ts';
import { changedTicket, NEW_TICKET, type RoundTicket } from './round-ticket.ts';

interface Words extends Omit<RoundTicket, 'size'> {
  /** Null: the size is money, which is the quick ticket's. */
  readonly shares: string | null;
  /** The round that the price was said of; null: of none yet. */
  readonly priceOf: string | null;
}

/** What the ticket says, and the order that is amended with what the ticket said before. */
export interface KeptTicket {
  readonly words: Words;
  readonly amended: { readonly order: OrderWire; readonly before: Words } | null;
}

/** What is kept elsewhere: the money of the quick ticket, and which round is chosen. */
export interface Around {
  readonly amount: string;
  readonly marketId: string | null;
}

/** What an order was sent by: the ticket, the undo of a cancel, or the change of the order named. */
export type Sender = 'ticket' | 'undo' | { readonly replaces: string };

export const NEW_KEPT: KeptTicket = { words: { ...NEW_TICKET, shares: null, priceOf: null }, amended: null };

/** The ticket as it is shown. A price is said of one round: of another it is none. */
export function shownTicket({ words }: KeptTicket, { amount, marketId }: Around): RoundTicket {
  const { shares, priceOf, ...rest } = words;
  const price = priceOf === null || priceOf === marketId ? rest.price : '';
  return { ...rest, price, size: shares === null ? { by: 'money', text: amount } : { by: 'shares', text: shares } };
}

/** The ticket after the person changed it. Its money is kept by the quick ticket. */
export function withTicket(was: KeptTicket, next: RoundTicket, around: Around): KeptTicket {
  const isSamePrice = next.price === shownTicket(was, around).price;
  return { ...was, words: wordsOf(next, isSamePrice ? was.words.priceOf : around.marketId) };
}

function wordsOf({ size, ...rest }: RoundTicket, priceOf: string | null): Words {
  return { ...rest, shares: size.by === 'shares' ? size.text : null, priceOf };
}

/** The order's own words, in the round where it rests. */
export function amending(was: KeptTicket, order: OrderWire, around: Around): KeptTicket {
  const ticket = { ...shownTicket(was, around), ...ticketOf(order) };
  return {
    words: wordsOf(ticket, order.market.marketId),
    amended: { order, before: was.amended?.before ?? was.words },
  };
}

/** The ticket is again what it was before an order was amended. `id`: of the order, where another may be amended by now. */
export function endAmending(was: KeptTicket, id = was.amended?.order.id): KeptTicket {
  if (was.amended === null || was.amended.order.id !== id) return was;
  return { words: was.amended.before, amended: null };
}

/** What was sold is sold: the next order buys. The words of an order that is amended stay. */
export function leaveSale(was: KeptTicket, { marketId }: Pick<Around, 'marketId'>): KeptTicket {
  const { words, amended } = was;
  const sale = amended === null ? words : amended.before;
  if (sale.side === 'BUY') return was;
  const next = changedTicket({ ...sale, size: { by: 'money', text: '' } }, { side: 'BUY' });
  const bought = wordsOf(next, marketId);
  return amended === null ? { words: bought, amended } : { words, amended: { ...amended, before: bought } };
}

/** Which of these the ticket does when an order of its own was accepted; null: it stays as it is. */
export function turnOf(
  sender: Sender,
  order: Pick<PlacedOrderWire, 'side'>,
  { marketId }: Pick<Around, 'marketId'>,
): ((was: KeptTicket) => KeptTicket) | null {
  if (sender === 'undo') return null;
  if (sender !== 'ticket') return (was) => endAmending(was, sender.replaces);
  return order.side === 'SELL' ? (was) => leaveSale(was, { marketId }) : null;
}

/**
 * An order is amended no more once it was cancelled or ended by itself, or is in no list any more (`ended`), or where the person chose another
 * round than its own (`left`). One that was filled is told of when its change is sent.
 */
export function endOfAmending(
  order: OrderWire,
  at: {
    /** A change is on its way: its answer says what becomes of the order. */
    readonly isBusy: boolean;
    readonly isListed: boolean;
    /** Null: none is chosen, or the rounds are not known yet. */
    readonly marketId: string | null;
  },
): 'ended' | 'left' | null {
  if (at.isBusy) return null;
  if (!at.isListed || (!rests(order) && order.status !== 'FILLED')) return 'ended';
  return at.marketId !== null && at.marketId !== order.market.marketId ? 'left' : null;
}

/** What can be sold of a ticket's outcome. */
export interface Sellable extends Pick<RoundTicket, 'outcome' | 'side'> {
  /** Lots that no order sells. */
  readonly free: number;
}

/** A sale whose shares are gone is over: they were sold elsewhere, or paid with their round. */
export function isSaleOver(was: Pick<Sellable, 'outcome' | 'free'>, now: Sellable): boolean {
  return now.side === 'SELL' && now.free === 0 && was.free > 0 && was.outcome === now.outcome;
}
