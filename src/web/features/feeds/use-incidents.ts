import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createClient } from '#web/api/client.ts';
import { useApiHost } from '#web/api/session.tsx';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';

/** A page of incidents: a restart alone is one a pair. */
const PAGE = '100';

/** Incidents of all pairs or one (empty: all), newest first. What everybody may read, so nobody signs in for it. */
export function useIncidents(pair: string) {
  const host = useApiHost();
  const { locale } = useShell();
  const language = LOCALE_FACTS[locale].tag;
  const client = useMemo(
    () => createClient({ host, language, token: () => null, renew: () => Promise.resolve(null) }),
    [host, language],
  );
  return useInfiniteQuery({
    queryKey: ['feed.incidents', pair],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'feed.incidents',
        { query: { pair: pair || undefined, cursor: pageParam || undefined, limit: PAGE } },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: 30_000,
  });
}
