import { usdt, type Usdt } from '#domain/money.ts';
import { MIN_LOTS } from '#domain/trading/orders/market.ts';
import { isEnough, worstCost, type OrderNeeds } from '#domain/trading/orders/order-needs.ts';
import type { OrderBody } from '#protocol/exchange.ts';
import { limitPrice, wishedLots, type RoundFigures, type RoundTicket } from './round-ticket.ts';
import { HIGHEST_PRICE, LOWEST_PRICE, lotsOf, milliOf, parseMoney } from './share-math.ts';

/** What a person can spend and sell. */
export interface Purse {
  /** 10^-6; null: not known yet. */
  readonly cash: Usdt | null;
  /** Lots of the outcome in question that no other order sells. */
  readonly free: number;
}

/** What an order is held against. */
export interface Means extends Purse {
  readonly feeBps: number;
  /** The most that an order may cost, 10^-6. */
  readonly maxCost: Usdt;
}

/** What the order of a ticket asks for; what cannot be read counts as nothing. */
export function needsOf(ticket: RoundTicket, figures: RoundFigures): OrderNeeds {
  const { side } = ticket;
  if (ticket.kind === 'market') {
    const price = figures.worst ?? (side === 'BUY' ? HIGHEST_PRICE : LOWEST_PRICE);
    const byMoney = side === 'BUY' && ticket.size.by === 'money';
    const size = byMoney
      ? { lots: null, amount: parseMoney(ticket.size.text) ?? usdt(0n) }
      : { lots: figures.lots, amount: null };
    return { side, price, ...size, postOnly: false };
  }
  const price = limitPrice(ticket) ?? LOWEST_PRICE;
  const rests = ticket.life === 'GTC' || ticket.life === 'GTD';
  const lots = wishedLots(ticket, price) ?? 0;
  return { side, price, lots, amount: null, postOnly: rests && ticket.postOnly === 'on' };
}

/** What an order asks for that is about to be sent. */
export function needsOfBody(body: OrderBody): OrderNeeds {
  const lots = body.shares === undefined ? null : lotsOf(Number(body.shares));
  if (body.type === 'LIMIT') {
    return {
      side: body.side,
      price: milliOf(Number(body.price)),
      lots,
      amount: null,
      postOnly: body.postOnly ?? false,
    };
  }
  const amount = body.amount === undefined ? null : parseMoney(String(body.amount));
  return { side: body.side, price: milliOf(Number(body.worstPrice)), lots, amount, postOnly: false };
}

/** Is the order too small, or are there fewer shares than it sells? `free` in lots. */
export function sizeProblem(order: OrderNeeds, free: number): 'tooFew' | 'soldWhole' | 'noShares' | null {
  const { side, lots } = order;
  if (lots === null) return null;
  if (side === 'SELL' && lots > free) return 'noShares';
  if (isEnough(side, lots, free)) return null;
  return side === 'SELL' && free < MIN_LOTS ? 'soldWhole' : 'tooFew';
}

/** Is the order too large, or is there less cash than it may cost? The server asks for its worst cost, though a better price takes less. */
export function costProblem(order: OrderNeeds, means: Means): 'tooMuch' | 'noBalance' | null {
  const worst = worstCost(order, means.feeBps);
  if (worst > means.maxCost) return 'tooMuch';
  return means.cash !== null && worst > means.cash ? 'noBalance' : null;
}
