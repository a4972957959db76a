import type { PoolClient } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import type { ProfileWire } from '#protocol/identity.ts';
import type { Queryable } from '#server/db/index.ts';

/** For every device of the person. */
export type Appearance = NonNullable<ProfileWire['appearance']>;

/** An account as stored: what is known of the person stays sealed. Times in ms. */
export interface AccountRow {
  readonly userId: string;
  readonly role: Role;
  readonly emailSealed: Buffer | null;
  readonly emailConfirmed: boolean;
  readonly passwordHash: string | null;
  /** When the password was set; null: there is none. */
  readonly passwordSince: number | null;
  readonly country: string | null;
  readonly language: string;
  readonly appearance: Appearance | null;
  readonly nicknameSealed: Buffer | null;
  readonly referralCode: string | null;
  /** Nobody signs in: closed by the person, or blocked by staff. */
  readonly closed: boolean;
  readonly createdAt: number;
}

const COLUMNS = `id AS "userId", role, email_sealed AS "emailSealed", email_confirmed_at IS NOT NULL AS "emailConfirmed",
  password_hash AS "passwordHash", (extract(epoch FROM password_changed_at) * 1000)::float8 AS "passwordSince", country, language,
  CASE WHEN theme IS NULL THEN NULL ELSE jsonb_build_object('theme', theme, 'colours', colours) END AS appearance,
  nickname_sealed AS "nicknameSealed", referral_code AS "referralCode", closed_at IS NOT NULL OR blocked_at IS NOT NULL AS closed,
  (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt"`;

export async function findAccountById(db: Queryable, userId: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(`SELECT ${COLUMNS} FROM app_user WHERE id = $1`, [userId]);
  return rows[0] ?? null;
}

/** The account of an address; `blinds`: the look-ups it may stand under, the likeliest first. */
export async function findAccountByBlinds(db: Queryable, blinds: readonly Buffer[]): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(
    `SELECT ${COLUMNS} FROM app_user WHERE email_blind = ANY($1) ORDER BY array_position($1, email_blind) LIMIT 1`,
    [blinds],
  );
  return rows[0] ?? null;
}

/** Adds an account without an address; `setEmail` comes next, since only a person who exists has a key to seal with. */
export async function insertAccount(
  tx: PoolClient,
  account: {
    readonly userId: string;
    readonly role: Role;
    readonly passwordHash: string | null;
    readonly country: string | null;
    readonly language: string;
    readonly referralCode: string;
    readonly referral: string | null;
    readonly utm: unknown;
    readonly fbp: string | null;
    readonly fbc: string | null;
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app_user (id, role, password_hash, password_changed_at, country, language, referral_code, referral, utm, fbp, fbc, created_at)
     VALUES ($1, $2, $3, CASE WHEN $3::text IS NULL THEN NULL ELSE $11::timestamptz END, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      account.userId,
      account.role,
      account.passwordHash,
      account.country,
      account.language,
      account.referralCode,
      account.referral,
      account.utm === null || account.utm === undefined ? null : JSON.stringify(account.utm),
      account.fbp,
      account.fbc,
      new Date(account.now),
    ],
  );
}

/** Sets the address of an account. false: another account has it. The transaction goes on either way. */
export async function setEmail(
  tx: PoolClient,
  email: {
    readonly userId: string;
    readonly sealed: Buffer;
    readonly blind: Buffer;
    /** All look-ups under which another account may have it. */
    readonly blinds: readonly Buffer[];
  },
): Promise<boolean> {
  // One at a time for an address: two that register it together would both find it free.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [email.blind.readBigInt64BE(0).toString()]);
  const { rows } = await tx.query('SELECT 1 FROM app_user WHERE email_blind = ANY($1) AND id <> $2', [
    email.blinds,
    email.userId,
  ]);
  if (rows.length > 0) return false;
  await tx.query('UPDATE app_user SET email_sealed = $2, email_blind = $3 WHERE id = $1', [
    email.userId,
    email.sealed,
    email.blind,
  ]);
  return true;
}

/** false: it was confirmed before. */
export async function confirmEmail(db: Queryable, userId: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE app_user SET email_confirmed_at = $2 WHERE id = $1 AND email_confirmed_at IS NULL AND email_blind IS NOT NULL',
    [userId, new Date(now)],
  );
  return rowCount === 1;
}

