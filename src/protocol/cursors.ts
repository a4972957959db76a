import { z } from 'zod';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const COUNT = '\\d{1,15}';

/** What the cursor of each list is made of, after its name: enough to find the place of a row in the order of the list. */
const PARTS = {
  predictions: [ID],
  scheduled: [ID],
  orders: [ID],
  /** Time (ms), market, number. */
  fills: [COUNT, ID, COUNT],
  sets: [ID],
  /** End of the market (ms), market. */
  positions: [COUNT, ID],
  /** Market, number. */
  marketFills: [ID, COUNT],
  /** Begin (ms), stream. */
  incidents: [COUNT, '\\d{1,10}'],
  /** Journal. */
  transactions: ['\\d{1,19}'],
  requests: [ID],
  notifications: [ID],
  signIns: [ID],
  /** Votes, idea. */
  ideas: [COUNT, ID],
  /** Rank, comment. */
  comments: [COUNT, ID],
  /** Next cut-off (ms), or shares traded (lots) with whether it takes orders; event. */
  events: [COUNT, ID],
  /** Number. */
  rulings: [COUNT],
} as const;

export type CursorList = keyof typeof PARTS;
type Texts<P extends readonly unknown[]> = { readonly [K in keyof P]: string };
type PartsOf<L extends CursorList> = Texts<(typeof PARTS)[L]>;

const patternOf = (list: CursorList) => new RegExp(`^${list}${PARTS[list].map((part) => `\\.(?:${part})`).join('')}$`);

/** A `cursor` of a query: `nextCursor` of a page of the same list. One of another list, or one that was changed, is malformed. */
export function cursorOf(list: CursorList) {
  return z
    .string()
    .max(100)
    .regex(patternOf(list))
    .describe('`nextCursor` of the page before, of this list; it is not to be made or changed.');
}

/** The cursor that leads on from a row. */
export function writeCursor<L extends CursorList>(list: L, parts: PartsOf<L>): string {
  return [list, ...(parts as readonly string[])].join('.');
}

/** Parts of a cursor that `cursorOf` let through; null: none was given. Throws for any other text. */
export function readCursor<L extends CursorList>(list: L, cursor: string | null | undefined): PartsOf<L> | null {
  if (typeof cursor !== 'string') return null;
  if (!patternOf(list).test(cursor)) throw new Error(`not a cursor of ${list}: ${cursor}`);
  return cursor.split('.').slice(1) as unknown as PartsOf<L>;
}
