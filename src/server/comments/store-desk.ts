import type { CommentState } from '#domain/comments/comment.ts';
import type { Queryable } from '#server/db/index.ts';

/** A comment in the list of its desk; time in ms. */
interface DeskComment {
  readonly id: string;
  readonly eventId: string;
  readonly text: string;
  readonly state: CommentState;
  readonly pinned: boolean;
  readonly likes: number;
  readonly reports: number;
  readonly madeAt: number;
}

/** Newest first, after a row. `reported`: those alone that somebody has reported since they were looked at. */
export async function deskComments(
  db: Queryable,
  asked: {
    readonly reported: boolean;
    readonly state: string | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<readonly DeskComment[]> {
  const { rows } = await db.query<DeskComment>(
    `SELECT id, event_id AS "eventId", text, state, pinned, likes, reports, (extract(epoch FROM made_at) * 1000)::float8 AS "madeAt"
     FROM event_comment WHERE ($1::text IS NULL OR state = $1) AND ($2::uuid IS NULL OR id < $2)
       ${asked.reported ? `AND reports > 0 AND state = 'SHOWN'` : ''} ORDER BY id DESC LIMIT $3`,
    [asked.state, asked.after, asked.limit],
  );
  return rows;
}

/** Comments that wait for somebody to look at their reports. */
export async function countReported(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM event_comment WHERE reports > 0 AND state = 'SHOWN'`,
  );
  return rows[0]?.count ?? 0;
}
