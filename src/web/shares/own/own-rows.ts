import { fromDecimal, subtract, usdt, type Usdt } from '#domain/money.ts';
import { costOf, setsWorth } from '#domain/trading/orders/share-money.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import { WINDOW_SEC } from '../round-choice.ts';
import { lotsOf, milliOf } from '../ticket/share-math.ts';

export type Orders = ReadonlyMap<string, OrderWire>;
export type Positions = ReadonlyMap<string, PositionWire>;

export function rests(order: Pick<OrderWire, 'status'>): boolean {
  return order.status === 'OPEN' || order.status === 'PARTLY_FILLED';
}

/** Ended is never undone, and filled never shrinks: frames and answers may come in any order. */
function isNewer(before: OrderWire, after: OrderWire): boolean {
  if (!rests(before)) return false;
  return !rests(after) || after.filled >= before.filled;
}

/** Takes orders in; the same map where nothing changed. */
export function mergeOrders(before: Orders, news: readonly OrderWire[]): Orders {
  const changed = news.filter((order) => {
    const known = before.get(order.id);
    return known === undefined || isNewer(known, order);
  });
  return changed.length === 0 ? before : new Map([...before, ...changed.map((order) => [order.id, order] as const)]);
}

/** Unix ms at which the order ends if nothing happens before: its own time, at the latest the cut-off of its round. */
export function restsUntil({ expiresAt, market }: Pick<OrderWire, 'expiresAt' | 'market'>): number {
  const { window, startsAt, endsAt } = market;
  const last =
    window === null || startsAt === null
      ? Date.parse(endsAt)
      : timesOf({ windowSec: WINDOW_SEC[window], startMs: Date.parse(startsAt) }).cutOffAt;
  return expiresAt === null ? last : Math.min(Date.parse(expiresAt), last);
}

/** A full list of those that rest replaces what rested before it. */
export function replaceResting(before: Orders, list: readonly OrderWire[]): Orders {
  const listed = new Set(list.map((order) => order.id));
  const kept = [...before].filter(([id, order]) => !rests(order) || listed.has(id));
  return mergeOrders(new Map(kept), list);
}

/** Lots that a resting order is filled with in the end: fewer than were asked for where sets took shares of a sale. */
export function restingLots(order: Pick<OrderWire, 'filled' | 'remaining'>): number {
  return lotsOf(order.filled) + lotsOf(order.remaining);
}

/** Resting orders, newest first. */
export function restingOf(orders: Orders): readonly OrderWire[] {
  return [...orders.values()].filter(rests).toSorted((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt));
}

/**
 * What a buy order gains if its outcome is right and all of it is filled: 1.00 a share less its price, less the fee paid so far. What was filled
 * cheaper gains more, so that it is never shown larger than it is. Null of a sale.
 */
export function gainIfRight(order: Pick<OrderWire, 'side' | 'price' | 'filled' | 'remaining' | 'feeStr'>): Usdt | null {
  if (order.side === 'SELL') return null;
  const lots = restingLots(order);
  const cost = costOf(milliOf(order.price), lots);
  return subtract(subtract(setsWorth(lots), cost), fromDecimal(order.feeStr, 6) ?? usdt(0n));
}

export function positionKey(position: PositionWire): string {
  return `${position.market.marketId} ${position.outcome}`;
}

/** Takes positions in. A market has one: what is held now replaces what was held of its other outcome. */
export function mergePositions(before: Positions, news: readonly PositionWire[]): Positions {
  const touched = new Set(news.map((position) => position.market.marketId));
  const kept = [...before].filter(([, position]) => !touched.has(position.market.marketId));
  return new Map([...kept, ...news.map((position) => [positionKey(position), position] as const)]);
}

/** Held now: shares, and not paid yet. */
export function heldOf(positions: Positions): readonly PositionWire[] {
  return [...positions.values()]
    .filter((position) => position.shares > 0 && position.credit === null)
    .toSorted((a, b) => Date.parse(a.market.endsAt) - Date.parse(b.market.endsAt));
}

/** Lots of an outcome that can be sold in a market. */
export function freeShares(positions: Positions, marketId: string, outcome: string): number {
  return positions.get(`${marketId} ${outcome}`)?.free ?? 0;
}

/** What was held and is paid now: its owner is told. */
export function settledBetween(before: Positions, after: Positions): readonly PositionWire[] {
  return [...after].flatMap(([key, position]) => {
    const known = before.get(key);
    const wasHeld = known !== undefined && known.credit === null && known.shares > 0;
    return wasHeld && position.credit !== null ? [position] : [];
  });
}

/** Orders that ended by a rule between two states, neither filled nor ended by their owner, who is told (docs/rules/states.md#order). */
export function endedByRule(before: Orders, after: Orders): readonly OrderWire[] {
  return [...after.values()].filter((order) => {
    const known = before.get(order.id);
    const { endReason } = order;
    return known !== undefined && rests(known) && !rests(order) && endReason !== null && endReason !== 'user';
  });
}
