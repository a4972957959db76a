import type { PoolClient } from 'pg';
import type { Category, MarketTerms } from '#domain/events/terms.ts';
import { RULES_LANGUAGE } from '#domain/events/terms.ts';
import type { EventMove, EventState } from '#domain/events/life.ts';
import type { TickRule } from '#domain/events/tick-rule.ts';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** A market as it stands. Times in ms, void values in thousandths. */
export interface MarketNow {
  readonly id: string;
  readonly eventId: string;
  readonly state: EventState;
  readonly version: number;
  readonly terms: MarketTerms;
  readonly opensAt: number | null;
  readonly rulesHash: Buffer | null;
  readonly rulesDoc: string | null;
  readonly result: 'WON' | 'TIE' | 'VOID' | null;
  readonly won: 0 | 1 | null;
  /** What a share of YES pays by a tie of outcomes that came in level, thousandths. */
  readonly tieValue: number | null;
  readonly voidReal: number | null;
  readonly voidDemo: number | null;
  readonly voidReason: string | null;
  readonly factAt: number | null;
  readonly challengeUntil: number | null;
  readonly wasDisputed: boolean;
  readonly paidAt: number | null;
}

interface MarketRow {
  readonly id: string;
  readonly event_id: string;
  readonly state: EventState;
  readonly version: number;
  readonly title: string;
  readonly rules: string;
  readonly source: string;
  readonly backup_source: string;
  readonly threshold: string;
  readonly if_tied: string;
  readonly if_postponed: string;
  readonly if_cancelled: string;
  readonly time_zone: string;
  readonly cut_off_at: string;
  readonly is_live: boolean;
  readonly ticks: TickRule | null;
  readonly opens_at: string | null;
  readonly rules_hash: Buffer | null;
  readonly rules_doc: string | null;
  readonly result: MarketNow['result'];
  readonly won: 0 | 1 | null;
  readonly tie_value: number | null;
  readonly void_real: number | null;
  readonly void_demo: number | null;
  readonly void_reason: string | null;
  readonly fact_at: string | null;
  readonly challenge_until: string | null;
  readonly was_disputed: boolean;
  readonly paid_at: string | null;
}

const MARKET_SQL = `SELECT m.*, t.title, t.rules FROM event_market m
  JOIN event_market_text t ON t.market_id = m.id AND t.language = '${RULES_LANGUAGE}'`;

const ms = (text: string | null): number | null => (text === null ? null : Number(text));

function marketOf(row: MarketRow): MarketNow {
  return {
    id: row.id,
    eventId: row.event_id,
    state: row.state,
    version: row.version,
    terms: {
      title: row.title,
      rules: row.rules,
      source: row.source,
      backupSource: row.backup_source,
      cutOffAt: Number(row.cut_off_at),
      timeZone: row.time_zone,
      threshold: row.threshold,
      ifTied: row.if_tied,
      ifPostponed: row.if_postponed,
      ifCancelled: row.if_cancelled,
      isLive: row.is_live,
      ...(row.ticks === null ? {} : { ticks: row.ticks }),
    },
    opensAt: ms(row.opens_at),
    rulesHash: row.rules_hash,
    rulesDoc: row.rules_doc,
    result: row.result,
    won: row.won,
    tieValue: row.tie_value,
    voidReal: row.void_real,
    voidDemo: row.void_demo,
    voidReason: row.void_reason,
    factAt: ms(row.fact_at),
    challengeUntil: ms(row.challenge_until),
    wasDisputed: row.was_disputed,
    paidAt: ms(row.paid_at),
  };
}

/** null: there is none. */
export async function findMarket(db: Queryable, id: string): Promise<MarketNow | null> {
  const { rows } = await db.query<MarketRow>(`${MARKET_SQL} WHERE m.id = $1`, [id]);
  return rows[0] === undefined ? null : marketOf(rows[0]);
}

