import type { idsOfDays } from '#server/desk/charts.ts';
import type { Queryable } from '#server/db/index.ts';

/** Counts by the index of states and ids alone. */
export async function countMails(db: Queryable, days: ReturnType<typeof idsOfDays>) {
  const count = (states: string) =>
    `(SELECT count(*) FROM mail_outbox WHERE state IN (${states}) AND id >= d.first AND id < d.after)`;
  const { rows } = await db.query<{ day: string; sent: string; not_sent: string }>(
    `SELECT d.day, ${count("'SENT', 'KEPT'")} AS sent, ${count("'FAILED', 'UNSURE'")} AS not_sent
     FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS d(day, first, after)`,
    [...days],
  );
  return rows;
}
