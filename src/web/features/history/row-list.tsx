import { ListOrdered } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { SetsMovedWire } from '#protocol/events/sets.ts';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { Client } from '#web/api/client.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { DataList } from '#web/ui/list/data-list.tsx';
import { useExport } from '#web/ui/list/use-export.ts';
import { useFilter } from '#web/ui/list/use-filter.ts';
import { usePages } from '#web/ui/list/use-pages.ts';
import type { PageQuery } from '#web/ui/list/use-pages.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { useFillColumns, useOrderColumns, usePositionColumns, useSetColumns } from './exchange-columns.tsx';
import { HistoryFilterFields } from './history-filter.tsx';
import { FILTER_NAMES, queryOf, type HistoryQuery } from './history-query.ts';
import { PredictionCard, usePredictionColumns } from './prediction-columns.tsx';
import { useScheduledColumns } from './scheduled-columns.tsx';

interface Rows {
  readonly quick: PredictionWire;
  readonly scheduled: ScheduledWire;
  readonly orders: OrderWire;
  readonly fills: FillWire;
  readonly sets: SetsMovedWire;
  readonly positions: PositionWire;
}
export type Kind = keyof Rows;
export const KINDS = ['quick', 'scheduled', 'orders', 'fills', 'sets', 'positions'] as const satisfies readonly Kind[];

const CALLS = {
  quick: 'trade.predictions',
  scheduled: 'scheduled.list',
  orders: 'exchange.orders',
  fills: 'exchange.fills',
  sets: 'exchange.ownSets',
  positions: 'exchange.positions',
} as const;

type Read<R> = (
  client: Client,
  query: HistoryQuery & PageQuery,
  signal: AbortSignal,
) => Promise<{ readonly items: readonly R[]; readonly nextCursor: string | null }>;

/** One page of a kind, newest first. */
const READS: { readonly [K in Kind]: Read<Rows[K]> } = {
  quick: (client, query, signal) => client.call(CALLS.quick, { query }, { signal }),
  scheduled: (client, query, signal) => client.call(CALLS.scheduled, { query }, { signal }),
  orders: (client, query, signal) => client.call(CALLS.orders, { query }, { signal }),
  fills: (client, query, signal) => client.call(CALLS.fills, { query }, { signal }),
  sets: (client, query, signal) => client.call(CALLS.sets, { query }, { signal }),
  positions: (client, query, signal) => client.call(CALLS.positions, { query }, { signal }),
};

export interface ListProps {
  readonly trading: string;
  /** Decimals of each pair's prices. */
  readonly precision: ReadonlyMap<string, number>;
}

/** Own predictions. */
export function QuickList({ trading, precision }: ListProps) {
  return (
    <RowList
      kind="quick"
      trading={trading}
      columns={usePredictionColumns(precision)}
      keyOf={(row) => row.id}
      marks={(row) => ({ 'data-prediction': row.id })}
      card={(row) => <PredictionCard item={row} precision={precision} />}
    />
  );
}

/** Own entries that wait, or waited, for a moment. `onPrediction`: what one became is to be seen. */
export function ScheduledList(props: ListProps & { readonly onPrediction: (id: string) => void }) {
  const columns = useScheduledColumns(props);
  return <RowList kind="scheduled" trading={props.trading} columns={columns} keyOf={(row) => row.id} />;
}

export function OrderList({ trading }: ListProps) {
  return <RowList kind="orders" trading={trading} columns={useOrderColumns()} keyOf={(row) => row.id} />;
}

export function FillList({ trading }: ListProps) {
  const columns = useFillColumns();
  return <RowList kind="fills" trading={trading} columns={columns} keyOf={(row) => `${row.id} ${row.orderId}`} />;
}

export function SetList({ trading }: ListProps) {
  return <RowList kind="sets" trading={trading} columns={useSetColumns()} keyOf={(row) => row.id} />;
}

export function PositionList({ trading }: ListProps) {
  const columns = usePositionColumns();
  const keyOf = (row: PositionWire) => `${row.market.marketId} ${row.outcome}`;
  return <RowList kind="positions" trading={trading} columns={columns} keyOf={keyOf} />;
}

interface RowListProps<K extends Kind> {
  readonly kind: K;
  readonly trading: string;
  readonly columns: readonly Column<Rows[K]>[];
  readonly keyOf: (row: Rows[K]) => string;
  readonly marks?: (row: Rows[K]) => Readonly<Record<`data-${string}`, string>>;
  readonly card?: (row: Rows[K]) => React.ReactNode;
}

/** Rows of a kind with filter and export; the filter is what the export holds too. */
function RowList<K extends Kind>({ kind, trading, ...rest }: RowListProps<K>) {
  const { t } = useTranslation('history');
  const filter = useFilter(FILTER_NAMES);
  const query = queryOf(useDeferredValue(filter.values));
  const read = READS[kind] as Read<Rows[K]>;
  const pages = usePages({
    key: ['history', kind, query],
    read: (client, page, signal) => read(client, { ...query, ...page }, signal),
  });
  const save = useExport(
    // All of them take the same filter.
    CALLS[kind] as (typeof CALLS)['quick'],
    { query: queryOf(filter.values) },
    `${kind === 'quick' ? 'trading-history' : kind}.csv`,
  );
  const count = pages.rows.length;
  return (
    <DataList
      {...rest}
      name={`history-${kind}`}
      caption={t(kind === 'quick' ? 'trading.history' : `kind.${kind}`)}
      pages={pages}
      shown={t(kind === 'quick' ? 'shown' : 'rows_shown', { count })}
      filter={<HistoryFilterFields filter={filter} />}
      onClear={filter.isOn ? filter.clear : undefined}
      onExport={save}
      choosesColumns
      nothing={<Nothing kind={kind} trading={trading} filtered={filter.isOn ? 'yes' : 'no'} />}
    />
  );
}

const WHY = { quick: 'empty.text', scheduled: 'empty.scheduled' } as const;

function Nothing({ kind, trading, filtered }: Pick<ListProps, 'trading'> & { kind: Kind; filtered: 'yes' | 'no' }) {
  const { t } = useTranslation('history');
  const isQuick = kind === 'quick';
  const why = kind === 'quick' || kind === 'scheduled' ? WHY[kind] : 'empty.round_text';
  return filtered === 'yes' ? (
    <EmptyState
      icon={<ListOrdered aria-hidden />}
      title={t('table.empty')}
      text={t(isQuick ? 'empty.filtered' : 'empty.no_match')}
    />
  ) : (
    <EmptyState
      icon={<ListOrdered aria-hidden />}
      title={t('table.empty')}
      text={t(why)}
      action={
        <a href={trading} className={buttonClass({ variant: 'primary' })}>
          {t(isQuick ? 'empty.action' : 'back')}
        </a>
      }
    />
  );
}
