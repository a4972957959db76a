import type { Queryable } from '#server/db/index.ts';

/** People with orders on the books or scheduled entries of real money who may not be allowed to have them: the eligibility of each says so. */
export async function holdersOfOrders(db: Queryable, now: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT u.id FROM app_user u LEFT JOIN responsible_play c ON c.user_id = u.id
     WHERE u.id IN (SELECT user_id FROM market_order_real WHERE ended_at IS NULL
         UNION SELECT user_id FROM scheduled_entry_real WHERE ended_at IS NULL)
       AND (u.blocked_at IS NOT NULL OR u.closed_at IS NOT NULL
       OR c.excluded_since IS NOT NULL OR c.time_out_until > $1)`,
    [new Date(now)],
  );
  return rows.map(({ id }) => id);
}

/** Somebody who is let in no more, with the sessions and keys that ended by it. Times in ms. */
interface ShutOut {
  readonly userId: string;
  readonly at: number;
  readonly ended: readonly string[];
}

/** Who was blocked, or closed their account, after a moment, oldest first. A closing is found by its id, which begins with its time. */
export async function shutOutSince(db: Queryable, since: number): Promise<readonly ShutOut[]> {
  const { rows } = await db.query<{ userId: string; at: Date; ended: string[] }>(
    `SELECT o.user_id AS "userId", o.at,
       ARRAY(SELECT s.id::text FROM session s WHERE s.user_id = o.user_id AND s.ended_at >= o.at
         UNION ALL SELECT k.id::text FROM api_key k WHERE k.user_id = o.user_id AND k.ended_at >= o.at) AS ended
     FROM (SELECT id AS user_id, blocked_at AS at FROM app_user WHERE blocked_at > $1
       UNION ALL SELECT user_id, asked_at FROM closure WHERE id > $2) o ORDER BY o.at`,
    [new Date(since), firstIdOf(since)],
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Below every UUID of version 7 made at this moment (ms) or later. */
function firstIdOf(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
