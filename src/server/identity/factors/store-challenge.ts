import type { Queryable } from '#server/db/index.ts';

export interface ChallengeRow {
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

export async function insertChallenge(
  db: Queryable,
  ticket: Omit<Named, 'now'> & ChallengeRow & { readonly expiresAt: number },
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
export async function findChallenge(db: Queryable, { hash, kind, now }: Named): Promise<ChallengeRow | null> {
  const { rows } = await db.query<ChallengeRow>(
    `SELECT ${FIELDS} FROM ticket WHERE hash = $1 AND kind = $2 AND expires_at > $3`,
    [hash, kind, new Date(now)],
  );
  return rows[0] ?? null;
}

/** Counts a try of a living ticket that has tries left, before anything is compared; null when there is none. */
export async function tryChallenge(
  db: Queryable,
  { hash, kind, now, most }: Named & { readonly most: number },
): Promise<ChallengeRow | null> {
  const { rows } = await db.query<ChallengeRow>(
    `UPDATE ticket SET tries = tries + 1
     WHERE hash = $1 AND kind = $2 AND expires_at > $3 AND tries < $4 RETURNING ${FIELDS}`,
    [hash, kind, new Date(now), most],
  );
  return rows[0] ?? null;
}

/** Ends a ticket; of two at once, one gets it. */
export async function takeChallenge(db: Queryable, { hash, kind, now }: Named): Promise<ChallengeRow | null> {
  const { rows } = await db.query<ChallengeRow>(
    `DELETE FROM ticket WHERE hash = $1 AND kind = $2 AND expires_at > $3 RETURNING ${FIELDS}`,
    [hash, kind, new Date(now)],
  );
  return rows[0] ?? null;
}

export async function deleteChallengesOf(db: Queryable, userId: string): Promise<void> {
  await db.query('DELETE FROM ticket WHERE user_id = $1', [userId]);
}

export async function deleteOldChallenges(db: Queryable, now: number): Promise<void> {
  await db.query('DELETE FROM ticket WHERE expires_at <= $1', [new Date(now)]);
}
