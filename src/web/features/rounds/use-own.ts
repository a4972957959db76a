import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { useSession } from '#web/api/session.tsx';
import { Kept } from '#web/live/kept.ts';
import { usePrivateFeed, useReturn } from '#web/live/live.tsx';
import { endedByRule, mergeOrders, mergePositions, replaceResting, type Orders, type Positions } from './own-rows.ts';

interface Own {
  readonly orders: Orders;
  readonly positions: Positions;
  readonly fills: readonly FillWire[];
  readonly state: 'loading' | 'ready' | 'failed';
}

const NOTHING: Own = { orders: new Map(), positions: new Map(), fills: [], state: 'loading' };
const FILLS_SHOWN = '30';

class OwnStore extends Kept<Own> {
  constructor() {
    super(() => NOTHING);
  }

  change(part: Partial<Own>): void {
    this.set({ ...this.get(), ...part });
  }
}

/** Own orders, positions and fills: lists at the start and after each reconnection, the private socket in between. */
export function useOwn(onEnded: (orders: readonly OrderWire[]) => void) {
  const { state, client, retry } = useSession();
  const token = state.status === 'ready' ? state.token : null;
  const [store] = useState(() => new OwnStore());
  const own = useSyncExternalStore(
    store.watch,
    () => store.get(),
    () => NOTHING,
  );
  const tell = useRef(onEnded);
  useEffect(() => {
    tell.current = onEnded;
  });
  const takeOrders = useCallback(
    (news: readonly OrderWire[], how: 'some' | 'all') => {
      const before = store.get().orders;
      const after = how === 'all' ? replaceResting(before, news) : mergeOrders(before, news);
      if (after === before) return;
      store.change({ orders: after });
      const ended = endedByRule(before, after);
      if (ended.length > 0) tell.current(ended);
    },
    [store],
  );
  const readFills = useCallback(() => {
    if (token === null) return;
    client.call('exchange.fills', { query: { limit: FILLS_SHOWN } }).then(
      ({ items }) => store.change({ fills: items }),
      () => undefined,
    );
  }, [client, token, store]);
  const reload = useCallback(() => {
    if (token === null) return;
    const lists = Promise.all([
      client.call('exchange.orders', { query: { status: 'open', limit: '200' } }),
      client.call('exchange.positions', { query: { status: 'open', limit: '200' } }),
      client.call('exchange.fills', { query: { limit: FILLS_SHOWN } }),
    ]);
    lists.then(
      ([orders, positions, fills]) => {
        takeOrders(orders.items, 'all');
        store.change({ positions: mergePositions(new Map(), positions.items), fills: fills.items, state: 'ready' });
      },
      () => store.change(store.get().state === 'ready' ? {} : { state: 'failed' }),
    );
  }, [client, token, store, takeOrders]);
  const feed = usePrivateFeed({
    token,
    on: {
      order: (frame) => {
        const list = [frame.data as OrderWire | readonly OrderWire[]].flat();
        takeOrders(list, frame.snapshot === true ? 'all' : 'some');
        if (frame.snapshot !== true && list.some((order) => order.filled > 0)) readFills();
      },
      position: (frame) => {
        const list = [frame.data as PositionWire | readonly PositionWire[]].flat();
        const before = frame.snapshot === true ? new Map() : store.get().positions;
        store.change({ positions: mergePositions(before, list) });
      },
    },
    onRefused: retry,
  });
  const live = feed.status === 'live';
  useEffect(reload, [reload, live]);
  useReturn(reload);
  return { ...own, takeOrders, readFills, reload };
}

export type OwnState = ReturnType<typeof useOwn>;
