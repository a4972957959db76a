import { Search } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/form/field.tsx';
import type { Filter } from '#web/ui/list/use-filter.ts';
import type { FILTER_NAMES } from './history-query.ts';

export type HistoryFilterState = Filter<(typeof FILTER_NAMES)[number]>;

/** Days, and part of an id. */
export function HistoryFilterFields({ filter }: { readonly filter: HistoryFilterState }) {
  const { t } = useTranslation('history');
  const { from, to, search } = filter.values;
  return (
    <>
      <Field
        className="max-md:flex-1 max-md:basis-36"
        label={t('table.date_from')}
        type="date"
        value={from}
        max={to}
        onChange={(event) => filter.set({ from: event.currentTarget.value })}
      />
      <Field
        className="max-md:flex-1 max-md:basis-36"
        label={t('table.date_to')}
        type="date"
        value={to}
        min={from}
        onChange={(event) => filter.set({ to: event.currentTarget.value })}
      />
      <Field
        className="flex-1 basis-56"
        label={t('table.search_id')}
        type="search"
        icon={<Search aria-hidden />}
        value={search}
        maxLength={100}
        onChange={(event) => filter.set({ search: event.currentTarget.value })}
      />
    </>
  );
}
