import type { BookSideName } from '#domain/trading/book/order-book.ts';
import { digitsOf, priceOf, whole } from './table.ts';
import type { Table } from './table.ts';

/** One row by order: A add, C cancel, M modify, T trade, F fill, R clear. T and F change nothing in the book as told. */
export interface CmeMessage {
  readonly action: string;
  /** null: no side, as in an auction. */
  readonly side: BookSideName | null;
  readonly id: string;
  /** In units of 10^-digits of the files read together. */
  readonly price: number;
  readonly lots: number;
  /** The last row of an event: between rows of one event a book may be half changed. */
  readonly last: boolean;
}

const COLUMNS = ['action', 'side', 'order_id', 'price', 'size', 'flags'];
/** Bit of `flags` on the last row of an event. */
const LAST = 128;
/** Bits on rows of a snapshot. */
const SNAPSHOT = 32;

/** Is this a file of CME orders? */
export function isCme({ header }: Table): boolean {
  return header !== null && COLUMNS.every((name) => header.includes(name));
}

/** Digits after the point of the prices in these files. */
export function cmeDigits(tables: readonly Table[]): number {
  return Math.max(
    0,
    ...tables.map((table) => {
      const price = table.header?.indexOf('price') ?? -1;
      return table.rows.reduce((most, cells) => Math.max(most, digitsOf(cells[price] ?? '')), 0);
    }),
  );
}

export function cmeMessages(table: Table, digits: number): CmeMessage[] {
  const at = COLUMNS.map((name) => table.header?.indexOf(name) ?? -1);
  return table.rows.map((cells, index) => {
    const where = `${table.path}, row ${index + 1}`;
    const [action, side, id, price, size, flags] = at.map((column) => cells[column]);
    const bits = whole(flags, where);
    return {
      action: action ?? '',
      side: side === 'B' ? 'bid' : side === 'A' ? 'ask' : null,
      id: id ?? '',
      price: action === 'R' ? 0 : priceOf(price, digits, where),
      lots: action === 'R' ? 0 : whole(size, where),
      last: (bits & LAST) !== 0 && (bits & SNAPSHOT) === 0,
    };
  });
}
