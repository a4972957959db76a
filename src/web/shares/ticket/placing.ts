import type { OrderBody, OrderWire } from '#protocol/exchange.ts';
import type { Orders } from '../own/own-rows.ts';
import { lotsOf, milliOf } from './share-math.ts';

/** An order that went out and is not answered. */
export interface Placing {
  readonly key: string;
  readonly body: OrderBody;
  readonly phase: 'placing' | 'unconfirmed';
  /** What was known when it went out: none of it came of it. */
  readonly known: Orders;
}

/**
 * Orders on their way that nothing shows yet. Where the answer is lost the socket or a list may tell of the order first: from then on it
 * stands for the one whose terms it has, each for one.
 */
export function notShown(pending: readonly Placing[], orders: Orders): readonly Placing[] {
  const taken = new Set<string>();
  return pending.filter((one) => {
    const made = [...orders.values()].find((order) => !taken.has(order.id) && cameOf(one, order));
    if (made !== undefined) taken.add(made.id);
    return made === undefined;
  });
}

function cameOf({ body, known }: Placing, order: OrderWire): boolean {
  return (
    !known.has(order.id) &&
    order.market.marketId === body.marketId &&
    order.outcome === body.outcome &&
    order.side === body.side &&
    order.type === body.type &&
    milliOf(order.price) === milliOf(Number(body.type === 'LIMIT' ? body.price : body.worstPrice)) &&
    isSame(order.shares, body.shares) &&
    isSame(order.amount, body.type === 'LIMIT' ? undefined : body.amount)
  );
}

function isSame(has: number | null, asked: string | number | undefined): boolean {
  return has === null || asked === undefined
    ? has === null && asked === undefined
    : lotsOf(has) === lotsOf(Number(asked));
}
