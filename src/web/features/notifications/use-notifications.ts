import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallAnswer } from '#web/api/calls.ts';
import { useSession } from '#web/api/session.tsx';
import { tellNews, useNews } from '#web/live/news.ts';

export type Page = CallAnswer<'notifications.list'>;
export type Item = Page['items'][number];

const PAGE_SIZE = '30';
const KEY = 'notifications';

/** The person's notifications, page by page; what arrives while they are shown comes on top. */
export function useNotifications() {
  const { client, state } = useSession();
  const queries = useQueryClient();
  const { arrivals } = useNews();
  const seen = useRef(arrivals);
  const pages = useInfiniteQuery({
    queryKey: [KEY, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'notifications.list',
        { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
  useEffect(() => {
    if (seen.current === arrivals) return;
    seen.current = arrivals;
    void queries.invalidateQueries({ queryKey: [KEY] });
  }, [arrivals, queries]);
  const unread = pages.data?.pages.at(-1)?.unread;
  useEffect(() => {
    if (unread !== undefined) tellNews({ unread, isNew: false });
  }, [unread]);
  return pages;
}

/** Marks as read: the ids, or all up to one. The list is asked for anew, the bell is told. */
export function useMarkRead() {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly ids: string[] } | { readonly upTo: string }) =>
      client.call('notifications.read', { body: which }),
    onSuccess: ({ unread }) => {
      tellNews({ unread, isNew: false });
      return queries.invalidateQueries({ queryKey: [KEY] });
    },
  });
}
