import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Queryable } from '#server/db/index.ts';

/** The rule that words are made by. A higher one makes them anew, with a migration that sets `words_by` to 0. */
const RULE = 1;

interface NameFound {
  readonly userId: string;
  readonly sealed: Buffer | null;
}

/** The words of a name in place of those before. */
export async function putWords(tx: PoolClient, userId: string, words: readonly Buffer[]): Promise<void> {
  await tx.query('DELETE FROM legal_name_word WHERE user_id = $1 AND word <> ALL($2)', [userId, words]);
  await tx.query(
    'INSERT INTO legal_name_word (user_id, word) SELECT $1, word FROM unnest($2::bytea[]) word ON CONFLICT DO NOTHING',
    [userId, words],
  );
  await tx.query('UPDATE legal_name SET words_by = $2 WHERE user_id = $1', [userId, RULE]);
}

/** Names that have no words yet, held until the transaction ends. */
export async function namesWithoutWords(tx: PoolClient, limit: number): Promise<readonly NameFound[]> {
  const { rows } = await tx.query<NameFound>(
    `SELECT user_id AS "userId", sealed FROM legal_name WHERE words_by = 0 AND sealed IS NOT NULL
     ORDER BY user_id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  );
  return rows;
}

/** People whose name has all of these words, newest first. */
export async function findByWords(
  db: Queryable,
  { words, limit }: { readonly words: readonly Buffer[]; readonly limit: number },
): Promise<readonly (NameFound & { readonly status: NameStatus })[]> {
  const { rows } = await db.query<NameFound & { readonly status: NameStatus }>(
    `SELECT n.user_id AS "userId", n.sealed, n.status FROM (
       SELECT user_id FROM legal_name_word WHERE word = ANY($1::bytea[]) GROUP BY user_id HAVING count(*) = $2
       ORDER BY user_id DESC LIMIT $3
     ) found JOIN legal_name n USING (user_id) ORDER BY n.user_id DESC`,
    [words, words.length, limit],
  );
  return rows;
}
