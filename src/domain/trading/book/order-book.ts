import { BookSide } from './book-side.ts';
import { MatchList } from './match-list.ts';
import type { PriceScale } from './price-scale.ts';
import { Resting } from './resting.ts';

/** Canonical side: everything is an order for the first outcome. */
export type BookSideName = 'bid' | 'ask';

/** GTC and GTD rest (the book has no clock: who keeps the expiry cancels), FAK fills what it can, FOK all or nothing. */
export type TimeInForce = 'GTC' | 'GTD' | 'FAK' | 'FOK';

/** The owner of orders among whom there is no self-trade, such as orders of a recorded book. */
export const NOBODY = 0;

/** Who takes, and up to which price. */
export interface Taker {
  /** A number of the caller's own for the owner; NOBODY has no self-trade. */
  readonly owner: number;
  readonly side: BookSideName;
  /** The worst price it takes, on the scale of the book. */
  readonly price: number;
}

export interface NewOrder extends Taker {
  /** Whole, above zero. */
  readonly lots: number;
  readonly tif: TimeInForce;
  /** Refused if it would match anybody else's order. */
  readonly postOnly: boolean;
}

/** What became of an order. One object of the book, written anew by its next `add`. */
export interface Added {
  /** WOULD_CROSS: post-only, NOT_WHOLE: fill or kill; nothing in the book has changed then. */
  readonly refused: 'WOULD_CROSS' | 'NOT_WHOLE' | null;
  /** Names the rest of the order in the book; 0 when nothing rests. Handles are never used twice. */
  readonly handle: number;
  readonly filled: number;
  /** Lots that rest now; what is neither filled nor rests is gone. */
  readonly rested: number;
  /** In the order of matching: best price first, oldest first. */
  readonly fills: MatchList;
  /** Resting orders of the same owner that would have been next to match. */
  readonly cancelled: MatchList;
}

export interface RestingOrder {
  readonly handle: number;
  readonly owner: number;
  readonly side: BookSideName;
  readonly price: number;
  readonly lots: number;
}

/** All orders of one price. */
export interface Level {
  readonly price: number;
  readonly lots: number;
  readonly orders: number;
  /** Lots of this and all better levels. */
  readonly cumulative: number;
}

/**
 * A book by price and time: whole prices of a scale, whole lots, everything in typed arrays. Knows nothing of money, clocks or people.
 * Numbers that cannot be (a price off the scale, lots that are not whole and above zero) throw: gates refuse these before.
 */
