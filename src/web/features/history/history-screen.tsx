import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronLeft, History } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useSession } from '#web/api/session.tsx';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PhoneFrame } from '#web/ui/frame/phone-frame.tsx';
import { SiteFrame } from '#web/ui/frame/site-frame.tsx';
import { Chip, EmptyState } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistoryRows, type HistoryRowsProps } from './history-rows.tsx';
import { isFiltered, NO_FILTER, queryOf, type HistoryFilter } from './history-query.ts';
import { ListFrame } from './list-frame.tsx';
import { RowList } from './row-list.tsx';
import { useExport } from './use-export.ts';

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

/** All kinds of trading: quick predictions and those that wait for a moment, and the orders, fills and positions of rounds. */
export function HistoryCard({ precision }: Pick<HistoryRowsProps, 'precision'>) {
  const { t } = useTranslation('history');
  const { locale } = useShell();
  const { realm } = useSession();
  const [kind, setKind] = useState<Kind>('quick');
  const [wanted, setWanted] = useState('');
  const trading = pathOf(realm === 'demo' ? 'trading-demo' : 'trading', locale);
  const show = (next: Kind, prediction = '') => {
    setKind(next);
    setWanted(prediction);
  };
  return (
    <div className="card overflow-hidden">
      <Tabs
        listClassName="px-4 pt-1"
        label={t('kind.label')}
        value={kind}
        onChange={show}
        items={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      >
        <TabPanel value={kind}>
          {kind === 'quick' ? (
            <Predictions precision={precision} trading={trading} search={wanted} />
          ) : (
            <RowList
              key={kind}
              kind={kind}
              trading={trading}
              precision={precision}
              onPrediction={(id) => show('quick', id)}
            />
          )}
        </TabPanel>
      </Tabs>
    </div>
  );
}

const KINDS = ['quick', 'scheduled', 'orders', 'fills', 'positions'] as const;
type Kind = (typeof KINDS)[number];

interface PredictionsProps extends Pick<HistoryRowsProps, 'precision'> {
  readonly trading: string;
  /** What the filter searches for at first. */
  readonly search: string;
}

/** Own predictions with filter, search and export; the filter is what the export holds too. */
function Predictions({ precision, trading, search }: PredictionsProps) {
  const { t } = useTranslation('history');
  const [filter, setFilter] = useState<HistoryFilter>({ ...NO_FILTER, search });
  const pages = usePages(filter);
  const save = useExport('trade.predictions', { query: queryOf(filter) }, 'trading-history.csv');
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <FilterBar filter={filter} onFilter={setFilter} empty={items.length === 0} onSave={save} />
      <ListFrame
        pages={pages}
        count={items.length}
        shown={t('shown', { count: items.length })}
        nothing={<Nothing filter={filter} trading={trading} />}
      >
        <HistoryRows items={items} precision={precision} />
      </ListFrame>
    </>
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
