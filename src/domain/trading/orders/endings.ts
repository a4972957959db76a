import type { Realm } from '../../realm.ts';
import type { Refusal } from '../../refusals.ts';
import type { Draft } from './draft.ts';
import { endOrder, ownResting } from './ends.ts';
import type { MarketEvent } from './market.ts';
import { ENDS_ORDERS, marketAfter } from './market-life.ts';
import type { Order, OrderEnd } from './order.ts';
import { rests } from './order-life.ts';
import type { LiveMarket } from './state.ts';

/** Cancels one own order. One that does not rest (any more) is not found here: whoever keeps the tables answers it as it is. */
export function cancelOrder(
  draft: Draft,
  asked: { readonly realm: Realm; readonly userId: string; readonly orderId: string },
): Order | Refusal {
  const order = draft.order(asked.orderId);
  if (order === null || order.userId !== asked.userId || order.realm !== asked.realm) return { code: 'NotFound' };
  return endOrder(draft, order, 'user');
}

export function cancelAll(
  draft: Draft,
  asked: {
    readonly realm: Realm;
    readonly userId: string;
    readonly marketId: string | null;
    readonly placedBy?: string;
    readonly because: OrderEnd;
  },
): void {
  const { placedBy, because } = asked;
  for (const order of ownResting(draft, asked))
    if (placedBy === undefined || order.placedBy === placedBy) endOrder(draft, order, because);
}

/** Expires the GTD orders whose time has come at `until` (ms). */
export function expireDue(draft: Draft, until: number): void {
  const { timers } = draft.state;
  const due: { at: number; id: string }[] = [];
  for (let at = timers.topKey(); at <= until; at = timers.topKey()) {
    const id = timers.pop();
    if (id !== undefined) due.push({ at, id });
  }
  try {
    for (const { id } of due) {
      const order = draft.order(id);
      if (order !== null && rests(order.status)) endOrder(draft, order, 'time');
    }
  } catch (error) {
    for (const { at, id } of due) timers.push(at, id);
    throw error;
  }
}

/** One step in the life of a market; what the table does not have is no change. */
export function moveMarket(draft: Draft, step: { readonly marketId: string; readonly event: MarketEvent }): boolean {
  const live = draft.state.markets.get(step.marketId);
  const status = live === undefined ? null : marketAfter(live.market.status, step.event);
  if (live === undefined || status === null) return false;
  draft.putMarket({ ...live.market, status });
  const end = ENDS_ORDERS[step.event];
  if (end !== null) endResting(draft, live, end);
  return true;
}

/** All that rests in a market ends, in the order of the book. */
function endResting(draft: Draft, live: LiveMarket, end: OrderEnd): void {
  for (const side of ['bid', 'ask'] as const) {
    for (const { handle } of live.book.orders(side)) {
      const order = draft.order(live.resting.get(handle) ?? '');
      if (order === null) throw new Error(`nobody knows the resting order ${handle} of ${live.market.id}`);
      endOrder(draft, order, end);
    }
  }
}
