import { SNAPSHOT_MOST } from '#protocol/channels.ts';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { Client } from '#web/api/client.ts';
import { everyPage, WHOLE_PAGE } from '#web/api/every-page.ts';
import { News } from '#web/live/news.ts';
import type { Frame } from '#web/live/socket.ts';
import { endedByRule, mergeOrders, mergePositions, replaceResting, type Orders, type Positions } from './own-rows.ts';

type ListState = 'loading' | 'ready' | 'failed';

export interface Own {
  readonly orders: Orders;
  readonly positions: Positions;
  readonly fills: readonly FillWire[];
  /** Of each list: the frames of the socket fill none whole. */
  readonly states: Readonly<Record<'orders' | 'positions' | 'fills', ListState>>;
}

export const NOTHING: Own = {
  orders: new Map(),
  positions: new Map(),
  fills: [],
  states: { orders: 'loading', positions: 'loading', fills: 'loading' },
};
const FILLS_SHOWN = '30';

/** Own orders, positions and fills outside of React: a list that was asked for before a frame came does not undo it. */
export class OwnStore extends News<Own> {
  #tell: (orders: readonly OrderWire[]) => void = () => undefined;

  constructor() {
    super(() => NOTHING);
  }

  /** From now on `tell` hears of orders that the clock, a pause or a rule ended. */
  onEnded(tell: (orders: readonly OrderWire[]) => void): void {
    this.#tell = tell;
  }

  override set(value: Own): void {
    const before = this.get().orders;
    super.set(value);
    const over = endedByRule(before, value.orders);
    if (over.length > 0) this.#tell(over);
  }

  /** Some orders, or all that rest. */
  hearOrders(news: readonly OrderWire[], how: 'some' | 'all'): void {
    this.hear((own) => withOrders(own, news, how));
  }

  /** Some positions, or all that are held. */
  hearPositions(news: readonly PositionWire[], how: 'some' | 'all'): void {
    this.hear((own) => withPositions(own, news, how));
  }

  /** Takes a list in when it comes. One that fails leaves what is known; where nothing is, the list has failed. */
  async readList<A>(name: keyof Own['states'], list: Promise<A>, take: (own: Own, list: A) => Own): Promise<void> {
    try {
      await this.read(list, (own, rows) => withState(take(own, rows), name, 'ready'));
    } catch {
      this.hear((own) => (own.states[name] === 'ready' ? own : withState(own, name, 'failed')));
    }
  }
}

/** Reads open orders and positions, every page of them, and the newest fills: each by itself. Resolves when all have come or failed. */
export async function readLists(client: Client, store: OwnStore): Promise<void> {
  const orders = everyPage((page) =>
    client.call('exchange.orders', { query: { status: 'open', limit: WHOLE_PAGE, ...page } }),
  );
  const positions = everyPage((page) =>
    client.call('exchange.positions', { query: { status: 'open', limit: WHOLE_PAGE, ...page } }),
  );
  await Promise.all([
    store.readList('orders', orders, (own, list) => withOrders(own, list, 'all')),
    store.readList('positions', positions, (own, list) => withPositions(own, list, 'all')),
    readFills(client, store),
  ]);
}

/** The newest fills alone. */
export async function readFills(client: Client, store: OwnStore): Promise<void> {
  const fills = client.call('exchange.fills', { query: { limit: FILLS_SHOWN } });
  await store.readList('fills', fills, (own, { items }) => ({ ...own, fills: items }));
}

/** Is a frame the whole list? A snapshot that is full may be the beginning of a longer one. */
export function reachOf(frame: Frame): 'some' | 'all' {
  return frame.snapshot === true && (frame.data as readonly unknown[]).length < SNAPSHOT_MOST ? 'all' : 'some';
}

function withState(own: Own, name: keyof Own['states'], state: ListState): Own {
  return { ...own, states: { ...own.states, [name]: state } };
}

function withOrders(own: Own, news: readonly OrderWire[], how: 'some' | 'all'): Own {
  const orders = how === 'all' ? replaceResting(own.orders, news) : mergeOrders(own.orders, news);
  return orders === own.orders ? own : { ...own, orders };
}

function withPositions(own: Own, news: readonly PositionWire[], how: 'some' | 'all'): Own {
  return { ...own, positions: mergePositions(how === 'all' ? new Map() : own.positions, news) };
}
