import type { PoolClient } from 'pg';
import type { Actor, Role } from '#domain/identity/actor.ts';
import { holds } from '#domain/office/permissions.ts';
import type { OriginBody } from '#protocol/identity.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Tracking } from './contract.ts';

/** Times in ms. */
export interface SessionRow {
  readonly userId: string;
  readonly role: Role;
  readonly renewedAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  /** Closed by the person, or blocked by staff; or of a viewer who may look no more. */
  readonly closed: boolean;
  /** Who of staff sees the product by it as the person does; null: it is the person's own. */
  readonly seenBy: string | null;
}

export interface VisitOrigin {
  readonly referral: string | null;
  readonly utm: unknown;
  /** Advertising ids, sent by browsers whose person agreed. */
  readonly fbp?: string | null;
  readonly fbc?: string | null;
}

/** Where a visitor came from, as they and their browser say. */
export function visitOrigin(origin: OriginBody, tracking?: Tracking): VisitOrigin {
  return { referral: origin.referral ?? null, utm: origin.utm ?? null, ...tracking };
}

/** Is anything known of where they came from? */
export function saysSomething({ referral, utm, fbp = null, fbc = null }: VisitOrigin): boolean {
  return [referral, utm, fbp, fbc].some((part) => part !== null);
}

interface SessionRecord {
  user_id: string;
  role: Role;
  renewed_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  closed: boolean;
  seen_by: string | null;
  seen_role: Role | null;
  seen_over: boolean | null;
}

/** The session of an id, with the role its person has now; null when there is none. */
export async function findSession(db: Queryable, sessionId: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRecord>(
    `SELECT s.user_id, u.role, s.renewed_at, s.expires_at, s.ended_at, u.closed_at IS NOT NULL OR u.blocked_at IS NOT NULL AS closed,
       o.user_id AS seen_by, v.role AS seen_role,
       o.ended_at IS NOT NULL OR v.closed_at IS NOT NULL OR v.blocked_at IS NOT NULL AS seen_over
     FROM session s JOIN app_user u ON u.id = s.user_id
       LEFT JOIN session o ON o.id = s.seen_from LEFT JOIN app_user v ON v.id = o.user_id
     WHERE s.id = $1`,
    [sessionId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    role: row.role,
    renewedAt: row.renewed_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    endedAt: row.ended_at?.getTime() ?? null,
    closed: row.closed || isOver(row),
    seenBy: row.seen_by,
  };
}

/** Is it the session of a viewer who may look no more? */
function isOver({ seen_by, seen_role, seen_over }: SessionRecord): boolean {
  return seen_by !== null && (seen_over === true || seen_role === null || !holds(seen_role, 'people.see_as'));
}

/** When these sessions and keys end by the clock, ms (Infinity: never); those that have ended otherwise, are none, or are of a closed or blocked account, are left out. */
export async function findEnds(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ id: string; until: Date | null }>(
    `SELECT e.id, e.until FROM (
       SELECT s.id, s.user_id, s.expires_at AS until FROM session s LEFT JOIN session o ON o.id = s.seen_from
         WHERE s.id = ANY($1::uuid[]) AND s.ended_at IS NULL AND o.ended_at IS NULL
       UNION ALL SELECT id, user_id, expires_at FROM api_key WHERE id = ANY($1::uuid[]) AND ended_at IS NULL
     ) e JOIN app_user u ON u.id = e.user_id AND u.closed_at IS NULL AND u.blocked_at IS NULL`,
    [ids],
  );
  return new Map(rows.map(({ id, until }) => [id, until?.getTime() ?? Infinity]));
}

/** Adds a person and their first session. */
export async function insertPerson(
  tx: PoolClient,
  person: { readonly actor: Actor; readonly origin: VisitOrigin; readonly now: number; readonly expiresAt: number },
): Promise<void> {
  const { actor, origin, now, expiresAt } = person;
  await tx.query('INSERT INTO app_user (id, role, referral, utm, created_at) VALUES ($1, $2, $3, $4, $5)', [
    actor.userId,
    actor.role,
    origin.referral,
    origin.utm === null ? null : JSON.stringify(origin.utm),
    new Date(now),
  ]);
  await insertSession(tx, { actor, now, expiresAt });
}

export async function insertSession(
  db: Queryable,
  session: { readonly actor: Actor; readonly now: number; readonly expiresAt: number },
): Promise<void> {
  const { actor, now, expiresAt } = session;
  await db.query(
    `INSERT INTO session (id, user_id, realm, started_at, renewed_at, expires_at) VALUES ($1, $2, $3, $4, $4, $5)`,
    [actor.sessionId, actor.userId, actor.realm, new Date(now), new Date(expiresAt)],
  );
}

/** Moves the end of a living session; false when it has ended. */
export async function renewSession(
  db: Queryable,
  session: { readonly id: string; readonly now: number; readonly expiresAt: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE session SET renewed_at = $2, expires_at = $3 WHERE id = $1 AND ended_at IS NULL',
    [session.id, new Date(session.now), new Date(session.expiresAt)],
  );
  return rowCount === 1;
}

/** false: it had ended before. */
export async function endSession(db: Queryable, sessionId: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE session SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [
    sessionId,
    new Date(now),
  ]);
  return rowCount === 1;
}

export async function insertPageView(
  db: Queryable,
  view: { readonly userId: string | null; readonly origin: VisitOrigin; readonly now: number },
): Promise<void> {
  await db.query('INSERT INTO page_view (seen_at, user_id, referral, utm, fbp, fbc) VALUES ($1, $2, $3, $4, $5, $6)', [
    new Date(view.now),
    view.userId,
    view.origin.referral,
    view.origin.utm === null ? null : JSON.stringify(view.origin.utm),
    view.origin.fbp ?? null,
    view.origin.fbc ?? null,
  ]);
}

/** One at a time for a person, until the transaction ends. */
export async function lockPerson(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}

/** Drops page views seen, and sessions ended or expired, before `before` (ms). */
export async function deleteOld(db: Queryable, before: number): Promise<void> {
  const at = [new Date(before)];
  await db.query('DELETE FROM page_view WHERE seen_at < $1', at);
  await db.query('DELETE FROM session WHERE expires_at < $1 OR ended_at < $1', at);
}
