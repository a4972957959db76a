import type { idsOfDays } from '#server/desk/charts.ts';
import type { Queryable } from '#server/db/index.ts';

/** Counts by indexes alone. */
export async function countReviews(
  db: Queryable,
  [days, first, after]: ReturnType<typeof idsOfDays>,
  ends: readonly (readonly [Date, Date])[],
) {
  const { rows } = await db.query<{ day: string; sent: string; decided: string }>(
    `SELECT d.day, (SELECT count(*) FROM document_review WHERE id >= d.first AND id < d.after) AS sent,
       (SELECT count(*) FROM document_review WHERE decided_at >= d.begins AND decided_at < d.ends) AS decided
     FROM unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[]) AS d(day, first, after, begins, ends)`,
    [days, first, after, ends.map(([begins]) => begins), ends.map(([, end]) => end)],
  );
  return rows;
}
