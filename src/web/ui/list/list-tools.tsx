import { Columns3, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../form/checkbox.tsx';
import { Popover } from '../popover.tsx';
import { showToast } from '../toast.tsx';

interface ListToolsProps {
  readonly filter?: ReactNode;
  readonly onClear?: (() => void) | undefined;
  readonly onExport?: () => void;
  /** There is nothing to export. */
  readonly empty: boolean;
  readonly columns?: readonly { readonly id: string; readonly label: string; readonly head?: true }[];
  readonly hidden?: readonly string[];
  readonly onHidden?: (names: readonly string[]) => void;
}

/** The bar above a data list: what is filtered by, which columns stand, and the file. */
export function ListTools(props: ListToolsProps) {
  const { t } = useTranslation('kit');
  const { filter, onClear, onExport, columns, empty } = props;
  if (filter === undefined && onExport === undefined && columns === undefined) return null;
  const nothing = () => showToast({ id: 'export', tone: 'info', title: t('list.no_export') });
  return (
    <search aria-label={t('list.filter')} className="flex flex-wrap items-end gap-3 p-4">
      {filter}
      {onClear === undefined ? null : (
        <Button variant="ghost" className="min-h-10" onClick={onClear}>
          {t('list.clear')}
        </Button>
      )}
      {columns === undefined ? null : <ColumnMenu {...props} columns={columns} />}
      {onExport === undefined ? null : (
        <Button className="min-h-10" onClick={empty ? nothing : onExport}>
          <Download aria-hidden className="size-4" />
          {t('list.export')}
        </Button>
      )}
    </search>
  );
}

/** Ticks for the columns; what a row is known by stays. */
function ColumnMenu({ columns, hidden = [], onHidden }: ListToolsProps & Required<Pick<ListToolsProps, 'columns'>>) {
  const { t } = useTranslation('kit');
  return (
    <Popover
      align="end"
      className="min-w-48 p-3"
      trigger={
        <Button className="min-h-10">
          <Columns3 aria-hidden className="size-4" />
          {t('list.columns')}
        </Button>
      }
    >
      {/* A display of its own on the panel would show it while it is closed. */}
      <div className="grid gap-1">
        {columns.map(({ id, label, head }) =>
          head === true ? null : (
            <Checkbox
              key={id}
              checked={!hidden.includes(id)}
              onChange={(on) => onHidden?.(on ? hidden.filter((one) => one !== id) : [...hidden, id])}
              label={label}
            />
          ),
        )}
      </div>
    </Popover>
  );
}
