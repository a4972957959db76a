import type { PoolClient } from 'pg';
import { searchedOf } from '#domain/events/search.ts';
import { RULES_LANGUAGE, type MarketTerms } from '#domain/events/terms.ts';
import type { RulingKind } from '#domain/events/rulings.ts';
import type { Queryable } from '#server/db/index.ts';
import { FULL_TITLE } from '../store-public.ts';

/** What colleagues said of a market. `title` and `rules`: as they stood then. */
export interface Ruling {
  /** Later ones have greater numbers. */
  readonly no: string;
  readonly marketId: string;
  readonly slug: string;
  readonly kind: RulingKind;
  readonly said: string;
  /** ms */
  readonly at: number;
  readonly title: string;
}

/** Keeps what was said with a move of a market, with the rules that it opened with. `version`: of the move. */
export async function insertRuling(
  tx: PoolClient,
  one: {
    readonly marketId: string;
    readonly version: number;
    readonly kind: RulingKind;
    readonly said: string;
    readonly at: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO event_ruling (market_id, version, kind, said, at, title, rules)
     SELECT m.id, $2::int, $3, $4, $5::bigint, ${FULL_TITLE}, t.rules FROM event_market m JOIN event e ON e.id = m.event_id
     JOIN event_market_text t ON t.market_id = m.id AND t.language = '${RULES_LANGUAGE}'
     JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}' WHERE m.id = $1`,
    [one.marketId, one.version, one.kind, one.said, one.at],
  );
}

type Row = Omit<Ruling, 'marketId' | 'at'> & { readonly market_id: string; readonly at: string };
const rulingOf = ({ market_id: marketId, at, ...row }: Row): Ruling => ({ ...row, marketId, at: Number(at) });
const COLUMNS = 'r.no, r.market_id, e.slug, r.kind, r.said, r.at, r.title';
const EVENT = 'JOIN event_market m ON m.id = r.market_id JOIN event e ON e.id = m.event_id';

/** Rulings newest first, of a kind and with words in them where those are asked for. `after`: the number of the last one of the page before. */
export async function pageRulings(
  db: Queryable,
  asked: {
    readonly search: string | null;
    readonly kind: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly Ruling[]> {
  // What was found is put in order by itself: to walk all of them from the newest on until enough match is slow where few do.
  const { rows } = await db.query<Row>(
    `WITH found AS MATERIALIZED (SELECT * FROM event_ruling
       WHERE ($1::text IS NULL OR searched @@ websearch_to_tsquery('english', $1)) AND ($2::text IS NULL OR kind = $2)
         AND ($3::bigint IS NULL OR no < $3) ${asked.search === null ? 'ORDER BY no DESC LIMIT $4' : ''})
     SELECT ${COLUMNS} FROM (SELECT * FROM found ORDER BY no DESC LIMIT $4) r ${EVENT} ORDER BY r.no DESC`,
    [asked.search, asked.kind, asked.after, asked.limit],
  );
  return rows.map(rulingOf);
}

/** null: there is none. */
export async function findRuling(db: Queryable, no: string): Promise<(Ruling & { readonly rules: string }) | null> {
  const { rows } = await db.query<Row & { readonly rules: string }>(
    `SELECT ${COLUMNS}, r.rules FROM event_ruling r ${EVENT} WHERE r.no = $1`,
    [no],
  );
  return rows[0] === undefined ? null : { ...rulingOf(rows[0]), rules: rows[0].rules };
}

/** Words that a ruling has to share with terms, and which part of theirs. */
const LEAST_WORDS = 3;
const LEAST_PART = 0.25;
/** The newest that share a word are looked at more closely. */
const LOOKED_AT = 2_000;

/** Rulings on rules like some terms, those with most of their words first. */
export async function rulingsLike(
  db: Queryable,
  { title, rules, ifTied, ifPostponed, ifCancelled }: MarketTerms,
  limit: number,
): Promise<readonly Ruling[]> {
  const { rows } = await db.query<Row>(
    `WITH asked AS (SELECT tsvector_to_array(to_tsvector('english', $1)) AS words),
       query AS (SELECT words, cardinality(words) AS n, array_to_string(ARRAY(SELECT quote_literal(w) FROM unnest(words) w), ' | ')::tsquery AS q FROM asked),
       near AS MATERIALIZED (SELECT r.*, q.words, q.n FROM event_ruling r, query q WHERE q.n > 0 AND r.searched @@ q.q ORDER BY r.no DESC LIMIT ${LOOKED_AT}),
       rated AS (SELECT near.*, cardinality(ARRAY(SELECT unnest(tsvector_to_array(searched)) INTERSECT SELECT unnest(words))) AS shared FROM near)
     SELECT ${COLUMNS} FROM (SELECT * FROM rated WHERE shared >= ${LEAST_WORDS} AND shared >= n * ${LEAST_PART} ORDER BY shared DESC, no DESC LIMIT $2) r
     ${EVENT} ORDER BY r.shared DESC, r.no DESC`,
    [[title, rules, ifTied, ifPostponed, ifCancelled].join(' '), limit],
  );
  return rows.map(rulingOf);
}

/** A market that asks something like a title. */
export interface LikeMarket {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

/** Events whose titles share most words with one, of each its first market; not the event itself. */
export async function marketsLike(
  db: Queryable,
  { title, eventId, limit }: { readonly title: string; readonly eventId: string; readonly limit: number },
): Promise<readonly LikeMarket[]> {
  const words = searchedOf(title).words.map((word) => `${RULES_LANGUAGE} ${word}`);
  const { rows } = await db.query<LikeMarket>(
    `WITH asked AS (SELECT array_agg(key) AS keys FROM unnest($1::text[]) key WHERE ts_lexize('english_stem', substr(key, ${RULES_LANGUAGE.length + 2})) <> '{}'),
       near AS MATERIALIZED (SELECT t.event_id, t.title, t.searched, a.keys FROM event_text t, asked a
         WHERE t.language = '${RULES_LANGUAGE}' AND t.event_id <> $2
           AND t.searched @@ array_to_string(ARRAY(SELECT quote_literal(k) FROM unnest(a.keys) k), ' | ')::tsquery
         ORDER BY t.event_id DESC LIMIT ${LOOKED_AT}),
       rated AS (SELECT event_id, title, cardinality(ARRAY(SELECT unnest(tsvector_to_array(searched)) INTERSECT SELECT unnest(keys))) AS shared, cardinality(keys) AS n FROM near)
     SELECT m.id, r.title, m.state FROM (SELECT * FROM rated WHERE shared * 2 >= n ORDER BY shared DESC, event_id DESC LIMIT $3) r
     JOIN LATERAL (SELECT id, state FROM event_market WHERE event_id = r.event_id ORDER BY place LIMIT 1) m ON true ORDER BY r.shared DESC, r.event_id DESC`,
    [words, eventId, limit],
  );
  return rows;
}
