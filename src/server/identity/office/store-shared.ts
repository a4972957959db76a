import type { LinkSource, SharedThing, Sharer } from '#server/desk/links.ts';

const ms = (value: string) => `floor(extract(epoch FROM ${value}) * 1000)::float8`;
const THING = `browser::text AS key, right(browser::text, 12) AS which, count(DISTINCT user_id)::int AS people, ${ms('min(first_seen_at)')} AS "firstAt", ${ms('max(last_seen_at)')} AS "lastAt"`;

/** Browsers that several people have signed in with. */
export const sharedDevices: LinkSource = {
  kind: 'device',
  list: async (db, { after, limit }) => {
    const { rows } = await db.query<SharedThing>(
      `SELECT ${THING} FROM device WHERE $1::uuid IS NULL OR browser > $1
       GROUP BY browser HAVING count(DISTINCT user_id) > 1 ORDER BY browser LIMIT $2`,
      [after, limit],
    );
    return rows;
  },
  find: async (db, key) => {
    const { rows } = await db.query<Sharer>(
      `SELECT user_id AS "userId", ${ms('min(first_seen_at)')} AS "firstAt", ${ms('max(last_seen_at)')} AS "lastAt"
       FROM device WHERE browser = $1 GROUP BY user_id ORDER BY min(first_seen_at), user_id`,
      [key],
    );
    return rows.length > 1 ? { which: key.slice(-12), sharers: rows } : null;
  },
  of: async (db, userId) => {
    const { rows } = await db.query<SharedThing>(
      `SELECT ${THING} FROM device WHERE browser IN (SELECT browser FROM device WHERE user_id = $1)
       GROUP BY browser HAVING count(DISTINCT user_id) > 1 ORDER BY browser LIMIT 100`,
      [userId],
    );
    return rows;
  },
};
