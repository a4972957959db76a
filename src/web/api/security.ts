import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from './calls.ts';
import { serverClock } from '../live/server-clock.ts';
import { useSession } from './session.tsx';

export type Security = CallAnswer<'factors.security'>;

/** First part of the keys of all that is asked about the security of the account. */
export const SECURITY = 'security';

const SOONEST_MS = 1_000;
const LATEST_MS = 30_000;

/**
 * In how many ms the server is to be asked whether a step-up still holds; false: none does. It is asked twice a minute at least, since
 * the clock of the browser may be wrong.
 */
export function askAgainIn(stepUpUntil: string | null | undefined, now: number): number | false {
  if (stepUpUntil === null || stepUpUntil === undefined) return false;
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, Date.parse(stepUpUntil) - now));
}

/** Ways to sign in and second factors of the person, and whether a step-up holds: followed to its end, also where nobody looks. */
export function useSecurity() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [SECURITY, 'ways'],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('factors.security', {}, { signal }),
    refetchInterval: ({ state: { data } }) => askAgainIn(data?.stepUpUntil, serverClock.now()),
    refetchIntervalInBackground: true,
  });
}
