import type { Queryable } from '#server/db/index.ts';

/** Name of a person's picture; null where he has none. */
export async function findAvatar(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM avatar WHERE user_id = $1', [userId]);
  return rows[0]?.name ?? null;
}

/** Gives a person a picture, of which he is still to be told, and returns the name of the one before. */
export async function replaceAvatar(
  db: Queryable,
  avatar: { readonly userId: string; readonly name: string; readonly now: number },
): Promise<string | null> {
  const { rows } = await db.query<{ name: string | null }>(
    `WITH before AS (SELECT name FROM avatar WHERE user_id = $1 FOR UPDATE)
     INSERT INTO avatar (user_id, name, made_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, made_at = excluded.made_at, told_at = NULL
     RETURNING (SELECT name FROM before) AS name`,
    [avatar.userId, avatar.name, new Date(avatar.now)],
  );
  return rows[0]?.name ?? null;
}

/** Takes a person's picture away and returns its name. */
export async function deleteAvatar(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('DELETE FROM avatar WHERE user_id = $1 RETURNING name', [userId]);
  return rows[0]?.name ?? null;
}
