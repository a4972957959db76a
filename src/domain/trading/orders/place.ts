import { add, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { orderPlaced } from '../../ledger/exchange-entries.ts';
import type { Refusal } from '../../refusals.ts';
import { cashKey } from '../decide.ts';
import { takeToken } from '../rate.ts';
import type { PlaceOrder } from './contract.ts';
import type { Draft } from './draft.ts';
import { reserve } from './ends.ts';
import type { Market } from './market.ts';
import { marketAfter, marketDue } from './market-life.ts';
import { matchOrder } from './matching.ts';
import type { Matched } from './matching.ts';
import type { Order } from './order.ts';
import { operatorGate } from '../gates.ts';
import { barGate, costGate, formGate, openGate, personGate, sharesGate } from './order-gates.ts';
import { worstCost } from './order-needs.ts';
import { costOf } from './share-money.ts';

const NOTHING = usdt(0n);

/** Places an order in a draft: its fills, and its rest on the book. A refusal leaves the draft to be thrown away. */
export function placeOrder(draft: Draft, command: PlaceOrder): Order | Refusal {
  const market = marketNow(draft, command);
  if (market === null) return { code: 'NotFound' };
  const refusal = gates(draft, command, market);
  if (refusal !== null) return refusal;
  // A market is taken into memory with its first order.
  if (draft.state.markets.get(market.id)?.market !== market) draft.putMarket(market);
  const matched = matchOrder(draft, market, newOrder(askedBy(command), market, draft.moment.now));
  if (matched === 'met') return { code: 'OrderRejected', reason: 'post_only' };
  const stays = command.timeInForce === 'GTC' || command.timeInForce === 'GTD';
  const short = matched.order.filled === 0 || (command.timeInForce === 'FOK' && !matched.whole);
  if (!stays && short) return { code: 'OrderRejected', reason: 'no_fill' };
  const order = stays ? rested(matched) : withoutRest(matched, draft.moment.now);
  return fund(draft, order, worstCost(command, market.feeBps)) ?? entered(draft, order);
}

/** The market as it is by the clock: the timer that opens it may not have fired, and has not for a market that is only on the schedule. */
export function marketNow(draft: Draft, asked: Pick<PlaceOrder, 'marketId' | 'realm'>): Market | null {
  const market = draft.market(asked.marketId);
  if (market === null || market.realm !== asked.realm) return null;
  const due = marketDue(market, draft.moment.now);
  const status = due === 'open' ? marketAfter(market.status, due) : null;
  return status === null ? market : { ...market, status };
}

/** In the order of docs/rules/predictions.md#gates, those of a book in the place of payout and exposure. The token is taken at its gate, whatever comes after. */
function gates(draft: Draft, command: PlaceOrder, market: Market): Refusal | null {
  const { state, moment } = draft;
  const view = moment.view(market);
  const early =
    personGate(draft, command, market.feeBps) ??
    // Whoever sells ends a risk: they always may.
    operatorGate(command.side === 'SELL' ? null : view.pause) ??
    openGate(market, moment.now) ??
    barGate(draft, { market, userId: command.userId }) ??
    formGate(draft, command);
  if (early !== null) return early;
  const bounds = costGate(command, { market, max: view.maxStake });
  if (bounds !== null) return bounds;
  if (!view.fresh) return { code: 'PriceFeedError' };
  if (!takeToken(state.limiter, command.userId, moment.now)) return { code: 'UnavailableBet' };
  const resting = state.byOwner.get(cashKey(command.userId, command.realm))?.size ?? 0;
  if (resting >= view.mostResting) return { code: 'OrderRejected', reason: 'too_many' };
  return sharesGate(draft, command);
}

function askedBy({
  kind: _kind,
  eligibility: _standing,
  ...said
}: PlaceOrder): Omit<PlaceOrder, 'kind' | 'eligibility'> {
  return said;
}

/** An order as it was asked for. A time after the cut-off becomes the cut-off: nothing rests longer. */
export function newOrder(
  { expiresAt, ...said }: Omit<PlaceOrder, 'kind' | 'eligibility'>,
  { cutOffAt }: Pick<Market, 'cutOffAt'>,
  now: number,
): Order {
  return {
    ...said,
    expiresAt: expiresAt === null ? null : Math.min(expiresAt, cutOffAt),
    status: 'OPEN',
    end: null,
    filled: 0,
    resting: 0,
    turnover: NOTHING,
    fee: NOTHING,
    held: NOTHING,
    placedAt: now,
    endedAt: null,
  };
}

/** The rest of a limit order stays on the book. There it can only be the maker, who pays no fee, so it holds its cost at the limit. */
function rested({ order }: Matched): Order {
  const resting = (order.lots ?? 0) - order.filled;
  if (resting === 0) return { ...order, status: 'FILLED', endedAt: order.placedAt };
  const held = order.side === 'BUY' ? costOf(order.price, resting) : NOTHING;
  return { ...order, status: order.filled === 0 ? 'OPEN' : 'PARTLY_FILLED', resting, held };
}

/** An order of which nothing goes to the book. */
export function withoutRest({ order, whole }: Matched, now: number): Order {
  return { ...order, status: whole ? 'FILLED' : 'CANCELLED', end: whole ? null : 'rest', endedAt: now };
}

/**
 * Journal 23 for what the order takes and what its rest holds. The cash must cover the worst case, though a better price and an unneeded
 * fee are not locked: both would come back in the same step.
 */
function fund(draft: Draft, order: Order, worst: Usdt): Refusal | null {
  if (order.side === 'SELL') return null;
  const amount = add(add(order.turnover, order.fee), order.held);
  const cash = draft.moment.cash.get(cashKey(order.userId, order.realm)) ?? NOTHING;
  if (cash < worst || cash < amount) return { code: 'NoBalance' };
  const owner = draft.accountsOf(order.userId, order.realm);
  draft.postFirst(orderPlaced({ realm: order.realm, orderId: order.id, owner, amount }));
  return null;
}

function entered(draft: Draft, order: Order): Order {
  draft.putOrder(order);
  if (order.side === 'SELL' && order.resting > 0) reserve(draft, order, order.resting);
  return order;
}
