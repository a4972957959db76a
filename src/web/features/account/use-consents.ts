import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.tsx';

export const CONSENTS_KEY = ['consents'];

/** Legal texts in force and what the person has agreed to; asked for people who have an account. */
export function useConsents() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: CONSENTS_KEY,
    enabled: state.status === 'ready' && state.user.role !== 'DEMO',
    staleTime: 600_000,
    queryFn: ({ signal }) => client.call('privacy.consents', {}, { signal }),
  });
}
