import type { PoolClient } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import type { Queryable } from '#server/db/index.ts';

/** What is needed of an account to change its address or to close it; what is known of the person stays sealed. */
export interface PersonRow {
  readonly role: Role;
  readonly emailSealed: Buffer | null;
  readonly emailBlind: Buffer | null;
  readonly emailConfirmed: boolean;
  readonly language: string;
  readonly country: string | null;
  readonly closed: boolean;
  /** By staff. */
  readonly blocked: boolean;
}

const PERSON = `SELECT role, email_sealed AS "emailSealed", email_blind AS "emailBlind", email_confirmed_at IS NOT NULL AS "emailConfirmed", language,
  country, closed_at IS NOT NULL AS closed, blocked_at IS NOT NULL AS blocked FROM app_user WHERE id = $1`;

export async function findPerson(db: Queryable, userId: string): Promise<PersonRow | null> {
  const { rows } = await db.query<PersonRow>(PERSON, [userId]);
  return rows[0] ?? null;
}

/** One at a time for a person, until the transaction ends. */
export async function lockPerson(tx: PoolClient, userId: string): Promise<PersonRow> {
  const { rows } = await tx.query<PersonRow>(`${PERSON} FOR NO KEY UPDATE`, [userId]);
  const [row] = rows;
  if (row === undefined) throw new Error('A person who asks has no account.');
  return row;
}

export async function isEmailTaken(
  db: Queryable,
  email: { readonly blinds: readonly Buffer[]; readonly userId: string },
): Promise<boolean> {
  const { rows } = await db.query('SELECT 1 FROM app_user WHERE email_blind = ANY($1) AND id <> $2', [
    email.blinds,
    email.userId,
  ]);
  return rows.length > 0;
}

/** Sets a confirmed address. false: another account has it meanwhile; nothing changed. */
export async function moveEmail(
  tx: PoolClient,
  email: {
    readonly userId: string;
    readonly sealed: Buffer;
    readonly blind: Buffer;
    /** All look-ups under which another account may have it. */
    readonly blinds: readonly Buffer[];
    readonly now: number;
  },
): Promise<boolean> {
  // One at a time for an address, as at registration.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [email.blind.readBigInt64BE(0).toString()]);
  if (await isEmailTaken(tx, email)) return false;
  await tx.query('UPDATE app_user SET email_sealed = $2, email_blind = $3, email_confirmed_at = $4 WHERE id = $1', [
    email.userId,
    email.sealed,
    email.blind,
    new Date(email.now),
  ]);
  // Codes that lie in the old mailbox open nothing any more.
  await tx.query('UPDATE mail_code SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [
    email.userId,
    new Date(email.now),
  ]);
  return true;
}

/** Ends the person's sessions, all or but one; their ids. */
export async function endSessionsFor(
  tx: PoolClient,
  end: { readonly userId: string; readonly except: string | null; readonly reason: string; readonly now: number },
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE session SET ended_at = $2, ended_reason = $3
     WHERE user_id = $1 AND ended_at IS NULL AND ($4::uuid IS NULL OR id <> $4) RETURNING id`,
    [end.userId, new Date(end.now), end.reason, end.except],
  );
  return rows.map(({ id }) => id);
}

/** Closes the account, or opens it again (null). */
export async function setClosed(tx: PoolClient, userId: string, at: number | null): Promise<void> {
  await tx.query('UPDATE app_user SET closed_at = $2 WHERE id = $1', [userId, at === null ? null : new Date(at)]);
}
