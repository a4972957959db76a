import type { Table } from '../orderflow/table.ts';
import { RecordedBook, type LevelNow, type Recording, type RecordedMarket, type Step } from './recording.ts';

const COLUMNS = ['ts_ms', 'event_type', 'token', 'side', 'price', 'size'] as const;
/** The other token's book is the mirror of the first one's. */
const FIRST = 'token1';
const MIDDLE = 500;

interface Row {
  readonly at: number;
  readonly kind: string;
  readonly side: 'bid' | 'ask';
  readonly price: number;
  readonly lots: number;
}

export function isPolymarket({ header }: Table): boolean {
  return header !== null && COLUMNS.every((name) => header.includes(name));
}

/**
 * A stream of book messages (ts_ms,event_type,token,outcome,side,price,size): `book` is the whole book, sent after trades, `price_change` one
 * level. It ends before the game does and names no winner: the outcome that its last book finds likelier is taken.
 */
export function polymarketRecording(table: Table, name: string): Recording {
  const rows = rowsOf(table);
  const book = new RecordedBook(0);
  const steps: Step[] = [];
  for (let from = 0; from < rows.length;) {
    const first = rows[from]!;
    let to = from + 1;
    while (to < rows.length && rows[to]!.at === first.at && rows[to]!.kind === first.kind) to += 1;
    const changes = changesOf(book, first.kind, rows.slice(from, to));
    if (changes.length > 0) steps.push({ at: first.at, changes });
    from = to;
  }
  const end = (book.middle() ?? MIDDLE) >= MIDDLE ? 'YES' : 'NO';
  const markets: RecordedMarket[] = [{ title: name, end }];
  return { name, isLinked: false, markets, steps };
}

function changesOf(book: RecordedBook, kind: string, rows: readonly Row[]): LevelNow[] {
  if (kind !== 'book') return rows.flatMap(({ side, price, lots }) => book.set(side, price, lots));
  return (['bid', 'ask'] as const).flatMap((side) => {
    const levels = new Map(rows.filter((row) => row.side === side).map(({ price, lots }) => [price, lots]));
    return book.replace(side, levels, true);
  });
}

function rowsOf({ path, header, rows }: Table): Row[] {
  const [at, kind, token, side, price, size] = COLUMNS.map((name) => header!.indexOf(name)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return rows.flatMap((cells, index) => {
    if (cells[token] !== FIRST) return [];
    const row = {
      at: Number(cells[at]),
      kind: cells[kind]!,
      side: cells[side] as 'bid' | 'ask',
      price: Math.round(Number(cells[price]) * 1_000),
      lots: Math.round(Number(cells[size]) * 100),
    };
    const isRow = [row.at, row.price, row.lots].every(Number.isSafeInteger) && ['bid', 'ask'].includes(row.side);
    if (!isRow) throw new Error(`${path}, row ${index + 1}: no level`);
    return [row];
  });
}
