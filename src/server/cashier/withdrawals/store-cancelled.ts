import type { Queryable } from '#server/db/index.ts';

/** How many withdrawals each of some people took back since `since` (ms). Who is not in it: none. */
export async function cancelledWithdrawals(
  db: Queryable,
  people: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ userId: string; count: number }>(
    `SELECT user_id AS "userId", count(*)::int AS count FROM withdrawal
     WHERE user_id = ANY($1) AND state = 'CANCELLED' AND requested_at > $2 GROUP BY 1`,
    [people, new Date(since)],
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
