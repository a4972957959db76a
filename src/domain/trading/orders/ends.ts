import { subtract, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import { orderEnded as endBooked } from '../../ledger/exchange-entries.ts';
import { cashKey } from '../decide.ts';
import type { Draft } from './draft.ts';
import type { Order, OrderEnd, Position } from './order.ts';
import { clockEnd, endedOrder, orderEnded, rests } from './order-life.ts';
import { heldOf } from './positions.ts';

const NOTHING = usdt(0n);

/**
 * Ends a resting order: what it held is free again (journal 23, back). One whose time was over before has ended by that, and at that time,
 * whatever else comes before its timer.
 */
export function endOrder(draft: Draft, order: Order, why: OrderEnd): Order {
  const { now } = draft.moment;
  const market = draft.market(order.marketId);
  if (market === null) throw new Error(`order ${order.id} is of no market`);
  const { end, at } = clockEnd(order, market, now) ?? { end: why, at: now };
  const ended = endedOrder(order, end, at);
  draft.putOrder(ended);
  if (order.side === 'SELL') reserve(draft, order, -order.resting);
  if (order.held > 0n) {
    const owner = draft.accountsOf(order.userId, order.realm);
    draft.post(endBooked({ realm: order.realm, orderId: order.id, owner, amount: order.held }));
  }
  return ended;
}

/** Lots of a holding that rest in sell orders grow by `lots`, or shrink. */
export function reserve(draft: Draft, owner: Pick<Position, 'marketId' | 'realm' | 'userId'>, lots: number): void {
  const position = draft.position(owner);
  const reserved = position.reserved + lots;
  if (reserved < 0) throw new Error(`${owner.userId} has ${reserved} lots in sell orders`);
  draft.putPosition({ ...position, reserved });
}

/** A resting order after a match of `lots` for `turnover`. One that sets made smaller before is not filled whole: its end says so. */
export function matchedOrder(
  order: Order,
  match: { readonly lots: number; readonly turnover: Usdt },
  now: number,
): Order {
  const resting = order.resting - match.lots;
  const held = order.side === 'BUY' ? subtract(order.held, match.turnover) : NOTHING;
  if (resting < 0 || held < 0n || (resting === 0 && held !== 0n))
    throw new Error(`order ${order.id} gave more than it had`);
  const filled = order.filled + match.lots;
  const whole = filled === order.lots;
  return {
    ...order,
    status: resting > 0 ? 'PARTLY_FILLED' : whole ? 'FILLED' : orderEnded(order.status, 'netted'),
    end: resting > 0 || whole ? null : 'netted',
    filled,
    resting,
    turnover: usdt(order.turnover + match.turnover),
    held,
    endedAt: resting === 0 ? now : null,
  };
}

/**
 * Shares that went into sets with the other outcome cannot be sold any more: the newest sell orders shrink, or end where nothing of them is
 * left, until what rests is covered.
 */
export function shrinkUncovered(draft: Draft, owner: Pick<Position, 'marketId' | 'realm' | 'userId'>): void {
  if (draft.position(owner).reserved === 0) return;
  for (const order of ownResting(draft, owner).toReversed()) {
    if (order.side !== 'SELL') continue;
    const position = draft.position(owner);
    const uncovered = position.reserved - heldOf(position, order.outcome);
    if (uncovered <= 0) return;
    if (uncovered >= order.resting) {
      endOrder(draft, order, 'netted');
      continue;
    }
    draft.putOrder({ ...order, resting: order.resting - uncovered });
    reserve(draft, order, -uncovered);
  }
}

/** Resting orders of an owner in a market, oldest first; `marketId` null: in all. */
export function ownResting(
  draft: Draft,
  owner: { readonly realm: Position['realm']; readonly userId: string; readonly marketId: string | null },
): Order[] {
  const ids = draft.state.byOwner.get(cashKey(owner.userId, owner.realm)) ?? [];
  return [...ids]
    .map((id) => draft.order(id))
    .filter((order) => order !== null)
    .filter((order) => rests(order.status) && (owner.marketId === null || order.marketId === owner.marketId));
}
