import { describe, expect, it } from 'vitest';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { Client } from '#web/api/client.ts';
import { SNAPSHOT_MOST } from '#protocol/pages/numbers.ts';
import { heldOf, restingOf } from './own-rows.ts';
import { OwnStore, reachOf, readLists } from './own-store.ts';

const order = (id: string, part: Partial<OrderWire> = {}): OrderWire =>
  ({ id, status: 'OPEN', filled: 0, placedAt: '2026-11-20T17:00:00.000Z', endReason: null, ...part }) as OrderWire;
const position = (marketId: string, shares: number): PositionWire =>
  ({
    market: { marketId, endsAt: '2026-11-20T17:30:00.000Z' },
    outcome: 'UP',
    shares,
    free: shares,
    credit: null,
  }) as PositionWire;

function onItsWay<T>() {
  let come: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (come = resolve));
  return { promise, come };
}

/** An API whose answers are made by hand, by call; every other list is empty. */
function apiOf(answers: Readonly<Record<string, (input: never) => Promise<unknown>>>): Client {
  const empty = async () => ({ items: [], nextCursor: null });
  const call = (name: string, input: never) => (answers[name] ?? empty)(input);
  return { call } as unknown as Client;
}

async function whole<T>(list: Promise<readonly T[]>) {
  return { items: await list, nextCursor: null };
}

function storeThatTells() {
  const told: string[] = [];
  const store = new OwnStore();
  store.onNews({
    ended: (orders) => void told.push(...orders.map(({ id }) => id)),
    settled: (positions) => void told.push(...positions.map(({ market }) => market.marketId)),
  });
  return { store, told };
}

describe('lists and frames of own orders and positions', () => {
  it('keeps an order that was placed while the list was on its way', async () => {
    const { store } = storeThatTells();
    store.hearOrders([order('old')], 'all');
    const list = onItsWay<OrderWire[]>();
    const read = readLists(apiOf({ 'exchange.orders': () => whole(list.promise) }), store);
    store.hearOrders([order('new')], 'some');
    list.come([]);
    await read;
    expect(restingOf(store.get().orders).map(({ id }) => id)).toEqual(['new']);
  });

  it('keeps shares that were bought while the list was on its way', async () => {
    const { store } = storeThatTells();
    const list = onItsWay<PositionWire[]>();
    const read = readLists(apiOf({ 'exchange.positions': () => whole(list.promise) }), store);
    store.hearPositions([position('m', 30)], 'some');
    list.come([position('m', 10), position('n', 5)]);
    await read;
    expect(heldOf(store.get().positions).map(({ market, shares }) => [market.marketId, shares])).toEqual([
      ['n', 5],
      ['m', 30],
    ]);
  });

  it('tells once of an order that a rule ended, though an older list still has it', async () => {
    const { store, told } = storeThatTells();
    store.hearOrders([order('a')], 'all');
    const list = onItsWay<OrderWire[]>();
    const read = readLists(apiOf({ 'exchange.orders': () => whole(list.promise) }), store);
    store.hearOrders([order('a', { status: 'EXPIRED', endReason: 'cut_off' })], 'some');
    list.come([order('a')]);
    await read;
    expect(told).toEqual(['a']);
    expect(restingOf(store.get().orders)).toEqual([]);
  });
});

describe('a round', () => {
  it('is told of once when what was held of it is paid', () => {
    const { store, told } = storeThatTells();
    store.hearPositions([position('m', 5)], 'all');
    const paid = { ...position('m', 5), credit: 5 };
    store.hearPositions([paid], 'some');
    store.hearPositions([paid], 'some');
    expect(told).toEqual(['m']);
  });
});

describe('own lists', () => {
  const rows = Array.from({ length: 5 }, (_row, at) => order(`${at}`));
  const inPages = async ({ query }: { readonly query: { readonly cursor?: string } }) => {
    const from = Number(query.cursor ?? 0);
    return { items: rows.slice(from, from + 2), nextCursor: from + 2 < rows.length ? `${from + 2}` : null };
  };

  it('are read to their last page', async () => {
    const { store } = storeThatTells();
    await readLists(apiOf({ 'exchange.orders': inPages }), store);
    expect(restingOf(store.get().orders)).toHaveLength(5);
    expect(store.get().states).toEqual({ orders: 'ready', positions: 'ready', fills: 'ready', closed: 'ready' });
  });

  it('fail each by itself', async () => {
    const { store } = storeThatTells();
    const away = () => Promise.reject(new Error('away'));
    await readLists(apiOf({ 'exchange.orders': inPages, 'exchange.positions': away }), store);
    expect(restingOf(store.get().orders)).toHaveLength(5);
    expect(store.get().states).toEqual({ orders: 'ready', positions: 'failed', fills: 'ready', closed: 'failed' });
    // What was there once is shown on.
    await readLists(apiOf({ 'exchange.orders': away }), store);
    expect(restingOf(store.get().orders)).toHaveLength(5);
    expect(store.get().states).toEqual({ orders: 'ready', positions: 'ready', fills: 'ready', closed: 'ready' });
  });

  it('are not cut by a snapshot that is full', () => {
    const frame = (count: number) => ({
      ch: 'order',
      seq: 1,
      t: 0,
      snapshot: true as const,
      data: Array(count).fill(0),
    });
    expect(reachOf(frame(SNAPSHOT_MOST))).toBe('some');
    expect(reachOf(frame(SNAPSHOT_MOST - 1))).toBe('all');
    expect(reachOf({ ch: 'order', seq: 2, t: 0, data: {} })).toBe('some');
  });
});
