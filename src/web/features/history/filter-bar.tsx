import { Download, Search } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { isFiltered, NO_FILTER, type HistoryFilter } from './history-query.ts';

/** Days, part of an id, and the export of what they leave. */
export function FilterBar(props: {
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
  readonly empty: boolean;
  readonly onSave: () => void;
}) {
  const { t } = useTranslation('history');
  const { filter, onFilter } = props;
  const set = (part: Partial<HistoryFilter>) => onFilter({ ...filter, ...part });
  const nothing = () => showToast({ id: 'export', tone: 'info', title: t('table.no_export') });
  return (
    <search aria-label={t('filter.label')} className="flex flex-wrap items-end gap-3 p-4">
      <Field
        className="max-md:flex-1 max-md:basis-36"
        label={t('table.date_from')}
        type="date"
        value={filter.from}
        max={filter.to}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <Field
        className="max-md:flex-1 max-md:basis-36"
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
      <Button className="min-h-10" onClick={props.empty ? nothing : props.onSave}>
        <Download aria-hidden className="size-4" />
        {t('table.export_csv')}
      </Button>
    </search>
  );
}
