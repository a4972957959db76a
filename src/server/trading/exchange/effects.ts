import type { Journal } from '#domain/ledger/journal.ts';
import type { Realm } from '#domain/realm.ts';
import { HOUSE, LEFT } from '#domain/trading/orders/contract.ts';
import type { OutcomeSplit, Realised, SetsMoved, UndoneFill } from '#domain/trading/orders/contract.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Fill, Order, Position } from '#domain/trading/orders/order.ts';
import type { RoundVerdict } from '#domain/trading/rounds/outcome.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';

/** A round, and the ticks that decide it. */
export interface OfRound {
  readonly round: Round;
  readonly stream: number;
}

/** What people decide: no ticks do. */
export interface OfEvent {
  readonly round: null;
  readonly stream: null;
}

/** What a market is about. */
export type MarketOf = OfRound | OfEvent;

/** What the tables hold of a market beside its snapshot. */
export type MarketFrame = MarketOf & {
  /** Hex. */
  readonly rulesHash: string;
  readonly pool: string;
  readonly fees: string;
};

export interface MarketRow {
  readonly market: Market;
  readonly frame: MarketFrame;
  /** What decided it; null while it is not settled. */
  readonly verdict: RoundVerdict | null;
}

/** What one batch does to the exchange: snapshots after it, each id once. */
export interface ExchangeEffects {
  readonly markets: readonly MarketRow[];
  readonly orders: readonly Order[];
  readonly fills: readonly Fill[];
  readonly positions: readonly Position[];
  readonly realised: readonly Realised[];
  readonly journals: readonly Journal[];
  readonly sets: readonly SetsMoved[];
  readonly undone: readonly UndoneFill[];
  readonly splits: readonly OutcomeSplit[];
  readonly now: number;
}

export const HOUSE_ID = '00000000-0000-0000-0000-000000000000';
/** Holds what people left to the house. */
export const LEFT_ID = '00000000-0000-0000-0000-000000000001';
/** Owners that are no people, for SQL. */
export const HOUSE_IDS = `('${HOUSE_ID}', '${LEFT_ID}')`;
/** Is an owner in the tables no person? */
export const isHouseId = (id: string): boolean => id === HOUSE_ID || id === LEFT_ID;

/** An owner as the tables name them. */
export function ownerId(userId: string): string {
  if (userId === LEFT) return LEFT_ID;
  return userId === HOUSE ? HOUSE_ID : userId;
}

/** The owner that the tables name so. */
export function ownerOf(id: string): string {
  if (id === LEFT_ID) return LEFT;
  return id === HOUSE_ID ? HOUSE : id;
}

export function positionKey(key: {
  readonly marketId: string;
  readonly userId: string;
  readonly realm: Realm;
}): string {
  return `${key.realm}/${key.marketId}/${key.userId}`;
}
