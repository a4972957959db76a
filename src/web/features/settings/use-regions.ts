import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { DAY_MS } from '#domain/time.ts';

/** Countries by name in the reader's language. */
export function useRegions() {
  const { client } = useSession();
  const { locale } = useShell();
  return useQuery({
    queryKey: ['regions', locale],
    staleTime: DAY_MS,
    queryFn: ({ signal }) => client.call('auth.regions', {}, { signal }),
  });
}
