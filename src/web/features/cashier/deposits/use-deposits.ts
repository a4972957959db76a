import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type Options = CallAnswer<'deposits.options'>;
export type Network = Options['networks'][number];
export type Coin = Network['coins'][number];
/** By what a coin is counted now; null: each is a dollar. */
export type Rate = Options['rates'][number] | null;
export type Deposit = CallAnswer<'deposits.list'>['items'][number];

const KEY = ['cashier', 'deposits'];
/** A deposit is seen, and each confirmation counted, within this while. */
const REFRESH_MS = 2_500;
/** A network that comes back is offered again within this while. */
const OPTIONS_MS = 30_000;

/** Networks and coins that are taken now. */
export function useDepositOptions() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'options'],
    enabled: state.status === 'ready',
    refetchInterval: OPTIONS_MS,
    queryFn: ({ signal }) => client.call('deposits.options', undefined, { signal }),
  });
}

/** The own address on a network; made with the first look. */
export function useDepositAddress(network: string) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'address', network],
    enabled: state.status === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await client.call('deposits.address', { query: { network } }, { signal })).address,
  });
}

/** Own deposits, the newest first, as they stand while one looks on. */
export function useDeposits() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'list'],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => (await client.call('deposits.list', undefined, { signal })).items,
  });
}

/** Calls back for each deposit that is credited while one looks on. */
export function useCredited(deposits: readonly Deposit[] | undefined, onCredited: (deposit: Deposit) => void): void {
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const latest = useRef(onCredited);
  useEffect(() => {
    latest.current = onCredited;
  });
  useEffect(() => {
    if (deposits === undefined) return;
    for (const one of deposits) if (one.status === 'CREDITED' && waiting.current.has(one.id)) latest.current(one);
    waiting.current = new Set(deposits.filter(({ status }) => status === 'CONFIRMING').map(({ id }) => id));
  }, [deposits]);
}

/** Has the list read anew: something was just sent. */
export function useDepositNews(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [...KEY, 'list'] });
}

export function rateOf(options: Options, coin: Coin): Rate {
  return options.rates.find((one) => one.coin === coin) ?? null;
}

/** Networks that take a coin: those that work first, then the quickest. */
export function networksOf(options: Options, coin: Coin): readonly Network[] {
  const rank = ({ state, seconds }: Network) => (state === 'open' ? 0 : 1_000_000) + seconds;
  return options.networks.filter(({ coins }) => coins.includes(coin)).toSorted((a, b) => rank(a) - rank(b));
}
