import { SNAPSHOT_MOST } from '#protocol/pages/numbers.ts';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { Client } from '#web/api/client.ts';
import { everyPage, WHOLE_PAGE } from '#web/api/every-page.ts';
import { SyncedStore } from '#web/live/synced-store.ts';
import type { Frame } from '#web/live/socket.ts';
import {
  endedByRule,
  mergeOrders,
  mergePositions,
  replaceResting,
  settledBetween,
  type Orders,
  type Positions,
} from './own-rows.ts';

type ListState = 'loading' | 'ready' | 'failed';

export interface Own {
  readonly orders: Orders;
  readonly positions: Positions;
  readonly fills: readonly FillWire[];
  /** What was held in rounds that have ended, newest first. */
  readonly closed: readonly PositionWire[];
  /** Of each list: the frames of the socket fill none whole. */
  readonly states: Readonly<Record<'orders' | 'positions' | 'fills' | 'closed', ListState>>;
}

export const NOTHING: Own = {
  orders: new Map(),
  positions: new Map(),
  fills: [],
  closed: [],
  states: { orders: 'loading', positions: 'loading', fills: 'loading', closed: 'loading' },
};
const FILLS_SHOWN = '30';
const CLOSED_SHOWN = '30';

/** Whom the store tells of what nobody pressed. */
export interface OwnNews {
  /** Orders that the clock, a pause or a rule ended. */
  ended(orders: readonly OrderWire[]): void;
  /** Holdings of rounds that have been paid. */
  settled(positions: readonly PositionWire[]): void;
}

/** Own orders, positions and fills outside of React: a list that was asked for before a frame came does not undo it. */
export class OwnStore extends SyncedStore<Own> {
  #tell: OwnNews = { ended: () => undefined, settled: () => undefined };

  constructor() {
    super(() => NOTHING);
  }

  /** From now on `tell` hears. */
  onNews(tell: OwnNews): void {
    this.#tell = tell;
  }

  override set(value: Own): void {
    const before = this.get();
    super.set(value);
    const over = endedByRule(before.orders, value.orders);
    if (over.length > 0) this.#tell.ended(over);
    const settled = settledBetween(before.positions, value.positions);
    if (settled.length > 0) this.#tell.settled(settled);
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
    readClosed(client, store),
  ]);
}

/** The last rounds that ended alone. */
export async function readClosed(client: Client, store: OwnStore): Promise<void> {
  const closed = client.call('exchange.positions', { query: { status: 'settled', limit: CLOSED_SHOWN } });
  await store.readList('closed', closed, (own, { items }) => ({ ...own, closed: items }));
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
