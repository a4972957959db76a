import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '#web/api/session.tsx';

/** A ticket of the person by its id, or a visitor's by the token of a mail. */
export type TicketKey = { readonly id: string } | { readonly token: string };

const TICKETS = 'tickets';
/** While somebody looks, an answer shows within this, ms. */
const ASKED_AGAIN_MS = 15_000;

export function useOwnTickets() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [TICKETS],
    enabled: state.status === 'ready',
    queryFn: ({ signal }) => client.call('support.list', {}, { signal }),
  });
}

export function useTicket(key: TicketKey) {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [TICKETS, key],
    enabled: 'token' in key || state.status === 'ready',
    refetchInterval: ASKED_AGAIN_MS,
    queryFn: ({ signal }) =>
      'token' in key
        ? client.call('support.byLink', { body: { token: key.token } }, { signal })
        : client.call('support.one', { params: { id: key.id } }, { signal }),
  });
}

/** How long first answers took today. */
export function useSupportTimes() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: [TICKETS, 'times'],
    enabled: state.status !== 'starting',
    queryFn: ({ signal }) => client.call('support.times', {}, { signal }),
  });
}

/** Reads all of it anew. */
export function useTicketsChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [TICKETS] }), [queries]);
}
