import type { PoolClient } from 'pg';
import type { EmailChange, Side } from '#domain/privacy/email-change.ts';
import type { Queryable } from '#server/db/index.ts';

export interface EmailChangeRow extends EmailChange {
  readonly id: string;
  readonly userId: string;
  readonly newEmailSealed: Buffer;
  readonly sessionId: string | null;
  /** How it ended; null: it waits. */
  readonly outcome: EmailOutcome | null;
}

export type EmailOutcome = 'DONE' | 'CANCELLED' | 'REPLACED' | 'EXPIRED' | 'TAKEN';

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`;
const COLUMNS = `id, user_id AS "userId", new_email_sealed AS "newEmailSealed", session_id AS "sessionId", outcome,
  old_asked AS "oldAsked", ${ms('old_said_yes_at', 'oldSaidYesAt')}, ${ms('new_said_yes_at', 'newSaidYesAt')}, ${ms('expires_at', 'expiresAt')},
  ${ms('ended_at', 'endedAt')}`;

/** The person's change that waits, also one whose time is over but that nobody has ended. */
export async function findWaiting(db: Queryable, userId: string): Promise<EmailChangeRow | null> {
  const { rows } = await db.query<EmailChangeRow>(
    `SELECT ${COLUMNS} FROM email_change WHERE user_id = $1 AND ended_at IS NULL`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Whose change a token of a mail belongs to; null: nobody's. */
export async function ownerOfToken(db: Queryable, hash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM email_change WHERE old_token_hash = $1 OR new_token_hash = $1',
    [hash],
  );
  return rows[0]?.userId ?? null;
}

/** The change a token of a mail belongs to, held, and which address has the token. Whoever locks the person too locks them first. */
export async function lockByToken(
  tx: PoolClient,
  hash: Buffer,
): Promise<{ readonly change: EmailChangeRow; readonly side: Side } | null> {
  const { rows } = await tx.query<EmailChangeRow & { side: Side }>(
    `SELECT ${COLUMNS}, CASE WHEN old_token_hash = $1 THEN 'old' ELSE 'new' END AS side
     FROM email_change WHERE old_token_hash = $1 OR new_token_hash = $1 FOR UPDATE`,
    [hash],
  );
  const [row] = rows;
  return row === undefined ? null : { change: row, side: row.side };
}

export async function insertChange(
  tx: PoolClient,
  change: {
    readonly id: string;
    readonly userId: string;
    readonly newEmailSealed: Buffer;
    readonly oldTokenHash: Buffer;
    readonly newTokenHash: Buffer;
    readonly sessionId: string;
    /** false: nobody is asked at the old address, which counts as its yes. */
    readonly oldAsked: boolean;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO email_change (id, user_id, new_email_sealed, old_token_hash, new_token_hash, session_id, old_asked, old_said_yes_at, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $7 THEN NULL ELSE $8::timestamptz END, $8, $9)`,
    [
      change.id,
      change.userId,
      change.newEmailSealed,
      change.oldTokenHash,
      change.newTokenHash,
      change.sessionId,
      change.oldAsked,
      new Date(change.now),
      new Date(change.expiresAt),
    ],
  );
}

export async function sayYes(
  tx: PoolClient,
  { id, side, now }: { readonly id: string; readonly side: Side; readonly now: number },
): Promise<void> {
  const column = side === 'old' ? 'old_said_yes_at' : 'new_said_yes_at';
  await tx.query(`UPDATE email_change SET ${column} = coalesce(${column}, $2) WHERE id = $1`, [id, new Date(now)]);
}

export async function endChange(
  tx: Queryable,
  end: { readonly id: string; readonly outcome: EmailOutcome; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE email_change SET ended_at = $2, outcome = $3 WHERE id = $1 AND ended_at IS NULL', [
    end.id,
    new Date(end.now),
    end.outcome,
  ]);
}

/** Ends whatever waits of a person; whether something did. */
export async function endWaiting(
  tx: Queryable,
  end: { readonly userId: string; readonly outcome: EmailOutcome; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE email_change SET ended_at = $2, outcome = $3 WHERE user_id = $1 AND ended_at IS NULL',
    [end.userId, new Date(end.now), end.outcome],
  );
  return rowCount === 1;
}

/** Ends changes whose time is over, and drops ended ones from before `before` (ms): they hold addresses. */
export async function tidyChanges(
  db: Queryable,
  { now, before }: { readonly now: number; readonly before: number },
): Promise<void> {
  await db.query(
    `UPDATE email_change SET ended_at = $1, outcome = 'EXPIRED' WHERE ended_at IS NULL AND expires_at <= $1`,
    [new Date(now)],
  );
  await db.query('DELETE FROM email_change WHERE ended_at < $1', [new Date(before)]);
}
