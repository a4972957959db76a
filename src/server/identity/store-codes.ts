import type { PoolClient } from 'pg';
import type { GuessCount } from '#domain/identity/login-throttle.ts';
import type { Queryable } from '#server/db/index.ts';

export type CodePurpose = 'activation' | 'reset';

export interface MailCodeRow {
  readonly id: string;
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly tries: number;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export async function insertMailCode(
  tx: PoolClient,
  code: {
    readonly id: string;
    readonly userId: string;
    readonly purpose: CodePurpose;
    readonly tokenHash: Buffer;
    readonly codeHash: Buffer;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_code (id, user_id, purpose, token_hash, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [code.id, code.userId, code.purpose, code.tokenHash, code.codeHash, new Date(code.now), new Date(code.expiresAt)],
  );
}

/** When mails of a purpose were made at or after `since`, ms, newest first. */
export async function codesSince(
  db: Queryable,
  asked: { readonly userId: string; readonly purpose: CodePurpose; readonly since: number },
): Promise<readonly number[]> {
  const { rows } = await db.query<{ at: Date }>(
    `SELECT created_at AS at FROM mail_code WHERE user_id = $1 AND purpose = $2 AND created_at >= $3
     ORDER BY created_at DESC LIMIT 100`,
    [asked.userId, asked.purpose, new Date(asked.since)],
  );
  return rows.map(({ at }) => at.getTime());
}

const CODE = `SELECT id, user_id AS "userId", code_hash AS "codeHash", tries, expires_at AS "expiresAt", used_at AS "usedAt" FROM mail_code`;

/** Whose code a link's token is, not held; null: nobody's. */
export async function ownerOfToken(
  db: Queryable,
  asked: { readonly purpose: CodePurpose; readonly tokenHash: Buffer },
): Promise<{ readonly userId: string; readonly isUsed: boolean } | null> {
  const { rows } = await db.query<{ userId: string; isUsed: boolean }>(
    'SELECT user_id AS "userId", used_at IS NOT NULL AS "isUsed" FROM mail_code WHERE token_hash = $1 AND purpose = $2',
    [asked.tokenHash, asked.purpose],
  );
  return rows[0] ?? null;
}

/** The code of a link's token, used or not, held until the transaction ends. */
export async function lockByToken(
  tx: PoolClient,
  asked: { readonly purpose: CodePurpose; readonly tokenHash: Buffer },
): Promise<MailCodeRow | null> {
  const { rows } = await tx.query<MailCodeRow>(`${CODE} WHERE token_hash = $1 AND purpose = $2 FOR NO KEY UPDATE`, [
    asked.tokenHash,
    asked.purpose,
  ]);
  return rows[0] ?? null;
}

/** The newest unused code of a person, held until the transaction ends. Older mails' digits do not count. */
export async function lockNewest(
  tx: PoolClient,
  asked: { readonly purpose: CodePurpose; readonly userId: string },
): Promise<MailCodeRow | null> {
  const { rows } = await tx.query<MailCodeRow>(
    `${CODE} WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL ORDER BY created_at DESC LIMIT 1 FOR NO KEY UPDATE`,
    [asked.userId, asked.purpose],
  );
  return rows[0] ?? null;
}

export async function countCodeTry(tx: PoolClient, id: string): Promise<void> {
  await tx.query('UPDATE mail_code SET tries = tries + 1 WHERE id = $1', [id]);
}

/** Uses up every open code of the purpose: the mails before are no good any more either. */
export async function useCodes(
  tx: PoolClient,
  used: { readonly userId: string; readonly purpose: CodePurpose; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE mail_code SET used_at = $3 WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL', [
    used.userId,
    used.purpose,
    new Date(used.now),
  ]);
}

/** The count of a key, held until the transaction ends, also where there is none yet. */
export async function lockCount(tx: PoolClient, key: Buffer): Promise<GuessCount | null> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [key.readBigInt64BE(0).toString()]);
  const { rows } = await tx.query<{ tries: number; window_start: Date; last_try_at: Date }>(
    'SELECT tries, window_start, last_try_at FROM guess_count WHERE key = $1',
    [key],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { tries: row.tries, windowStart: row.window_start.getTime(), lastTryAt: row.last_try_at.getTime() };
}

export async function storeCount(tx: PoolClient, key: Buffer, count: GuessCount): Promise<void> {
  await tx.query(
    `INSERT INTO guess_count (key, tries, window_start, last_try_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO UPDATE SET tries = EXCLUDED.tries, window_start = EXCLUDED.window_start, last_try_at = EXCLUDED.last_try_at`,
    [key, count.tries, new Date(count.windowStart), new Date(count.lastTryAt)],
  );
}

export async function deleteCount(db: Queryable, key: Buffer): Promise<void> {
  await db.query('DELETE FROM guess_count WHERE key = $1', [key]);
}

/** Drops counts whose window has long ended, and codes made before `codesBefore` (ms). */
export async function deleteOldCodes(
  db: Queryable,
  before: { readonly counts: number; readonly codes: number },
): Promise<void> {
  await db.query('DELETE FROM guess_count WHERE last_try_at < $1', [new Date(before.counts)]);
  await db.query('DELETE FROM mail_code WHERE created_at < $1', [new Date(before.codes)]);
}
