import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';

/** What a list of pages tells of itself. */
interface Pages {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isSuccess: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Rows, or why there are none; how many are shown, and a button for more. */
export function ListFrame(props: {
  readonly pages: Pages;
  readonly count: number;
  readonly shown: string;
  readonly nothing: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('history');
  const { pages, count } = props;
  // A search looks at a bounded number of rows: a page without any of them may still lead on.
  const looksOn = pages.isSuccess && count === 0 && pages.hasNextPage;
  const next = looksOn && !pages.isFetchingNextPage ? pages.fetchNextPage : null;
  useEffect(() => {
    if (next !== null) void next();
  }, [next]);
  return (
    <>
      <div className="border-t border-line" aria-busy={pages.isFetching}>
        {count > 0 ? props.children : null}
        {pages.isPending || looksOn ? (
          <div className="grid gap-2 p-4">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9 w-2/3" />
          </div>
        ) : null}
        {pages.isError && count === 0 ? (
          <EmptyState
            title={t('load_failed')}
            action={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>}
          />
        ) : null}
        {pages.isSuccess && count === 0 && !looksOn ? props.nothing : null}
      </div>
      {count === 0 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="text-13 text-mut">{props.shown}</p>
          {pages.hasNextPage ? (
            <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('notif.load_more')}
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}
