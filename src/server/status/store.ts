import type { OutageCause, WatchedPart } from '#domain/status/watch.ts';
import type { Queryable } from '#server/db/index.ts';

/** Times in ms; `to` null: it lasts. */
export interface OutageRow {
  readonly part: WatchedPart;
  readonly from: number;
  readonly to: number | null;
  readonly cause: OutageCause;
}

export interface WatchRow {
  readonly since: number;
  readonly seenAt: number;
}

const WATCH = 'SELECT since::float8 AS since, seen_at::float8 AS "seenAt" FROM status_watch';
const OUTAGE = 'SELECT part, from_at::float8 AS from, to_at::float8 AS to, cause FROM status_outage';

/** null: nobody has seen every part at work yet. */
export async function findWatch(db: Queryable): Promise<WatchRow | null> {
  const { rows } = await db.query<WatchRow>(WATCH);
  return rows[0] ?? null;
}

/** The same, locked: looks of two processes go one after the other. */
export async function lockWatch(db: Queryable): Promise<WatchRow | null> {
  const { rows } = await db.query<WatchRow>(`${WATCH} FOR UPDATE`);
  return rows[0] ?? null;
}

export async function beginWatch(db: Queryable, now: number): Promise<void> {
  await db.query('INSERT INTO status_watch (since, seen_at) VALUES ($1, $1) ON CONFLICT DO NOTHING', [now]);
}

export async function saveLook(db: Queryable, now: number): Promise<void> {
  await db.query('UPDATE status_watch SET seen_at = greatest(seen_at, $1)', [now]);
}

export async function insertOutage(db: Queryable, { part, from, to, cause }: OutageRow): Promise<void> {
  await db.query(
    'INSERT INTO status_outage (part, from_at, to_at, cause) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [part, from, to, cause],
  );
}

export async function endOutage(db: Queryable, { part, to }: Pick<OutageRow, 'part'> & { readonly to: number }) {
  await db.query('UPDATE status_outage SET to_at = greatest($2, from_at) WHERE part = $1 AND to_at IS NULL', [
    part,
    to,
  ]);
}

export async function openOutages(db: Queryable): Promise<readonly OutageRow[]> {
  const { rows } = await db.query<OutageRow>(`${OUTAGE} WHERE to_at IS NULL`);
  return rows;
}

/** Those that were there since a moment (ms), newest first. */
export async function outagesSince(db: Queryable, since: number): Promise<readonly OutageRow[]> {
  const { rows } = await db.query<OutageRow>(
    `${OUTAGE} WHERE to_at IS NULL OR to_at >= $1 ORDER BY from_at DESC, part`,
    [since],
  );
  return rows;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Adds to a day how many were placed, by the step they were done within. */
export async function addPlaced(
  db: Queryable,
  { now, steps }: { readonly now: number; readonly steps: ReadonlyMap<number, number> },
): Promise<void> {
  await db.query(
    `INSERT INTO placing_speed_day AS d (day, within, placed) SELECT $1::date, * FROM unnest($2::integer[], $3::bigint[])
     ON CONFLICT (day, within) DO UPDATE SET placed = d.placed + excluded.placed`,
    [dayOf(now), [...steps.keys()], [...steps.values()]],
  );
}

/** How many were placed since the day of a moment (ms), by the step they were done within. */
export async function placedSince(
  db: Queryable,
  since: number,
): Promise<readonly { readonly within: number; readonly count: number }[]> {
  const { rows } = await db.query<{ within: number; count: number }>(
    'SELECT within, sum(placed)::float8 AS count FROM placing_speed_day WHERE day >= $1 GROUP BY within',
    [dayOf(since)],
  );
  return rows;
}
