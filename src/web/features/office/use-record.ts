import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OfficeRecord } from '#protocol/office/office.ts';
import { useSession } from '#web/api/session.tsx';

/** A record that changes by itself is read again after this long. */
const MOVES_MS = 2_000;

/** A record with its acts and what colleagues left on it. */
export function useRecord(desk: string, id: string) {
  const { client, state } = useSession();
  return useQuery<OfficeRecord>({
    queryKey: ['office', 'record', desk, id],
    enabled: state.status === 'ready',
    refetchInterval: ({ state: { data } }) => (data?.moves === true ? MOVES_MS : false),
    queryFn: ({ signal }) => client.call('office.record', { params: { desk, id } }, { signal }),
  });
}

/** Reads anew what an act may have changed: the record, its parts, the lists and the counts. */
export function useReadAnew(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['office'] }), [queries]);
}
