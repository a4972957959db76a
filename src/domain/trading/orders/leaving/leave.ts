import { subtract, type Usdt } from '../../../money.ts';
import type { Refusal } from '../../../refusals.ts';
import { takeToken } from '../../rate.ts';
import { HOUSE, LEFT } from '../contract.ts';
import type { LeaveMarket } from '../contract.ts';
import type { Draft } from '../draft.ts';
import { fillWith } from '../fills.ts';
import type { Market } from '../market.ts';
import { canonicalSide, facing, priceOfFirst } from '../canonical-side.ts';
import { barGate, openGate } from '../order-gates.ts';
import type { Order, Position } from '../order.ts';
import { newOrder, withoutRest } from '../place.ts';
import { bought, freeOf } from '../positions.ts';
import { costOf, mostLots } from '../share-money.ts';

/**
 * Sells what was held when the rules were clarified to the house, at the price that was fair then and without fee (docs/rules/events.md#clarifications).
 * It never comes to the book, so that nobody can stand in its way. A refusal leaves the draft to be thrown away.
 */
export function leaveMarket(draft: Draft, command: LeaveMarket): Order | Refusal {
  const { marketId, realm, userId, heldLots } = command;
  const { now } = draft.moment;
  const market = draft.market(marketId);
  if (market === null || market.realm !== realm) return { code: 'NotFound' };
  const exit = draft.moment.exitOf(market);
  const closed = openGate(market, now);
  if (closed !== null) return closed;
  const barred = barGate(draft, { market, userId }, { leave: true });
  if (barred !== null) return barred;
  if (exit === null || now >= exit.until) return { code: 'OrderRejected', reason: 'no_exit' };
  if (!takeToken(draft.state.limiter, userId, now)) return { code: 'UnavailableBet' };
  const outcome = heldLots > 0 ? 0 : 1;
  const free = Math.min(Math.abs(heldLots), freeOf(draft.position({ marketId, realm, userId }), outcome));
  if (free <= 0) return { code: 'OrderRejected', reason: 'no_shares' };
  const price = priceOfFirst(outcome, exit.price);
  const money = mostLots(draft.cashOf(HOUSE, realm), price, 0);
  const lots = Math.min(mostTaken(draft, market, { outcome, price, lots: free, cap: exit.cap }), money);
  if (lots <= 0) return { code: 'OrderRejected', reason: 'exit_full' };
  const { id, placedBy } = command;
  const order = newOrder(
    {
      ...(placedBy === undefined ? {} : { placedBy }),
      id,
      realm,
      userId,
      marketId,
      outcome,
      price,
      lots,
      side: 'SELL',
      type: 'MARKET',
      timeInForce: 'FAK',
      amount: null,
      postOnly: false,
      expiresAt: null,
    },
    market,
    now,
  );
  const side = facing(canonicalSide(order));
  const counter = {
    quote: { side, price: exit.price, lots },
    price: exit.price,
    leaves: true,
  } as const;
  const sold = withoutRest({ order: fillWith(draft, order, { counter, lots }), whole: true }, now);
  draft.putOrder(sold);
  return sold;
}

interface Wish {
  readonly outcome: Order['outcome'];
  readonly price: number;
  readonly lots: number;
  readonly cap: Usdt;
}

/** The most lots of a wish by which the worst end of what was left to the house stays within its cap. */
function mostTaken(draft: Draft, { id, realm }: Market, { outcome, price, lots, cap }: Wish): number {
  const before = draft.position({ marketId: id, realm, userId: LEFT });
  const isWithin = (taken: number) =>
    worstOf(bought(before, { outcome, lots: taken, paid: costOf(price, taken) }).position) <= cap;
  if (isWithin(lots)) return lots;
  // What nets with shares of the other outcome makes the worst end better: beyond it each lot makes it worse.
  let [fits, over] = [0, lots];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (isWithin(middle)) fits = middle;
    else over = middle;
  }
  return fits;
}

/** What is lost if all that is held pays nothing, 10^-6. */
function worstOf({ cost, gained }: Position): bigint {
  return subtract(cost, gained);
}
