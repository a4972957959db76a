import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { BalanceMessage } from '#protocol/trading.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed, useReturn } from '#web/live/live.tsx';
import { NOTHING, OwnStore, reachOf, readClosed, readFills, readLists, type OwnNews } from './own-store.ts';

/** Own orders, positions and fills: lists at the start and after each reconnection, the private socket in between, which tells of the balance too where somebody listens. */
export function useOwn(tell: OwnNews, onBalance?: (balance: BalanceMessage) => void) {
  const { state, client, retry } = useSession();
  const token = state.status === 'ready' ? state.token : null;
  const [store] = useState(() => new OwnStore());
  useEffect(() => store.onNews(tell), [store, tell]);
  const own = useSyncExternalStore(
    store.watch,
    () => store.get(),
    () => NOTHING,
  );
  const takeOrders = useCallback((news: readonly OrderWire[]) => store.hearOrders(news, 'some'), [store]);
  const refreshFills = useCallback(() => {
    if (token !== null) void readFills(client, store);
  }, [client, token, store]);
  const reload = useCallback(() => {
    if (token !== null) void readLists(client, store);
  }, [client, token, store]);
  const feed = usePrivateFeed({
    token,
    on: {
      ...(onBalance === undefined ? {} : { balance: (frame) => onBalance(frame.data as BalanceMessage) }),
      order: (frame) => {
        const list = [frame.data as OrderWire | readonly OrderWire[]].flat();
        store.hearOrders(list, reachOf(frame));
        if (frame.snapshot !== true && list.some((order) => order.filled > 0)) refreshFills();
      },
      position: (frame) => {
        const list = [frame.data as PositionWire | readonly PositionWire[]].flat();
        store.hearPositions(list, reachOf(frame));
        if (token !== null && list.some(({ credit }) => credit !== null)) void readClosed(client, store);
      },
    },
    onRefused: retry,
  });
  const live = feed === 'live';
  useEffect(reload, [reload, live]);
  useReturn(reload);
  return { ...own, takeOrders, readFills: refreshFills, reload };
}

export type OwnState = ReturnType<typeof useOwn>;
