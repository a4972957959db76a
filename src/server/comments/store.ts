import type { PoolClient } from 'pg';
import type { CommentState, ReportReason } from '#domain/comments/comment.ts';
import type { Queryable } from '#server/db/index.ts';
import type { CommentsAsked } from './contract.ts';

/** What a person held of a market: lots, + of YES, - of NO. */
export interface Held {
  readonly market: string;
  readonly lots: number;
}

/** A comment as it is kept; times in ms. `liked`: by the person for whom it is read. */
export interface Comment {
  readonly id: string;
  readonly eventId: string;
  readonly userId: string | null;
  readonly parent: string | null;
  readonly text: string;
  readonly holds: readonly Held[];
  readonly state: CommentState;
  readonly pinned: boolean;
  readonly likes: number;
  readonly reports: number;
  readonly madeAt: number;
  readonly editedAt: number | null;
  readonly rank: string;
  readonly liked: boolean;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;

/** $1: for whom it is read, or null. */
const COMMENT = `SELECT c.id, c.event_id AS "eventId", c.user_id AS "userId", c.parent, c.text, c.holds, c.state, c.pinned, c.likes, c.reports,
    ${ms('c.made_at')} AS "madeAt", ${ms('c.edited_at')} AS "editedAt", c.rank,
    EXISTS (SELECT FROM event_comment_like l WHERE l.comment = c.id AND l.user_id = $1::uuid) AS liked
  FROM event_comment c`;
/** Not of somebody whom the person has muted. */
const HEARD = 'NOT EXISTS (SELECT FROM comment_mute m WHERE m.user_id = $1::uuid AND m.muted = c.user_id)';
/** What the house hid is left out, but where others have replied to it. */
const STANDS = `(c.state <> 'HIDDEN' OR EXISTS (SELECT FROM event_comment r WHERE r.parent = c.id AND r.state = 'SHOWN'))`;

const SORTED = {
  best: {
    after: '(c.rank, c.id) < ($5::bigint, $4::uuid)',
    order: 'c.rank DESC, c.id DESC',
  },
  newest: {
    after: '($5::bigint IS NOT NULL AND c.id < $4::uuid)',
    order: 'c.id DESC',
  },
} as const;

/** What replies to nothing. */
export async function pageOfComments(
  db: Queryable,
  { eventId, userId, sort, after, limit }: Omit<CommentsAsked, 'parent'>,
): Promise<readonly Comment[]> {
  const sorted = SORTED[sort];
  const { rows } = await db.query<Comment>(
    `${COMMENT} WHERE c.event_id = $2 AND c.parent IS NULL AND ${STANDS} AND ${HEARD}
       AND ($4::uuid IS NULL OR ${sorted.after}) ORDER BY ${sorted.order} LIMIT $3`,
    [userId, eventId, limit, after?.id ?? null, after?.rank ?? null],
  );
  return rows;
}

/** Replies to a comment from one on, oldest first. */
export async function pageOfReplies(
  db: Queryable,
  asked: Pick<CommentsAsked, 'userId' | 'limit'> & {
    readonly parent: string;
    readonly after: string | null;
  },
): Promise<readonly Comment[]> {
  const { rows } = await db.query<Comment>(
    `${COMMENT} WHERE c.parent = $2 AND c.state <> 'HIDDEN' AND ${HEARD} AND ($4::uuid IS NULL OR c.id > $4) ORDER BY c.id LIMIT $3`,
    [asked.userId, asked.parent, asked.limit, asked.after],
  );
  return rows;
}

/** The first replies to each of some comments, with how many there are. */
export async function firstReplies(
  db: Queryable,
  {
    of,
    userId,
    each,
  }: {
    readonly of: readonly string[];
    readonly userId: string | null;
    readonly each: number;
  },
): Promise<readonly (Comment & { readonly total: number })[]> {
  if (of.length === 0) return [];
  const { rows } = await db.query<Comment & { readonly total: number }>(
    `SELECT * FROM (
       SELECT x.*, (row_number() OVER (PARTITION BY x.parent ORDER BY x.id))::int AS place, (count(*) OVER (PARTITION BY x.parent))::int AS total
       FROM (${COMMENT} WHERE c.parent = ANY($2::uuid[]) AND c.state <> 'HIDDEN' AND ${HEARD}) x
     ) y WHERE place <= $3 ORDER BY parent, id`,
    [userId, of, each],
  );
  return rows;
}

export async function countComments(db: Queryable, eventId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM event_comment WHERE event_id = $1 AND state = 'SHOWN'`,
    [eventId],
  );
  return rows[0]?.count ?? 0;
}

export async function findComment(db: Queryable, id: string, userId: string | null = null): Promise<Comment | null> {
  const { rows } = await db.query<Comment>(`${COMMENT} WHERE c.id = $2`, [userId, id]);
  return rows[0] ?? null;
}

/** Held until the transaction ends. */
export async function lockComment(tx: PoolClient, id: string, userId: string | null = null): Promise<Comment | null> {
  await tx.query('SELECT FROM event_comment WHERE id = $1 FOR UPDATE', [id]);
  return findComment(tx, id, userId);
}

/** Only one comment of a person is taken at a time: their number is counted before. */
export async function lockWriter(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('comment ' || $1, 0))`, [userId]);
}

