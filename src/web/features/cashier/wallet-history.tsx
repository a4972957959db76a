import { Wallet } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { MONEY_TYPES, type MoneyType } from '#domain/ledger/money-types.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { DayFields } from '#web/ui/list/day-fields.tsx';
import { DataList } from '#web/ui/list/data-list.tsx';
import { spanOfDays } from '#web/ui/list/day-span.ts';
import { useExport } from '#web/ui/list/use-export.ts';
import { useFilter } from '#web/ui/list/use-filter.ts';
import { usePages } from '#web/ui/list/use-pages.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { Segments } from '#web/ui/tabs.tsx';
import { MovementSheet } from './movement-sheet.tsx';
import { useTransactionColumns } from './transaction-columns.tsx';
import type { Transaction } from './use-cashier.ts';

const FILTERS = ['type', 'from', 'to', 'search'] as const;
/** Types that have something to show today, and all of them. */
const CHOICES = ['all', 'deposit', 'withdrawal', 'payment', 'bonus', 'adjustment'] as const;
type Choice = (typeof CHOICES)[number];

function queryOf(values: Readonly<Record<(typeof FILTERS)[number], string>>) {
  const type = MONEY_TYPES.find((one): one is MoneyType => one === values.type);
  const search = values.search.trim();
  return { ...(type === undefined ? {} : { type }), ...spanOfDays(values), ...(search === '' ? {} : { search }) };
}

/** Money that came and went beside trading; the filter stands in the address, and the export holds what it leaves. */
export function WalletHistory() {
  const { t } = useTranslation('cashier');
  const filter = useFilter(FILTERS);
  const query = queryOf(useDeferredValue(filter.values));
  const pages = usePages({
    key: ['cashier', 'list', query],
    read: (client, page, signal) => client.call('cashier.transactions', { query: { ...query, ...page } }, { signal }),
  });
  const save = useExport('cashier.transactions', { query: queryOf(filter.values) }, 'wallet-history.csv');
  const { type, search } = filter.values;
  const [opened, setOpened] = useState<Transaction | null>(null);
  const columns = useTransactionColumns(setOpened);
  const chosen = CHOICES.find((one) => one === type) ?? 'all';
  return (
    <div className="card min-w-0 overflow-hidden">
      <DataList
        name="wallet-history"
        caption={t('wallet.title')}
        columns={columns}
        keyOf={(row) => `${row.id} ${row.direction}`}
        marks={(row) => ({ 'data-transaction': row.id })}
        pages={pages}
        shown={t('wallet.shown', { count: pages.rows.length })}
        filter={
          <>
            <Segments<Choice>
              label={t('wallet.type')}
              className="basis-full overflow-x-auto"
              value={chosen}
              onChange={(next) => filter.set({ type: next === 'all' ? '' : next })}
              items={CHOICES.map((value) => ({ value, label: t(`wallet.filter.${value}`) }))}
            />
            <DayFields filter={filter} from={t('wallet.from')} to={t('wallet.to')} />
            <Field
              className="flex-1 basis-56"
              label={t('wallet.search')}
              type="search"
              value={search}
              maxLength={100}
              onChange={(event) => filter.set({ search: event.currentTarget.value })}
            />
          </>
        }
        onClear={filter.isOn ? filter.clear : undefined}
        onExport={save}
        nothing={
          <EmptyState
            icon={<Wallet aria-hidden />}
            title={t('wallet.empty')}
            text={t(filter.isOn ? 'wallet.no_match' : 'wallet.empty_text')}
          />
        }
      />
      {opened === null ? null : <MovementSheet row={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
