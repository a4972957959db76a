import type { Pool } from 'pg';
import type { EventMove, EventOutcome, EventState } from '#domain/events/life.ts';
import { RULES_LANGUAGE, type Category } from '#domain/events/terms.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import { queryOf, type SearchedBy } from './store-search.ts';

/** An event with its texts in a language, or in that of the rules. */
export interface EventRow {
  readonly id: string;
  readonly slug: string;
  readonly category: Category;
  readonly tags: string[];
  readonly is_sample: boolean;
  readonly title: string;
  readonly summary: string;
  readonly language: string;
  readonly is_stale: boolean;
  /** In the order asked for: cut-off of its next market (ms), or shares traded (lots), `TAKES_ORDERS` more while it takes orders. */
  readonly place: string;
}

/** A market that was opened, and its book in a realm. */
export interface OpenedMarket {
  readonly id: string;
  readonly event_id: string;
  /** Exactly one of the markets of its event comes true. */
  readonly is_linked: boolean;
  readonly book: string;
  readonly state: EventState;
  readonly title: string;
  readonly rules: string;
  /** Title and rules as they count, where those above are a translation. */
  readonly own_title: string | null;
  readonly own_rules: string | null;
  readonly is_stale: boolean;
  readonly source: string;
  readonly backup_source: string;
  readonly threshold: string;
  readonly if_tied: string;
  readonly if_postponed: string;
  readonly if_cancelled: string;
  readonly time_zone: string;
  readonly opens_at: string;
  readonly cut_off_at: string;
  readonly is_live: boolean;
  readonly by_prices: boolean;
  readonly rules_hash: string;
  readonly result: 'WON' | 'TIE' | 'VOID' | null;
  readonly won: 0 | 1 | null;
  readonly void_value: number | null;
  readonly void_reason: string | null;
  readonly fact_at: string | null;
  readonly challenge_until: string | null;
  /** Of its book, lots; prices of YES in thousandths. */
  readonly volume: string | null;
  readonly last_price: number | null;
  readonly last_at: string | null;
  /** Fills after the fact that were undone: shares in lots, what is left with the house in 10^-6. Null: none were. */
  readonly undone: {
    readonly fills: number;
    readonly lots: number;
    readonly borne: number;
    readonly at: number;
  } | null;
  /** How it was paid before each correction; what that did to the book of this realm, 10^-6. */
  readonly corrections: readonly {
    readonly at: number;
    readonly result: 'WON' | 'TIE' | 'VOID';
    readonly won: 0 | 1 | null;
    readonly value: number | null;
    readonly people: number;
    readonly borne: number;
    readonly doneAt: number | null;
  }[];
  readonly moves: readonly {
    readonly move: EventMove;
    readonly state: EventState;
    readonly at: number;
    readonly people: number;
    readonly reason: string;
  }[];
  readonly clarifications: readonly {
    readonly text: string;
    readonly at: number;
    readonly exitUntil: number;
    /** Of YES, thousandths. */
    readonly price: number;
  }[];
  readonly evidence: readonly {
    readonly outcome: EventOutcome;
    readonly url: string;
    readonly sha256: string;
    readonly factAt: number;
  }[];
}

/** When the next of its markets closes, is one open or paused, and does one take orders. */
const OPENED = `JOIN LATERAL (SELECT min(m.cut_off_at) AS closes_at, bool_or(m.state IN ('OPEN', 'PAUSED')) AS is_open,
    bool_or(m.state = 'OPEN') AS takes_orders FROM event_market m
    WHERE m.event_id = e.id AND m.opens_at IS NOT NULL) o ON o.closes_at IS NOT NULL`;

/** Of an event (`e`) with its texts, and its place. */
const columnsOf = (
  place: string,
) => `e.id, e.slug, e.category, e.tags, e.is_sample, coalesce(t.title, b.title) AS title, coalesce(t.summary, b.summary) AS summary,
    coalesce(t.language, b.language) AS language, coalesce(t.of_version < e.text_version, false) AS is_stale, ${place} AS place`;
const TEXTS = `JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}'
    LEFT JOIN event_text t ON t.event_id = e.id AND t.language = $1`;

/** Of the books of its opened markets in the realm asked for, lots. */
const VOLUME = `(SELECT coalesce(sum(x.volume), 0) FROM event_market v JOIN event_book k ON k.market_id = v.id AND k.realm = $9::int
  JOIN traded_book x ON x.id = k.id AND x.realm = k.realm WHERE v.event_id = e.id)`;

/** Before all that rest or have ended, whatever was traded there: more than any volume, in lots, and one number with it, so that a cursor holds it. */
const TAKES_ORDERS = 500_000_000_000_000;
const TRADED = `(${VOLUME} + CASE WHEN o.takes_orders THEN ${TAKES_ORDERS} ELSE 0 END)`;

