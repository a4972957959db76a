import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ColumnDef, RowData, SortingState } from '@tanstack/react-table';
import { WifiOff } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { Button } from '../button.tsx';
import { LoadProblem } from '../call/load-problem.tsx';
import { Banner, Skeleton } from '../states.tsx';
import { compareValues } from './column.ts';
import type { Column, SortValue } from './column.ts';
import { useHiddenColumns } from './hidden-columns.ts';
import { ListRows } from './list-rows.tsx';
import type { RowsProps } from './list-rows.tsx';
import { ListTools } from './list-tools.tsx';
import type { Pages } from './use-pages.ts';

const FEATURES = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface DataListProps<R extends RowData> extends Omit<RowsProps<R>, 'rows' | 'sorted' | 'onSort'> {
  /** Its columns are kept by this name. */
  readonly name: string;
  readonly pages: Pages<R>;
  /** How many rows are shown, in words. */
  readonly shown: string;
  /** Stands in place of rows where there are none. */
  readonly nothing: ReactNode;
  /** Fields of the filter. */
  readonly filter?: ReactNode;
  /** The filter leaves something out: it can be cleared. */
  readonly onClear?: (() => void) | undefined;
  /** Saves what the filter leaves as a file. */
  readonly onExport?: () => void;
  /** Columns can be taken away. */
  readonly choosesColumns?: true;
}

/**
 * Rows that come page by page: filter, columns, sorting of what is loaded, export, and each state a list can be in. Rows stay while more
 * are asked for, or the network is away.
 */
export function DataList<R extends RowData>(props: DataListProps<R>) {
  const { name, pages, columns, filter, onClear, onExport, choosesColumns, shown, nothing, ...rest } = props;
  const { hidden, hide, sorting, setSorting, rows } = useView({ name, columns, rows: pages.rows });
  const seen = columns.filter(({ id }) => !hidden.includes(id));
  const count = pages.rows.length;
  const looksOn = useLookingOn(pages);
  return (
    <>
      <ListTools
        filter={filter}
        onClear={onClear}
        empty={count === 0}
        {...(onExport === undefined ? {} : { onExport })}
        {...(choosesColumns === undefined ? {} : { columns, hidden, onHidden: hide })}
      />
      <OfflineNote />
      <div className="border-t border-line" aria-busy={pages.isFetching}>
        {count > 0 ? (
          <ListRows
            {...rest}
            columns={seen}
            rows={rows}
            sorted={sorting[0] ?? null}
            onSort={(id) => setSorting(([was]) => nextSort(was, id))}
          />
        ) : null}
        {pages.isPending || looksOn ? (
          <div className="grid gap-2 p-4">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9 w-2/3" />
          </div>
        ) : null}
        {pages.error === null ? null : (
          <LoadProblem className="m-4" error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {pages.isSuccess && count === 0 && !looksOn ? nothing : null}
      </div>
      {count === 0 ? null : <ListFoot pages={pages} shown={shown} />}
    </>
  );
}

/** Up, down, and as it came. */
function nextSort(was: SortingState[number] | undefined, id: string): SortingState {
  if (was?.id !== id) return [{ id, desc: false }];
  return was.desc ? [] : [{ id, desc: true }];
}

function useView<R extends RowData>({
  name,
  columns,
  rows,
}: {
  readonly name: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
}) {
  const { locale } = useShell();
  const language = LOCALE_FACTS[locale].lang;
  const { hidden, hide } = useHiddenColumns(name);
  const [sorting, setSorting] = useState<SortingState>([]);
  const defs = useMemo(
    () =>
      columns.map(({ id, label, sort }): ColumnDef<typeof FEATURES, R> => ({
        id,
        header: label,
        accessorFn: (row) => sort?.(row) ?? undefined,
        sortUndefined: 'last',
        enableSorting: sort !== undefined,
        sortFn: (one, other) => compareValues(one.getValue<SortValue>(id), other.getValue<SortValue>(id), language),
      })),
    [columns, language],
  );
  const table = useTable({
    features: FEATURES,
    columns: defs,
    data: rows,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
  });
  return {
    hidden,
    hide,
    sorting,
    setSorting,
    rows: table.getRowModel().rows.map((row) => row.original),
  };
}

/** A search looks at a bounded number of rows: a page without any of them may still lead on. */
function useLookingOn({ rows, isSuccess, hasNextPage, isFetchingNextPage, fetchNextPage }: Pages<unknown>): boolean {
  const looksOn = isSuccess && rows.length === 0 && hasNextPage;
  const next = looksOn && !isFetchingNextPage ? fetchNextPage : null;
  useEffect(() => {
    if (next !== null) void next();
  }, [next]);
  return looksOn;
}

function ListFoot({ pages, shown }: { readonly pages: Pages<unknown>; readonly shown: string }) {
  const { t } = useTranslation('kit');
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p className="text-13 text-mut">{shown}</p>
      {pages.hasNextPage ? (
        <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('list.more')}
        </Button>
      ) : null}
    </div>
  );
}

const follow = (tell: () => void) => {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
};

/** Rows that stand there may be old. */
function OfflineNote() {
  const { t } = useTranslation('kit');
  const online = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  return online ? null : (
    <output className="block px-4 pb-4">
      <Banner tone="warn" action={<WifiOff aria-hidden />}>
        {t('list.offline')}
      </Banner>
    </output>
  );
}
