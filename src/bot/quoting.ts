import { SHARE_PRICES } from '#domain/trading/book/price-scale.ts';
import type { BookWire } from '#protocol/exchange.ts';

/** An own order as the example keeps it. Prices in thousandths of the first outcome. */
export interface Quote {
  /** bid: buys the first outcome. ask: buys the other one at 1 - price, which is selling the first. */
  readonly side: 'bid' | 'ask';
  readonly price: number;
}

export interface Style {
  /** Thousandths from the middle at least. */
  readonly edge: number;
  /** Shares of a quote. */
  readonly shares: number;
  /** Lean against what is held: thousandths a share. */
  readonly lean: number;
}

/**
 * The middle of a book without the own orders, thousandths; null where a side is empty. `own`: shares of ours by side and price.
 */
export function middleOf(book: BookWire, own: ReadonlyMap<string, number>): number | null {
  const best = (side: Quote['side'], levels: BookWire['bids']): number | null => {
    const level = levels.find(({ price, shares }) => {
      const milli = Math.round(price * 1_000);
      return shares - (own.get(`${side} ${milli}`) ?? 0) > 0.005;
    });
    return level === undefined ? null : Math.round(level.price * 1_000);
  };
  const [bid, ask] = [best('bid', book.bids), best('ask', book.asks)];
  return bid === null || ask === null ? null : (bid + ask) / 2;
}

/**
 * One quote on each side of the middle, `edge` away, moved against the position (`held`: shares, + of the first outcome) and rounded away
 * from the middle to a price that the book has. Sides whose price leaves the book are left out.
 */
export function quotesAround(middle: number, held: number, { edge, lean }: Style): readonly Quote[] {
  const centre = middle - held * lean;
  const quotes: Quote[] = [];
  const bid = stepDown(Math.floor(centre - edge));
  const ask = stepUp(Math.ceil(centre + edge));
  if (bid !== null) quotes.push({ side: 'bid', price: bid });
  if (ask !== null && ask !== bid) quotes.push({ side: 'ask', price: ask });
  return quotes;
}

/** The highest price of the book at or below; null: below the lowest. */
function stepDown(price: number): number | null {
  for (let milli = Math.min(price, 999); milli >= 1; milli -= 1) if (SHARE_PRICES.levelOf(milli) >= 0) return milli;
  return null;
}

/** The lowest price of the book at or above; null: above the highest. */
function stepUp(price: number): number | null {
  for (let milli = Math.max(price, 1); milli <= 999; milli += 1) if (SHARE_PRICES.levelOf(milli) >= 0) return milli;
  return null;
}
