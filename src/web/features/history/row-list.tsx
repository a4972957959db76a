import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, ListOrdered } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Client } from '#web/api/client.ts';
import { useSession } from '#web/api/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { rowKey, useCells, type ExchangeKind, type ExchangeRow } from './exchange-rows.tsx';
import { useExport } from './use-export.ts';

interface Page {
  readonly rows: readonly ExchangeRow[];
  readonly nextCursor: string | null;
}

/** One page of a kind, newest first. */
async function readPage(client: Client, kind: ExchangeKind, cursor: string | null): Promise<Page> {
  const query = { limit: '50', ...(cursor === null ? {} : { cursor }) };
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

/** Own orders, fills or positions of rounds: a table on wide screens, cards on phones, and all of it as CSV. */
export function ExchangeList({ kind, trading }: { readonly kind: ExchangeKind; readonly trading: string }) {
  const { t } = useTranslation('history');
  const { client, state } = useSession();
  const pages = useInfiniteQuery({
    queryKey: ['exchange', kind, state.status === 'ready' ? state.user.id : null],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => readPage(client, kind, pageParam),
    getNextPageParam: (page) => page.nextCursor,
  });
  const save = useExport(`exchange.${kind}`, { query: {} }, `${kind}.csv`);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const nothing = () => showToast({ id: 'export', tone: 'info', title: t('table.no_export') });
  return (
    <div aria-busy={pages.isFetching}>
      <div className="flex justify-end border-b border-line p-4">
        <Button className="min-h-10" onClick={rows.length === 0 ? nothing : save}>
          <Download aria-hidden className="size-4" />
          {t('table.export_csv')}
        </Button>
      </div>
      {rows.length > 0 ? <Rows kind={kind} rows={rows} /> : null}
      {pages.isPending ? (
        <div className="grid gap-2 p-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-9 w-2/3" />
        </div>
      ) : null}
      {pages.isError && rows.length === 0 ? (
        <EmptyState
          title={t('load_failed')}
          action={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>}
        />
      ) : null}
      {pages.isSuccess && rows.length === 0 ? (
        <EmptyState
          icon={<ListOrdered aria-hidden />}
          title={t('table.empty')}
          text={t('empty.round_text')}
          action={
            <a href={trading} className={buttonClass({ variant: 'primary' })}>
              {t('back')}
            </a>
          }
        />
      ) : null}
      {rows.length === 0 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="text-13 text-mut">{t('rows_shown', { count: rows.length })}</p>
          {pages.hasNextPage ? (
            <Button aria-disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('notif.load_more')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function Rows({ kind, rows }: { readonly kind: ExchangeKind; readonly rows: readonly ExchangeRow[] }) {
  const { t } = useTranslation('history');
  const cells = useCells();
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <>
      <Table
        caption={t(`kind.${kind}`)}
        className="max-md:hidden"
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
          <tr key={rowKey(row)} data-row={rowKey(row)}>
            {cells(row).map((cell) => (
              <Td key={cell.label} end={cell.end === true}>
                {cell.value}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
      <ul className="md:hidden">
        {rows.map((row) => {
          const all = cells(row);
          return (
            <li key={rowKey(row)} className="border-t border-line px-4 py-3 text-13 first:border-t-0">
              <p className="flex flex-wrap items-center gap-2">
                {all.map((cell) => (cell.head === true ? <span key={cell.label}>{cell.value}</span> : null))}
              </p>
              <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1">
                {all.map((cell) =>
                  cell.head === true ? null : (
                    <div key={cell.label} className="flex min-w-0 flex-wrap justify-between gap-x-2">
                      <dt className="text-mut">{cell.label}</dt>
                      <dd className="text-end">{cell.value}</dd>
                    </div>
                  ),
                )}
              </dl>
            </li>
          );
        })}
      </ul>
    </>
  );
}
