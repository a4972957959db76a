import type { Queryable } from '#server/db/index.ts';

/** How many orders of each of some people failed since `since` (ms): the provider took no money. Who is not in it: none. */
export async function failedDeposits(
  db: Queryable,
  people: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ userId: string; count: number }>(
    `SELECT user_id AS "userId", count(*)::int AS count FROM fiat_order
     WHERE user_id = ANY($1) AND state = 'FAILED' AND made_at > $2 GROUP BY 1`,
    [people, new Date(since)],
  );
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}
