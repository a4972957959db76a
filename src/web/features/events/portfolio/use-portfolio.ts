import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { EventCard } from '#protocol/events/events.ts';
import { everyPage, WHOLE_PAGE } from '#web/api/every-page.ts';
import { useSession } from '#web/api/session.tsx';
import { usePrivateFeed } from '#web/live/live.tsx';
import { tellEventNames } from '#web/shares/event-names.ts';
import { useCall } from '#web/ui/call/use-call.ts';
import type { Markets } from './portfolio.ts';

const PORTFOLIO = 'portfolio';
/** Prices of what is held, ms. */
const PRICES_EVERY_MS = 10_000;
/** So many markets the API takes at once. */
const AT_ONCE = 50;

/** Own rows of events, in every state, and what the books say of what is held and ordered. */
export function usePortfolio() {
  const { client, state, retry } = useSession();
  const queries = useQueryClient();
  const isReady = state.status === 'ready';
  const who = isReady ? state.user.id : null;
  const rows = useQuery({
    queryKey: [PORTFOLIO, 'rows', who],
    enabled: isReady,
    queryFn: async ({ signal }) => {
      const own = { kind: 'event', limit: WHOLE_PAGE } as const;
      const positions = (status: 'open' | 'settled') =>
        everyPage((page) => client.call('exchange.positions', { query: { ...own, status, ...page } }, { signal }));
      const [held, ended, orders, sets] = await Promise.all([
        positions('open'),
        positions('settled'),
        everyPage((page) => client.call('exchange.orders', { query: { ...own, status: 'open', ...page } }, { signal })),
        everyPage((page) => client.call('exchange.ownSets', { query: { limit: WHOLE_PAGE, ...page } }, { signal })),
      ]);
      return { held, ended, orders, sets };
    },
  });
  const { data } = rows;
  const books = useMemo(
    () =>
      [
        ...new Set(
          [...(data?.held ?? []), ...(data?.ended ?? []), ...(data?.orders ?? [])].map(({ market }) => market.marketId),
        ),
      ].toSorted(),
    [data],
  );
  const prices = useQuery({
    queryKey: [PORTFOLIO, 'prices', who, books],
    enabled: books.length > 0,
    refetchInterval: PRICES_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Markets> => {
      const events: EventCard[] = [];
      for (let at = 0; at < books.length; at += AT_ONCE) {
        const markets = books.slice(at, at + AT_ONCE).join(',');
        events.push(
          ...(await client.call('events.list', { query: { markets, limit: `${AT_ONCE}` } }, { signal })).items,
        );
      }
      tellEventNames(events);
      return new Map(events.flatMap((event) => event.markets.map((market) => [market.marketId, market] as const)));
    },
  });
  const reload = useCallback(() => void queries.invalidateQueries({ queryKey: [PORTFOLIO, 'rows'] }), [queries]);
  usePrivateFeed({ token: isReady ? state.token : null, on: { order: reload, position: reload }, onRefused: retry });
  return { rows, markets: prices.data ?? null, reload };
}

/** Ends one order, or all of these. */
export function useCancelling(done: () => void) {
  const { client } = useSession();
  const call = useCall({ toast: 'portfolio-cancel' });
  const cancel = async (id: string) => {
    await call.run(() => client.call('exchange.cancelOrder', { params: { id } }));
    done();
  };
  const cancelAll = async (marketIds: readonly string[]) => {
    await call.run(async () => {
      for (const marketId of new Set(marketIds)) await client.call('exchange.cancelOrders', { query: { marketId } });
    });
    done();
  };
  return { busy: call.busy, cancel, cancelAll };
}
