import type { IncidentCause } from '#domain/prices/incident.ts';
import type { FeedKind } from '#domain/prices/pair.ts';
import type { Queryable } from '#server/db/index.ts';

/** An incident of a stream; times ms, `to` null while it lasts. */
export interface IncidentRow {
  readonly stream: number;
  readonly pair: string;
  readonly kind: FeedKind;
  readonly from: number;
  readonly to: number | null;
  readonly cause: IncidentCause;
}

/** Stores the beginning of an incident; a second time is no error, so that a write whose answer was lost can be repeated. */
export async function insertIncident(db: Queryable, row: Omit<IncidentRow, 'to'>): Promise<void> {
  await db.query(
    'INSERT INTO feed_incident (stream, pair, kind, from_at, cause) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [row.stream, row.pair, row.kind, row.from, row.cause],
  );
}

/** Ends what is open on a stream; nothing is open the second time. */
export async function endIncident(db: Queryable, { stream, to }: { readonly stream: number; readonly to: number }) {
  await db.query('UPDATE feed_incident SET to_at = greatest($2, from_at) WHERE stream = $1 AND to_at IS NULL', [
    stream,
    to,
  ]);
}

/** Incidents that have not ended. */
export async function openIncidents(db: Queryable): Promise<readonly IncidentRow[]> {
  const { rows } = await db.query<{
    stream: string;
    pair: string;
    kind: FeedKind;
    from_at: string;
    cause: IncidentCause;
  }>('SELECT stream, pair, kind, from_at, cause FROM feed_incident WHERE to_at IS NULL');
  return rows.map(({ stream, pair, kind, from_at, cause }) => ({
    pair,
    kind,
    cause,
    stream: Number(stream),
    from: Number(from_at),
    to: null,
  }));
}

/** Newest first, after one that has been shown. */
export async function listIncidents(
  db: Queryable,
  asked: {
    readonly after: { readonly from: number; readonly stream: number } | null;
    readonly pair: string | null;
    readonly limit: number;
  },
): Promise<readonly IncidentRow[]> {
  const { rows } = await db.query<IncidentRow>(
    `SELECT stream::float8 AS stream, pair, kind, from_at::float8 AS from, to_at::float8 AS to, cause FROM feed_incident
     WHERE ($1::bigint IS NULL OR (from_at, stream) < ($1, $2)) AND ($3::text IS NULL OR pair = $3)
     ORDER BY from_at DESC, stream DESC LIMIT $4`,
    [asked.after?.from ?? null, asked.after?.stream ?? null, asked.pair, asked.limit],
  );
  return rows;
}

export async function findIncident(
  db: Queryable,
  { from, stream }: { readonly from: number; readonly stream: number },
): Promise<IncidentRow | null> {
  const { rows } = await db.query<IncidentRow>(
    `SELECT stream::float8 AS stream, pair, kind, from_at::float8 AS from, to_at::float8 AS to, cause FROM feed_incident
     WHERE from_at = $1 AND stream = $2`,
    [from, stream],
  );
  return rows[0] ?? null;
}

/** How many last. */
export async function countOpenIncidents(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM feed_incident WHERE to_at IS NULL',
  );
  return rows[0]?.count ?? 0;
}

/** From when to when: incidents that were there since a moment (ms), those of before it that had not ended among them. */
export async function incidentsSince(
  db: Queryable,
  since: number,
): Promise<readonly Pick<IncidentRow, 'from' | 'to'>[]> {
  const { rows } = await db.query<Pick<IncidentRow, 'from' | 'to'>>(
    `SELECT from_at::float8 AS from, to_at::float8 AS to FROM feed_incident WHERE from_at >= $1
     UNION ALL SELECT from_at::float8, to_at::float8 FROM feed_incident WHERE to_at >= $1 AND from_at < $1
     UNION ALL SELECT from_at::float8, NULL FROM feed_incident WHERE to_at IS NULL AND from_at < $1`,
    [since],
  );
  return rows;
}
