import type { Spreadsheet } from '#protocol/codecs.ts';
import type { Reply } from '#server/routing/call.ts';
import { csvForm, csvText, type Columns } from './csv.ts';

const ROWS_A_PAGE = 200;
/** Most rows of one export. */
const MOST_ROWS = 20_000;

/** What a query says of an export. */
interface Asked {
  readonly cursor?: string | undefined;
  /** Most rows; `MOST_ROWS` where it is left out. */
  readonly limit?: number | undefined;
  readonly spreadsheet?: Spreadsheet | undefined;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/**
 * A list as CSV: everything its filter shows, from `cursor` on. One that is longer than `limit`, or than an export may be, says so three
 * times: in the name of the file, by `x-truncated: true`, and by `x-next-cursor`, from which the next export goes on.
 */
export async function csvReply<T>(
  list: { readonly name: string; readonly columns: Columns<T>; readonly query: Asked },
  readPage: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<T>>,
): Promise<Reply> {
  const { items, nextCursor } = await readAll(list.query, readPage);
  const rows = items.map((one) => Object.values(list.columns).map((cell) => cell(one)));
  const csv = csvText([Object.keys(list.columns), ...rows], csvForm(list.query.spreadsheet));
  if (nextCursor === null) return { csv, fileName: `${list.name}.csv` };
  return {
    csv,
    fileName: `${list.name}-first-${items.length}.csv`,
    headers: { 'x-truncated': 'true', 'x-next-cursor': nextCursor },
  };
}

async function readAll<T>(
  { cursor: from = null, limit = MOST_ROWS }: { readonly cursor?: string | null | undefined } & Pick<Asked, 'limit'>,
  readPage: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<Page<T>>,
): Promise<{ items: T[]; nextCursor: string | null }> {
  const items: T[] = [];
  let cursor: string | null = from;
  do {
    const page: Page<T> = await readPage({ cursor, limit: Math.min(ROWS_A_PAGE, limit - items.length) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < limit);
  return { items, nextCursor: cursor };
}
