import type { Queryable } from '#server/db/index.ts';

export interface TicketRow {
  readonly userId: string | null;
  readonly content: Buffer;
}

interface Named {
  readonly hash: Buffer;
  readonly kind: string;
  /** ms */
  readonly now: number;
}

const FIELDS = 'user_id AS "userId", content';

export async function insertTicket(
  db: Queryable,
  ticket: Omit<Named, 'now'> & TicketRow & { readonly expiresAt: number },
): Promise<void> {
  await db.query('INSERT INTO ticket (hash, kind, user_id, content, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    ticket.hash,
    ticket.kind,
    ticket.userId,
    ticket.content,
    new Date(ticket.expiresAt),
  ]);
}

/** A living ticket; null when there is none. */
export async function findTicket(db: Queryable, { hash, kind, now }: Named): Promise<TicketRow | null> {
  const { rows } = await db.query<TicketRow>(
    `SELECT ${FIELDS} FROM ticket WHERE hash = $1 AND kind = $2 AND expires_at > $3`,
    [hash, kind, new Date(now)],
  );
  return rows[0] ?? null;
}

/** Counts a try of a living ticket that has tries left, before anything is compared; null when there is none. */
export async function tryTicket(
  db: Queryable,
  { hash, kind, now, most }: Named & { readonly most: number },
): Promise<TicketRow | null> {
  const { rows } = await db.query<TicketRow>(
    `UPDATE ticket SET tries = tries + 1
     WHERE hash = $1 AND kind = $2 AND expires_at > $3 AND tries < $4 RETURNING ${FIELDS}`,
    [hash, kind, new Date(now), most],
  );
  return rows[0] ?? null;
}

/** Ends a ticket; of two at once, one gets it. */
export async function takeTicket(db: Queryable, { hash, kind, now }: Named): Promise<TicketRow | null> {
  const { rows } = await db.query<TicketRow>(
    `DELETE FROM ticket WHERE hash = $1 AND kind = $2 AND expires_at > $3 RETURNING ${FIELDS}`,
    [hash, kind, new Date(now)],
  );
  return rows[0] ?? null;
}

export async function deleteTicketsOf(db: Queryable, userId: string): Promise<void> {
  await db.query('DELETE FROM ticket WHERE user_id = $1', [userId]);
}

export async function deleteOldTickets(db: Queryable, now: number): Promise<void> {
  await db.query('DELETE FROM ticket WHERE expires_at <= $1', [new Date(now)]);
}
