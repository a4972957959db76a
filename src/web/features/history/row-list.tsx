import { useInfiniteQuery } from '@tanstack/react-query';
import { ListOrdered } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { Client } from '#web/api/client.ts';
import { useSession } from '#web/api/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import type { Cell } from './cell.ts';
import { exchangeKey, useExchangeCells, type ExchangeRow } from './exchange-cells.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isFiltered, NO_FILTER, queryOf, type HistoryQuery } from './history-query.ts';
import { ListFrame } from './list-frame.tsx';
import { useScheduledCells, type ScheduledCellsProps } from './scheduled-cells.tsx';
import { useExport } from './use-export.ts';

export type RowKind = 'scheduled' | 'orders' | 'fills' | 'positions';
type Row = ExchangeRow | { readonly kind: 'scheduled'; readonly row: ScheduledWire };

interface Page {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

const CALLS = {
  scheduled: 'scheduled.list',
  orders: 'exchange.orders',
  fills: 'exchange.fills',
  positions: 'exchange.positions',
} as const;

/** One page of a kind, newest first. */
async function readPage(
  client: Client,
  kind: RowKind,
  page: HistoryQuery & { readonly cursor?: string },
): Promise<Page> {
  const query = { ...page, limit: '50' };
  if (kind === 'scheduled') {
    const { items, nextCursor } = await client.call('scheduled.list', { query });
    return { rows: items.map((row) => ({ kind, row })), nextCursor };
  }
  if (kind === 'orders') {
    const { items, nextCursor } = await client.call('exchange.orders', { query });
    return { rows: items.map((row) => ({ kind, row })), nextCursor };
  }
  if (kind === 'fills') {
    const { items, nextCursor } = await client.call('exchange.fills', { query });
    return { rows: items.map((row) => ({ kind, row })), nextCursor };
  }
  const { items, nextCursor } = await client.call('exchange.positions', { query });
  return { rows: items.map((row) => ({ kind, row })), nextCursor };
}

export interface RowListProps extends ScheduledCellsProps {
  readonly kind: RowKind;
  readonly trading: string;
}

/** Own scheduled entries, or orders, fills or positions of rounds: a table on wide screens, cards on narrower ones. The filter is what the export holds too. */
export function RowList(props: RowListProps) {
  const { kind } = props;
  const { t } = useTranslation('history');
  const { client, state } = useSession();
  const [filter, setFilter] = useState(NO_FILTER);
  const query = queryOf(useDeferredValue(filter));
  const pages = useInfiniteQuery({
    queryKey: ['history', kind, state.status === 'ready' ? state.user.id : null, query],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      readPage(client, kind, { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const save = useExport(CALLS[kind], { query: queryOf(filter) }, `${kind}.csv`);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const filtered = isFiltered(filter);
  const why = kind === 'scheduled' ? t('empty.scheduled') : t('empty.round_text');
  return (
    <>
      <FilterBar filter={filter} onFilter={setFilter} empty={rows.length === 0} onSave={save} />
      <ListFrame
        pages={pages}
        count={rows.length}
        shown={t('rows_shown', { count: rows.length })}
        nothing={
          <EmptyState
            icon={<ListOrdered aria-hidden />}
            title={t('table.empty')}
            text={filtered ? t('empty.no_match') : why}
            action={
              filtered ? null : (
                <a href={props.trading} className={buttonClass({ variant: 'primary' })}>
                  {t('back')}
                </a>
              )
            }
          />
        }
      >
        <Rows {...props} rows={rows} />
      </ListFrame>
    </>
  );
}

function keyOf(row: Row): string {
  return row.kind === 'scheduled' ? row.row.id : exchangeKey(row);
}

function useCells(props: ScheduledCellsProps): (row: Row) => readonly Cell[] {
  const scheduled = useScheduledCells(props);
  const exchange = useExchangeCells();
  return (row) => (row.kind === 'scheduled' ? scheduled(row.row) : exchange(row));
}

function Rows(props: RowListProps & { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('history');
  const { kind, rows } = props;
  const cells = useCells(props);
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <>
      <Table
        caption={t(`kind.${kind}`)}
        className="max-lg:hidden"
        head={
          <tr>
            {cells(first).map((cell) => (
              <Th key={cell.label} end={cell.end === true}>
                {cell.label}
              </Th>
            ))}
          </tr>
        }
      >
        {rows.map((row) => (
          <tr key={keyOf(row)} data-row={keyOf(row)}>
            {cells(row).map((cell) => (
              <Td key={cell.label} end={cell.end === true}>
                {cell.value}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
      <ul className="lg:hidden">
        {rows.map((row) => (
          <RowCard key={keyOf(row)} id={keyOf(row)} cells={cells(row)} />
        ))}
      </ul>
    </>
  );
}

function RowCard({ id, cells }: { readonly id: string; readonly cells: readonly Cell[] }) {
  return (
    <li data-row={id} className="border-t border-line px-4 py-3 text-13 first:border-t-0">
      <p className="flex flex-wrap items-center gap-2">
        {cells.map((cell) => (cell.head === true ? <span key={cell.label}>{cell.value}</span> : null))}
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-4 md:gap-x-8">
        {cells.map((cell) =>
          cell.head === true ? null : (
            <div
              key={cell.label}
              className={cx('flex min-w-0 flex-wrap items-center justify-between gap-x-2', cell.wide && 'col-span-2')}
            >
              <dt className="text-mut">{cell.label}</dt>
              <dd className="ms-auto text-end">{cell.value}</dd>
            </div>
          ),
        )}
      </dl>
    </li>
  );
}
