import type { Role } from '#domain/identity/actor.ts';
import type { Queryable } from '#server/db/index.ts';

/** A person as the desk lists them; what is known of them stays sealed. Times in ms. */
export interface PersonListed {
  readonly userId: string;
  readonly role: Role;
  readonly country: string | null;
  readonly language: string;
  readonly emailSealed: Buffer | null;
  readonly emailConfirmed: boolean;
  readonly nicknameSealed: Buffer | null;
  readonly createdAt: number;
  readonly blockedAt: number | null;
  readonly closedAt: number | null;
}

const ms = (name: string) => `(extract(epoch FROM ${name}) * 1000)::float8`;
const LISTED = `id AS "userId", role, country, language, email_sealed AS "emailSealed", email_confirmed_at IS NOT NULL AS "emailConfirmed",
  nickname_sealed AS "nicknameSealed", ${ms('created_at')} AS "createdAt",
  ${ms('blocked_at')} AS "blockedAt", ${ms('closed_at')} AS "closedAt"`;

export interface PeopleFilter {
  readonly role: string | null;
  readonly state: string | null;
  readonly country: string | null;
  /** `2026-11-26`. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Newest first. Practising people only where they are asked for. */
export async function listPeople(
  db: Queryable,
  { filter, after, limit }: { readonly filter: PeopleFilter; readonly after: string | null; readonly limit: number },
): Promise<readonly PersonListed[]> {
  const { role, state, country, from, to } = filter;
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  const rules = [
    role === null ? `role <> 'DEMO'` : `role = ${add(role)}`,
    ...(state === 'open' ? ['blocked_at IS NULL AND closed_at IS NULL'] : []),
    ...(state === 'blocked' ? ['blocked_at IS NOT NULL'] : []),
    ...(state === 'closed' ? ['closed_at IS NOT NULL'] : []),
    ...(country === null ? [] : [`country = ${add(country)}`]),
    ...(from === null ? [] : [`created_at >= ${add(from)}::date`]),
    ...(to === null ? [] : [`created_at < ${add(to)}::date + 1`]),
    ...(after === null ? [] : [`id < ${add(after)}`]),
  ];
  const { rows } = await db.query<PersonListed>(
    `SELECT ${LISTED} FROM app_user WHERE ${rules.join(' AND ')} ORDER BY id DESC LIMIT ${add(limit)}`,
    values,
  );
  return rows;
}

export async function findListed(db: Queryable, userId: string): Promise<PersonListed | null> {
  const { rows } = await db.query<PersonListed>(`SELECT ${LISTED} FROM app_user WHERE id = $1`, [userId]);
  return rows[0] ?? null;
}

/** Whoever has one of these addresses. */
export async function findListedByBlinds(db: Queryable, blinds: readonly Buffer[]): Promise<readonly PersonListed[]> {
  const { rows } = await db.query<PersonListed>(`SELECT ${LISTED} FROM app_user WHERE email_blind = ANY($1)`, [blinds]);
  return rows;
}

/** When the person was last here, ms; null: never. */
export async function lastSeen(db: Queryable, userId: string): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    `SELECT ${ms('max(renewed_at)')} AS at FROM session WHERE user_id = $1 AND seen_from IS NULL`,
    [userId],
  );
  return rows[0]?.at ?? null;
}

export interface SessionListed {
  readonly id: string;
  readonly method: string;
  readonly startedAt: number;
  readonly renewedAt: number;
  readonly userAgent: string | null;
  readonly end: string | null;
}

/** Newest first. `now`: what has run out by then has ended. */
export async function listSessions(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number; readonly now: number },
): Promise<readonly SessionListed[]> {
  const { rows } = await db.query<SessionListed>(
    `SELECT id, method, ${ms('started_at')} AS "startedAt", ${ms('renewed_at')} AS "renewedAt", user_agent AS "userAgent",
       CASE WHEN ended_at IS NOT NULL THEN coalesce(ended_reason, 'SIGNED_OUT') WHEN expires_at <= $4 THEN 'IDLE' END AS end
     FROM session WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit, new Date(asked.now)],
  );
  return rows;
}

export interface KeyListed {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  readonly endedAt: number | null;
}

/** Newest first. */
export async function listKeys(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly KeyListed[]> {
  const { rows } = await db.query<KeyListed>(
    `SELECT id, name, kind, scopes, ${ms('created_at')} AS "createdAt", ${ms('last_used_at')} AS "lastUsedAt",
       ${ms('expires_at')} AS "expiresAt", ${ms('ended_at')} AS "endedAt"
     FROM api_key WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows;
}

/** What a person is let in by now: live sessions by their browser, or live keys by their name; newest first, at most `limit`. */
export async function listLive(
  db: Queryable,
  asked: {
    readonly userId: string;
    readonly what: 'session' | 'api_key';
    readonly now: number;
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly name: string | null; readonly at: number }[]> {
  const { rows } = await db.query<{ id: string; name: string | null; at: number }>(
    asked.what === 'session'
      ? `SELECT id, user_agent AS name, ${ms('renewed_at')} AS at FROM session
         WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 AND seen_from IS NULL ORDER BY id DESC LIMIT $3`
      : `SELECT id, name, ${ms('created_at')} AS at FROM api_key
         WHERE user_id = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, new Date(asked.now), asked.limit],
  );
  return rows;
}

/** Addresses that a person came from last, sealed; newest first. */
export async function listAddresses(
  db: Queryable,
  asked: { readonly userId: string; readonly limit: number },
): Promise<readonly { readonly address: Buffer; readonly at: number }[]> {
  const { rows } = await db.query<{ address: Buffer; at: number }>(
    `SELECT address_sealed AS address, ${ms('renewed_at')} AS at FROM session
     WHERE user_id = $1 AND address_sealed IS NOT NULL AND seen_from IS NULL ORDER BY id DESC LIMIT $2`,
    [asked.userId, asked.limit],
  );
  return rows;
}

/** How many sessions or keys of a person are live. */
export async function countAccess(
  db: Queryable,
  asked: { readonly userId: string; readonly what: 'session' | 'api_key'; readonly now: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    asked.what === 'session'
      ? 'SELECT count(*)::int AS count FROM session WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 AND seen_from IS NULL'
      : 'SELECT count(*)::int AS count FROM api_key WHERE user_id = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)',
    [asked.userId, new Date(asked.now)],
  );
  return rows[0]?.count ?? 0;
}