export async function setPassword(
  tx: PoolClient,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE app_user SET password_hash = $2, password_changed_at = $3 WHERE id = $1', [
    userId,
    hash,
    new Date(now),
  ]);
}

/** Only what is given changes. */
export async function updatePerson(
  tx: PoolClient,
  userId: string,
  change: {
    readonly nickname?: Buffer | null;
    readonly country?: string;
    readonly language?: string;
    readonly appearance?: Appearance | null;
  },
): Promise<void> {
  const columns: readonly (readonly [string, unknown])[] = [
    ['nickname_sealed', change.nickname],
    ['country', change.country],
    ['language', change.language],
    ['theme', change.appearance === undefined ? undefined : (change.appearance?.theme ?? null)],
    ['colours', change.appearance === undefined ? undefined : (change.appearance?.colours ?? null)],
  ];
  const given = columns.filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const list = given.map(([column], at) => `${column} = $${at + 2}`).join(', ');
  await tx.query(`UPDATE app_user SET ${list} WHERE id = $1`, [userId, ...given.map(([, value]) => value)]);
}

/**
 * Takes from an account what somebody else may have declared in it: where they live, unless that was checked, and their chosen name. From
 * `now` (ms) on it is its owner's.
 */
export async function dropStrangerData(
  tx: PoolClient,
  { userId, now, countryStays }: { readonly userId: string; readonly now: number; readonly countryStays: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE app_user SET owned_since = $2, nickname_sealed = NULL, country = CASE WHEN $3 THEN country END WHERE id = $1`,
    [userId, new Date(now), countryStays],
  );
}

/** Lets a person in no more, or again. false: it was so before. */
export async function setBlocked(tx: PoolClient, userId: string, at: number | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE app_user SET blocked_at = $2 WHERE id = $1 AND (blocked_at IS NULL) <> ($2::timestamptz IS NULL)',
    [userId, at === null ? null : new Date(at)],
  );
  return rowCount === 1;
}

/** The account of an id, held until the transaction ends; null when there is none. */
export async function lockAccount(tx: PoolClient, userId: string): Promise<AccountRow | null> {
  const { rows } = await tx.query<AccountRow>(`SELECT ${COLUMNS} FROM app_user WHERE id = $1 FOR NO KEY UPDATE`, [
    userId,
  ]);
  return rows[0] ?? null;
}

/** Holds withdrawals; a longer hold for the same reason stays. */
export async function insertHold(
  tx: PoolClient,
  hold: { readonly userId: string; readonly reason: string; readonly since: number; readonly until: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_hold (user_id, reason, since, until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, reason) DO UPDATE SET since = EXCLUDED.since, until = greatest(withdrawal_hold.until, EXCLUDED.until)`,
    [hold.userId, hold.reason, new Date(hold.since), new Date(hold.until)],
  );
}

/** Where a demo person came from: their own first visit, else the newest page view that says so. */
export async function findOrigin(
  db: Queryable,
  userId: string,
): Promise<{ readonly referral: string | null; readonly utm: unknown }> {
  const { rows } = await db.query<{ referral: string | null; utm: unknown }>(
    `SELECT referral, utm FROM (
       SELECT referral, utm, created_at AS at, 0 AS later FROM app_user WHERE id = $1
       UNION ALL SELECT referral, utm, seen_at, 1 FROM page_view WHERE user_id = $1
     ) seen WHERE referral IS NOT NULL OR utm IS NOT NULL ORDER BY later, at DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? { referral: null, utm: null };
}

/** Gives a person another role. */
export async function setRole(tx: PoolClient, userId: string, role: Role): Promise<void> {
  await tx.query('UPDATE app_user SET role = $2 WHERE id = $1', [userId, role]);
}

/** The role of whoever did something, and where the session in which they did it was last seen; null: no such person. */
export async function findDoer(
  db: Queryable,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
): Promise<{ readonly role: Role; readonly addressSealed: Buffer | null } | null> {
  const { rows } = await db.query<{ role: Role; addressSealed: Buffer | null }>(
    `SELECT u.role, s.address_sealed AS "addressSealed" FROM app_user u
     LEFT JOIN session s ON s.id = $2 AND s.user_id = u.id WHERE u.id = $1`,
    [userId, sessionId],
  );
  return rows[0] ?? null;
}

/** How many people there are, those of the demo realm too. */
export async function countPeople(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ people: number }>('SELECT count(*)::float8 AS people FROM app_user');
  return rows[0]?.people ?? 0;
}
