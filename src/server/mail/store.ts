import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A mail that a process has taken on. */
export interface TakenMail {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly language: string;
  readonly sealed: Buffer;
  /** With this one. */
  readonly attempts: number;
  readonly createdAt: number;
}

interface TakenRecord {
  id: string;
  user_id: string;
  kind: string;
  language: string;
  sealed: Buffer;
  attempts: number;
  created_at: Date;
}

const COLUMNS = 'id, user_id, kind, language, sealed, attempts, created_at';

function toTaken(row: TakenRecord): TakenMail {
  const { user_id: userId, created_at: createdAt, ...rest } = row;
  return { ...rest, userId, createdAt: createdAt.getTime() };
}

export async function insertMail(
  tx: PoolClient,
  mail: {
    readonly id: string;
    readonly userId: string;
    readonly kind: string;
    readonly language: string;
    readonly sealed: Buffer;
    readonly state: 'WAITING' | 'KEPT';
    readonly now: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_outbox (id, user_id, kind, language, sealed, state, next_at, created_at, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, CASE WHEN $6 = 'KEPT' THEN $7::timestamptz END)`,
    [mail.id, mail.userId, mail.kind, mail.language, mail.sealed, mail.state, new Date(mail.now)],
  );
}

/** Takes a waiting mail on; whoever took it before cannot finish any more. null: it does not wait. */
export async function takeMail(
  db: Queryable,
  mail: { readonly id: string; readonly until: number },
): Promise<TakenMail | null> {
  const { rows } = await db.query<TakenRecord>(
    `UPDATE mail_outbox SET attempts = attempts + 1, next_at = $2 WHERE id = $1 AND state = 'WAITING' RETURNING ${COLUMNS}`,
    [mail.id, new Date(mail.until)],
  );
  return rows[0] === undefined ? null : toTaken(rows[0]);
}

/** From now on the mail may have arrived. false: somebody else has it by now. */
export async function markHanded(
  db: Queryable,
  mail: { id: string; attempts: number; until: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE mail_outbox SET state = 'HANDED', next_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'WAITING'`,
    [mail.id, mail.attempts, new Date(mail.until)],
  );
  return rowCount === 1;
}

/** The end of a mail; what it said is kept only where the inbox of the sandbox shows it. */
export async function endMail(
  db: Queryable,
  mail: {
    readonly id: string;
    readonly state: 'SENT' | 'UNSURE' | 'FAILED' | 'DROPPED';
    readonly now: number;
    readonly fault?: string;
  },
): Promise<void> {
  await db.query(
    `UPDATE mail_outbox SET state = $2, ended_at = $3, fault = $4, sealed = NULL
     WHERE id = $1 AND state IN ('WAITING', 'HANDED')`,
    [mail.id, mail.state, new Date(mail.now), mail.fault ?? null],
  );
}

/** A definite "not now". */
export async function putBack(db: Queryable, mail: { id: string; now: number; fault: string }): Promise<void> {
  await db.query(
    `UPDATE mail_outbox SET state = 'WAITING', next_at = $2, fault = $3 WHERE id = $1 AND state IN ('WAITING', 'HANDED')`,
    [mail.id, new Date(mail.now), mail.fault],
  );
}

/** Ends a mail that was handed over by a process that did not come back in time to say how it went. */
export async function endLost(db: Queryable, mail: { readonly id: string; readonly now: number }): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE mail_outbox SET state = 'UNSURE', ended_at = $2, sealed = NULL, fault = 'lost'
     WHERE id = $1 AND state = 'HANDED' AND next_at <= $2`,
    [mail.id, new Date(mail.now)],
  );
  return rowCount === 1;
}

export async function isHanded(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT 1 FROM mail_outbox WHERE id = $1 AND state = 'HANDED'`, [id]);
  return rowCount === 1;
}

export async function listKept(db: Queryable, limit: number): Promise<readonly TakenMail[]> {
  const { rows } = await db.query<TakenRecord>(
    `SELECT ${COLUMNS} FROM mail_outbox WHERE state = 'KEPT' AND sealed IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows.map(toTaken);
}

export async function findKept(db: Queryable, id: string): Promise<TakenMail | null> {
  const { rows } = await db.query<TakenRecord>(
    `SELECT ${COLUMNS} FROM mail_outbox WHERE id = $1 AND state = 'KEPT' AND sealed IS NOT NULL`,
    [id],
  );
  return rows[0] === undefined ? null : toTaken(rows[0]);
}

/**
 * Drops what mails said that ended before `said`, and the rows of those that ended before `rows` (ms). One that was put in before `said` and
 * has not ended has no job any more that would end it: its last try was killed, or somebody took the job out of the queue.
 */
export async function deleteOldMail(
  db: Queryable,
  before: { readonly now: number; readonly said: number; readonly rows: number },
): Promise<void> {
  await db.query(
    `UPDATE mail_outbox SET state = CASE state WHEN 'HANDED' THEN 'UNSURE' ELSE 'FAILED' END, ended_at = $2, sealed = NULL, fault = 'given up'
     WHERE state IN ('WAITING', 'HANDED') AND created_at < $1`,
    [new Date(before.said), new Date(before.now)],
  );
  await db.query('UPDATE mail_outbox SET sealed = NULL WHERE ended_at < $1 AND sealed IS NOT NULL', [
    new Date(before.said),
  ]);
  await db.query('DELETE FROM mail_outbox WHERE ended_at < $1', [new Date(before.rows)]);
}

export async function optOut(tx: PoolClient, person: { userId: string; now: number }): Promise<void> {
  await tx.query('INSERT INTO mail_opt_out (user_id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    person.userId,
    new Date(person.now),
  ]);
}

export async function optIn(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('DELETE FROM mail_opt_out WHERE user_id = $1', [userId]);
}

export async function hasOptedOut(db: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM mail_opt_out WHERE user_id = $1', [userId]);
  return rowCount === 1;
}

/** An answer to the survey; a later one of the same person takes the place of the one before. */
export async function insertAnswer(
  tx: PoolClient,
  answer: {
    readonly id: string;
    readonly userId: string;
    readonly now: number;
    readonly reasons: readonly string[];
    readonly comment: Buffer | null;
  },
): Promise<void> {
  await tx.query('DELETE FROM unsubscribe_answer WHERE user_id = $1', [answer.userId]);
  await tx.query('INSERT INTO unsubscribe_answer (id, user_id, at, reasons, comment) VALUES ($1, $2, $3, $4, $5)', [
    answer.id,
    answer.userId,
    new Date(answer.now),
    answer.reasons,
    answer.comment,
  ]);
}

export interface MailListed {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly state: string;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** Mails of a person, newest first. */
export async function listMailsOf(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly MailListed[]> {
  const { rows } = await db.query<MailListed>(
    `SELECT id, kind, language, state, (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
       (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAt"
     FROM mail_outbox WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows;
}
