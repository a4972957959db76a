import type { PoolClient } from 'pg';
import type { AlertKind } from '#domain/events/alerts.ts';
import { RULES_LANGUAGE, type Category } from '#domain/events/terms.ts';
import { REALM_NO } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import { FULL_TITLE } from '../store-public.ts';

/** An alert as it is kept; times in ms. `slug`, `title`: of its market. */
export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly value: number | null;
  readonly market: string | null;
  readonly title: string | null;
  readonly slug: string | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly madeAt: number;
  readonly firedAt: number | null;
}

/** Fired ones that are still listed. */
const LISTED = 200;

const ALERT = `SELECT a.id, a.kind, a.value::float8 AS value, a.market_id AS market, ${FULL_TITLE} AS title, e.slug, a.category, a.tag,
    a.made_at::float8 AS "madeAt", a.fired_at::float8 AS "firedAt"
  FROM event_alert a LEFT JOIN event_market m ON m.id = a.market_id LEFT JOIN event e ON e.id = m.event_id
    LEFT JOIN event_market_text t ON t.market_id = m.id AND t.language = '${RULES_LANGUAGE}'
    LEFT JOIN event_text b ON b.event_id = e.id AND b.language = '${RULES_LANGUAGE}'`;

export async function alertsOf(db: Queryable, userId: string): Promise<readonly AlertRow[]> {
  const { rows } = await db.query<AlertRow>(
    `${ALERT} WHERE a.user_id = $1 ORDER BY a.fired_at IS NOT NULL, a.id DESC LIMIT ${LISTED}`,
    [userId],
  );
  return rows;
}

export async function findAlert(
  db: Queryable,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<AlertRow | null> {
  const { rows } = await db.query<AlertRow>(`${ALERT} WHERE a.user_id = $1 AND a.id = $2`, [userId, id]);
  return rows[0] ?? null;
}

/** Only one alert of a person is taken at a time: their number is counted before. */
export async function lockAlerts(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('alerts ' || $1, 0))`, [userId]);
}

export async function countWaiting(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM event_alert WHERE user_id = $1 AND fired_at IS NULL',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

export interface NewAlert {
  readonly id: string;
  readonly userId: string;
  readonly kind: AlertKind;
  readonly market: string | null;
  readonly value: number | null;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly now: number;
}

/** Id of the one that waits for the same; null: none. */
export async function sameAlert(db: Queryable, alert: NewAlert): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM event_alert WHERE user_id = $1 AND fired_at IS NULL AND kind = $2 AND market_id IS NOT DISTINCT FROM $3::uuid
       AND value IS NOT DISTINCT FROM $4::bigint AND category IS NOT DISTINCT FROM $5::text AND tag IS NOT DISTINCT FROM $6::text`,
    [alert.userId, alert.kind, alert.market, alert.value, alert.category, alert.tag],
  );
  return rows[0]?.id ?? null;
}

export async function insertAlert(tx: PoolClient, alert: NewAlert): Promise<void> {
  const { id, userId, kind, market, value, category, tag, now } = alert;
  await tx.query(
    `INSERT INTO event_alert (id, user_id, kind, market_id, value, category, tag, made_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [id, userId, kind, market, value, category, tag, now],
  );
}

/** What was traded before is not looked at again: it begins anew. */
export async function changeAlert(
  db: Queryable,
  change: { readonly id: string; readonly userId: string; readonly value: number; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE event_alert SET value = $3, made_at = $4, seen_at = $4 WHERE id = $1 AND user_id = $2 AND fired_at IS NULL AND value IS NOT NULL`,
    [change.id, change.userId, change.value, change.now],
  );
  return rowCount === 1;
}

export async function deleteAlert(db: Queryable, { id, userId }: { readonly id: string; readonly userId: string }) {
  const { rowCount } = await db.query('DELETE FROM event_alert WHERE id = $1 AND user_id = $2', [id, userId]);
  return rowCount === 1;
}

/** State of a market that was opened; null: there is none. */
export async function stateOfMarket(db: Queryable, market: string): Promise<string | null> {
  const { rows } = await db.query<{ state: string }>(
    'SELECT state FROM event_market WHERE id = $1 AND opens_at IS NOT NULL',
    [market],
  );
  return rows[0]?.state ?? null;
}

/** An alert that waits, with what is known of its market. */
export interface WaitingAlert {
  readonly id: string;
  readonly userId: string;
  readonly kind: Exclude<AlertKind, 'new'>;
  readonly value: number | null;
  readonly madeAt: number;
  readonly seenAt: number;
  readonly book: string;
  readonly volume: number;
  readonly cutOffAt: number;
  readonly isOpen: boolean;
  readonly clarifiedAt: number | null;
}

/** The next that wait, locked; what another process looks at is left out. */
export async function lockWaiting(
  tx: PoolClient,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly WaitingAlert[]> {
  const { rows } = await tx.query<WaitingAlert>(
    `SELECT a.id, a.user_id AS "userId", a.kind, a.value::float8 AS value, a.made_at::float8 AS "madeAt", a.seen_at::float8 AS "seenAt", k.id AS book,
       coalesce((SELECT x.volume FROM traded_book x WHERE x.id = k.id AND x.realm = k.realm), 0)::float8 / 100 AS volume,
       m.cut_off_at::float8 AS "cutOffAt", m.state IN ('OPEN', 'PAUSED') AS "isOpen",
       (SELECT max(c.at)::float8 FROM event_clarification c WHERE c.market_id = m.id) AS "clarifiedAt"
     FROM event_alert a JOIN event_market m ON m.id = a.market_id JOIN event_book k ON k.market_id = m.id AND k.realm = $3
     WHERE a.fired_at IS NULL AND ($1::uuid IS NULL OR a.id > $1) ORDER BY a.id LIMIT $2 FOR UPDATE OF a SKIP LOCKED`,
    [after, limit, REALM_NO.real],
  );
  return rows;
}

/** Alerts on new markets, locked, each with the first market that was opened since and fits. */
export async function lockNew(tx: PoolClient): Promise<readonly { id: string; userId: string; book: string }[]> {
  const { rows } = await tx.query<{ id: string; userId: string; book: string }>(
    `SELECT a.id, a.user_id AS "userId", (
       SELECT k.id FROM event_move v JOIN event_market m ON m.id = v.market_id AND m.place = 0 JOIN event e ON e.id = m.event_id
         JOIN event_book k ON k.market_id = m.id AND k.realm = $1
       WHERE v.move = 'approve' AND v.at > a.made_at AND (e.category = a.category OR e.tags @> ARRAY[a.tag]) ORDER BY v.at LIMIT 1
     ) AS book
     FROM event_alert a WHERE a.fired_at IS NULL AND a.kind = 'new' FOR UPDATE OF a SKIP LOCKED`,
    [REALM_NO.real],
  );
  return rows.filter(({ book }) => book !== null);
}

export async function markFired(tx: PoolClient, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await tx.query('UPDATE event_alert SET fired_at = $2 WHERE id = ANY($1::uuid[])', [ids, now]);
}

/** Trades up to a moment (ms) were looked at. */
export async function markSeen(tx: PoolClient, ids: readonly string[], at: number): Promise<void> {
  if (ids.length > 0)
    await tx.query('UPDATE event_alert SET seen_at = greatest(seen_at, $2) WHERE id = ANY($1::uuid[])', [ids, at]);
}
