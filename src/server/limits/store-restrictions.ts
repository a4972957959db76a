import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** What the house keeps a person from: play with real money, or money that leaves. */
export const RESTRICTIONS = ['play', 'payouts'] as const;
export type RestrictionName = (typeof RESTRICTIONS)[number];

/** Those that hold now, and since when (ms). */
export async function findRestrictions(
  db: Queryable,
  userId: string,
): Promise<ReadonlyMap<RestrictionName, { readonly setAt: number }>> {
  const { rows } = await db.query<{ what: RestrictionName; holds: boolean; setAt: Date }>(
    `SELECT DISTINCT ON (what) what, holds, set_at AS "setAt" FROM house_restriction WHERE user_id = $1 ORDER BY what, no DESC`,
    [userId],
  );
  return new Map(rows.filter(({ holds }) => holds).map(({ what, setAt }) => [what, { setAt: setAt.getTime() }]));
}

export async function insertRestriction(
  tx: PoolClient,
  row: { readonly userId: string; readonly what: RestrictionName; readonly holds: boolean; readonly now: number },
): Promise<void> {
  await tx.query('INSERT INTO house_restriction (user_id, what, holds, set_at) VALUES ($1, $2, $3, $4)', [
    row.userId,
    row.what,
    row.holds,
    new Date(row.now),
  ]);
}
