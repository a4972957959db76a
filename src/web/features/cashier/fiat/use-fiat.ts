import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type Fiats = CallAnswer<'fiat.fiats'>;
export type Offer = CallAnswer<'fiat.offers'>['offers'][number];
export type FiatOrder = CallAnswer<'fiat.orders'>['items'][number];

const KEY = ['cashier', 'fiat'];
/** What an offer brings is looked up again within this while. */
const OFFERS_MS = 30_000;
/** Of own rows alone: a payment shows within this while. */
const ORDERS_MS = 2_500;

/** Currencies that can be paid in with. */
export function useFiats() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'fiats'],
    enabled: state.status === 'ready',
    staleTime: 300_000,
    queryFn: ({ signal }) => client.call('fiat.fiats', undefined, { signal }),
  });
}

/** What is offered for a sum; null: there is none yet. */
export function useOffers(asked: { readonly fiat: string; readonly amount: string } | null) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'offers', asked?.fiat, asked?.amount],
    enabled: state.status === 'ready' && asked !== null,
    refetchInterval: OFFERS_MS,
    retry: false,
    queryFn: ({ signal }) => client.call('fiat.offers', { query: asked ?? { fiat: '', amount: '' } }, { signal }),
  });
}

/** Own orders, the newest first, as they stand while one looks on. */
export function useFiatOrders() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'orders'],
    enabled: state.status === 'ready',
    refetchInterval: ORDERS_MS,
    queryFn: async ({ signal }) => (await client.call('fiat.orders', undefined, { signal })).items,
  });
}

/** Has the list read anew. */
export function useFiatNews(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [...KEY, 'orders'] });
}

/** Calls back for each order that is credited while one looks on. */
export function useOrderCredited(
  orders: readonly FiatOrder[] | undefined,
  onCredited: (order: FiatOrder) => void,
): void {
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef(onCredited);
  useEffect(() => {
    latest.current = onCredited;
  });
  useEffect(() => {
    if (orders === undefined) return;
    for (const one of orders) if (one.status === 'CREDITED' && waiting.current.has(one.id)) latest.current(one);
    waiting.current = new Set(orders.filter(({ status }) => status !== 'CREDITED').map(({ id }) => id));
  }, [orders]);
}

/** May it still be paid in time? */
export const isOpen = ({ status }: FiatOrder) => status === 'CREATED' || status === 'PENDING';
