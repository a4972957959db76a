import type { Reply } from '../calls/call.ts';
import { csvText, type Columns } from './csv.ts';

const ROWS_A_PAGE = 200;
/** Most rows of one export. */
const MOST_ROWS = 20_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * A list as CSV: everything its filter shows, from `cursor` on. One that is longer than an export may be says so three times: in the name
 * of the file, by `x-truncated: true`, and by `x-next-cursor`, from which the next export goes on.
 */
export async function csvReply<T>(
  list: { readonly name: string; readonly columns: Columns<T>; readonly cursor: string | null },
  readPage: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<T>>,
): Promise<Reply> {
  const { items, nextCursor } = await readAll(list.cursor, readPage);
  const rows = items.map((one) => Object.values(list.columns).map((cell) => cell(one)));
  const csv = csvText([Object.keys(list.columns), ...rows]);
  if (nextCursor === null) return { csv, fileName: `${list.name}.csv` };
  return {
    csv,
    fileName: `${list.name}-first-${items.length}.csv`,
    headers: { 'x-truncated': 'true', 'x-next-cursor': nextCursor },
  };
}

async function readAll<T>(
  from: string | null,
  readPage: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<T>>,
): Promise<{ items: T[]; nextCursor: string | null }> {
  const items: T[] = [];
  let cursor = from;
  do {
    const page = await readPage({ cursor, limit: ROWS_A_PAGE });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < MOST_ROWS);
  return { items, nextCursor: cursor };
}
