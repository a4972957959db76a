import type { PoolClient } from 'pg';
import type { SplitClocks } from '#domain/support/split.ts';
import type { Queryable } from '#server/db/index.ts';
import { findTicket, type Ticket } from './store.ts';

/** A ticket of the same owner, without messages yet. `sender`: sealed with `keyId`. */
export async function insertSplit(
  tx: PoolClient,
  from: Ticket,
  made: SplitClocks & Pick<Ticket, 'id' | 'keyId' | 'sender'> & { readonly now: number },
): Promise<Ticket> {
  const { id, keyId, sender, state, openedAt, waitsSince, firstAnswerAt, now } = made;
  const date = (at: number | null) => (at === null ? null : new Date(at));
  await tx.query(
    `INSERT INTO support_ticket (id, user_id, key_id, sender, email_blind, language, kind, state, opened_at, state_at, waits_since,
       first_answer_at, split_from)
     VALUES ($1, $2, $3, $4, $5, $6, 'QUESTION', $7, $8, $9, $10, $11, $12)`,
    [
      id,
      from.userId,
      keyId,
      sender,
      from.emailBlind,
      from.language,
      state,
      date(openedAt),
      date(now),
      date(waitsSince),
      date(firstAnswerAt),
      from.id,
    ],
  );
  const ticket = await findTicket(tx, id);
  if (ticket === null) throw new Error('A ticket that was just made is not there.');
  return ticket;
}

/** Puts a message behind another ticket, with the mail that it came by. `body`: sealed with the key of that ticket. */
export async function moveMessage(
  tx: PoolClient,
  { id, to, body }: { readonly id: string; readonly to: string; readonly body: Buffer },
): Promise<void> {
  await tx.query('UPDATE support_message SET ticket = $2, body = $3 WHERE id = $1', [id, to, body]);
  await tx.query('UPDATE support_mail SET ticket = $2 WHERE message = $1', [id, to]);
}

/** Files of a message, with their sealed keys. */
export async function fileKeysOf(
  tx: PoolClient,
  message: string,
): Promise<readonly { readonly id: string; readonly key: Buffer }[]> {
  const { rows } = await tx.query<{ id: string; key: Buffer }>('SELECT id, key FROM support_file WHERE message = $1', [
    message,
  ]);
  return rows;
}

/** `key`: sealed with the key of the other ticket. */
export async function moveFile(
  tx: PoolClient,
  { id, to, key }: { readonly id: string; readonly to: string; readonly key: Buffer },
): Promise<void> {
  await tx.query('UPDATE support_file SET ticket = $2, key = $3 WHERE id = $1', [id, to, key]);
}

/** In which ticket a message stands now; null: there is none of this id. */
export async function ticketOfMessage(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ ticket: string }>('SELECT ticket FROM support_message WHERE id = $1', [id]);
  return rows[0]?.ticket ?? null;
}
