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

/** A mail, without what stands in it. Times in ms. */
export interface DeskMail {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly state: string;
  readonly attempts: number;
  readonly fault: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** Newest first, of one state by its index or of all by their ids. */
export async function listMails(
  db: Queryable,
  asked: { readonly state: string | null; readonly after: string | null; readonly limit: number },
): Promise<readonly DeskMail[]> {
  const { rows } = await db.query<DeskMail>(
    `SELECT id, user_id AS "userId", kind, state, attempts, fault, (extract(epoch FROM created_at) * 1000)::float8 AS "createdAt",
       (extract(epoch FROM ended_at) * 1000)::float8 AS "endedAt"
     FROM mail_outbox WHERE ${asked.state === null ? '$1::text IS NULL' : 'state = $1'} AND ($2::uuid IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows;
}
