import type { idsOfDays } from '#server/desk/charts.ts';
import type { Queryable } from '#server/db/index.ts';

/** Counts by the index of people alone. */
export async function countNewPeople(db: Queryable, days: ReturnType<typeof idsOfDays>) {
  const { rows } = await db.query<{ day: string; count: string }>(
    `SELECT d.day, (SELECT count(*) FROM app_user WHERE role <> 'DEMO' AND id >= d.first AND id < d.after) AS count
     FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS d(day, first, after)`,
    [...days],
  );
  return rows;
}
