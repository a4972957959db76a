import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type Book = CallAnswer<'cashier.addresses'>;
export type Saved = Book['items'][number];

const KEY = ['cashier', 'addresses'];
/** The end of a wait, and what another device saves, is seen within this while. */
const REFRESH_MS = 15_000;

export function useBook() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: KEY,
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('cashier.addresses', {}, { signal }),
  });
}

/** Each act answers with the book as it is then. */
export function useBookChanged(): (book: Book) => void {
  const queries = useQueryClient();
  return (book) => queries.setQueryData(KEY, book);
}
