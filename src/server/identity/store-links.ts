import type { Pool } from 'pg';

/** Accounts that signed in with a browser of each of these people, by person; nobody: no entry. */
export async function linkedAccounts(
  db: Pick<Pool, 'query'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await db.query<{ user_id: string; others: readonly string[] }>(
    `SELECT d.user_id, array_agg(DISTINCT o.user_id::text) AS others
     FROM device d JOIN device o ON o.browser = d.browser AND o.user_id <> d.user_id
     WHERE d.user_id = ANY($1::uuid[]) GROUP BY d.user_id`,
    [userIds],
  );
  return new Map(rows.map(({ user_id, others }) => [user_id, new Set(others)]));
}
