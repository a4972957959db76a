import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useProfileChanged } from '#web/api/profile.ts';
import { useSession } from '#web/api/session.tsx';
import { useDocumentsSender } from './sender.ts';
import { useNews } from '#web/live/news.ts';

export type DocumentsAnswer = CallAnswer<'documents.read'>;
export type DocumentView = DocumentsAnswer['documents'][number];

const KEY = ['verification', 'documents'];
/** What another device sends is seen within this while; what an officer decides is told at once. */
const REFRESH_MS = 8_000;
/** While a phone sends, each part is seen as it comes. */
const PHONE_MS = 1_500;

/** How the documents stand. `watch`: also what another device of the person does meanwhile. */
export function useDocuments({ watch, enabled = true }: { readonly watch: boolean; readonly enabled?: boolean }) {
  const { client, isReady } = useDocumentsSender();
  return useQuery({
    queryKey: KEY,
    enabled: enabled && isReady,
    ...(watch
      ? {
          refetchInterval: ({ state: { data } }: { readonly state: { readonly data?: DocumentsAnswer | undefined } }) =>
            (data?.phone ?? null) === null ? REFRESH_MS : PHONE_MS,
        }
      : {}),
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

/** Asks for documents and name anew with each notification: it may be about one of them. */
export function useDecisions(): void {
  const queries = useQueryClient();
  const profileChanged = useProfileChanged();
  const { arrivals } = useNews();
  const seen = useRef(arrivals);
  useEffect(() => {
    if (seen.current === arrivals) return;
    seen.current = arrivals;
    void queries.invalidateQueries({ queryKey: ['verification'] });
    void profileChanged();
  }, [arrivals, queries, profileChanged]);
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
