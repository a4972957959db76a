import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/api-error.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { serverClock } from '#web/live/server-clock.ts';
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
/** Where there is no estimate yet that says how long it holds. */
const REFRESH_MS = 60_000;
/** Not more often, however little is left of one. */
const LEAST_MS = 1_000;
/** One on its way is looked at again after this while; one that has ended changes no more. */
const MOVES_MS = 5_000;
const NEWEST = '10';

/** Until an estimate holds no longer, ms: it is asked for again then. */
function leftOf({ heldUntil }: Estimate): number {
  return Math.max(LEAST_MS, Date.parse(heldUntil) - serverClock.now());
}

/** What a withdrawal comes to, and every gate of it. An address that is none is left out: it is refused when it is sent. */
export function useWithdrawalEstimate({ network, token, address, amount }: Asked) {
  const { client, state } = useSession();
  return useQuery<Estimate>({
    queryKey: [KEY, 'withdrawal', network, token, address, amount],
    enabled: state.status === 'ready' && network !== null,
    refetchInterval: ({ state: { data } }) => (data === undefined ? REFRESH_MS : leftOf(data)),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Estimate> => {
      const rest = {
        transfer: false as const,
        network: network ?? '',
        token,
        ...(amount === null ? {} : { amount }),
      };
      const ask = (body: typeof rest & { readonly address?: string }) =>
        client.call('cashier.estimate', { body }, { signal });
      const found = await (address === null
        ? ask(rest)
        : ask({ ...rest, address }).catch((error: unknown) => {
            if (!isNoAddress(error)) throw error;
            return ask(rest);
          }));
      if (found.transfer) throw new Error('an estimate of something else than a withdrawal');
      return found;
    },
  });
}

function isNoAddress(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== 'InvalidRequest') return false;
  const { fields } = error.details;
  return typeof fields === 'object' && fields !== null && 'address' in fields;
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
