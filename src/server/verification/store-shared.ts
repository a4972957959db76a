import type { LinkSource, SharedThing, Sharer } from '#server/desk/links.ts';

const ms = (value: string) => `floor(extract(epoch FROM ${value}) * 1000)::float8`;
const THING = `encode(sha256, 'hex') AS key, left(encode(sha256, 'hex'), 12) AS which, count(DISTINCT user_id)::int AS people, ${ms('min(made_at)')} AS "firstAt", ${ms('max(made_at)')} AS "lastAt"`;

/** Files that several people have sent as documents of theirs, by their content. */
export const sharedFiles: LinkSource = {
  kind: 'document',
  list: async (db, { after, limit }) => {
    const { rows } = await db.query<SharedThing>(
      `SELECT ${THING} FROM document_file WHERE review IS NOT NULL AND ($1::text IS NULL OR sha256 > decode($1, 'hex'))
       GROUP BY sha256 HAVING count(DISTINCT user_id) > 1 ORDER BY sha256 LIMIT $2`,
      [after, limit],
    );
    return rows;
  },
  find: async (db, key) => {
    const { rows } = await db.query<Sharer>(
      `SELECT user_id AS "userId", ${ms('min(made_at)')} AS "firstAt", ${ms('max(made_at)')} AS "lastAt"
       FROM document_file WHERE review IS NOT NULL AND sha256 = decode($1, 'hex') GROUP BY user_id ORDER BY min(made_at), user_id`,
      [key],
    );
    return rows.length > 1 ? { which: key.slice(0, 12), sharers: rows } : null;
  },
  of: async (db, userId) => {
    const { rows } = await db.query<SharedThing>(
      `SELECT ${THING} FROM document_file WHERE review IS NOT NULL
         AND sha256 IN (SELECT sha256 FROM document_file WHERE user_id = $1 AND review IS NOT NULL)
       GROUP BY sha256 HAVING count(DISTINCT user_id) > 1 ORDER BY sha256 LIMIT 100`,
      [userId],
    );
    return rows;
  },
};
