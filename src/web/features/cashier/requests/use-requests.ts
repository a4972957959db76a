import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { addressOf, type Request } from './shown.ts';

/** Below the key of the cashier, so that its news read them anew. */
const KEY = ['cashier', 'requests'];
const REFRESH_MS = 15_000;
const SHOWN = '20';

/** The newest requests: what one is asked for, or asks for. */
export function useRequests(direction: Request['direction']) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, direction],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) =>
      (await client.call('cashier.requests', { query: { direction, limit: SHOWN } }, { signal })).items,
  });
}

/** The request that a link leads to. */
export function useLinked(id: string) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [...KEY, 'linked', id],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('cashier.request', { params: { id } }, { signal }),
  });
}

/** Where a request is paid. */
export function useLinkOf(): (id: string) => string {
  const { config, locale } = useShell();
  const page = link(config, 'dashboard', pathOf('pay-user', locale));
  return (id) => addressOf(id, { page, here: location.href });
}