/** The market, held until the transaction ends; null: there is none. */
export async function lockMarket(tx: PoolClient, id: string): Promise<MarketNow | null> {
  const { rows } = await tx.query<MarketRow>(`${MARKET_SQL} WHERE m.id = $1 FOR UPDATE OF m`, [id]);
  return rows[0] === undefined ? null : marketOf(rows[0]);
}

/** The market, or all of its event where they are linked, in their places and held until the transaction ends; none: there is no such market. */
export async function lockLinked(tx: PoolClient, id: string): Promise<readonly MarketNow[]> {
  const { rows } = await tx.query<MarketRow>(
    `${MARKET_SQL} JOIN event_market a ON a.id = $1 JOIN event e ON e.id = a.event_id
     WHERE m.event_id = e.id AND (m.id = a.id OR e.is_linked) ORDER BY m.place FOR UPDATE OF m`,
    [id],
  );
  return rows.map(marketOf);
}

/** Ids of the market and of those that end with it. */
export async function linkedMarkets(db: Queryable, id: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT m.id FROM event_market a JOIN event e ON e.id = a.event_id JOIN event_market m ON m.event_id = e.id AND (m.id = a.id OR e.is_linked)
     WHERE a.id = $1 ORDER BY m.place`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Markets that the clock or the engine may move at `now` (ms): past their cut-off, past their challenge, or not paid. */
export async function listDue(db: Queryable, now: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM event_market WHERE state IN ('OPEN', 'PAUSED') AND cut_off_at <= $1
     UNION ALL SELECT id FROM event_market WHERE state = 'CHALLENGE' AND challenge_until <= $1
     UNION ALL SELECT id FROM event_market WHERE state IN ('RESOLVED', 'VOIDED', 'CORRECTED') AND paid_at IS NULL`,
    [now],
  );
  return rows.map(({ id }) => id);
}

export interface NewEvent {
  readonly id: string;
  readonly category: Category;
  readonly slug: string;
  readonly tags: readonly string[];
  readonly isSample: boolean;
  /** Exactly one of its markets comes true. */
  readonly isLinked?: boolean;
  readonly title: string;
  readonly summary: string;
}

/** False: another event has, or had, this slug. */
export async function insertEvent(tx: PoolClient, event: NewEvent): Promise<boolean> {
  const { id, category, slug, tags, isSample, title, summary } = event;
  const { rowCount } = await tx.query(
    `INSERT INTO event (id, category, slug, tags, is_sample, is_linked, made_at)
     SELECT $1, $2, $3, $4, $5, $6, now() WHERE NOT EXISTS (SELECT FROM event_slug WHERE slug = $3) ON CONFLICT DO NOTHING`,
    [id, category, slug, tags, isSample, event.isLinked ?? false],
  );
  if (rowCount === 0) return false;
  await tx.query('INSERT INTO event_slug (slug, event_id) VALUES ($1, $2)', [slug, id]);
  await putEventText(tx, { eventId: id, language: RULES_LANGUAGE, title, summary });
  return true;
}

/** The market of a sample, and its state after so many moves. */
export interface SampleNow {
  readonly marketId: string;
  readonly state: EventState;
  readonly version: number;
}

/** null: no sample was written at this address. */
export async function findSample(db: Queryable, slug: string): Promise<SampleNow | null> {
  const { rows } = await db.query<SampleNow>(
    `SELECT m.id AS "marketId", m.state, m.version FROM event_slug s JOIN event e ON e.id = s.event_id AND e.is_sample
     JOIN event_market m ON m.event_id = e.id WHERE s.slug = $1 ORDER BY m.place LIMIT 1`,
    [slug],
  );
  return rows[0] ?? null;
}

