import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type LimitsAnswer = CallAnswer<'limits.read'>;
export type LimitView = LimitsAnswer['limits'][number];
export type Figures = CallAnswer<'limits.figures'>;

const KEY = 'limits';
/** A wait that ends, or a break, is seen within this while without a reload. */
const REFRESH_MS = 15_000;

export function useLimits() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, 'set'],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('limits.read', {}, { signal }),
  });
}

export function usePlayFigures() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [KEY, 'figures'],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('limits.figures', {}, { signal }),
  });
}

/** What can be changed; each answer is what holds now. */
export function useLimitChanges() {
  const { client } = useSession();
  const queries = useQueryClient();
  const onSuccess = (answer: LimitsAnswer) => queries.setQueryData([KEY, 'set'], answer);
  return {
    change: useMutation({
      mutationFn: (input: CallInput<'limits.change'>) => client.call('limits.change', input),
      onSuccess,
    }),
    confirm: useMutation({
      mutationFn: (input: CallInput<'limits.confirm'>) => client.call('limits.confirm', input),
      onSuccess,
    }),
    exclude: useMutation({
      mutationFn: (input: CallInput<'limits.exclude'>) => client.call('limits.exclude', input),
      onSuccess,
    }),
  };
}
