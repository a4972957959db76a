import type { PoolClient } from 'pg';

/** Pictures that nobody was told of, oldest first, held; another worker's are passed over. */
export async function lockUntoldPictures(
  tx: PoolClient,
  limit: number,
): Promise<readonly { readonly userId: string; readonly name: string }[]> {
  const { rows } = await tx.query<{ userId: string; name: string }>(
    `SELECT user_id AS "userId", name FROM avatar WHERE told_at IS NULL ORDER BY made_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return rows;
}

export async function markPicturesTold(tx: PoolClient, userIds: readonly string[], now: number): Promise<void> {
  if (userIds.length === 0) return;
  await tx.query('UPDATE avatar SET told_at = $2 WHERE user_id = ANY($1)', [userIds, new Date(now)]);
}
