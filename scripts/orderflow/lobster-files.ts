import type { BookSideName } from '#domain/trading/book/order-book.ts';
import { whole } from './table.ts';
import type { Table } from './table.ts';

/** 1 adds, 2 takes lots off, 3 deletes, 4 executes a visible order; 5 (hidden), 6 (cross) and 7 (halt) leave the book alone. */
export interface LobsterMessage {
  readonly type: number;
  readonly id: string;
  readonly lots: number;
  /** Dollars x 10000. */
  readonly price: number;
  /** Side of the resting order. */
  readonly side: BookSideName;
}

export interface RecordedLevel {
  readonly price: number;
  readonly lots: number;
}

/** A book as recorded: the levels of each side, best first; `depth` is how many could be seen. */
export interface RecordedBook {
  readonly depth: number;
  readonly bid: readonly RecordedLevel[];
  readonly ask: readonly RecordedLevel[];
}

/** What LOBSTER writes for a level that is not there. */
const NO_PRICE = 9_999_999_999;

const MESSAGE_COLUMNS = ['time_s', 'type', 'order_id', 'size', 'price', 'side'];

/** Is this a file of LOBSTER messages, with its header or without? */
export function isLobster({ header, rows }: Table): boolean {
  if (header !== null) return MESSAGE_COLUMNS.every((name) => header.includes(name));
  return rows.length > 0 && rows[0]!.length >= 6 && rows[0]!.length <= 7 && /^[1-7]$/.test(rows[0]![1]!);
}

export function lobsterMessages(table: Table): LobsterMessage[] {
  const header = table.header ?? MESSAGE_COLUMNS;
  const at = (name: string) => header.indexOf(name);
  const [type, id, size, price, side] = [at('type'), at('order_id'), at('size'), at('price'), at('side')];
  return table.rows.map((cells, index) => {
    const where = `${table.path}, row ${index + 1}`;
    return {
      type: whole(cells[type], where),
      id: cells[id]!,
      lots: whole(cells[size], where),
      price: whole(cells[price], where),
      side: whole(cells[side], where) > 0 ? 'bid' : 'ask',
    };
  });
}

/** The rows of a LOBSTER book file: ask price, ask size, bid price, bid size, repeated for each level. */
export function lobsterBooks(table: Table): RecordedBook[] {
  return table.rows.map((cells, index) => {
    const where = `${table.path}, row ${index + 1}`;
    if (cells.length % 4 !== 0) throw new Error(`${where}: ${cells.length} columns are not levels of four`);
    const numbers = cells.map((cell) => whole(cell, where));
    const levels = (first: number) =>
      Array.from({ length: cells.length / 4 }, (_, level) => ({
        price: numbers[level * 4 + first]!,
        lots: numbers[level * 4 + first + 1]!,
      })).filter(({ price, lots }) => lots > 0 && Math.abs(price) < NO_PRICE);
    return { depth: cells.length / 4, ask: levels(0), bid: levels(2) };
  });
}
