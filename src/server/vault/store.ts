import type { Queryable } from '#server/db/index.ts';

export interface SubjectKeyRow {
  readonly keyId: Buffer;
  /** null: destroyed. */
  readonly wrapped: Buffer | null;
  readonly masterId: string;
}

const COLUMNS = 'key_id AS "keyId", wrapped, master_id AS "masterId"';

export async function findKey(db: Queryable, userId: string): Promise<SubjectKeyRow | null> {
  const { rows } = await db.query<SubjectKeyRow>(`SELECT ${COLUMNS} FROM subject_key WHERE user_id = $1`, [userId]);
  return rows[0] ?? null;
}

/** The key for sealing, held until the transaction ends so that it cannot be destroyed under the new text. */
export async function lockKey(tx: Queryable, userId: string): Promise<SubjectKeyRow | null> {
  const { rows } = await tx.query<SubjectKeyRow>(
    `SELECT ${COLUMNS} FROM subject_key WHERE user_id = $1 FOR KEY SHARE`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Adds a key unless somebody else was quicker. */
export async function insertKey(tx: Queryable, userId: string, row: SubjectKeyRow): Promise<void> {
  await tx.query(
    'INSERT INTO subject_key (user_id, key_id, wrapped, master_id) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO NOTHING',
    [userId, row.keyId, row.wrapped, row.masterId],
  );
}

/** Forgets a key for good; its row stays. FOR UPDATE waits for those who are sealing. */
export async function destroyKey(tx: Queryable, userId: string, row: SubjectKeyRow): Promise<void> {
  await tx.query('SELECT 1 FROM subject_key WHERE user_id = $1 FOR UPDATE', [userId]);
  await tx.query(
    `INSERT INTO subject_key (user_id, key_id, wrapped, master_id, destroyed_at) VALUES ($1, $2, NULL, $3, now())
     ON CONFLICT (user_id) DO UPDATE SET wrapped = NULL, destroyed_at = now() WHERE subject_key.destroyed_at IS NULL`,
    [userId, row.keyId, row.masterId],
  );
}

/** Living keys that another master key wrapped. */
export async function findKeysOfOthers(
  db: Queryable,
  { masterId, limit }: { readonly masterId: string; readonly limit: number },
): Promise<readonly (SubjectKeyRow & { readonly userId: string })[]> {
  const { rows } = await db.query<SubjectKeyRow & { userId: string }>(
    `SELECT user_id AS "userId", ${COLUMNS} FROM subject_key WHERE wrapped IS NOT NULL AND master_id <> $1 ORDER BY user_id LIMIT $2`,
    [masterId, limit],
  );
  return rows;
}

/** Replaces the wrapping of a key that nobody has rewrapped or destroyed meanwhile. */
export async function replaceWrapping(
  db: Queryable,
  change: { readonly userId: string; readonly from: Buffer; readonly wrapped: Buffer; readonly masterId: string },
): Promise<void> {
  await db.query('UPDATE subject_key SET wrapped = $3, master_id = $4 WHERE user_id = $1 AND wrapped = $2', [
    change.userId,
    change.from,
    change.wrapped,
    change.masterId,
  ]);
}
