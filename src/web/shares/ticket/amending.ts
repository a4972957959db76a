import { add, fromDecimal, usdt } from '#domain/money.ts';
import { isEnough } from '#domain/trading/orders/order-needs.ts';
import type { OrderBody, OrderWire, PlacedOrderWire } from '#protocol/exchange.ts';
import { rests } from '../own/own-rows.ts';
import { outcomeOf } from '../words.ts';
import type { RoundTicket } from './round-ticket.ts';
import { lotsOf, milliOf, priceText, sharesText } from './share-math.ts';
import { costProblem, needsOfBody, sizeProblem, type Means, type Purse } from './ticket-needs.ts';

/** The ticket that amends an order: its words and its end, with what still rests. */
export function ticketOf(order: {
  readonly outcome: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly remaining: number;
  readonly postOnly: boolean;
  readonly expiresAt: string | null;
}): Omit<RoundTicket, 'goodForSec'> & Partial<RoundTicket> {
  return {
    outcome: outcomeOf(order.outcome),
    side: order.side,
    kind: 'limit',
    price: String(Math.round(order.price * 1000) / 10),
    size: { by: 'shares', text: String(order.remaining) },
    postOnly: order.postOnly ? 'on' : 'off',
    ...(order.expiresAt === null
      ? { life: 'GTC', until: null }
      : { life: 'GTD', goodForSec: null, until: order.expiresAt }),
  };
}

/** The purse once an order is out of its book: with the cash that a BUY holds, with the shares that a SELL of the same outcome holds. */
export function purseWithout(
  order: OrderWire,
  purse: Purse,
  ticket: { readonly marketId: string; readonly outcome: string },
): Purse {
  if (!rests(order)) return purse;
  const held = order.side === 'BUY' ? (fromDecimal(order.heldStr, 6) ?? usdt(0n)) : usdt(0n);
  return {
    cash: purse.cash === null ? null : add(purse.cash, held),
    free: purse.free + (sellsSame(order, ticket) ? lotsOf(order.remaining) : 0),
  };
}

function sellsSame(order: OrderWire, other: { readonly marketId: string; readonly outcome: string }): boolean {
  return order.side === 'SELL' && order.market.marketId === other.marketId && order.outcome === other.outcome;
}

/** An order that is replaced. */
export interface Amending {
  /** As it was when the ticket took it. */
  readonly was: OrderWire;
  /** As it is known now. */
  readonly now: OrderWire;
  /** What there is once it is cancelled as it is now. */
  readonly means: Means;
}

/** Why an order is not replaced: nothing of it is left, or what would replace it would be refused. */
export type NotReplaced = 'filled' | NonNullable<ReturnType<typeof sizeProblem> | ReturnType<typeof costProblem>>;
export type Replacement = { readonly body: OrderBody } | { readonly problem: NotReplaced };

/** The order that takes the place of another, less what was filled of that one; asked before the old one is cancelled, so that it stays where the new one would be refused. */
export function replacementOf(body: OrderBody, amending: Amending): Replacement {
  const { was, now, means } = amending;
  const rest = amended(body, was, now);
  if (rest === null) return { problem: 'filled' };
  const needs = needsOfBody(rest);
  const problem = sizeProblem(needs, means.free) ?? costProblem(needs, means);
  return problem === null ? { body: rest } : { problem };
}

export interface Replacing {
  /** Null: refused, and said so. */
  cancel(id: string): Promise<OrderWire | null>;
  place(body: OrderBody): Promise<PlacedOrderWire | null>;
  /** The order as it is now: it still rests where nothing was asked of the server. */
  onNotReplaced(problem: NotReplaced, order: OrderWire): void;
}

/** Nothing is cancelled that could not be placed again, and nothing new is placed unless the old order is out of the book. */
export async function replaceOrder(
  ports: Replacing,
  body: OrderBody,
  amending: Amending,
): Promise<PlacedOrderWire | null> {
  const wished = replacementOf(body, amending);
  if ('problem' in wished && wished.problem !== 'filled') {
    ports.onNotReplaced(wished.problem, amending.now);
    return null;
  }
  const gone = await ports.cancel(amending.was.id);
  if (gone === null) return null;
  // What it sold meanwhile does not come back.
  const sold = sellsSame(gone, body) ? lotsOf(gone.filled) - lotsOf(amending.now.filled) : 0;
  const means = { ...amending.means, free: amending.means.free - sold };
  const rest = replacementOf(body, { ...amending, now: gone, means });
  if ('body' in rest) return ports.place(rest.body);
  ports.onNotReplaced(rest.problem, gone);
  return null;
}

/** What places a cancelled order again, at the end of its queue; null where it was filled, its time is over, or too little is left. `now` in ms; `free`: lots of its outcome that no order sold before the cancel. */
export function againOf(
  before: OrderWire,
  gone: OrderWire,
  at: { readonly now: number; readonly free: number },
): OrderBody | null {
  if (before.type !== 'LIMIT' || (before.expiresAt !== null && Date.parse(before.expiresAt) <= at.now)) return null;
  const body: OrderBody = {
    marketId: before.market.marketId,
    outcome: before.outcome,
    side: before.side,
    type: 'LIMIT',
    price: priceText(milliOf(before.price)),
    shares: sharesText(lotsOf(before.remaining)),
    ...(before.expiresAt === null ? {} : { timeInForce: 'GTD' as const, expiresAt: before.expiresAt }),
    ...(before.postOnly ? { postOnly: true } : {}),
  };
  const again = amended(body, before, gone);
  const lots = again === null ? 0 : (needsOfBody(again).lots ?? 0);
  return isEnough(before.side, lots, at.free + lots) ? again : null;
}

/** The order that replaces a cancelled one: less what was filled between the tap and the cancel; null when nothing is left. */
export function amended(body: OrderBody, before: OrderWire, after: OrderWire): OrderBody | null {
  if (body.type !== 'LIMIT' || after.status === 'FILLED') return null;
  const lots = lotsOf(Number(body.shares)) - (lotsOf(after.filled) - lotsOf(before.filled));
  return lots <= 0 ? null : { ...body, shares: sharesText(lots) };
}