/** What an event's place in each order is, what comes after one, and the order. */
const SORTED = {
  newest: { place: 'o.closes_at', after: 'e.id < $8::uuid AND $9::int > 0', order: 'e.id DESC' },
  closing: {
    place: 'o.closes_at',
    after: '(o.closes_at, e.id) > ($7::bigint, $8::uuid) AND $9::int > 0',
    order: 'o.closes_at, e.id',
  },
  volume: { place: TRADED, after: `(${TRADED}, e.id) < ($7::bigint, $8::uuid)`, order: 'place DESC, e.id DESC' },
} as const;
export type EventSort = keyof typeof SORTED;
const SHOWN = { newest: 'e.id DESC', closing: 'p.place, e.id', volume: 'p.place DESC, e.id DESC' } as const;

export interface EventsAsked {
  readonly language: string;
  readonly category: string | null;
  readonly tag: string | null;
  /** A question in words. */
  readonly search: string | null;
  readonly by: SearchedBy;
  /** Of whose books one is among these; null: of any. */
  readonly books: readonly string[] | null;
  /** On whose watch list it is; null: on anybody's or nobody's. */
  readonly watchedBy: string | null;
  readonly isOpen: boolean | null;
  readonly sort: EventSort;
  readonly realm: Realm;
  /** The last event of the page before. */
  readonly after: { readonly place: number; readonly id: string } | null;
  readonly limit: number;
}

/** Keys of a question that the database reckons well by itself. */
const FEW_KEYS = 6;

/** Events with a market that was opened, in the order asked for. */
export async function listEvents(db: Pool, asked: EventsAsked): Promise<readonly EventRow[]> {
  const { language, category, tag, books, watchedBy, isOpen, sort, after, limit, realm } = asked;
  const search = asked.search === null ? null : queryOf(asked.search, asked.by, language);
  // Nothing but signs, or words too short to be taken for others.
  if (search === null && asked.search !== null) return [];
  const { place, after: isAfter, order } = SORTED[sort];
  // What is on the page first, and only then its texts.
  const page = `SELECT e.id, ${place} AS place FROM event e ${OPENED}
     WHERE ($2::text IS NULL OR e.category = $2) AND ($3::text IS NULL OR e.tags @> ARRAY[$3::text])
       AND ($4::tsquery IS NULL OR e.id IN (SELECT s.event_id FROM event_text s WHERE s.searched @@ $4::tsquery))
       AND ($10::uuid[] IS NULL OR e.id IN (SELECT v.event_id FROM event_book k JOIN event_market v ON v.id = k.market_id WHERE k.id = ANY($10)))
       AND ($11::uuid IS NULL OR e.id IN (SELECT w.event_id FROM event_watch w WHERE w.user_id = $11))
       AND ($5::boolean IS NULL OR o.is_open = $5) AND ($8::uuid IS NULL OR $7::bigint IS NULL OR (${isAfter})) ORDER BY ${order} LIMIT $6`;
  const list = (tx: Queryable) =>
    tx.query<EventRow>(
      `SELECT ${columnsOf('p.place')} FROM (${page}) p JOIN event e ON e.id = p.id ${TEXTS} ORDER BY ${SHOWN[sort]}`,
      [
        language,
        category,
        tag,
        search,
        isOpen,
        limit,
        after?.place ?? null,
        after?.id ?? null,
        REALM_NO[realm],
        books,
        watchedBy,
      ],
    );
  if (search === null || search.split('|').length <= FEW_KEYS) return (await list(db)).rows;
  return transaction(db, async (tx) => {
    // To match a text costs far more than is reckoned: without this, words with many others of their meaning are looked for in every text.
    await tx.query('SET LOCAL random_page_cost = 1');
    return (await list(tx)).rows;
  });
}

/** The event that has or had a slug, if one of its markets was opened; null: there is none. */
export async function eventBySlug(db: Queryable, slug: string, language: string): Promise<EventRow | null> {
  const { rows } = await db.query<EventRow>(
    `SELECT ${columnsOf('o.closes_at')} FROM event e ${OPENED} ${TEXTS} WHERE e.id = (SELECT event_id FROM event_slug WHERE slug = $2)`,
    [language, slug],
  );
  return rows[0] ?? null;
}

/** A market with the event that it is an outcome of (`e`, its text `b`, that of the market `t`). */
export const FULL_TITLE = `CASE WHEN e.is_linked THEN b.title || ' · ' || t.title ELSE t.title END`;

/** What the market of a book of real money is about, in the language of the rules. */
export interface EventLabel {
  readonly book: string;
  readonly marketId: string;
  readonly slug: string;
  readonly title: string;
}

