import { add, subtract, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import type { Realm } from '../../realm.ts';
import type { OutcomeNo } from './market.ts';
import type { Position } from './order.ts';
import { costOf, partOf, setsWorth, WHOLE } from './share-money.ts';

/** A holding after a fill, and what the fill ended of it. */
export interface PositionChange {
  readonly position: Position;
  /** Full sets of own shares that went back for 1.00 each, lots. */
  readonly netted: number;
  /** What was given up for good: lots (+ first outcome, - second), its cost, what came for it. Null: nothing. */
  readonly ended: { readonly lots: number; readonly cost: Usdt; readonly credit: Usdt } | null;
}

export function noPosition(owner: {
  readonly marketId: string;
  readonly realm: Realm;
  readonly userId: string;
}): Position {
  const nothing = usdt(0n);
  const { marketId, realm, userId } = owner;
  return {
    marketId,
    realm,
    userId,
    lots: 0,
    reserved: 0,
    cost: nothing,
    gained: nothing,
    fees: nothing,
    bonus: nothing,
  };
}

/** Lots of an outcome that are held, 0 when the other one is. */
export function heldOf(position: Position, outcome: OutcomeNo): number {
  return Math.max(0, signOf(outcome) * position.lots);
}

/** Lots of an outcome that no sell order holds. */
export function freeOf(position: Position, outcome: OutcomeNo): number {
  return Math.max(0, heldOf(position, outcome) - position.reserved);
}

/** Buys `lots` for `paid` (fee in it). What meets shares of the other outcome becomes sets and is cash at once. */
export function bought(
  position: Position,
  trade: { readonly outcome: OutcomeNo; readonly lots: number; readonly paid: Usdt },
): PositionChange {
  const { outcome, lots, paid } = trade;
  const sign = signOf(outcome);
  const other = Math.max(0, -sign * position.lots);
  const netted = Math.min(other, lots);
  const after = position.lots + sign * lots;
  if (netted === 0) {
    return { position: { ...position, lots: after, cost: add(position.cost, paid) }, netted, ended: null };
  }
  const paidNow = partOf(paid, netted, lots);
  const costNow = partOf(position.cost, netted, other);
  const ended = { lots: -sign * netted, cost: add(costNow, paidNow), credit: setsWorth(netted) };
  const cost = add(subtract(position.cost, costNow), subtract(paid, paidNow));
  return { position: { ...position, lots: after, cost, gained: gainedWith(position, ended) }, netted, ended };
}

/** Sells `lots` of what is held for `credit` (fee taken off). Throws when they are not there. */
export function sold(
  position: Position,
  trade: { readonly outcome: OutcomeNo; readonly lots: number; readonly credit: Usdt },
): PositionChange {
  const { outcome, lots, credit } = trade;
  const held = heldOf(position, outcome);
  if (held < lots) throw new Error(`${position.userId} sells ${lots} lots of ${held}`);
  const sign = signOf(outcome);
  const ended = { lots: sign * lots, cost: partOf(position.cost, lots, held), credit };
  const after = { lots: position.lots - ended.lots, cost: subtract(position.cost, ended.cost) };
  return { position: { ...position, ...after, gained: gainedWith(position, ended) }, netted: 0, ended };
}

/** Takes shares of an outcome at its price: those of the other one that are held go for them. `cost`: what it takes, 10^-6; negative: what it brings. */
export function traded(
  position: Position,
  trade: { readonly outcome: OutcomeNo; readonly lots: number; readonly price: number },
): { readonly change: PositionChange; readonly cost: Usdt } {
  const { outcome, lots, price } = trade;
  const other: OutcomeNo = outcome === 0 ? 1 : 0;
  if (heldOf(position, other) >= lots) {
    const credit = costOf(WHOLE - price, lots);
    return { change: sold(position, { outcome: other, lots, credit }), cost: subtract(usdt(0n), credit) };
  }
  const paid = costOf(price, lots);
  const change = bought(position, { outcome, lots, paid });
  return { change, cost: subtract(paid, setsWorth(change.netted)) };
}

function gainedWith(position: Position, ended: { readonly cost: Usdt; readonly credit: Usdt }): Usdt {
  return add(position.gained, subtract(ended.credit, ended.cost));
}

function signOf(outcome: OutcomeNo): 1 | -1 {
  return outcome === 0 ? 1 : -1;
}
