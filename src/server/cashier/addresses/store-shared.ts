import type { Queryable } from '#server/db/index.ts';
import type { LinkSource, SharedThing, Sharer } from '#server/desk/links.ts';

/** Where money is sent: the tag tells apart people who share an address of an exchange. */
type Place = readonly [network: string, address: string, tag: string];

const whichOf = (place: Place) => place.filter((part) => part !== '').join(' ');

/** The place of one of its rows: its key is the least id of them. */
async function placeOf(db: Queryable, key: string): Promise<Place | null> {
  const { rows } = await db.query<{ network: string; address: string; tag: string }>(
    `SELECT network, address, tag FROM saved_address WHERE id = $1
     UNION ALL SELECT network, address, tag FROM withdrawal WHERE id = $1 LIMIT 1`,
    [key],
  );
  const [row] = rows;
  return row === undefined ? null : [row.network, row.address, row.tag];
}

const ms = (value: string) => `floor(extract(epoch FROM ${value}) * 1000)::float8`;
const USED = `(SELECT id, network, address, tag, user_id, saved_at AS at FROM saved_address
  UNION ALL SELECT id, network, address, tag, user_id, requested_at FROM withdrawal) used`;

interface Row extends Omit<SharedThing, 'which'> {
  readonly network: string;
  readonly address: string;
  readonly tag: string;
}

async function things(db: Queryable, where: string, values: readonly unknown[]): Promise<readonly SharedThing[]> {
  const { rows } = await db.query<Row>(
    `SELECT min(id::text) AS key, network, address, tag, count(DISTINCT user_id)::int AS people, ${ms('min(at)')} AS "firstAt", ${ms('max(at)')} AS "lastAt"
     FROM ${USED} WHERE ${where} GROUP BY network, address, tag HAVING count(DISTINCT user_id) > 1
     ORDER BY network, address, tag LIMIT $1`,
    [...values],
  );
  return rows.map(({ network, address, tag, ...thing }) => ({ ...thing, which: whichOf([network, address, tag]) }));
}

/** Addresses that several people have saved, or were paid at. */
export const sharedAddresses: LinkSource = {
  kind: 'address',
  list: async (db, { after, limit }) => {
    const place = after === null ? null : await placeOf(db, after);
    if (place === null) return things(db, 'true', [limit]);
    return things(db, '(network, address, tag) > ($2, $3, $4)', [limit, ...place]);
  },
  find: async (db, key) => {
    const place = await placeOf(db, key);
    if (place === null) return null;
    const { rows } = await db.query<Sharer>(
      `SELECT user_id AS "userId", ${ms('min(at)')} AS "firstAt", ${ms('max(at)')} AS "lastAt"
       FROM ${USED} WHERE network = $1 AND address = $2 AND tag = $3 GROUP BY user_id ORDER BY min(at), user_id`,
      [...place],
    );
    return rows.length > 1 ? { which: whichOf(place), sharers: rows } : null;
  },
  of: (db, userId) =>
    things(
      db,
      `(network, address, tag) IN (SELECT network, address, tag FROM saved_address WHERE user_id = $2
         UNION SELECT network, address, tag FROM withdrawal WHERE user_id = $2)`,
      [100, userId],
    ),
};
