import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { IdeaCategory } from '#domain/ideas/idea.ts';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';

export type IdeaShown = CallAnswer<'ideas.vote'>;
export type IdeaView = 'votes' | 'newest' | 'mine';

const IDEAS = 'ideas';
/** Somebody stopped typing, ms. */
const TYPED_MS = 300;
const LEAST_TYPED = 3;

/** Ideas of a category (empty: all) page by page; of one’s own there is one page. */
export function useIdeas({ view, category }: { readonly view: IdeaView; readonly category: IdeaCategory | '' }) {
  const { client, state } = useSession();
  const who = state.status === 'ready' ? state.user.id : null;
  return useInfiniteQuery({
    queryKey: [IDEAS, view, category, who],
    enabled: state.status !== 'starting',
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      if (view !== 'mine') {
        const query = { sort: view, category: category || undefined, cursor: pageParam || undefined };
        return client.call('ideas.list', { query }, { signal });
      }
      const { items } = await client.call('ideas.mine', {}, { signal });
      return { items: items.filter((idea) => category === '' || idea.category === category), nextCursor: null };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Ideas like a title that is being written; none while it is too short to say. */
export function useSimilar(title: string): readonly IdeaShown[] {
  const { client, state } = useSession();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(title.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const { data } = useQuery({
    queryKey: [IDEAS, 'similar', asked],
    enabled: state.status !== 'starting' && Array.from(asked).length >= LEAST_TYPED,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => client.call('ideas.similar', { query: { text: asked } }, { signal }),
  });
  return Array.from(asked).length >= LEAST_TYPED ? (data?.items ?? []) : [];
}

/** Reads all of it anew. */
export function useIdeasChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [IDEAS] }), [queries]);
}