/** A text of an event; it is of the version that the event has now. */
export async function putEventText(
  tx: PoolClient,
  text: { readonly eventId: string; readonly language: string; readonly title: string; readonly summary: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO event_text (event_id, language, title, summary, of_version)
     SELECT id, $2, $3, $4, text_version FROM event WHERE id = $1
     ON CONFLICT (event_id, language) DO UPDATE SET title = excluded.title, summary = excluded.summary, of_version = excluded.of_version`,
    [text.eventId, text.language, text.title, text.summary],
  );
}

/** What an event says beside the terms of its markets, in the language of its rules. */
export interface EventHead {
  readonly category: Category;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

/** Of the event of a market; null: there is none. */
export async function eventHead(db: Queryable, marketId: string): Promise<EventHead | null> {
  const { rows } = await db.query<EventHead>(
    `SELECT e.category, e.tags, t.title, t.summary FROM event_market m JOIN event e ON e.id = m.event_id
     JOIN event_text t ON t.event_id = e.id AND t.language = $2 WHERE m.id = $1`,
    [marketId, RULES_LANGUAGE],
  );
  return rows[0] ?? null;
}

/** Another title, summary, category and tags. Translations made before are stale. */
export async function putHead(tx: PoolClient, eventId: string, head: EventHead): Promise<void> {
  const { category, tags, title, summary } = head;
  await tx.query('UPDATE event SET category = $2, tags = $3, text_version = text_version + 1 WHERE id = $1', [
    eventId,
    category,
    tags,
  ]);
  await putEventText(tx, { eventId, language: RULES_LANGUAGE, title, summary });
}

/** Another address of an event; the ones before lead on. False: it is, or was, another event's. */
export async function moveSlug(tx: PoolClient, { eventId, slug }: { readonly eventId: string; readonly slug: string }) {
  const { rowCount } = await tx.query(
    `INSERT INTO event_slug (slug, event_id) VALUES ($1, $2)
     ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug WHERE event_slug.event_id = $2`,
    [slug, eventId],
  );
  if (rowCount === 0) return false;
  await tx.query('UPDATE event SET slug = $2 WHERE id = $1', [eventId, slug]);
  return true;
}

/** A draft under an event, as its next market. `opening`: the chance that the house maker begins with, thousandths. */
export async function insertMarket(
  tx: PoolClient,
  {
    id,
    eventId,
    terms,
    opening = 500,
  }: { readonly id: string; readonly eventId: string; readonly terms: MarketTerms; readonly opening?: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO event_market (id, event_id, place, state, source, backup_source, threshold, if_tied, if_postponed, if_cancelled, time_zone, cut_off_at, is_live, ticks, opening)
     SELECT $1, $2, coalesce(max(place) + 1, 0), 'DRAFT', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM event_market WHERE event_id = $2`,
    [id, eventId, ...columnsOf(terms), opening],
  );
  await putMarketText(tx, { marketId: id, language: RULES_LANGUAGE, title: terms.title, rules: terms.rules });
}

/** Other terms of a draft. Translations made before are stale. */
export async function updateDraft(tx: PoolClient, id: string, terms: MarketTerms): Promise<void> {
  await tx.query(
    `UPDATE event_market SET source = $2, backup_source = $3, threshold = $4, if_tied = $5, if_postponed = $6, if_cancelled = $7, time_zone = $8,
       cut_off_at = $9, is_live = $10, ticks = $11, text_version = text_version + 1 WHERE id = $1`,
    [id, ...columnsOf(terms)],
  );
  await putMarketText(tx, { marketId: id, language: RULES_LANGUAGE, title: terms.title, rules: terms.rules });
}

/** Another opening chance of a draft, thousandths. */
export async function putOpening(tx: PoolClient, id: string, opening: number): Promise<void> {
  await tx.query('UPDATE event_market SET opening = $2 WHERE id = $1', [id, opening]);
}

