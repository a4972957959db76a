import { HOUSE } from '../contract.ts';
import type { Draft } from '../draft.ts';
import { scaleToWhole } from '../linked.ts';
import type { Market } from '../market.ts';
import { WHOLE } from '../share-money.ts';

/**
 * What a YES of each outcome counts for when sets are made or taken back, thousandths that sum to 1,000: the middles of the books. They decide
 * what is booked as cost and gain of each book, never what is paid. Books without any price share what the others leave.
 */
export function fairPrices(draft: Draft, markets: readonly Market[]): readonly number[] {
  const middles = markets.map((market) => twiceMiddle(draft, market));
  const known = middles.reduce<number>((sum, middle) => sum + (middle ?? 0), 0);
  const without = middles.filter((middle) => middle === null).length;
  const rest = without === 0 ? 0 : Math.floor(Math.max(0, 2 * WHOLE - known) / without);
  return scaleToWhole(middles.map((middle) => middle ?? rest));
}

/** Best bid and best ask together, of orders and of the house maker; null: there is neither. */
function twiceMiddle(draft: Draft, market: Market): number | null {
  const { id, realm } = market;
  const book = draft.state.markets.get(id)?.book;
  const quotes = draft.moment.quotesOf(market, draft.position({ marketId: id, realm, userId: HOUSE }));
  const on = (side: 'bid' | 'ask') => quotes.filter((quote) => quote.side === side).map(({ price }) => price);
  const bid = Math.max(book?.best('bid') ?? 0, ...on('bid'));
  const ask = Math.min(book?.best('ask') ?? WHOLE, ...on('ask'));
  if (bid === 0 && ask === WHOLE) return null;
  if (bid === 0 || ask === WHOLE) return 2 * (bid === 0 ? ask : bid);
  return bid + ask;
}
