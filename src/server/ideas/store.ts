import type { PoolClient } from 'pg';
import { PUBLIC_IDEAS, type IdeaCategory, type IdeaState } from '#domain/ideas/idea.ts';
import type { Queryable } from '#server/db/index.ts';
import type { IdeasAsked } from './contract.ts';

/** An idea as it is kept; time in ms. `voted`: has the person voted for whom it is read? */
export interface Idea {
  readonly id: string;
  readonly number: string;
  readonly userId: string | null;
  readonly language: string;
  readonly category: IdeaCategory;
  readonly title: string;
  readonly description: string;
  readonly state: IdeaState;
  readonly mergedInto: string | null;
  readonly path: string | null;
  readonly votes: number;
  readonly madeAt: number;
  readonly voted: boolean;
}

/** $1: for whom it is read, or null. */
const IDEA = `SELECT i.id, i.number::text, i.user_id AS "userId", i.language, i.category, i.title, i.description, i.state,
    i.merged_into AS "mergedInto", i.released_at_path AS path, i.votes, (extract(epoch FROM i.made_at) * 1000)::float8 AS "madeAt",
    EXISTS (SELECT FROM idea_vote v WHERE v.idea = i.id AND v.user_id = $1::uuid) AS voted
  FROM idea i`;

/** Below this two titles are not alike: shared grams over all grams of both. */
const LEAST_LIKENESS = 0.25;

export async function insertIdea(
  tx: PoolClient,
  idea: Pick<Idea, 'id' | 'language' | 'category' | 'title' | 'description'> & {
    readonly userId: string;
    readonly grams: readonly string[];
    readonly now: number;
  },
): Promise<void> {
  const { id, userId, language, category, title, description, grams, now } = idea;
  await tx.query(
    `INSERT INTO idea (id, user_id, language, category, title, description, grams, state, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8)`,
    [id, userId, language, category, title, description, grams, new Date(now)],
  );
}

export async function findIdea(db: Queryable, id: string, userId: string | null = null): Promise<Idea | null> {
  const { rows } = await db.query<Idea>(`${IDEA} WHERE i.id = $2`, [userId, id]);
  return rows[0] ?? null;
}

export async function findByNumber(db: Queryable, number: string): Promise<Idea | null> {
  const { rows } = await db.query<Idea>(`${IDEA} WHERE i.number = $2::bigint`, [null, number]);
  return rows[0] ?? null;
}

/** Held until the transaction ends. */
export async function lockIdea(tx: PoolClient, id: string): Promise<Idea | null> {
  await tx.query('SELECT FROM idea WHERE id = $1 FOR UPDATE', [id]);
  return findIdea(tx, id);
}

export async function pageOfIdeas(
  db: Queryable,
  { userId, category, sort, after, limit }: IdeasAsked,
): Promise<readonly Idea[]> {
  const states = PUBLIC_IDEAS.map((state) => `'${state}'`).join(', ');
  const [behind, order] =
    sort === 'votes'
      ? ['(i.votes, i.id) < ($4::int, $3::uuid)', 'i.votes DESC, i.id DESC']
      : ['($4::int IS NULL OR i.id < $3)', 'i.id DESC'];
  const { rows } = await db.query<Idea>(
    `${IDEA} WHERE i.state IN (${states}) AND ($2::text IS NULL OR i.category = $2) AND ($3::uuid IS NULL OR ${behind})
     ORDER BY ${order} LIMIT $5`,
    [userId, category, after?.id ?? null, after?.votes ?? null, limit],
  );
  return rows;
}

