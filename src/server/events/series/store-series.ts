import type { PoolClient } from 'pg';
import type { SeriesMove, SeriesPlan, SeriesState } from '#domain/events/series.ts';
import { RULES_LANGUAGE, type Category, type MarketTerms } from '#domain/events/terms.ts';
import type { Queryable } from '#server/db/index.ts';

/** Texts of an event in another language, with {date} and {time} as in the English ones. */
export interface Translated {
  readonly title: string;
  readonly summary: string;
  readonly question: string;
  readonly rules: string;
}

/** What each event of a series says: {date} and {time} stand for those of its start. */
export interface SeriesTemplate {
  readonly category: Category;
  readonly title: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly terms: Omit<MarketTerms, 'cutOffAt' | 'timeZone' | 'ticks'>;
  /** Chance of YES with which the house maker begins, thousandths. */
  readonly opening: number;
  readonly translations: Readonly<Record<string, Translated>>;
}

export interface Series {
  readonly id: string;
  readonly state: SeriesState;
  /** Of its last move. */
  readonly version: number;
  readonly madeBy: string;
  readonly madeAt: number;
  /** Of a sandbox. */
  readonly isSample: boolean;
  readonly template: SeriesTemplate;
  readonly plan: SeriesPlan;
}

interface Row {
  readonly id: string;
  readonly state: SeriesState;
  readonly version: number;
  readonly made_by: string;
  readonly made_at: string;
  readonly is_sample: boolean;
  readonly template: SeriesTemplate;
  readonly rule: string;
  readonly first_at: string;
  readonly time_zone: string;
  readonly opens_before: string;
  readonly closes_before: string;
  readonly most_open: number;
}

const seriesOf = (row: Row): Series => ({
  id: row.id,
  state: row.state,
  version: row.version,
  madeBy: row.made_by,
  madeAt: Number(row.made_at),
  isSample: row.is_sample,
  template: row.template,
  plan: {
    rule: row.rule,
    firstAt: row.first_at,
    timeZone: row.time_zone,
    opensBefore: Number(row.opens_before),
    closesBefore: Number(row.closes_before),
    mostOpen: row.most_open,
  },
});

export async function insertSeries(
  tx: PoolClient,
  { id, madeBy, madeAt, isSample, template, plan }: Omit<Series, 'state' | 'version'>,
): Promise<void> {
  const { rule, firstAt, timeZone, opensBefore, closesBefore, mostOpen } = plan;
  await tx.query(
    `INSERT INTO event_series (id, state, made_by, made_at, template, rule, first_at, time_zone, opens_before, closes_before, most_open, is_sample)
     VALUES ($1, 'DRAFT', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      madeBy,
      madeAt,
      JSON.stringify(template),
      rule,
      firstAt,
      timeZone,
      opensBefore,
      closesBefore,
      mostOpen,
      isSample,
    ],
  );
}

/** null: there is none. */
export async function findSeries(db: Queryable, id: string): Promise<Series | null> {
  const { rows } = await db.query<Row>('SELECT * FROM event_series WHERE id = $1', [id]);
  return rows[0] === undefined ? null : seriesOf(rows[0]);
}

/** The series, held until the transaction ends; null: there is none. */
export async function lockSeries(tx: PoolClient, id: string): Promise<Series | null> {
  const { rows } = await tx.query<Row>('SELECT * FROM event_series WHERE id = $1 FOR UPDATE', [id]);
  return rows[0] === undefined ? null : seriesOf(rows[0]);
}

/** Series of which events are made now. */
export async function activeSeries(db: Queryable): Promise<readonly Series[]> {
  const { rows } = await db.query<Row>(`SELECT * FROM event_series WHERE state = 'ACTIVE' ORDER BY id`);
  return rows.map(seriesOf);
}

/** Held until the transaction ends, so that two who begin one count after each other: how many have not ended. */
export async function countSeries(tx: PoolClient): Promise<number> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('event_series'))`);
  const { rows } = await tx.query<{ n: number }>(`SELECT count(*)::int AS n FROM event_series WHERE state <> 'ENDED'`);
  return rows[0]?.n ?? 0;
}

interface SeriesMoved {
  readonly version: number;
  readonly move: SeriesMove;
  readonly to: SeriesState;
  readonly staffId: string;
  readonly at: number;
  readonly reason: string;
}

