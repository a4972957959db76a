import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import type { Transaction } from '../use-cashier.ts';

export type Estimate = Extract<CallAnswer<'cashier.estimate'>, { readonly transfer: false }>;
export type Gate = Estimate['gates'][number];
export type Withdrawal = Transaction & { readonly withdrawal: NonNullable<Transaction['withdrawal']> };

/** What an estimate is asked for; null: not known yet. */
export interface Asked {
  readonly network: string | null;
  readonly token: string;
  readonly address: string | null;
  readonly amount: string | null;
}

const KEY = 'cashier';
/** The estimate holds for a minute; it is asked for again when that is over. */
const REFRESH_MS = 60_000;
/** One on its way is looked at again after this while; one that has ended changes no more. */
const MOVES_MS = 5_000;
const NEWEST = '10';

/** What a withdrawal comes to, and every gate of it. */
export function useWithdrawalEstimate({ network, token, address, amount }: Asked) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, 'withdrawal', network, token, address, amount],
    enabled: state.status === 'ready' && network !== null,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Estimate> => {
      const body = {
        transfer: false as const,
        network: network ?? '',
        token,
        ...(address === null ? {} : { address }),
        ...(amount === null ? {} : { amount }),
      };
      const found = await client.call('cashier.estimate', { body }, { signal });
      if (found.transfer) throw new Error('an estimate of something else than a withdrawal');
      return found;
    },
  });
}

/** Does it still move, or has it ended? */
export function isOpen({ status }: Pick<Withdrawal, 'status'>): boolean {
  return status === 'HELD';
}

/** Own withdrawals, the newest first. */
export function useWithdrawals() {
  const { client, state } = useSession();
  return useQuery<readonly Withdrawal[]>({
    queryKey: [KEY, 'withdrawals'],
    enabled: state.status === 'ready',
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? MOVES_MS : REFRESH_MS),
    queryFn: async ({ signal }) => {
      const query = { type: 'withdrawal' as const, limit: NEWEST };
      const { items } = await client.call('cashier.transactions', { query }, { signal });
      return items.filter((item): item is Withdrawal => item.withdrawal !== null);
    },
  });
}