/** By books, or by markets. */
export async function eventLabels(
  db: Queryable,
  { books = [], markets = [] }: { readonly books?: readonly string[]; readonly markets?: readonly string[] },
): Promise<readonly EventLabel[]> {
  if (books.length + markets.length === 0) return [];
  const { rows } = await db.query<EventLabel>(
    `SELECT k.id AS book, m.id AS "marketId", e.slug, ${FULL_TITLE} AS title FROM event_book k JOIN event_market m ON m.id = k.market_id AND k.realm = $3
       JOIN event e ON e.id = m.event_id JOIN event_market_text t ON t.market_id = m.id AND t.language = '${RULES_LANGUAGE}'
       JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}'
     WHERE k.id = ANY($1::uuid[]) OR m.id = ANY($2::uuid[])`,
    [books, markets, REALM_NO.real],
  );
  return rows;
}

/** Opened markets of an event with their books of real money, in their places; none: nobody sees such an event. */
export async function booksOfEvent(
  db: Queryable,
  eventId: string,
): Promise<readonly { readonly market: string; readonly book: string }[]> {
  const { rows } = await db.query<{ market: string; book: string }>(
    `SELECT m.id AS market, k.id AS book FROM event_market m JOIN event_book k ON k.market_id = m.id AND k.realm = $2
     WHERE m.event_id = $1 AND m.opens_at IS NOT NULL ORDER BY m.place`,
    [eventId, REALM_NO.real],
  );
  return rows;
}

/** Opened markets of events, in their places. */
export async function openedMarkets(
  db: Queryable,
  of: { readonly events: readonly string[]; readonly realm: Realm; readonly language: string },
): Promise<readonly OpenedMarket[]> {
  const { rows } = await db.query<OpenedMarket>(
    `SELECT m.id, m.event_id, e.is_linked, k.id AS book, m.state, coalesce(t.title, b.title) AS title, coalesce(t.rules, b.rules) AS rules,
       CASE WHEN t.market_id IS NOT NULL THEN b.title END AS own_title, CASE WHEN t.market_id IS NOT NULL THEN b.rules END AS own_rules,
       coalesce(t.of_version < m.text_version, false) AS is_stale, m.source, m.backup_source, m.threshold, m.if_tied, m.if_postponed, m.if_cancelled,
       m.time_zone, m.opens_at, m.cut_off_at, m.is_live, m.ticks IS NOT NULL AS by_prices, encode(m.rules_hash, 'hex') AS rules_hash, m.result, m.won,
       CASE WHEN m.result = 'TIE' THEN m.tie_value WHEN $2::int = 1 THEN m.void_real ELSE m.void_demo END AS void_value, m.void_reason, m.fact_at, m.challenge_until,
       x.volume, x.last_price, x.last_at,
       (SELECT json_build_object('fills', u.fills, 'lots', u.lots, 'borne', u.borne, 'at', u.at) FROM undone_book u
        WHERE u.id = k.id AND u.realm = k.realm) AS undone,
       coalesce((SELECT json_agg(json_build_object('at', y.at, 'result', y.was_result, 'won', y.was_won, 'value', y.was_tie_value,
           'people', coalesce(s.people, 0), 'borne', coalesce(s.borne, 0), 'doneAt', s.done_at) ORDER BY y.no)
         FROM event_correction y LEFT JOIN corrected_sum s ON s.id = k.id AND s.realm = k.realm AND s.no = y.no WHERE y.market_id = m.id), '[]') AS corrections,
       (SELECT json_agg(json_build_object('move', v.move, 'state', v.to_state, 'at', v.at, 'people', cardinality(v.staff), 'reason', v.reason)
          ORDER BY v.version)
        FROM event_move v WHERE v.market_id = m.id AND v.to_state NOT IN ('DRAFT', 'REVIEW')) AS moves,
       coalesce((SELECT json_agg(json_build_object('text', c.text, 'at', c.at, 'exitUntil', c.exit_until, 'price',
           CASE WHEN $2::int = 1 THEN c.fair_real ELSE c.fair_demo END) ORDER BY c.version)
         FROM event_clarification c WHERE c.market_id = m.id), '[]') AS clarifications,
       coalesce((SELECT json_agg(json_build_object('outcome', y.outcome, 'url', y.url, 'sha256', encode(y.sha256, 'hex'), 'factAt', y.fact_at)
         ORDER BY y.version) FROM event_evidence y WHERE y.market_id = m.id), '[]') AS evidence
     FROM event_market m JOIN event e ON e.id = m.event_id JOIN event_book k ON k.market_id = m.id AND k.realm = $2::int
       LEFT JOIN traded_book x ON x.id = k.id AND x.realm = k.realm
       JOIN event_market_text b ON b.market_id = m.id AND b.language = '${RULES_LANGUAGE}'
       LEFT JOIN event_market_text t ON t.market_id = m.id AND t.language = $3
     WHERE m.event_id = ANY($1::uuid[]) ORDER BY m.event_id, m.place`,
    [of.events, REALM_NO[of.realm], of.language],
  );
  return rows;
}
