import { usdt } from '../../money.ts';
import type { Market } from './market.ts';
import type { Order, OrderEnd, OrderStatus } from './order.ts';

/** What can happen to an order that is on a book. */
export type OrderEvent = 'fill_some' | 'fill_all' | 'cancel' | 'expire';

export const ORDER_EVENTS = ['fill_some', 'fill_all', 'cancel', 'expire'] as const satisfies readonly OrderEvent[];

const LIVE = { fill_some: 'PARTLY_FILLED', fill_all: 'FILLED', cancel: 'CANCELLED', expire: 'EXPIRED' } as const;

/** The life of an order (docs/rules/states.md#order); a refused one has none. A pair of status and event that is not here is refused. */
export const NEXT_ORDER = {
  OPEN: LIVE,
  PARTLY_FILLED: LIVE,
  FILLED: {},
  CANCELLED: {},
  EXPIRED: {},
} as const satisfies Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>>;

/** Which event each end is. */
const EVENT_OF = {
  user: 'cancel',
  self_trade: 'cancel',
  netted: 'cancel',
  rest: 'cancel',
  time: 'expire',
  cut_off: 'expire',
  pause: 'expire',
  rules: 'expire',
  void: 'expire',
  time_out: 'cancel',
  excluded: 'cancel',
  shut_out: 'cancel',
  heartbeat: 'cancel',
  restricted: 'cancel',
} as const satisfies Record<OrderEnd, OrderEvent>;

/** The status after `event`. Throws when the table does not have it: only what rests is matched or ended. */
export function orderAfter(status: OrderStatus, event: OrderEvent): OrderStatus {
  const row: Partial<Record<OrderEvent, OrderStatus>> = NEXT_ORDER[status];
  const next = row[event];
  if (next === undefined) throw new Error(`an order that is ${status} cannot ${event}`);
  return next;
}

/** The status of an order that ends for this reason. */
export function orderEnded(status: OrderStatus, end: OrderEnd): OrderStatus {
  return orderAfter(status, EVENT_OF[end]);
}

/** An order once it has ended: nothing of it rests, nothing is held. */
export function endedOrder(order: Order, end: OrderEnd, at: number): Order {
  const status = orderEnded(order.status, end);
  return { ...order, status, end, resting: 0, held: usdt(0n), endedAt: at };
}

/** Why and since when the clock has ended an order at `now` (ms), though its timer may not have come yet; null: it has not. */
export function clockEnd(
  { expiresAt }: Pick<Order, 'expiresAt'>,
  { cutOffAt }: Pick<Market, 'cutOffAt'>,
  now: number,
): { readonly end: 'time' | 'cut_off'; readonly at: number } | null {
  const isOwn = expiresAt !== null && expiresAt < cutOffAt;
  const at = isOwn ? expiresAt : cutOffAt;
  return at <= now ? { end: isOwn ? 'time' : 'cut_off', at } : null;
}

/** A stored order as it is at `now` (ms): one that rests only because its timer has not come has ended. */
export function orderAt(order: Order, market: Pick<Market, 'cutOffAt'>, now: number): Order {
  const over = rests(order.status) ? clockEnd(order, market, now) : null;
  return over === null ? order : endedOrder(order, over.end, over.at);
}

/** Can it still be matched? */
export function rests(status: OrderStatus): boolean {
  return status === 'OPEN' || status === 'PARTLY_FILLED';
}