/** A text of a market; it is of the version that the market has now. */
export async function putMarketText(
  tx: PoolClient,
  text: { readonly marketId: string; readonly language: string; readonly title: string; readonly rules: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO event_market_text (market_id, language, title, rules, of_version)
     SELECT id, $2, $3, $4, text_version FROM event_market WHERE id = $1
     ON CONFLICT (market_id, language) DO UPDATE SET title = excluded.title, rules = excluded.rules, of_version = excluded.of_version`,
    [text.marketId, text.language, text.title, text.rules],
  );
}

function columnsOf(terms: MarketTerms): unknown[] {
  const { source, backupSource, threshold, ifTied, ifPostponed, ifCancelled } = terms;
  const { timeZone, cutOffAt, isLive = false, ticks = null } = terms;
  return [source, backupSource, threshold, ifTied, ifPostponed, ifCancelled, timeZone, cutOffAt, isLive, ticks];
}

/** Ids of a market's books, by realm; none before it was opened. */
export async function booksOf(db: Queryable, marketId: string): Promise<Readonly<Partial<Record<Realm, string>>>> {
  const { rows } = await db.query<{ id: string; realm: number }>(
    'SELECT id, realm FROM event_book WHERE market_id = $1',
    [marketId],
  );
  return Object.fromEntries(rows.map(({ id, realm }) => [realm === REALM_NO.real ? 'real' : 'demo', id]));
}

export async function insertBooks(
  tx: PoolClient,
  marketId: string,
  books: Readonly<Record<Realm, string>>,
): Promise<void> {
  await tx.query('INSERT INTO event_book (id, market_id, realm) VALUES ($1, $3, 1), ($2, $3, 2)', [
    books.real,
    books.demo,
    marketId,
  ]);
}

/** Who made a move last; null: nobody of staff. */
export async function lastBy(db: Queryable, marketId: string, move: EventMove): Promise<string | null> {
  const { rows } = await db.query<{ by: string | null }>(
    'SELECT staff[1] AS by FROM event_move WHERE market_id = $1 AND move = $2 ORDER BY version DESC LIMIT 1',
    [marketId, move],
  );
  return rows[0]?.by ?? null;
}

/** When a market made its last move, ms. */
export async function lastMoveAt(db: Queryable, marketId: string): Promise<number> {
  const { rows } = await db.query<{ at: string | null }>('SELECT max(at) AS at FROM event_move WHERE market_id = $1', [
    marketId,
  ]);
  return Number(rows[0]?.at ?? 0);
}

/** Writes a market as it is after a move, and the move itself. Its number is the market's version. */
export async function saveMove(
  tx: PoolClient,
  {
    market,
    move,
    from,
    staff,
    at,
    reason,
  }: {
    readonly market: MarketNow;
    readonly move: EventMove;
    readonly from: EventState;
    readonly staff: readonly string[];
    readonly at: number;
    readonly reason: string;
  },
): Promise<void> {
  await tx.query(
    `WITH changed AS (UPDATE event_revision SET no = no + 1 RETURNING no)
     UPDATE event_market SET state = $2, version = $3, opens_at = $4, rules_hash = $5, rules_doc = $6, result = $7, won = $8, void_real = $9,
       void_demo = $10, void_reason = $11, fact_at = $12, challenge_until = $13, was_disputed = $14, paid_at = $15, tie_value = $16, revision = changed.no
     FROM changed WHERE id = $1`,
    [
      market.id,
      market.state,
      market.version,
      market.opensAt,
      market.rulesHash,
      market.rulesDoc,
      market.result,
      market.won,
      market.voidReal,
      market.voidDemo,
      market.voidReason,
      market.factAt,
      market.challengeUntil,
      market.wasDisputed,
      market.paidAt,
      market.tieValue,
    ],
  );
  await tx.query(
    `INSERT INTO event_move (market_id, version, move, from_state, to_state, staff, at, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [market.id, market.version, move, from, market.state, staff, at, reason],
  );
}

/** The last holder of a void market was paid. */
export async function markPaid(tx: PoolClient, marketId: string, at: number): Promise<void> {
  await tx.query(
    `WITH changed AS (UPDATE event_revision SET no = no + 1 RETURNING no)
     UPDATE event_market SET paid_at = $2, revision = changed.no FROM changed WHERE id = $1 AND paid_at IS NULL`,
    [marketId, at],
  );
}
