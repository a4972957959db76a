import type { Usdt } from '#domain/money.ts';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import { bookOf, withoutOwn } from '../book-view.ts';
import { saleOf } from '../ticket/round-ticket.ts';
import { lotsOf } from '../ticket/share-math.ts';
import { useBook } from '../use-book.ts';
import { useTerms } from '../ticket/use-terms.ts';
import { outcomeOf } from '../words.ts';

/**
 * What selling all of a position brings at its book as it stands, 10^-6; null where the book does not take all of it, or is not there yet.
 * `resting`: own orders, which a sale would not meet.
 */
export function useSaleQuote(position: PositionWire, resting: readonly OrderWire[]): Usdt | null {
  const marketId = position.free <= 0 ? null : position.market.marketId;
  const book = useBook(marketId);
  const terms = useTerms(marketId);
  if (book === null || terms === null) return null;
  const outcome = outcomeOf(position.outcome);
  const orders = resting.filter((order) => order.market.marketId === marketId);
  return saleOf(lotsOf(position.free), withoutOwn(bookOf(book, outcome), { orders, outcome }), terms.feeBps);
}
