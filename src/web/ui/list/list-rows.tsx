import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Table, Td, Th } from '../table.tsx';
import type { Column } from './column.ts';

export interface RowsProps<R> {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => string;
  /** Marks of a row for whoever looks for it: `data-order`. */
  readonly marks?: (row: R) => Readonly<Record<`data-${string}`, string>>;
  /** What a row leads to. Rows then take the focus: arrows or J and K walk, Enter opens. */
  readonly onOpen?: (row: R) => void;
  /** A row that is on its way out. */
  readonly faint?: (row: R) => boolean;
  /** On narrow screens; missing: made of the cells. */
  readonly card?: (row: R) => ReactNode;
  readonly sorted?: { readonly id: string; readonly desc: boolean } | null;
  readonly onSort?: (id: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function walk(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step === undefined && event.key !== 'Enter') return;
  event.preventDefault();
  if (step === undefined) return open();
  const { nextElementSibling, previousElementSibling } = event.currentTarget;
  const to = step > 0 ? nextElementSibling : previousElementSibling;
  if (to instanceof HTMLElement) to.focus();
}

/** Rows of a data list: a table on wide screens, cards on narrower ones. */
export function ListRows<R>(props: RowsProps<R>) {
  const { columns, rows, keyOf, marks, onOpen, faint, card } = props;
  const rowProps = (row: R) => ({
    'data-row': keyOf(row),
    ...marks?.(row),
    ...(onOpen === undefined
      ? {}
      : {
          tabIndex: 0,
          onClick: () => onOpen(row),
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => walk(event, () => onOpen(row)),
        }),
  });
  const look = (row: R) =>
    cx(
      onOpen !== undefined && 'cursor-pointer hover:bg-s2 focus-visible:-outline-offset-2',
      faint?.(row) === true && 'opacity-50',
    );
  return (
    <>
      <Table
        caption={props.caption}
        className="max-lg:hidden"
        head={
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} {...props} />
            ))}
          </tr>
        }
      >
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps(row)} className={look(row)}>
            {columns.map((column) => (
              <Td key={column.id} end={column.end === true} className={column.className}>
                {column.cell(row)}
              </Td>
            ))}
          </tr>
        ))}
      </Table>
      <ul className="lg:hidden">
        {rows.map((row) => (
          <li
            key={keyOf(row)}
            {...rowProps(row)}
            className={cx('border-t border-line px-4 py-3 text-13 first:border-t-0', look(row))}
          >
            {card === undefined ? <Card columns={columns} row={row} /> : card(row)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Head<R>({ column, sorted, onSort }: { readonly column: Column<R> } & Pick<RowsProps<R>, 'sorted' | 'onSort'>) {
  const { id, label, end, sort, className } = column;
  if (sort === undefined || onSort === undefined) {
    return (
      <Th end={end === true} className={className}>
        <Label {...column} />
      </Th>
    );
  }
  const isOn = sorted?.id === id;
  return (
    <Th
      end={end === true}
      className={className}
      aria-sort={isOn ? (sorted.desc ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 hover:text-text [&_svg]:size-3.5"
        onClick={() => onSort(id)}
      >
        {label}
        {isOn ? sorted.desc ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden /> : null}
      </button>
    </Th>
  );
}

/** What a column is called. */
function Label<R>({ label, bare, shown = label }: Column<R>) {
  return bare === true ? <span className="vh">{label}</span> : shown;
}

function Card<R>({ columns, row }: Pick<RowsProps<R>, 'columns'> & { readonly row: R }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {columns.map((column) =>
          column.head === true ? (
            <span key={column.id} className={cx(column.end === true && 'ms-auto')}>
              {column.cell(row)}
            </span>
          ) : null,
        )}
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 md:grid-cols-4 md:gap-x-8">
        {columns.map((column) =>
          column.head === true ? null : (
            <div
              key={column.id}
              className={cx('flex min-w-0 flex-wrap items-center justify-between gap-x-2', column.wide && 'col-span-2')}
            >
              <dt className={column.bare === true ? 'vh' : 'text-mut'}>
                <Label {...column} />
              </dt>
              <dd className="ms-auto min-w-0 text-end wrap-anywhere">{column.cell(row)}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}
