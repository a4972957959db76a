import { SHARE_PRICES } from '../book/price-scale.ts';
import { HOUSE } from './contract.ts';
import type { Quote } from './contract.ts';
import type { Draft } from './draft.ts';
import type { Market } from './market.ts';
import type { Order, CanonicalSide } from './order.ts';
import { rests } from './order-life.ts';
import { facing, takes } from './canonical-side.ts';

/** Somebody whom a taker can meet: a resting order, or a quote of the house maker. Price of the first outcome. */
export type Counter =
  | { readonly order: Order; readonly price: number }
  /** `leaves`: no quote of the maker, but what the house takes from who leaves. */
  | { readonly quote: Quote; readonly price: number; readonly leaves?: true };

/**
 * The house maker's quotes of a side as they stand in the book, best first. Post only: what would meet a resting order, or a quote of the
 * other side, is left out.
 */
function quotesOn(draft: Draft, market: Market, side: CanonicalSide): readonly Quote[] {
  const house = draft.position({ marketId: market.id, realm: market.realm, userId: HOUSE });
  const all = draft.moment
    .quotesOf(market, house)
    .filter(({ price, lots }) => lots > 0 && SHARE_PRICES.levelOf(price) >= 0);
  const resting = draft.state.markets.get(market.id)?.book.best(facing(side)) ?? null;
  const others = all.filter((quote) => quote.side !== side).map(({ price }) => price);
  if (resting !== null) others.push(resting);
  const apart = (price: number) => others.every((other) => (side === 'bid' ? price < other : price > other));
  const order = side === 'bid' ? -1 : 1;
  return all
    .filter((quote) => quote.side === side && apart(quote.price))
    .toSorted((a, b) => order * (a.price - b.price));
}

/** Whom a taker meets, in the order of matching; the house maker stands behind the resting orders of its price. */
export function* countersOf(
  draft: Draft,
  market: Market,
  taker: { readonly side: CanonicalSide; readonly limit: number },
): Generator<Counter> {
  const side = facing(taker.side);
  const quotes = quotesOn(draft, market, side).filter(({ price }) => takes(taker, price));
  let next = 0;
  for (const resting of restingOn(draft, market, side)) {
    if (!takes(taker, resting.price)) break;
    for (
      let quote = quotes[next];
      quote !== undefined && isBetter(side, quote.price, resting.price);
      quote = quotes[next]
    ) {
      next += 1;
      yield { quote, price: quote.price };
    }
    const order = draft.order(resting.orderId);
    // It may have ended or shrunk since, by sets that netted.
    if (order !== null && rests(order.status)) yield { order, price: resting.price };
  }
  for (const quote of quotes.slice(next)) yield { quote, price: quote.price };
}

function* restingOn(
  draft: Draft,
  market: Market,
  side: CanonicalSide,
): Generator<{ readonly orderId: string; readonly price: number }> {
  const live = draft.state.markets.get(market.id);
  if (live === undefined) return;
  for (const { handle, price } of live.book.orders(side)) {
    const orderId = live.resting.get(handle);
    if (orderId === undefined) throw new Error(`nobody knows the resting order ${handle} of ${market.id}`);
    yield { orderId, price };
  }
}

function isBetter(side: CanonicalSide, price: number, than: number): boolean {
  return side === 'bid' ? price > than : price < than;
}
