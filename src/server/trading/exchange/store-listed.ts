import type { Pool } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import type { MarketResult, OutcomeNo } from '#domain/trading/orders/market.ts';
import type { ListedBook, WantedOfBook } from './listed-books.ts';
import { UUID } from './store-load.ts';

interface ListedRow {
  readonly id: string;
  readonly realm: number;
  readonly opens_at: string;
  readonly cut_off_at: string;
  readonly wanted: WantedOfBook;
  readonly result: MarketResult['kind'] | null;
  readonly won: OutcomeNo | null;
  readonly void_value: number | null;
  readonly void_reason: string | null;
  readonly rules_hash: Buffer;
  readonly rules_doc: string;
  readonly paid: boolean;
  readonly linked_to: string | null;
  readonly place: number;
  readonly is_live: boolean;
  readonly revision: string;
  readonly opening: number;
  readonly begun: number | null;
  readonly split: ListedBook['split'];
  readonly clarified_at: string | null;
  readonly exit_until: string | null;
  readonly exit_price: number | null;
  readonly past_from: string | null;
  readonly guarded: boolean;
  readonly guard_version: number | null;
  readonly barred: readonly string[] | null;
}

const LISTED_SQL = `SELECT id, listed_book.realm, opens_at, cut_off_at, wanted, result, won, void_value, void_reason, rules_hash, rules_doc, paid, revision, listed_book.linked_to,
  place, is_live, o.opening, o.begun, s.split, x.at AS clarified_at, x.exit_until, x.price AS exit_price, p.no AS past_from,
  g.id IS NOT NULL AS guarded, g.version AS guard_version, g.people::text[] AS barred
  FROM listed_book JOIN book_opening o USING (id) LEFT JOIN book_exit x USING (id) LEFT JOIN book_fact t USING (id) LEFT JOIN book_guard g USING (id)
  LEFT JOIN event_last_split s ON s.linked_to = listed_book.linked_to AND s.realm = listed_book.realm
  LEFT JOIN LATERAL (SELECT min(f.no) AS no FROM fill f WHERE f.market_id = listed_book.id AND f.at > greatest(t.fact_at,
    (SELECT max(q.at) FROM outcome_split q WHERE q.linked_to = listed_book.linked_to AND q.realm = listed_book.realm))) p ON true`;

/** Books of events that changed after a revision, the oldest change first; at the first time only those that are not paid. */
export async function loadListed(
  db: Pick<Pool, 'query'>,
  above: number,
): Promise<readonly { readonly book: ListedBook; readonly revision: number }[]> {
  const { rows } = await db.query<ListedRow>(
    `${LISTED_SQL} WHERE revision > $1 AND ($1 > 0 OR NOT paid) ORDER BY revision`,
    [above],
  );
  return rows.map((row) => ({ revision: Number(row.revision), book: bookOf(row) }));
}

/** The book of an event, paid or not; null: it is none. */
export async function findListed(db: Pick<Pool, 'query'>, id: string): Promise<ListedBook | null> {
  if (!UUID.test(id)) return null;
  const { rows } = await db.query<ListedRow>(`${LISTED_SQL} WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : bookOf(rows[0]);
}

function bookOf(row: ListedRow): ListedBook {
  return {
    id: row.id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    opensAt: Number(row.opens_at),
    cutOffAt: Number(row.cut_off_at),
    wanted: row.wanted,
    result: resultOf(row),
    isPaid: row.paid,
    linkedTo: row.linked_to,
    place: row.place,
    isLive: row.is_live,
    rulesHash: row.rules_hash.toString('hex'),
    rules: row.rules_doc,
    opening: row.opening,
    begun: row.begun,
    split: row.split,
    exit: exitOf(row),
    guard: row.guarded ? { version: row.guard_version, people: new Set(row.barred) } : null,
    pastFrom: row.past_from === null ? null : Number(row.past_from),
  };
}

function exitOf({ clarified_at: at, exit_until: until, exit_price: price }: ListedRow): ListedBook['exit'] {
  if (at === null || until === null || price === null) return null;
  return { at: Number(at), until: Number(until), price };
}

/** How a book ends, as the tables say it; null: it is not said yet. */
export function resultOf({
  result,
  won,
  void_value: value,
  void_reason: reason,
}: Pick<ListedRow, 'result' | 'won' | 'void_value' | 'void_reason'>): MarketResult | null {
  if (result === null) return null;
  if (result === 'TIE') return value === null ? { kind: 'TIE' } : { kind: 'TIE', value };
  if (result === 'WON') return { kind: 'WON', outcome: won === 1 ? 1 : 0 };
  return { kind: 'VOID', value: value ?? 500, reason: reason ?? '' };
}
