import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** How it was known which ticket a mail belongs to. */
export type Joined = 'BEGAN' | 'ADDRESS' | 'REFERENCE' | 'SUBJECT';

export interface KeptIncoming {
  readonly id: string;
  readonly ticket: string;
  readonly message: string;
  readonly userId: string | null;
  readonly senderBlind: Buffer;
  readonly messageId: string | null;
  readonly digest: Buffer;
  readonly joined: Joined;
  readonly leftOut: number;
  readonly isAutomatic: boolean;
  readonly wasAnswered: boolean;
  /** ms. */
  readonly at: number;
}

export async function insertIncoming(tx: PoolClient, mail: KeptIncoming): Promise<void> {
  const { id, ticket, message, userId, senderBlind, messageId, digest } = mail;
  const { joined, leftOut, isAutomatic, wasAnswered, at } = mail;
  await tx.query(
    `INSERT INTO support_mail (id, ticket, message, user_id, sender_blind, message_id, digest, joined, left_out, is_automatic, was_answered, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      ticket,
      message,
      userId,
      senderBlind,
      messageId,
      digest,
      joined,
      leftOut,
      isAutomatic,
      wasAnswered,
      new Date(at),
    ],
  );
}

/** Is this very mail kept already? */
export async function isKept(
  db: Queryable,
  mail: { readonly senderBlind: Buffer; readonly digest: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM support_mail WHERE sender_blind = $1 AND digest = $2', [
    mail.senderBlind,
    mail.digest,
  ]);
  return rowCount === 1;
}

/** The ticket of a mail that came from the same address; null: there is none of this id. */
export async function ticketOfMailId(
  db: Queryable,
  mail: { readonly senderBlind: Buffer; readonly messageId: string },
): Promise<string | null> {
  const { rows } = await db.query<{ ticket: string }>(
    'SELECT ticket FROM support_mail WHERE message_id = $1 AND sender_blind = $2 ORDER BY at DESC LIMIT 1',
    [mail.messageId, mail.senderBlind],
  );
  return rows[0]?.ticket ?? null;
}

/** Has an address been answered by a program of ours since a moment (ms)? */
export async function wasAnsweredSince(
  db: Queryable,
  sender: { readonly senderBlind: Buffer; readonly since: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM support_mail WHERE sender_blind = $1 AND at > $2 AND was_answered LIMIT 1',
    [sender.senderBlind, new Date(sender.since)],
  );
  return rowCount === 1;
}

/** The id of the newest mail of a ticket; null: none came, or it had none. */
export async function lastMailId(db: Queryable, ticket: string): Promise<string | null> {
  const { rows } = await db.query<{ messageId: string | null }>(
    'SELECT message_id AS "messageId" FROM support_mail WHERE ticket = $1 ORDER BY at DESC, id DESC LIMIT 1',
    [ticket],
  );
  return rows[0]?.messageId ?? null;
}

/** What came by mail of a ticket, by its messages. */
export async function mailsOf(
  db: Queryable,
  ticket: string,
): Promise<ReadonlyMap<string, Pick<KeptIncoming, 'joined' | 'leftOut' | 'isAutomatic'>>> {
  const { rows } = await db.query<Pick<KeptIncoming, 'message' | 'joined' | 'leftOut' | 'isAutomatic'>>(
    `SELECT message, joined, left_out AS "leftOut", is_automatic AS "isAutomatic" FROM support_mail
     WHERE ticket IN (SELECT id FROM support_ticket WHERE id = $1 OR merged_into = $1)`,
    [ticket],
  );
  return new Map(rows.map(({ message, ...mail }) => [message, mail]));
}
