import type { ReactNode } from 'react';

export type SortValue = number | string;

/** A column of a data list; on narrow screens the same cells stand in a card, those of its head first. */
export interface Column<R> {
  readonly id: string;
  readonly label: string;
  /** The label as it is shown, where a press on it says what it means (`ColumnTerm`). */
  readonly shown?: ReactNode;
  /** The label is read out and not seen: the cells speak for themselves, as buttons do. */
  readonly bare?: true;
  readonly cell: (row: R) => ReactNode;
  /** Numbers stand at the end. */
  readonly end?: true;
  readonly head?: true;
  /** In a card it takes the whole line. */
  readonly wide?: true;
  /** What the list can be sorted by; null comes last, up and down. */
  readonly sort?: (row: R) => SortValue | null;
  readonly className?: string;
}

/** Order of two values of a column: numbers by size, texts by the language. */
export function compareValues(one: SortValue, other: SortValue, language: string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), language, { numeric: true });
}
