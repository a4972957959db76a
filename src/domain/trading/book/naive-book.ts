import type { Added, BookSideName, NewOrder, RestingOrder } from './order-book.ts';

/** What the naive book says of an order. */
export interface NaiveAdded {
  refused: Added['refused'];
  handle: number;
  filled: number;
  rested: number;
  fills: { handle: number; owner: number; price: number; lots: number; left: number }[];
  cancelled: { handle: number; owner: number; price: number; lots: number; left: number }[];
}

interface NaiveOrder extends RestingOrder {
  lots: number;
  readonly serial: number;
}

/** The rules of the book again, by one array and sorts: what the real one is compared with in tests. */
export class NaiveBook {
  #orders: NaiveOrder[] = [];
  #serial = 0;

  /** `handle` is the one that the real book gave, since only the book itself names orders. */
  add(order: NewOrder, handle: number): NaiveAdded {
    const answer: NaiveAdded = { refused: null, handle: 0, filled: 0, rested: 0, fills: [], cancelled: [] };
    const facing = this.facing(order);
    const others = facing.filter((maker) => maker.owner === 0 || maker.owner !== order.owner);
    if (order.postOnly && others.length > 0) return { ...answer, refused: 'WOULD_CROSS' };
    const offered = others.reduce((sum, maker) => sum + maker.lots, 0);
    if (order.tif === 'FOK' && offered < order.lots) return { ...answer, refused: 'NOT_WHOLE' };
    let left = order.lots;
    for (const maker of facing) {
      if (left === 0) break;
      const own = !others.includes(maker);
      const lots = own ? maker.lots : Math.min(left, maker.lots);
      maker.lots -= lots;
      if (!own) left -= lots;
      const { owner, price } = maker;
      (own ? answer.cancelled : answer.fills).push({ handle: maker.handle, owner, price, lots, left: maker.lots });
    }
    this.#orders = this.#orders.filter((maker) => maker.lots > 0);
    answer.filled = order.lots - left;
    if (left === 0 || order.tif === 'FAK' || order.tif === 'FOK') return answer;
    const { owner, side, price } = order;
    this.#orders.push({ handle, owner, side, price, lots: left, serial: this.#serial });
    this.#serial += 1;
    return { ...answer, handle, rested: left };
  }

  /** The orders a taker meets, in the order of matching, its own among them. */
  facing(taker: { side: BookSideName; price: number }): NaiveOrder[] {
    const buys = taker.side === 'bid';
    return this.orders(buys ? 'ask' : 'bid').filter((maker) =>
      buys ? maker.price <= taker.price : maker.price >= taker.price,
    );
  }

  cancel(handle: number): number {
    const found = this.#orders.find((order) => order.handle === handle);
    this.#orders = this.#orders.filter((order) => order !== found);
    return found?.lots ?? 0;
  }

  reduce(handle: number, lots: number): number {
    const found = this.#orders.find((order) => order.handle === handle)!;
    found.lots -= lots;
    this.#orders = this.#orders.filter((order) => order.lots > 0);
    return found.lots;
  }

  /** Best price first, oldest first within a price. */
  orders(side: BookSideName): NaiveOrder[] {
    const sign = side === 'bid' ? -1 : 1;
    return this.#orders
      .filter((order) => order.side === side)
      .toSorted((a, b) => sign * (a.price - b.price) || a.serial - b.serial);
  }
}
