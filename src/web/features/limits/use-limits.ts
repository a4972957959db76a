import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { useSend } from '#web/ui/call/use-call.ts';

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

/** Changes what is set; the answer is what holds now. */
export function useLimitChange<N extends 'limits.change' | 'limits.confirm' | 'limits.exclude'>(name: N) {
  const queries = useQueryClient();
  return useSend(name, { onDone: (answer) => queries.setQueryData([KEY, 'set'], answer) });
}
