import type { BookWire, OrderWire } from '#protocol/exchange.ts';
import { lotsOf, milliOf, otherSide } from './ticket/share-math.ts';

/** What a share is of: in a round, or in the market of an event. The first of both is the one whose book is kept. */
export type RoundOutcome = 'UP' | 'DOWN';
export type EventOutcome = 'YES' | 'NO';
export type Outcome = RoundOutcome | EventOutcome;

/** Is the book kept in prices of this outcome? */
export function isFirst(outcome: Outcome): boolean {
  return outcome === 'UP' || outcome === 'YES';
}

export interface Level {
  /** Milli, of the outcome of the view. */
  readonly price: number;
  readonly lots: number;
}

/** A book as one outcome sees it; best prices first. */
export interface BookSide {
  /** Who buys now meets these: lowest first. */
  readonly sellers: readonly Level[];
  /** Who sells now meets these: highest first. */
  readonly buyers: readonly Level[];
}

export interface BookRow extends Level {
  /** All shares up to here, best price first. */
  readonly upTo: number;
  /** `upTo` as a share of the deepest row shown, 0 to 1. */
  readonly depth: number;
  /** Own lots, inside `lots`. */
  readonly yours: number;
}

export interface BookView {
  readonly sellers: readonly BookRow[];
  readonly buyers: readonly BookRow[];
  /** Between the best prices, in milli; may end in a half. null while a side is empty. */
  readonly middle: number | null;
  readonly spread: number | null;
}

/** Is it an outcome of a round? */
export function ofRound(outcome: Outcome): boolean {
  return outcome === 'UP' || outcome === 'DOWN';
}

/** The book of the first outcome, turned to the outcome chosen: the other one at q is the first at 1 - q on the other side. */
export function bookOf(book: Pick<BookWire, 'bids' | 'asks'>, outcome: Outcome): BookSide {
  const levels = (side: BookWire['bids'], turn: (price: number) => number): readonly Level[] =>
    side.map((level) => ({ price: turn(milliOf(level.price)), lots: lotsOf(level.shares) }));
  const same = (price: number) => price;
  return isFirst(outcome)
    ? { sellers: levels(book.asks, same), buyers: levels(book.bids, same) }
    : { sellers: levels(book.bids, otherSide), buyers: levels(book.asks, otherSide) };
}

/**
 * The book that the owner of these orders would meet: own resting ones are cancelled, not met. Orders and book come on two ways, so that a
 * level may hold less than is known of them for a moment.
 */
export function withoutOwn(
  book: BookSide,
  own: { readonly orders: readonly OrderWire[]; readonly outcome: Outcome },
): BookSide {
  const places = own.orders.map((order) => ({ ...placeOf(order, own.outcome), lots: lotsOf(order.remaining) }));
  const others = (side: 'sellers' | 'buyers') =>
    book[side].flatMap((level) => {
      const yours = places.reduce(
        (sum, one) => (one.side === side && one.price === level.price ? sum + one.lots : sum),
        0,
      );
      return level.lots > yours ? [{ ...level, lots: level.lots - yours }] : [];
    });
  return { sellers: others('sellers'), buyers: others('buyers') };
}

/** On which side and at which price of a view an own order rests. */
function placeOf(order: OrderWire, outcome: Outcome): { readonly side: 'sellers' | 'buyers'; readonly price: number } {
  const same = order.outcome === outcome;
  const price = milliOf(order.price);
  const buys = (order.side === 'BUY') === same;
  return { side: buys ? 'buyers' : 'sellers', price: same ? price : otherSide(price) };
}

/** The rows to draw: `rows` a side, with depth up to each and own shares on it. */
export function viewOf(
  book: BookSide,
  own: { readonly orders: readonly OrderWire[]; readonly outcome: Outcome },
  rows: number,
): BookView {
  const places = own.orders.map((order) => ({ ...placeOf(order, own.outcome), lots: lotsOf(order.remaining) }));
  const yours = (side: 'sellers' | 'buyers', price: number) =>
    places.reduce((sum, one) => (one.side === side && one.price === price ? sum + one.lots : sum), 0);
  const summed = (side: 'sellers' | 'buyers') => {
    let upTo = 0;
    return book[side].slice(0, rows).map((level) => {
      upTo += level.lots;
      return { ...level, upTo, yours: Math.min(level.lots, yours(side, level.price)) };
    });
  };
  const sellers = summed('sellers');
  const buyers = summed('buyers');
  const deepest = Math.max(1, sellers.at(-1)?.upTo ?? 0, buyers.at(-1)?.upTo ?? 0);
  const withDepth = (list: typeof sellers): readonly BookRow[] =>
    list.map((row) => ({ ...row, depth: row.upTo / deepest }));
  const ask = book.sellers[0]?.price;
  const bid = book.buyers[0]?.price;
  const both = ask !== undefined && bid !== undefined;
  return {
    sellers: withDepth(sellers),
    buyers: withDepth(buyers),
    middle: both ? (ask + bid) / 2 : null,
    spread: both ? ask - bid : null,
  };
}
