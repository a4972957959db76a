import type { PoolClient } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import type { RefreshFamily } from '#domain/identity/refresh.ts';
import type { SessionStatus } from '#domain/identity/session-life.ts';
import type { Queryable } from '#server/db/index.ts';

/** A session with its refresh family. Times in ms. */
export interface LivingSession {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly closed: boolean;
  readonly status: SessionStatus;
  readonly method: string;
  readonly startedAt: number;
  readonly renewedAt: number;
  readonly expiresAt: number;
  readonly absoluteEnd: number;
  readonly idleMs: number;
  readonly deviceHash: Buffer | null;
  readonly userAgent: string | null;
  readonly addressSealed: Buffer | null;
  readonly secret: Buffer;
  readonly family: RefreshFamily;
}

interface Row {
  id: string;
  user_id: string;
  role: Role;
  closed: boolean;
  ended_reason: SessionStatus | null;
  method: string;
  started_at: Date;
  renewed_at: Date;
  expires_at: Date;
  absolute_end: Date;
  idle_ms: string;
  device_hash: Buffer | null;
  user_agent: string | null;
  address_sealed: Buffer | null;
  refresh_secret: Buffer;
  refresh_no: number;
  refresh_rotations: Date[];
}

const COLUMNS = `s.id, s.user_id, u.role, u.closed_at IS NOT NULL OR u.blocked_at IS NOT NULL AS closed,
  CASE WHEN s.ended_at IS NULL THEN NULL ELSE coalesce(s.ended_reason, 'SIGNED_OUT') END AS ended_reason,
  s.method, s.started_at, s.renewed_at, s.expires_at, s.absolute_end, s.idle_ms, s.device_hash, s.user_agent, s.address_sealed,
  s.refresh_secret, s.refresh_no, s.refresh_rotations`;

export async function insertSignedIn(
  tx: PoolClient,
  session: {
    readonly id: string;
    readonly userId: string;
    readonly method: string;
    readonly now: number;
    readonly expiresAt: number;
    readonly absoluteEnd: number;
    readonly idleMs: number;
    readonly deviceHash: Buffer;
    readonly userAgent: string | null;
    readonly addressSealed: Buffer;
    readonly secret: Buffer;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO session (id, user_id, realm, method, started_at, renewed_at, expires_at, absolute_end, idle_ms, device_hash,
       user_agent, address_sealed, refresh_secret)
     VALUES ($1, $2, 'real', $3, $4, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      session.id,
      session.userId,
      session.method,
      new Date(session.now),
      new Date(session.expiresAt),
      new Date(session.absoluteEnd),
      session.idleMs,
      session.deviceHash,
      session.userAgent,
      session.addressSealed,
      session.secret,
    ],
  );
}

/** A session that can be refreshed, held until the transaction ends; null when there is none. */
export async function lockSession(tx: PoolClient, id: string): Promise<LivingSession | null> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.id = $1 AND s.refresh_secret IS NOT NULL FOR NO KEY UPDATE OF s`,
    [id],
  );
  return rows[0] === undefined ? null : toSession(rows[0]);
}

/** Sessions of a person that have not ended, newest use first. */
export async function findLiving(db: Queryable, userId: string, now: number): Promise<readonly LivingSession[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.refresh_secret IS NOT NULL
     ORDER BY s.renewed_at DESC, s.id DESC LIMIT 200`,
    [userId, new Date(now)],
  );
  return rows.map(toSession);
}

/** Stores that a session was used: its end, and its refresh family where that changed. */
export async function storeUse(
  tx: PoolClient,
  use: {
    readonly id: string;
    readonly now: number;
    readonly expiresAt: number;
    readonly family: RefreshFamily;
    readonly addressSealed: Buffer;
    readonly userAgent: string | null;
  },
): Promise<void> {
  await tx.query(
    `UPDATE session SET renewed_at = $2, expires_at = $3, refresh_no = $4, refresh_rotations = $5, address_sealed = $6,
       user_agent = $7 WHERE id = $1`,
    [
      use.id,
      new Date(use.now),
      new Date(use.expiresAt),
      use.family.no,
      use.family.rotations.map((at) => new Date(at)),
      use.addressSealed,
      use.userAgent,
    ],
  );
}

/** Which sessions of a person end: one, all, or all but one. */
export interface EndOf {
  readonly userId: string;
  readonly only?: string;
  readonly except?: string;
  readonly reason: SessionStatus;
  readonly now: number;
}

/** Ends sessions that live; their ids. */
export async function endSessions(db: Queryable, end: EndOf): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `UPDATE session SET ended_at = $2, ended_reason = $3
     WHERE user_id = $1 AND ended_at IS NULL AND ($4::uuid IS NULL OR id = $4) AND ($5::uuid IS NULL OR id <> $5) RETURNING id`,
    [end.userId, new Date(end.now), end.reason, end.only ?? null, end.except ?? null],
  );
  return rows.map(({ id }) => id);
}

function toSession(row: Row): LivingSession {
  return {
    id: row.id,
    userId: row.user_id,
    role: row.role,
    closed: row.closed,
    status: row.ended_reason ?? 'LIVE',
    method: row.method,
    startedAt: row.started_at.getTime(),
    renewedAt: row.renewed_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    absoluteEnd: row.absolute_end.getTime(),
    idleMs: Number(row.idle_ms),
    deviceHash: row.device_hash,
    userAgent: row.user_agent,
    addressSealed: row.address_sealed,
    secret: row.refresh_secret,
    family: { no: row.refresh_no, rotations: row.refresh_rotations.map((at) => at.getTime()) },
  };
}

/** Drops the history and the browsers of before `before` (ms): longer than either is of use to the person. */
export async function deleteOldPlaces(db: Queryable, before: number): Promise<void> {
  const at = [new Date(before)];
  await db.query('DELETE FROM sign_in WHERE at < $1', at);
  await db.query('DELETE FROM device WHERE last_seen_at < $1', at);
}

export interface SignInRow {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly outcome: 'OK' | 'WRONG_PASSWORD' | 'WRONG_CODE' | 'REUSED_TOKEN';
  readonly userAgent: string | null;
  readonly addressSealed: Buffer | null;
}

export async function insertSignIn(
  db: Queryable,
  signIn: Omit<SignInRow, 'at'> & { readonly userId: string; readonly now: number; readonly sessionId: string | null },
): Promise<void> {
  await db.query(
    `INSERT INTO sign_in (id, user_id, at, method, outcome, user_agent, address_sealed, session_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      signIn.id,
      signIn.userId,
      new Date(signIn.now),
      signIn.method,
      signIn.outcome,
      signIn.userAgent,
      signIn.addressSealed,
      signIn.sessionId,
    ],
  );
}

/** History before `before` (an id), newest first. */
export async function findSignIns(
  db: Queryable,
  asked: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<readonly SignInRow[]> {
  const { rows } = await db.query<SignInRow>(
    `SELECT id, at, method, outcome, user_agent AS "userAgent", address_sealed AS "addressSealed" FROM sign_in
     WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.before, asked.limit],
  );
  return rows;
}
