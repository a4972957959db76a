import { OrderBook } from '../book/order-book.ts';
import { SHARE_PRICES } from '../book/price-scale.ts';
import { cashKey } from '../decide.ts';
import { MinHeap } from '../heap.ts';
import type { Losses } from '../losses.ts';
import type { RateLimiter } from '../rate.ts';
import type { Realm } from '../../realm.ts';
import type { Market } from './market.ts';
import type { Order, Position } from './order.ts';
import { priceOfFirst, canonicalSide } from './canonical-side.ts';

/** An order that rests, and its handle in the book. */
export interface LiveOrder {
  order: Order;
  readonly handle: number;
}

/** A market that has not ended and that somebody has ordered on. */
export interface LiveMarket {
  market: Market;
  readonly book: OrderBook;
  /** Resting orders by their handle. */
  readonly resting: Map<number, string>;
  /** By owner, HOUSE too. */
  readonly positions: Map<string, Position>;
}

/** All that decisions on orders depend on besides balances; rebuilt from tables at start and after a failed commit. */
export interface ExchangeState {
  /** Those of the quick predictions: a limit or a rate binds both together. */
  readonly losses: Losses;
  readonly limiter: RateLimiter;
  readonly markets: Map<string, LiveMarket>;
  readonly orders: Map<string, LiveOrder>;
  /** Ids of resting orders by owner and realm (`cashKey`), oldest first. */
  readonly byOwner: Map<string, Set<string>>;
  /** Numbers of owners in the books, from 1. */
  readonly owners: Map<string, number>;
  /** Outcomes that were split, as `splitKey` names them. */
  readonly splits: Set<string>;
  /** GTD orders by their time; those that ended before stay in it until then. */
  readonly timers: MinHeap<string>;
}

export function createExchange(shared: { readonly losses: Losses; readonly limiter: RateLimiter }): ExchangeState {
  return {
    losses: shared.losses,
    limiter: shared.limiter,
    markets: new Map(),
    orders: new Map(),
    byOwner: new Map(),
    owners: new Map(),
    splits: new Set(),
    timers: new MinHeap(),
  };
}

/** A split is made once in each realm. */
export function splitKey({ id, realm }: { readonly id: string; readonly realm: Realm }): string {
  return `${realm}:${id}`;
}

/** Takes in a market that has not ended: a new one, or one read back. */
export function restoreMarket(state: ExchangeState, market: Market): LiveMarket {
  const live = { market, book: new OrderBook(SHARE_PRICES), resting: new Map(), positions: new Map() };
  state.markets.set(market.id, live);
  return live;
}

/** Takes in a holding read back; its market must be in already. */
export function restorePosition(state: ExchangeState, position: Position): void {
  liveMarket(state, position.marketId).positions.set(position.userId, position);
}

/** Takes in a resting order read back, behind those of its price that came before; its market must be in already. */
export function restoreOrder(state: ExchangeState, order: Order): void {
  const { book } = liveMarket(state, order.marketId);
  const handle = book.rest({
    owner: ownerNo(state, order.userId),
    side: canonicalSide(order),
    price: priceOfFirst(order.outcome, order.price),
    lots: order.resting,
  });
  addResting(state, order, handle);
}

export function liveMarket(state: ExchangeState, marketId: string): LiveMarket {
  const live = state.markets.get(marketId);
  if (live === undefined) throw new Error(`no market ${marketId}`);
  return live;
}

/** The number of an owner in the books. */
export function ownerNo(state: ExchangeState, userId: string): number {
  let no = state.owners.get(userId);
  if (no === undefined) state.owners.set(userId, (no = state.owners.size + 1));
  return no;
}

/** Registers an order that is in its book. */
export function addResting(state: ExchangeState, order: Order, handle: number): void {
  state.orders.set(order.id, { order, handle });
  liveMarket(state, order.marketId).resting.set(handle, order.id);
  const key = cashKey(order.userId, order.realm);
  const own = state.byOwner.get(key);
  if (own === undefined) state.byOwner.set(key, new Set([order.id]));
  else own.add(order.id);
  if (order.expiresAt !== null) state.timers.push(order.expiresAt, order.id);
}

/** Forgets an order that is out of its book. */
export function dropResting(state: ExchangeState, live: LiveOrder): void {
  const { order, handle } = live;
  state.orders.delete(order.id);
  state.markets.get(order.marketId)?.resting.delete(handle);
  const key = cashKey(order.userId, order.realm);
  const own = state.byOwner.get(key);
  own?.delete(order.id);
  if (own?.size === 0) state.byOwner.delete(key);
}
