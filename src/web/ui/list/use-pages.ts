import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.tsx';
import type { Client } from '#web/api/client.ts';

/** What the API is asked for a page. */
export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

/** Rows that come page by page, as a data list shows them. */
export interface Pages<R> {
  readonly rows: readonly R[];
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Pages of a call with a cursor, asked for as the person of the page once it is known who that is. `key` names what is asked. */
export function usePages<R>(input: {
  readonly key: readonly unknown[];
  readonly read: (
    client: Client,
    page: PageQuery,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly R[]; readonly nextCursor: string | null }>;
  /** Rows of a page; 50 unless told. */
  readonly size?: number;
}): Pages<R> {
  const { client, state } = useSession();
  const limit = String(input.size ?? 50);
  const pages = useInfiniteQuery({
    queryKey: [...input.key, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      input.read(client, { limit, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.nextCursor,
  });
  return { ...pages, rows: pages.data?.pages.flatMap((page) => page.items) ?? [] };
}
