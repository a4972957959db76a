import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Adds the session of staff who see the product as a person. Times in ms. */
export async function insertSeen(
  tx: PoolClient,
  seen: {
    readonly id: string;
    readonly userId: string;
    readonly seenFrom: string;
    readonly look: string;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO session (id, user_id, realm, method, started_at, renewed_at, expires_at, seen_from, look)
     VALUES ($1, $2, 'real', 'seen_by_staff', $3, $3, $4, $5, $6)`,
    [seen.id, seen.userId, new Date(seen.now), new Date(seen.expiresAt), seen.seenFrom, seen.look],
  );
}

/** The session in which somebody of staff sees the product as a person now; null: there is none. */
export async function findSeen(
  db: Queryable,
  asked: { readonly userId: string; readonly staff: string; readonly now: number },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT s.id FROM session s JOIN session o ON o.id = s.seen_from
     WHERE s.user_id = $1 AND o.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3`,
    [asked.userId, asked.staff, new Date(asked.now)],
  );
  return rows[0]?.id ?? null;
}

/** Whose such a session is, and the look that tells of it; null: it is none. */
export async function findSeenById(
  tx: PoolClient,
  id: string,
): Promise<{ readonly userId: string; readonly look: string } | null> {
  const { rows } = await tx.query<{ userId: string; look: string }>(
    'SELECT user_id AS "userId", look FROM session WHERE id = $1 AND look IS NOT NULL',
    [id],
  );
  return rows[0] ?? null;
}
