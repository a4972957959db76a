import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Name of a person's picture; null where they have none. */
export async function findAvatar(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM avatar WHERE user_id = $1', [userId]);
  return rows[0]?.name ?? null;
}

/** One picture of a person at a time, until the transaction ends; false: they are let in no more, and get none. */
export async function lockForAvatar(tx: PoolClient, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>(
    'SELECT closed_at IS NULL AND blocked_at IS NULL AS open FROM app_user WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return rows[0]?.open ?? false;
}

/** Which of these names are a picture of somebody. */
export async function namesInUse(db: Queryable, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM avatar WHERE name = ANY($1)', [names]);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Gives a person a picture, of which they are still to be told, and returns the name of the one before. Its caller holds the person:
 * else of two first pictures neither sees the other.
 */
export async function replaceAvatar(
  db: Queryable,
  avatar: { readonly userId: string; readonly name: string; readonly now: number },
): Promise<string | null> {
  const before = await findAvatar(db, avatar.userId);
  await db.query(
    `INSERT INTO avatar (user_id, name, made_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, made_at = excluded.made_at`,
    [avatar.userId, avatar.name, new Date(avatar.now)],
  );
  return before;
}

/** Takes a person's picture away and returns its name. */
export async function deleteAvatar(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('DELETE FROM avatar WHERE user_id = $1 RETURNING name', [userId]);
  return rows[0]?.name ?? null;
}
