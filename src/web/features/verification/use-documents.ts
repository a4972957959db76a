import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type DocumentsAnswer = CallAnswer<'documents.read'>;
export type DocumentView = DocumentsAnswer['documents'][number];

const KEY = ['verification', 'documents'];
/** What another device sends, and what an officer decides, is seen within this while. */
const REFRESH_MS = 8_000;

export function useDocuments() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: KEY,
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('documents.read', {}, { signal }),
  });
}

/** Puts a newer answer in place, or asks for one. */
export function useDocumentsChanged(): (newer?: DocumentsAnswer) => Promise<void> {
  const queries = useQueryClient();
  return async (newer) => {
    if (newer === undefined) await queries.invalidateQueries({ queryKey: KEY });
    else queries.setQueryData(KEY, newer);
  };
}

/** Who of staff looked at what. */
export function useViews() {
  const { client, state } = useSession();
  return useQuery({
    queryKey: ['verification', 'views'],
    enabled: state.status === 'ready',
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => client.call('documents.views', {}, { signal }),
  });
}
