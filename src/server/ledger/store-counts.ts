import type { PoolClient } from 'pg';
import { REALM_NO, type Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** How many people have accounts in a realm, and its journals. */
export async function countBooks(
  tx: PoolClient,
  realm: Realm,
): Promise<{ readonly people: number; readonly journals: number }> {
  const { rows } = await tx.query<{ people: number; journals: number }>(
    `SELECT (SELECT count(DISTINCT owner_id) FROM account WHERE realm = $1)::float8 AS people,
       (SELECT count(*) FROM journal WHERE realm = $1)::float8 AS journals`,
    [REALM_NO[realm]],
  );
  return rows[0] ?? { people: 0, journals: 0 };
}

/** Number of the newest journal of each realm, as text. */
export async function newestJournals(db: Queryable): Promise<Readonly<Record<Realm, string>>> {
  const { rows } = await db.query<{ real: string; demo: string }>(
    `SELECT (SELECT coalesce(max(id), 0) FROM journal_real)::text AS real,
       (SELECT coalesce(max(id), 0) FROM journal_demo)::text AS demo`,
  );
  return rows[0] ?? { real: '0', demo: '0' };
}
