import { subtract } from '../../money.ts';
import { HOUSE } from './contract.ts';
import { countersOf } from './counters.ts';
import type { Counter } from './counters.ts';
import type { Draft } from './draft.ts';
import { endOrder } from './ends.ts';
import { fillWith } from './fills.ts';
import type { Market } from './market.ts';
import type { Order } from './order.ts';
import { costOf, mostLots } from './share-money.ts';
import { priceOfFirst, canonicalSide } from './canonical-side.ts';

/** A taker's order after matching, not yet rested. `whole`: all that it asked for was filled. */
export interface Matched {
  readonly order: Order;
  readonly whole: boolean;
}

/**
 * Matches an order against the book by price and time, and ends orders in its way that are its owner's own or whose time is over. 'met': a post-only order would
 * meet somebody; the draft is then to be thrown away.
 */
export function matchOrder(draft: Draft, market: Market, placed: Order): Matched | 'met' {
  const taker = { side: canonicalSide(placed), limit: priceOfFirst(placed.outcome, placed.price) };
  let order = placed;
  for (const counter of countersOf(draft, market, taker)) {
    if (leftOf(order) === 0) break;
    const end = endInTheWay(counter, order, draft.moment.now);
    if (end !== null && 'order' in counter) {
      endOrder(draft, counter.order, end);
      continue;
    }
    const there = lotsOf(draft, market, counter);
    if (there === 0) continue;
    if (order.postOnly) return 'met';
    const most = mostOf(order, { market, price: counter.price });
    const lots = Math.min(there, most);
    if (lots > 0) order = fillWith(draft, order, { counter, lots });
    // Money that does not buy all of this price does not go on to a worse one.
    if (order.amount !== null && lots < there) return { order, whole: true };
  }
  return { order, whole: isWhole(order, market) };
}

/** Why a resting order ends when a taker comes to it: its time is over, though no timer has come yet, or it is the taker's own. */
function endInTheWay(counter: Counter, taker: Order, now: number): 'time' | 'self_trade' | null {
  if (!('order' in counter)) return null;
  const { expiresAt, userId } = counter.order;
  if (expiresAt !== null && expiresAt <= now) return 'time';
  return userId === taker.userId ? 'self_trade' : null;
}

/** Lots still asked for; null: a buy by amount, whose money says so. */
function leftOf(order: Order): number | null {
  return order.lots === null ? null : order.lots - order.filled;
}

/** The most lots that the order takes at a price of the first outcome. */
function mostOf(order: Order, at: { readonly market: Market; readonly price: number }): number {
  if (order.amount === null) return leftOf(order) ?? 0;
  const left = subtract(subtract(order.amount, order.turnover), order.fee);
  return mostLots(left, priceOfFirst(order.outcome, at.price), at.market.feeBps);
}

/** A quote counts as far as the house maker's cash covers it. */
function lotsOf(draft: Draft, market: Market, counter: Counter): number {
  if ('order' in counter) return counter.order.resting;
  const { side, price, lots } = counter.quote;
  const lot = costOf(priceOfFirst(side === 'bid' ? 0 : 1, price), 1);
  return Math.min(lots, Number(draft.cashOf(HOUSE, market.realm) / lot));
}

function isWhole(order: Order, market: Market): boolean {
  if (order.amount === null) return leftOf(order) === 0;
  return mostOf(order, { market, price: priceOfFirst(order.outcome, order.price) }) === 0;
}
