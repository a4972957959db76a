import type { Pool } from 'pg';

/** Scope of an Idempotency-Key: a person and a route. */
export interface AnswerKey {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
}

/** Begins the statement that stores answers, for a batch that stores many beside its other effects. */
export const INSERT_ANSWERS_SQL = 'INSERT INTO idem (user_id, route, key, body_hash, status, body, shard, batch)';

/** The stored answers `i` of the keys that three parameters (`$6`: users, routes, keys side by side) name, for a FROM. */
export const answersOfSql = ([users, routes, keys]: readonly [string, string, string]) =>
  `FROM idem i JOIN (SELECT unnest(${users}::uuid[]), unnest(${routes}::text[]), unnest(${keys}::text[])) AS k(user_id, route, key)
      ON i.user_id = k.user_id AND i.route = k.route AND i.key = k.key`;

/** The answer stored under a key; null: there is none. */
export async function findAnswer(
  db: Pick<Pool, 'query'>,
  { userId, route, key }: AnswerKey,
): Promise<{ readonly bodyHash: string; readonly body: string } | null> {
  const { rows } = await db.query<{ bodyHash: string; body: string }>(
    'SELECT body_hash AS "bodyHash", body FROM idem WHERE user_id = $1 AND route = $2 AND key = $3',
    [userId, route, key],
  );
  return rows[0] ?? null;
}

/** Stores an answer of 200. Batch 0: the engine, whose batches begin at 1, had no part in it. */
export async function insertAnswer(
  tx: Pick<Pool, 'query'>,
  answer: AnswerKey & { readonly bodyHash: string; readonly body: string },
): Promise<void> {
  await tx.query(`${INSERT_ANSWERS_SQL} VALUES ($1, $2, $3, $4, 200, $5, 0, 0)`, [
    answer.userId,
    answer.route,
    answer.key,
    answer.bodyHash,
    answer.body,
  ]);
}

/** Answers under Idempotency-Keys are kept this long. */
const ANSWER_LIFE = '7 days';

/** Drops stored answers that are over 7 days old; says how many. */
export async function forgetOldAnswers(db: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM idem WHERE at < now() - interval '${ANSWER_LIFE}'`);
  return rowCount ?? 0;
}
