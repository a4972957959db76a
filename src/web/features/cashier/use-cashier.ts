import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type Estimate = Extract<CallAnswer<'cashier.estimate'>, { readonly transfer: true }>;
export type Gate = Estimate['gates'][number];
export type Transaction = CallAnswer<'cashier.transactions'>['items'][number];

/** The answer to a question about a payment. */
export function ofPayment(found: CallAnswer<'cashier.estimate'>): Estimate {
  if (!found.transfer) throw new Error('an estimate of something else than a payment');
  return found;
}

const KEY = 'cashier';
/** A hold that ends, or money that came, is seen within this while without a reload. */
const REFRESH_MS = 15_000;
/** Payments that may still be recalled are among the newest. */
const NEWEST = '10';

/** How one stands for a payment of an amount; null: none is typed yet. */
export function usePaymentEstimate(amount: string | null) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, 'estimate', amount],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const body = { transfer: true as const, ...(amount === null ? {} : { amount }) };
      return ofPayment(await client.call('cashier.estimate', { body }, { signal }));
    },
  });
}

/** Own payments on their way, the newest first. */
export function useHeld() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, 'held'],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const { items } = await client.call(
        'cashier.transactions',
        { query: { type: 'payment', limit: NEWEST } },
        { signal },
      );
      return items.filter(({ status, direction }) => status === 'HELD' && direction === 'out');
    },
  });
}

/** Has everything of the cashier read anew. */
export function useCashierNews(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [KEY] });
}
