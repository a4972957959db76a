import type { Queryable } from '#server/db/index.ts';

/** People with orders on the books or scheduled entries of real money who may not be allowed to have them: the standing of each says so. */
export async function holdersOfOrders(db: Queryable, now: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT u.id FROM app_user u LEFT JOIN play_control c ON c.user_id = u.id
     WHERE u.id IN (SELECT user_id FROM market_order_real WHERE ended_at IS NULL
         UNION SELECT user_id FROM scheduled_entry_real WHERE ended_at IS NULL)
       AND (u.blocked_at IS NOT NULL OR u.closed_at IS NOT NULL
       OR c.excluded_since IS NOT NULL OR c.time_out_until > $1)`,
    [new Date(now)],
  );
  return rows.map(({ id }) => id);
}

/** Somebody whom staff let in no more, with the sessions that ended by it. Times in ms. */
interface Blocked {
  readonly userId: string;
  readonly at: number;
  readonly sessions: readonly string[];
}

/** Who was blocked after a moment, oldest first. */
export async function blockedSince(db: Queryable, since: number): Promise<readonly Blocked[]> {
  const { rows } = await db.query<{ userId: string; at: Date; sessions: string[] }>(
    `SELECT u.id AS "userId", u.blocked_at AS at,
       ARRAY(SELECT s.id::text FROM session s WHERE s.user_id = u.id AND s.ended_at >= u.blocked_at) AS sessions
     FROM app_user u WHERE u.blocked_at > $1 ORDER BY u.blocked_at`,
    [new Date(since)],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}
