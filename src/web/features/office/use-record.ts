import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '#web/api/session.tsx';

/** A record with its acts and what colleagues left on it. */
export function useRecord(desk: string, id: string) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: ['office', 'record', desk, id],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('office.record', { params: { desk, id } }, { signal }),
  });
}

/** Reads anew what an act may have changed: the record, its parts, the lists and the counts. */
export function useReadAnew(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['office'] }), [queries]);
}
