import { Search } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Field } from '#web/ui/form/field.tsx';
import { DayFields } from '#web/ui/list/day-fields.tsx';
import type { Filter } from '#web/ui/list/use-filter.ts';
import type { FILTER_NAMES } from './history-query.ts';

export type HistoryFilterState = Filter<(typeof FILTER_NAMES)[number]>;

/** Days, and part of an id. */
export function HistoryFilterFields({ filter }: { readonly filter: HistoryFilterState }) {
  const { t } = useTranslation('history');
  const { search } = filter.values;
  return (
    <>
      <DayFields filter={filter} from={t('table.date_from')} to={t('table.date_to')} />
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
