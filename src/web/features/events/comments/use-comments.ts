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

type CommentSort = 'best' | 'newest';

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

type Query = {
  readonly sort?: CommentSort;
  readonly cursor?: string;
  readonly parent?: string;
  readonly limit?: string;
};

/** Reads comments of an event, as whoever is signed in sees them. */
function useRead(eventId: string) {
  const { client } = useSession();
  return useCallback(
    (query: Query, signal?: AbortSignal) =>
      client.call('comments.list', { params: { id: eventId }, query }, signal === undefined ? {} : { signal }),
    [client, eventId],
  );
}

/** Calls back when comments changed, after a reconnection, and when a hidden tab is shown. */
function useChanges(eventId: string, onChange: () => void): void {
  const first = useRef(true);
  usePublicChannel(`comments:${eventId}`, ({ snapshot }) => {
    // The first snapshot follows what was drawn a moment ago.
    if (!(snapshot === true && first.current)) onChange();
    first.current = false;
  });
  useReturn(onChange);
}

/** Comments of an event as the server drew them, then as they are. */
export function useComments(eventId: string, drawn: CommentsWire | null): Comments {
  const { state } = useSession();
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
  const read = useRead(eventId);
  const put = useCallback((next: Listed, unseen: number) => {
    setListed(next);
    setNews(unseen);
    setError(null);
  }, []);
  // Whole, where it was asked for: in another order, for another person, with what is new.
  useEffect(() => {
    if (!isKnown) return undefined;
    // What the server has drawn is that of a visitor.
    if (turn === 0 && sort === 'best' && who === null && latest.current !== null) return undefined;
    const stop = new AbortController();
    read({ sort }, stop.signal).then(
      (page) => put(listedOf(page), 0),
      (failed: unknown) => {
        if (!stop.signal.aborted) setError(failed);
      },
    );
    return () => stop.abort();
  }, [isKnown, who, read, sort, turn, put]);
  useChanges(eventId, () => {
    const now = latest.current;
    if (now === null) return;
    read({ sort, limit: String(freshLimit(now)) }).then(
      (page) => {
        if (latest.current === null) return;
        const next = refreshed(latest.current, page);
        put(next.listed, next.news);
      },
      // The next change, or a return, asks again.
      () => undefined,
    );
  });
  const acts = useActs({ read, sort, listed, setListed });
  return { sort, onSort: setSort, listed, error, news, reload: () => setTurn((now) => now + 1), ...acts };
}

interface ActParts {
  readonly read: ReturnType<typeof useRead>;
  readonly sort: CommentSort;
  readonly listed: Listed | null;
  readonly setListed: (of: (now: Listed | null) => Listed | null) => void;
}

/** What changes the list from here: more of it, and what the person did. */
function useActs({ read, sort, listed, setListed }: ActParts) {
  const paging = useCall({ toast: 'comments' });
  const change = (of: (now: Listed) => Listed) => setListed((now) => (now === null ? now : of(now)));
  return {
    busy: paging.busy,
    more: () => {
      const cursor = listed?.next ?? null;
      if (cursor === null) return;
      void paging.run(async () => {
        const page = await read({ sort, cursor });
        change((now) => withPage(now, page));
      });
    },
    moreReplies: (parent: string) =>
      void paging.run(async () => {
        const { items } = await read({ parent, limit: '50' });
        change((now) => withReplies(now, parent, items));
      }),
    wrote: (made: CommentWire, parent: string | null) => change((now) => withOwn(now, made, parent)),
    changed: (comment: CommentWire) => change((now) => withChanged(now, comment)),
  };
}
