import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Times in ms. */
export interface OtpRow {
  readonly secret: Buffer | null;
  readonly confirmedAt: number | null;
  readonly lastStep: number | null;
  /** Wrong codes in a row. */
  readonly failures: number;
  readonly blockedUntil: number | null;
  readonly pendingSecret: Buffer | null;
  readonly pendingUntil: number | null;
}

interface OtpRecord {
  secret: Buffer | null;
  confirmed_at: Date | null;
  last_step: string | null;
  failures: number;
  blocked_until: Date | null;
  pending_secret: Buffer | null;
  pending_until: Date | null;
}

const FIELDS = 'secret, confirmed_at, last_step, failures, blocked_until, pending_secret, pending_until';

export async function findOtp(db: Queryable, userId: string): Promise<OtpRow | null> {
  const { rows } = await db.query<OtpRecord>(`SELECT ${FIELDS} FROM otp_device WHERE user_id = $1`, [userId]);
  return read(rows[0]);
}

/** The same, for one caller at a time until the transaction ends. */
export async function lockOtp(tx: PoolClient, userId: string): Promise<OtpRow | null> {
  const { rows } = await tx.query<OtpRecord>(`SELECT ${FIELDS} FROM otp_device WHERE user_id = $1 FOR UPDATE`, [
    userId,
  ]);
  return read(rows[0]);
}

function read(row: OtpRecord | undefined): OtpRow | null {
  if (row === undefined) return null;
  return {
    secret: row.secret,
    confirmedAt: row.confirmed_at?.getTime() ?? null,
    lastStep: row.last_step === null ? null : Number(row.last_step),
    failures: row.failures,
    blockedUntil: row.blocked_until?.getTime() ?? null,
    pendingSecret: row.pending_secret,
    pendingUntil: row.pending_until?.getTime() ?? null,
  };
}

export async function putPendingSecret(
  tx: PoolClient,
  pending: { readonly userId: string; readonly secret: Buffer; readonly until: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO otp_device (user_id, pending_secret, pending_until) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET pending_secret = $2, pending_until = $3`,
    [pending.userId, pending.secret, new Date(pending.until)],
  );
}

/** The pending secret becomes the person's; the step of its first code is spent. */
export async function confirmSecret(
  tx: PoolClient,
  confirmed: { readonly userId: string; readonly now: number; readonly step: number },
): Promise<void> {
  await tx.query(
    `UPDATE otp_device SET secret = pending_secret, confirmed_at = $2, last_step = $3, failures = 0, blocked_until = NULL,
       pending_secret = NULL, pending_until = NULL WHERE user_id = $1`,
    [confirmed.userId, new Date(confirmed.now), confirmed.step],
  );
}

export async function spendStep(tx: PoolClient, { userId, step }: { userId: string; step: number }): Promise<void> {
  await tx.query('UPDATE otp_device SET last_step = $2 WHERE user_id = $1', [userId, step]);
}

/** Wrong codes in a row; the next one is looked at after `blockedUntil` (ms). */
export async function putFailures(
  tx: PoolClient,
  row: { readonly userId: string; readonly failures: number; readonly blockedUntil: number | null },
): Promise<void> {
  await tx.query('UPDATE otp_device SET failures = $2, blocked_until = $3 WHERE user_id = $1', [
    row.userId,
    row.failures,
    row.blockedUntil === null ? null : new Date(row.blockedUntil),
  ]);
}

/** A row to count wrong codes in, where there is none. */
export async function ensureOtp(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('INSERT INTO otp_device (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
}

/** Forgets the secret. */
export async function deleteOtp(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM otp_device WHERE user_id = $1', [userId]);
}

export async function deleteRecoveryCodes(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
}

/** Puts these recovery codes in the place of the ones before. */
export async function replaceRecoveryCodes(
  tx: PoolClient,
  { userId, hashes }: { readonly userId: string; readonly hashes: readonly Buffer[] },
): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await tx.query('INSERT INTO recovery_code (user_id, hash) SELECT $1, unnest($2::bytea[])', [userId, hashes]);
}

/** Spends a recovery code; false when it is none, or was spent. */
export async function spendRecoveryCode(
  tx: PoolClient,
  { userId, hash }: { readonly userId: string; readonly hash: Buffer },
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2', [userId, hash]);
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM recovery_code WHERE user_id = $1', [
    userId,
  ]);
  return rows[0]?.n ?? 0;
}
