import { add, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { MIN_LOTS } from './market.ts';
import type { OrderSide } from './order.ts';
import { costOf, feeOf } from './share-money.ts';

/** What an order needs in money and shares. Price in thousandths, lots of 0.01 share, money in 10^-6. */
export interface OrderNeeds {
  readonly side: OrderSide;
  /** LIMIT: the limit; MARKET: the worst price taken. */
  readonly price: number;
  /** Null exactly for a market buy by amount. */
  readonly lots: number | null;
  readonly amount: Usdt | null;
  readonly postOnly: boolean;
}

/**
 * The most that an order can cost, which must be there in cash: a BUY at its price with the taker fee on all of it (none post only), or its
 * amount; a SELL costs nothing. 10^-6.
 */
export function worstCost(order: OrderNeeds, feeBps: number): Usdt {
  if (order.side === 'SELL') return usdt(0n);
  if (order.amount !== null) return order.amount;
  const lots = order.lots ?? 0;
  const cost = costOf(order.price, lots);
  // A better price lowers the cost by more than it can raise the fee, for the rate is below 1.
  return order.postOnly ? cost : add(cost, feeOf(feeBps, order.price, lots));
}

/** Is it an order of one share at least, or one that sells the whole of a smaller holding? `free`: lots held that no other order sells. */
export function isEnough(side: OrderSide, lots: number, free: number): boolean {
  return lots >= MIN_LOTS || (side === 'SELL' && lots === free);
}