export class OrderBook {
  readonly scale: PriceScale;
  readonly #resting = new Resting();
  readonly #bids: BookSide;
  readonly #asks: BookSide;
  readonly #top: number;
  readonly #added = {
    refused: null as Added['refused'],
    handle: 0,
    filled: 0,
    rested: 0,
    fills: new MatchList(),
    cancelled: new MatchList(),
  };

  constructor(scale: PriceScale) {
    this.scale = scale;
    this.#bids = new BookSide(scale.size);
    this.#asks = new BookSide(scale.size);
    this.#top = scale.size - 1;
  }

  /** How many orders rest. */
  get size(): number {
    return this.#resting.size;
  }

  /** Matches an order against the book and lets the rest of it rest, as its time in force says. The answer stands until the next call. */
  add(order: NewOrder): Added {
    const added = this.#added;
    added.refused = null;
    added.handle = 0;
    added.rested = 0;
    added.fills.clear();
    added.cancelled.clear();
    checkLots(order.lots);
    const makers = this.#facing(order.side);
    const limit = this.#limit(order);
    let left = order.lots;
    if (makers.best <= limit || order.tif === 'FOK') {
      added.refused = this.#refusal(order);
      if (added.refused === null) left = this.#match(order, makers, limit);
    }
    added.filled = order.lots - left;
    if (left > 0 && added.refused === null && (order.tif === 'GTC' || order.tif === 'GTD')) {
      added.rested = left;
      added.handle = this.#rest(order, left, this.#top - limit);
    }
    return added;
  }

  /** Puts an order in without matching it, behind the others of its price: for orders known to rest, read back in the order in which they came. Returns its handle. */
  rest(order: Taker & { readonly lots: number }): number {
    checkLots(order.lots);
    return this.#rest(order, order.lots, this.#rank(order.side, order.price));
  }

  /** Takes an order out. Gives the lots that rested, 0 when the handle names no resting order. */
  cancel(handle: number): number {
    const slot = this.#resting.slotOf(handle);
    if (slot === 0) return 0;
    const lots = this.#resting.lots[slot]!;
    this.#sideOf(slot).remove(this.#resting, slot);
    return lots;
  }

  /** Takes lots off a resting order, which keeps its place; all of them take it out. Gives what is left of it. Throws for more than it has. */
  reduce(handle: number, lots: number): number {
    checkLots(lots);
    const slot = this.#resting.slotOf(handle);
    const left = slot === 0 ? -1 : this.#resting.lots[slot]! - lots;
    if (left < 0) throw new Error(`order ${handle} has no ${lots} lots to take off`);
    if (left === 0) this.#sideOf(slot).remove(this.#resting, slot);
    else this.#sideOf(slot).reduce(this.#resting, slot, lots);
    return left;
  }

  /** The resting order of a handle, or null. */
  peek(handle: number): RestingOrder | null {
    const slot = this.#resting.slotOf(handle);
    return slot === 0 ? null : this.#restingOrder(slot);
  }

  /** The best price of a side, or null when nothing rests on it. */
  best(side: BookSideName): number | null {
    const { best } = this.#side(side);
    return best > this.#top ? null : this.#priceOf(side, best);
  }

  /** Does a bid rest at or above an ask? Never after `add`; only `rest` can make it so. */
  isCrossed(): boolean {
    return this.#bids.best <= this.#top && this.#asks.best <= this.#top - this.#bids.best;
  }

  /** The levels of a side, best first, at most `depth` of them. */
  levels(side: BookSideName, depth = Infinity): Level[] {
    const among = this.#side(side);
    const levels: Level[] = [];
    let cumulative = 0;
    for (let rank = among.best; rank <= this.#top && levels.length < depth; rank = among.after(rank)) {
      const lots = among.lots[rank]!;
      cumulative += lots;
      levels.push({ price: this.#priceOf(side, rank), lots, orders: among.counts[rank]!, cumulative });
    }
    return levels;
  }

  /** Lots at one price. */
  lotsAt(side: BookSideName, price: number): number {
    return this.#side(side).lots[this.#rank(side, price)]!;
  }

  /** The resting orders of a side, best price first, oldest first within a price. Whoever changes the book on the way collects them first. */
  *orders(side: BookSideName): Generator<RestingOrder> {
    const among = this.#side(side);
    for (let rank = among.best; rank <= this.#top; rank = among.after(rank)) {
      for (let slot = among.heads[rank]!; slot !== 0; slot = this.#resting.next[slot]!) yield this.#restingOrder(slot);
    }
  }

  /**
   * Walks the orders a taker would meet, in the order of matching and leaving its own out, without changing anything. `admit` says how
   * many lots of each it takes, of at most `lots`; fewer than these end the walk. Gives all lots taken: an `add` of just these lots
   * fills them all. So a market order by money finds the most lots whose cost and fee fit.
   */
  reach(taker: Taker, admit: (price: number, lots: number, owner: number) => number): number {
    const makers = this.#facing(taker.side);
    const limit = this.#limit(taker);
    const facing = taker.side === 'bid' ? 'ask' : 'bid';
    let taken = 0;
    for (let rank = makers.best; rank <= limit; rank = makers.after(rank)) {
      const price = this.#priceOf(facing, rank);
      for (let slot = makers.heads[rank]!; slot !== 0; slot = this.#resting.next[slot]!) {
        const owner = this.#resting.owner[slot]!;
        if (isSame(owner, taker.owner)) continue;
        const lots = this.#resting.lots[slot]!;
        const some = admit(price, lots, owner);
        taken += some;
        if (some < lots) return taken;
      }
    }
    return taken;
  }

  /**
   * Adds to `into` the owner of every resting order that takers of `lots` in all, at `price` or better, could meet. Orders of owners in
   * `uncounted` do not use up lots: those of the takers, which may be cancelled before. Infinity lots: everybody up to that price.
   */
  ownersMet(
    taker: Omit<Taker, 'owner'> & { readonly lots: number },
    uncounted: ReadonlySet<number>,
    into: Set<number>,
  ): void {
    const makers = this.#facing(taker.side);
    const limit = this.#limit(taker);
    let left = taker.lots;
    for (let rank = makers.best; rank <= limit; rank = makers.after(rank)) {
      for (let slot = makers.heads[rank]!; slot !== 0; slot = this.#resting.next[slot]!) {
        if (left <= 0) return;
        const owner = this.#resting.owner[slot]!;
        into.add(owner);
        if (!uncounted.has(owner)) left -= this.#resting.lots[slot]!;
      }
    }
  }

  /** Why an order that crosses, or must fill whole, cannot go in; null when it can. */
  #refusal(order: NewOrder): Added['refused'] {
    if (order.postOnly && this.reach(order, () => 1) > 0) return 'WOULD_CROSS';
    if (order.tif !== 'FOK') return null;
    let wanted = order.lots;
    this.reach(order, (_price, lots) => {
      const some = Math.min(lots, wanted);
      wanted -= some;
      return some;
    });
    return wanted > 0 ? 'NOT_WHOLE' : null;
  }

  /** Fills of an order, and what is left of it. `limit` is the last rank of the makers that it takes. */
  #match(order: NewOrder, makers: BookSide, limit: number): number {
    const resting = this.#resting;
    const facing = order.side === 'bid' ? 'ask' : 'bid';
    let left = order.lots;
    for (let rank = makers.best; left > 0 && rank <= limit; rank = makers.best) {
      const price = this.#priceOf(facing, rank);
      let slot = makers.heads[rank]!;
      while (slot !== 0 && left > 0) {
        const owner = resting.owner[slot]!;
        const own = isSame(owner, order.owner);
        const has = resting.lots[slot]!;
        const lots = own || has < left ? has : left;
        const handle = resting.handle[slot]!;
        (own ? this.#added.cancelled : this.#added.fills).push({ handle, owner, price, lots, left: has - lots });
        if (!own) left -= lots;
        if (lots < has) {
          makers.reduce(resting, slot, lots);
          return left;
        }
        const next = resting.next[slot]!;
        makers.remove(resting, slot);
        slot = next;
      }
    }
    return left;
  }

  #rest(order: Taker, lots: number, rank: number): number {
    const resting = this.#resting;
    const slot = resting.take();
    resting.owner[slot] = order.owner;
    resting.side[slot] = order.side === 'bid' ? 0 : 1;
    resting.rank[slot] = rank;
    resting.lots[slot] = lots;
    this.#side(order.side).append(resting, slot);
    return resting.handle[slot]!;
  }

  /** The side a taker meets. */
  #facing(side: BookSideName): BookSide {
    return side === 'bid' ? this.#asks : this.#bids;
  }

  /** The last rank that a taker takes, on the side it meets. */
  #limit(taker: Omit<Taker, 'owner'>): number {
    return this.#rank(taker.side === 'bid' ? 'ask' : 'bid', taker.price);
  }

  #side(side: BookSideName): BookSide {
    return side === 'bid' ? this.#bids : this.#asks;
  }

  #sideOf(slot: number): BookSide {
    return this.#resting.side[slot] === 0 ? this.#bids : this.#asks;
  }

  #rank(side: BookSideName, price: number): number {
    const level = this.scale.levelOf(price);
    if (level < 0) throw new Error(`the book has no price ${price}`);
    return side === 'bid' ? this.#top - level : level;
  }

  #priceOf(side: BookSideName, rank: number): number {
    return this.scale.priceAt(side === 'bid' ? this.#top - rank : rank);
  }

  #restingOrder(slot: number): RestingOrder {
    const { owner, lots, handle, rank } = this.#resting;
    const side = this.#resting.side[slot] === 0 ? 'bid' : 'ask';
    return {
      handle: handle[slot]!,
      owner: owner[slot]!,
      side,
      price: this.#priceOf(side, rank[slot]!),
      lots: lots[slot]!,
    };
  }
}

function isSame(maker: number, taker: number): boolean {
  return maker === taker && taker !== NOBODY;
}

function checkLots(lots: number): void {
  if (!Number.isSafeInteger(lots) || lots <= 0) throw new Error(`not a number of lots: ${lots}`);
}