export async function saveSeriesMove(tx: PoolClient, id: string, moved: SeriesMoved): Promise<void> {
  const { version, move, to, staffId, at, reason } = moved;
  await tx.query('UPDATE event_series SET state = $2, version = $3 WHERE id = $1', [id, to, version]);
  await tx.query(
    'INSERT INTO event_series_move (series_id, version, move, to_state, staff_id, at, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, version, move, to, staffId, at, reason],
  );
}

/** False: an event was made of this start before. */
export async function claimStart(
  tx: PoolClient,
  { id, startsAt, eventId }: { readonly id: string; readonly startsAt: number; readonly eventId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO event_series_event (series_id, starts_at, event_id) VALUES ($1, $2, $3) ON CONFLICT (series_id, starts_at) DO NOTHING',
    [id, startsAt, eventId],
  );
  return rowCount === 1;
}

/** Starts from `from` on (ms) of which an event was made. */
export async function claimedStarts(db: Queryable, id: string, from: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ at: string }>(
    'SELECT starts_at AS at FROM event_series_event WHERE series_id = $1 AND starts_at >= $2',
    [id, from],
  );
  return new Set(rows.map(({ at }) => Number(at)));
}

/** Events of a series that are open, or paused. */
export async function countOpen(db: Queryable, id: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM event_series_event s JOIN event_market m ON m.event_id = s.event_id
     WHERE s.series_id = $1 AND m.state IN ('OPEN', 'PAUSED')`,
    [id],
  );
  return rows[0]?.n ?? 0;
}

export interface SeriesEvent {
  readonly marketId: string;
  readonly title: string;
  readonly state: string;
  readonly startsAt: number;
}

/** Events of a series that start before `before` (ms; null: all), the last first. */
export async function listSeriesEvents(
  db: Queryable,
  { id, before, limit }: { readonly id: string; readonly before: number | null; readonly limit: number },
): Promise<readonly SeriesEvent[]> {
  const { rows } = await db.query<Omit<SeriesEvent, 'startsAt'> & { at: string }>(
    `SELECT m.id AS "marketId", t.title, m.state, s.starts_at AS at FROM event_series_event s
     JOIN event_market m ON m.event_id = s.event_id JOIN event_text t ON t.event_id = s.event_id AND t.language = $4
     WHERE s.series_id = $1 AND ($2::bigint IS NULL OR s.starts_at < $2) ORDER BY s.starts_at DESC LIMIT $3`,
    [id, before, limit, RULES_LANGUAGE],
  );
  return rows.map(({ at, ...row }) => ({ ...row, startsAt: Number(at) }));
}

/** Series after a row, newest first. */
export async function pageSeries(
  db: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly Series[]> {
  const { rows } = await db.query<Row>(
    'SELECT * FROM event_series WHERE ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2',
    [after, limit],
  );
  return rows.map(seriesOf);
}

/** Series that wait for a second person. */
export async function countDrafts(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM event_series WHERE state = 'DRAFT'`);
  return rows[0]?.n ?? 0;
}

/** Another event of the series that an event is of. `language`: of its title. */
export interface Neighbour {
  readonly slug: string;
  readonly title: string;
  readonly language: string;
}

/** The events of its series before and after one, in a language or that of the rules; null: it is of none. */
export async function neighboursOf(
  db: Queryable,
  eventId: string,
  language: string,
): Promise<{ readonly earlier: Neighbour | null; readonly next: Neighbour | null } | null> {
  const one = (sign: '<' | '>') =>
    `(SELECT json_build_object('slug', e.slug, 'title', coalesce(t.title, b.title), 'language', coalesce(t.language, b.language))
      FROM event_series_event o JOIN event e ON e.id = o.event_id JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}'
      LEFT JOIN event_text t ON t.event_id = e.id AND t.language = $2
      WHERE o.series_id = s.series_id AND o.starts_at ${sign} s.starts_at ORDER BY o.starts_at ${sign === '<' ? 'DESC' : 'ASC'} LIMIT 1)`;
  const { rows } = await db.query<{ earlier: Neighbour | null; next: Neighbour | null }>(
    `SELECT ${one('<')} AS earlier, ${one('>')} AS next FROM event_series_event s WHERE s.event_id = $1`,
    [eventId, language],
  );
  return rows[0] ?? null;
}

/** The sample series of this title; null: there is none. */
export async function findSampleSeries(
  db: Queryable,
  title: string,
): Promise<{ readonly id: string; readonly state: SeriesState } | null> {
  const { rows } = await db.query<{ id: string; state: SeriesState }>(
    `SELECT id, state FROM event_series WHERE is_sample AND template ->> 'title' = $1 LIMIT 1`,
    [title],
  );
  return rows[0] ?? null;
}
