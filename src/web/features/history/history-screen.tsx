import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronLeft, Download, History, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PhoneFrame } from '#web/ui/phone-frame.tsx';
import { SiteFrame } from '#web/ui/site-frame.tsx';
import { Chip, EmptyState, Skeleton } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { showToast, Toaster } from '#web/ui/toast.tsx';
import { ExchangeList } from './exchange-list.tsx';
import { HistoryRows, type HistoryRowsProps } from './history-rows.tsx';
import { useExport } from './use-export.ts';
import { isFiltered, NO_FILTER, queryOf, type HistoryFilter } from './history-query.ts';

const PAGE_SIZE = '50';

function usePages(filter: HistoryFilter) {
  const { client, state } = useSession();
  const query = queryOf(useDeferredValue(filter));
  return useInfiniteQuery({
    queryKey: ['predictions', state.status === 'ready' ? state.user.id : null, query],
    enabled: state.status === 'ready',
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      client.call(
        'trade.predictions',
        { query: { ...query, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The screen of its own for practice, where there is no frame of an account around it. */
export function HistoryScreen({ precision }: Pick<HistoryRowsProps, 'precision'>) {
  const { t } = useTranslation(['history', 'trading']);
  const { locale } = useShell();
  return (
    <PhoneFrame>
      <SiteFrame>
        <div className="mt-4 mb-4 flex items-center gap-2 md:mt-6">
          <a href={pathOf('trading-demo', locale)} aria-label={t('back')} className={buttonClass({ variant: 'ghost' })}>
            <ChevronLeft aria-hidden className="flip size-5" />
          </a>
          <h1 className="text-24 font-620">{t('trading.history')}</h1>
          <Chip tone="warn">{t('trading:demo.chip')}</Chip>
        </div>
        <HistoryCard precision={precision} />
      </SiteFrame>
      <Toaster />
    </PhoneFrame>
  );
}

/** All kinds of trading: quick predictions, and the orders, fills and positions of rounds. */
export function HistoryCard({ precision }: Pick<HistoryRowsProps, 'precision'>) {
  const { t } = useTranslation('history');
  const { locale } = useShell();
  const { realm } = useSession();
  const [kind, setKind] = useState<Kind>('quick');
  const trading = pathOf(realm === 'demo' ? 'trading-demo' : 'trading', locale);
  return (
    <div className="card overflow-hidden">
      <Tabs
        listClassName="px-4 pt-1"
        label={t('kind.label')}
        value={kind}
        onChange={setKind}
        items={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      >
        <TabPanel value={kind}>
          {kind === 'quick' ? (
            <Predictions precision={precision} />
          ) : (
            <ExchangeList key={kind} kind={kind} trading={trading} />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

const KINDS = ['quick', 'orders', 'fills', 'positions'] as const;
type Kind = (typeof KINDS)[number];

/** Own predictions with filter, search and export; the filter is what the export holds too. */
function Predictions({ precision }: Pick<HistoryRowsProps, 'precision'>) {
  const { t } = useTranslation('history');
  const { locale } = useShell();
  const { realm } = useSession();
  const [filter, setFilter] = useState(NO_FILTER);
  const pages = usePages(filter);
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const trading = pathOf(realm === 'demo' ? 'trading-demo' : 'trading', locale);
  return (
    <>
      <FilterBar filter={filter} onFilter={setFilter} empty={items.length === 0} />
      <div className="border-t border-line" aria-busy={pages.isFetching}>
        {items.length > 0 ? <HistoryRows items={items} precision={precision} /> : null}
        {pages.isPending ? <Loading /> : null}
        {pages.isError && items.length === 0 ? (
          <EmptyState
            title={t('load_failed')}
            action={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>}
          />
        ) : null}
        {pages.isSuccess && items.length === 0 ? <Nothing filter={filter} trading={trading} /> : null}
      </div>
      {items.length === 0 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="text-13 text-mut">{t('shown', { count: items.length })}</p>
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

function Loading() {
  return (
    <div className="grid gap-2 p-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9 w-2/3" />
    </div>
  );
}

function Nothing({ filter, trading }: { readonly filter: HistoryFilter; readonly trading: string }) {
  const { t } = useTranslation('history');
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title={t('table.empty')}
      text={isFiltered(filter) ? t('empty.filtered') : t('empty.text')}
      action={
        isFiltered(filter) ? null : (
          <a href={trading} className={buttonClass({ variant: 'primary' })}>
            {t('empty.action')}
          </a>
        )
      }
    />
  );
}

function FilterBar(props: {
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
  readonly empty: boolean;
}) {
  const { t } = useTranslation('history');
  const { filter, onFilter } = props;
  const save = useExport('trade.predictions', { query: queryOf(filter) }, 'trading-history.csv');
  const set = (part: Partial<HistoryFilter>) => onFilter({ ...filter, ...part });
  const nothing = () => showToast({ id: 'export', tone: 'info', title: t('table.no_export') });
  return (
    <search aria-label={t('filter.label')} className="flex flex-wrap items-end gap-3 p-4">
      <Field
        className="max-md:flex-1"
        label={t('table.date_from')}
        type="date"
        value={filter.from}
        max={filter.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <Field
        className="max-md:flex-1"
        label={t('table.date_to')}
        type="date"
        value={filter.to}
        min={filter.from}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <Field
        className="flex-1 basis-56"
        label={t('table.search_id')}
        type="search"
        icon={<Search aria-hidden />}
        value={filter.search}
        maxLength={100}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
      {isFiltered(filter) ? (
        <Button variant="ghost" className="min-h-10" onClick={() => onFilter(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      ) : null}
      <Button className="min-h-10" onClick={props.empty ? nothing : save}>
        <Download aria-hidden className="size-4" />
        {t('table.export_csv')}
      </Button>
    </search>
  );
}