/** Those that others see and whose titles share most, the nearest first. */
export async function ideasLike(
  db: Queryable,
  asked: { readonly grams: readonly string[]; readonly userId: string | null; readonly limit: number },
): Promise<readonly Idea[]> {
  const { rows } = await db.query<Idea>(
    `${IDEA}, LATERAL (
       SELECT 2.0 * count(*) / (cardinality(i.grams) + cardinality($2::text[])) AS likeness
       FROM unnest(i.grams) gram WHERE gram = ANY($2)
     ) shared
     WHERE i.grams && $2 AND i.state = ANY($3) AND likeness >= ${LEAST_LIKENESS}
     ORDER BY likeness DESC, i.votes DESC LIMIT $4`,
    [asked.userId, asked.grams, PUBLIC_IDEAS, asked.limit],
  );
  return rows;
}

/** A person’s own, and those they voted for, newest first. What staff hid is not among them. */
export async function ideasOf(db: Queryable, userId: string, limit: number): Promise<readonly Idea[]> {
  const { rows } = await db.query<Idea>(
    `${IDEA} WHERE i.state <> 'HIDDEN' AND i.id IN (
       SELECT id FROM idea WHERE user_id = $1::uuid UNION SELECT idea FROM idea_vote WHERE user_id = $1::uuid
     ) ORDER BY i.id DESC LIMIT $2`,
    [userId, limit],
  );
  return rows;
}

/** Newest first, after a row, in these states: for staff. */
export async function deskIdeas(
  db: Queryable,
  asked: { readonly states: readonly IdeaState[]; readonly after: string | null; readonly limit: number },
): Promise<readonly Idea[]> {
  const { rows } = await db.query<Idea>(
    `${IDEA} WHERE i.state = ANY($2) AND ($3::uuid IS NULL OR i.id < $3) ORDER BY i.id DESC LIMIT $4`,
    [null, asked.states, asked.after, asked.limit],
  );
  return rows;
}

export async function countIdeas(db: Queryable, state: IdeaState): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM idea WHERE state = $1', [
    state,
  ]);
  return rows[0]?.count ?? 0;
}

/** Ideas of a person since a moment (ms). */
export async function countSuggested(db: Queryable, userId: string, since: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM idea WHERE user_id = $1 AND made_at > $2',
    [userId, new Date(since)],
  );
  return rows[0]?.count ?? 0;
}

/** Only one idea of a person is taken at a time: their number in a day is counted before. */
export async function lockSuggester(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('idea ' || $1, 0))`, [userId]);
}

/** Votes, or takes the vote back; the number of votes follows by a trigger. The idea is locked by whoever calls. */
export async function setVote(
  tx: PoolClient,
  vote: { readonly idea: string; readonly userId: string; readonly voted: boolean; readonly now: number },
): Promise<void> {
  const { idea, userId, voted, now } = vote;
  if (voted)
    await tx.query('INSERT INTO idea_vote (idea, user_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      idea,
      userId,
      new Date(now),
    ]);
  else await tx.query('DELETE FROM idea_vote WHERE idea = $1 AND user_id = $2', [idea, userId]);
}

export async function moveIdea(
  tx: PoolClient,
  to: { readonly id: string; readonly state: IdeaState; readonly path?: string | null },
): Promise<void> {
  await tx.query('UPDATE idea SET state = $2, released_at_path = $3 WHERE id = $1', [to.id, to.state, to.path ?? null]);
}

/** Who voted for it. */
export async function votersOf(db: Queryable, idea: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM idea_vote WHERE idea = $1 ORDER BY user_id',
    [idea],
  );
  return rows.map(({ userId }) => userId);
}

/** Its votes go to another idea: who voted for both counts once. Both are locked by whoever calls. */
export async function mergeInto(
  tx: PoolClient,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO idea_vote (idea, user_id, at) SELECT $2, user_id, at FROM idea_vote WHERE idea = $1 ON CONFLICT DO NOTHING`,
    [from, into],
  );
  await tx.query('DELETE FROM idea_vote WHERE idea = $1', [from]);
  await tx.query(`UPDATE idea SET state = 'MERGED', merged_into = $2 WHERE id = $1`, [from, into]);
  // What was merged into this one before leads to the same place.
  await tx.query('UPDATE idea SET merged_into = $2 WHERE merged_into = $1', [from, into]);
}
