import { Inbox } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { FilterField, OfficeRow } from '#protocol/office/cells.ts';
import { deskPath } from '#protocol/office/desks.ts';
import type { OfficeList } from '#protocol/office/office.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { DataList } from '#web/ui/list/data-list.tsx';
import { useFilter, type Filter } from '#web/ui/list/use-filter.ts';
import { usePages } from '#web/ui/list/use-pages.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { CellView } from './cell.tsx';
import type { SeenDesk } from './use-office.ts';

/** A row with the columns of its list. */
type ListedRow = OfficeRow & Pick<OfficeList, 'columns'>;

/** From here on an id or an address breaks in half a card, letters. */
const LONG_CODE = 20;

/** The columns of rows of cells. */
export function columnsOf(rows: readonly ListedRow[]): readonly Column<OfficeRow>[] {
  const isLong = (index: number) =>
    rows.some(({ cells }) => cells[index]?.t === 'code' && cells[index].v.length > LONG_CODE);
  return (rows[0]?.columns ?? []).map(({ id, label, end, head }, index) => ({
    id,
    label,
    cell: (row: OfficeRow) => <CellView cell={row.cells[index] ?? null} />,
    ...(end === undefined ? {} : { end }),
    ...(head === undefined ? {} : { head }),
    ...(isLong(index) ? { wide: true as const } : {}),
    ...sortOf(index),
  }));
}

function sortOf(index: number): Pick<Column<OfficeRow>, 'sort'> {
  return {
    sort: (row) => {
      const cell = row.cells[index] ?? null;
      if (cell === null) return null;
      return cell.t === 'money' || cell.t === 'number' ? Number(cell.v) : cell.v;
    },
  };
}

/** A filter as the API takes it: in a fixed order, without what is empty. */
export function filterText(values: Readonly<Record<string, string>>): string {
  const set = Object.entries(values).filter(([, value]) => value.trim() !== '');
  return new URLSearchParams(set.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
}

function FilterFields({
  fields,
  filter,
}: {
  readonly fields: readonly FilterField[];
  readonly filter: Filter<string>;
}) {
  return fields.map(({ name, label, kind, options = [] }) =>
    kind === 'choice' ? (
      <Select
        key={name}
        label={label}
        className="w-40 max-md:w-[calc(50%-0.375rem)]"
        value={filter.values[name] ?? ''}
        onChange={(event) => filter.set({ [name]: event.target.value })}
      >
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    ) : (
      <Field
        key={name}
        label={label}
        type={kind === 'day' ? 'date' : 'text'}
        className="w-40 max-md:w-[calc(50%-0.375rem)]"
        value={filter.values[name] ?? ''}
        onChange={(event) => filter.set({ [name]: event.target.value })}
      />
    ),
  );
}

/** The list that a desk's subject gives, with its filter in the address. `names`: of the filter's fields, once they are known. */
export function DeskList({ desk, fields }: { readonly desk: SeenDesk; readonly fields: readonly FilterField[] }) {
  const names = useMemo(() => fields.map(({ name }) => name), [fields]);
  const filter = useFilter(names);
  const text = filterText(useDeferredValue(filter.values));
  const go = useNavigate();
  const pages = usePages({
    key: ['office', 'list', desk.id, text],
    read: async (client, page, signal) => {
      const query = { ...page, ...(text === '' ? {} : { filter: text }) };
      const { rows, ...answer } = await client.call('office.list', { params: { desk: desk.id }, query }, { signal });
      return { items: rows.map((row) => ({ ...row, columns: answer.columns })), nextCursor: answer.nextCursor };
    },
  });
  const columns = useMemo(() => columnsOf(pages.rows), [pages.rows]);
  return (
    <DataList
      name={`office-${desk.id}`}
      caption={desk.title}
      pages={pages}
      columns={columns}
      keyOf={(row) => row.id}
      shown={pages.rows.length === 1 ? '1 row' : `${pages.rows.length} rows`}
      choosesColumns
      filter={<FilterFields fields={fields} filter={filter} />}
      onClear={filter.isOn ? filter.clear : undefined}
      {...(desk.record === undefined ? {} : { onOpen: (row: OfficeRow) => void go(deskPath(desk.id, row.id)) })}
      nothing={
        <EmptyState
          icon={<Inbox aria-hidden />}
          title={filter.isOn ? 'Nothing fits this filter' : 'Nothing here'}
          text={filter.isOn ? 'Clear the filter to see the rest.' : 'New entries will appear here.'}
        />
      }
    />
  );
}