/** Comments of a person since a moment (ms), also those that were deleted. */
export async function countWritten(db: Queryable, userId: string, since: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM event_comment WHERE user_id = $1 AND made_at > $2',
    [userId, new Date(since)],
  );
  return rows[0]?.count ?? 0;
}

/** Has the person written the same since a moment (ms), in any event but in `beside`? */
export async function hasWritten(
  db: Queryable,
  of: {
    readonly userId: string;
    readonly gist: string;
    readonly since: number;
    readonly beside?: string;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM event_comment WHERE user_id = $1 AND made_at > $2 AND gist = $3 AND ($4::uuid IS NULL OR id <> $4) LIMIT 1',
    [of.userId, new Date(of.since), of.gist, of.beside ?? null],
  );
  return rowCount === 1;
}

export async function insertComment(
  tx: PoolClient,
  comment: Pick<Comment, 'id' | 'eventId' | 'parent' | 'text' | 'holds'> & {
    readonly userId: string;
    readonly gist: string;
    readonly now: number;
  },
): Promise<void> {
  const { id, eventId, userId, parent, text, gist, holds, now } = comment;
  await tx.query(
    `INSERT INTO event_comment (id, event_id, user_id, parent, text, gist, holds, state, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'SHOWN', $8)`,
    [id, eventId, userId, parent, text, gist, JSON.stringify(holds), new Date(now)],
  );
}

export async function changeText(
  tx: PoolClient,
  change: {
    readonly id: string;
    readonly text: string;
    readonly gist: string;
    readonly now: number;
  },
): Promise<void> {
  const { id, text, gist, now } = change;
  await tx.query('UPDATE event_comment SET text = $2, gist = $3, edited_at = $4 WHERE id = $1', [
    id,
    text,
    gist,
    new Date(now),
  ]);
}

/** Of what its writer deletes nothing is kept but that it was there. */
export async function moveComment(tx: PoolClient, id: string, state: CommentState): Promise<void> {
  await tx.query(
    `UPDATE event_comment SET state = $2, pinned = pinned AND $2 = 'SHOWN',
       text = CASE WHEN $2 = 'DELETED' THEN '' ELSE text END, gist = CASE WHEN $2 = 'DELETED' THEN '' ELSE gist END,
       holds = CASE WHEN $2 = 'DELETED' THEN '[]' ELSE holds END WHERE id = $1`,
    [id, state],
  );
}

export async function setPinned(tx: PoolClient, id: string, pinned: boolean): Promise<void> {
  await tx.query('UPDATE event_comment SET pinned = $2 WHERE id = $1', [id, pinned]);
}

export async function countPinned(db: Queryable, eventId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM event_comment WHERE event_id = $1 AND pinned',
    [eventId],
  );
  return rows[0]?.count ?? 0;
}

/** The number of likes follows by a trigger. The comment is locked by whoever calls. */
export async function setLike(
  tx: PoolClient,
  like: {
    readonly comment: string;
    readonly userId: string;
    readonly liked: boolean;
    readonly now: number;
  },
): Promise<void> {
  const { comment, userId, liked, now } = like;
  if (liked)
    await tx.query('INSERT INTO event_comment_like (comment, user_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      comment,
      userId,
      new Date(now),
    ]);
  else await tx.query('DELETE FROM event_comment_like WHERE comment = $1 AND user_id = $2', [comment, userId]);
}

/** The first report of a person stands. */
export async function insertReport(
  tx: PoolClient,
  report: {
    readonly comment: string;
    readonly userId: string;
    readonly reason: ReportReason;
    readonly now: number;
  },
): Promise<void> {
  const { comment, userId, reason, now } = report;
  await tx.query(
    'INSERT INTO event_comment_report (comment, user_id, reason, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [comment, userId, reason, new Date(now)],
  );
}

/** What was reported has been looked at. */
export async function closeReports(tx: PoolClient, comment: string): Promise<void> {
  await tx.query('UPDATE event_comment_report SET open = false WHERE comment = $1 AND open', [comment]);
}

/** How often each reason was given, most first. */
export async function reportsOf(
  db: Queryable,
  comment: string,
): Promise<
  readonly {
    readonly reason: ReportReason;
    readonly count: number;
    readonly open: number;
  }[]
> {
  const { rows } = await db.query<{
    reason: ReportReason;
    count: number;
    open: number;
  }>(
    `SELECT reason, count(*)::int AS count, (count(*) FILTER (WHERE open))::int AS open FROM event_comment_report
     WHERE comment = $1 GROUP BY reason ORDER BY count DESC, reason`,
    [comment],
  );
  return rows;
}
