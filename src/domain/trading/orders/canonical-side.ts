import type { OutcomeNo } from './market.ts';
import type { OrderSide, CanonicalSide } from './order.ts';
import { WHOLE } from './share-money.ts';

/** Buying the first outcome, or selling the second, is a bid; the reverse an ask (docs/rules/exchange.md#sides). */
export function canonicalSide(said: { readonly outcome: OutcomeNo; readonly side: OrderSide }): CanonicalSide {
  return (said.side === 'BUY') === (said.outcome === 0) ? 'bid' : 'ask';
}

/** A price of one outcome as one of the first, and back: thousandths. */
export function priceOfFirst(outcome: OutcomeNo, price: number): number {
  return outcome === 0 ? price : WHOLE - price;
}

export function facing(side: CanonicalSide): CanonicalSide {
  return side === 'bid' ? 'ask' : 'bid';
}

/** Does a taker of this side and limit take `price`? All of the first outcome. */
export function takes(taker: { readonly side: CanonicalSide; readonly limit: number }, price: number): boolean {
  return taker.side === 'bid' ? price <= taker.limit : price >= taker.limit;
}
