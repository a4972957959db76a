import type { Queryable } from '#server/db/index.ts';

/** How an account ended in which nobody signs in: by its person's closure, else by a block of staff. */
export async function findEnd(db: Queryable, userId: string): Promise<'blocked' | 'closed'> {
  const { rows } = await db.query<{ blocked: boolean }>(
    'SELECT blocked_at IS NOT NULL AND closed_at IS NULL AS blocked FROM app_user WHERE id = $1',
    [userId],
  );
  return rows[0]?.blocked === true ? 'blocked' : 'closed';
}

/** End of the longest hold, ms, whether it is over or not; null: there is none. */
export async function findHold(db: Queryable, userId: string): Promise<number | null> {
  const { rows } = await db.query<{ until: Date | null }>(
    'SELECT max(until) AS until FROM withdrawal_hold WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.until?.getTime() ?? null;
}
