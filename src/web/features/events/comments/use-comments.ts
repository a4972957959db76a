import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommentsWire, CommentWire } from '#protocol/comments/comments.ts';
import { useSession } from '#web/api/session.tsx';
import { usePublicChannel, useReturn } from '#web/live/live.tsx';
import { useCall } from '#web/ui/call/use-call.ts';
import {
  freshLimit,
  listedOf,
  refreshed,
  withChanged,
  withOwn,
  withPage,
  withReplies,
  type Listed,
} from './comment-list.ts';

export type CommentSort = 'best' | 'newest';

export interface Comments {
  readonly sort: CommentSort;
  readonly onSort: (sort: CommentSort) => void;
  /** null: not read yet. */
  readonly listed: Listed | null;
  /** Why they could not be read; null: they could. */
  readonly error: unknown;
  /** How many are there that are not shown. */
  readonly news: number;
  /** Reads them anew, with what is new. */
  readonly reload: () => void;
  readonly more: () => void;
  readonly busy: boolean;
  readonly moreReplies: (parent: string) => void;
  readonly wrote: (made: CommentWire, parent: string | null) => void;
  readonly changed: (comment: CommentWire) => void;
}

/** Comments of an event as the server drew them, then as they are: read anew when they change, after a reconnection and when a hidden tab is shown. */
export function useComments(eventId: string, drawn: CommentsWire | null): Comments {
  const { client, state } = useSession();
  const [sort, setSort] = useState<CommentSort>('best');
  const [listed, setListed] = useState<Listed | null>(drawn === null ? null : listedOf(drawn));
  const [error, setError] = useState<unknown>(null);
  const [news, setNews] = useState(0);
  const [turn, setTurn] = useState(0);
  const latest = useRef(listed);
  useEffect(() => {
    latest.current = listed;
  });
  const isKnown = state.status !== 'starting';
  const who = state.status === 'ready' ? state.user.id : null;
  const read = useCallback(
    (
      query: {
        sort?: CommentSort;
        cursor?: string;
        parent?: string;
        limit?: string;
      },
      signal?: AbortSignal,
    ) => client.call('comments.list', { params: { id: eventId }, query }, signal === undefined ? {} : { signal }),
    [client, eventId],
  );
  const put = useCallback((next: Listed) => {
    setListed(next);
    setError(null);
  }, []);
  const reload = useCallback(() => {
    setNews(0);
    setTurn((now) => now + 1);
  }, []);

  // Whole, where it was asked for: in another order, for another person, with what is new.
  useEffect(() => {
    if (!isKnown) return undefined;
    // What the server has drawn is that of a visitor.
    if (turn === 0 && sort === 'best' && who === null && latest.current !== null) return undefined;
    const stop = new AbortController();
    read({ sort }, stop.signal).then(
      (page) => put(listedOf(page)),
      (failed: unknown) => {
        if (!stop.signal.aborted) setError(failed);
      },
    );
    return () => stop.abort();
  }, [isKnown, who, read, sort, turn, put]);

  const refresh = useCallback(() => {
    const now = latest.current;
    if (now === null) return;
    read({ sort, limit: String(freshLimit(now)) }).then(
      (page) => {
        const shown = latest.current;
        if (shown === null) return;
        const next = refreshed(shown, page);
        put(next.listed);
        setNews(next.news);
      },
      // The next change, or a return, asks again.
      () => undefined,
    );
  }, [read, sort, put]);
  const first = useRef(true);
  usePublicChannel(`comments:${eventId}`, ({ snapshot }) => {
    // The first snapshot follows what was drawn a moment ago.
    if (!(snapshot === true && first.current)) refresh();
    first.current = false;
  });
  useReturn(refresh);

  const paging = useCall({ toast: 'comments' });
  const change = (of: (now: Listed) => Listed) => setListed((now) => (now === null ? now : of(now)));
  return {
    sort,
    onSort: (next) => {
      setSort(next);
      setNews(0);
    },
    listed,
    error,
    news,
    reload,
    busy: paging.busy,
    more: () => {
      const cursor = listed?.next ?? null;
      if (cursor === null) return;
      void paging.run(async () => {
        const page = await read({ sort, cursor });
        change((now) => withPage(now, page));
      });
    },
    moreReplies: (parent) =>
      void paging.run(async () => {
        const { items } = await read({ parent, limit: '50' });
        change((now) => withReplies(now, parent, items));
      }),
    wrote: (made, parent) => change((now) => withOwn(now, made, parent)),
    changed: (comment) => change((now) => withChanged(now, comment)),
  };
}
