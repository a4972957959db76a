import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Queryable } from '#server/db/index.ts';

/** A legal name as stored. */
export interface NameRow {
  readonly sealed: Buffer | null;
  readonly status: NameStatus;
  /** Counts changes of the name, the birth date and the country; 0: nothing was given. */
  readonly version: number;
}

const NONE: NameRow = { sealed: null, status: 'PENDING_NAME', version: 0 };
const READ = 'SELECT sealed, status, version FROM legal_name WHERE user_id = $1';

/** Who gave none is PENDING_NAME. */
export async function findName(db: Queryable, userId: string): Promise<NameRow> {
  const { rows } = await db.query<NameRow>(READ, [userId]);
  return rows[0] ?? NONE;
}

/** The same, held until the transaction ends. */
export async function lockName(tx: PoolClient, userId: string): Promise<NameRow> {
  const { rows } = await tx.query<NameRow>(`${READ} FOR UPDATE`, [userId]);
  return rows[0] ?? NONE;
}

/** Only what is given changes; another name is another version. */
export async function saveName(
  tx: PoolClient,
  userId: string,
  change: { readonly sealed?: Buffer; readonly status?: NameStatus },
): Promise<void> {
  await tx.query(
    `INSERT INTO legal_name (user_id, sealed, status) VALUES ($1, $2, coalesce($3, 'PENDING_NAME'))
     ON CONFLICT (user_id) DO UPDATE SET sealed = coalesce($2, legal_name.sealed), status = coalesce($3, legal_name.status),
       version = legal_name.version + CASE WHEN $2 IS NULL THEN 0 ELSE 1 END`,
    [userId, change.sealed ?? null, change.status ?? null],
  );
}

/** The person is another to screen: their country changed. */
export async function bumpName(tx: Queryable, userId: string): Promise<void> {
  await tx.query('UPDATE legal_name SET version = version + 1 WHERE user_id = $1', [userId]);
}

export async function noteScreened(tx: PoolClient, userId: string, listNo: string): Promise<void> {
  await tx.query('UPDATE legal_name SET screened_with = $2 WHERE user_id = $1', [userId, listNo]);
}

/** Names that were looked at stay. */
export async function deleteUnchecked(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`DELETE FROM legal_name WHERE user_id = $1 AND status NOT IN ('APPROVED', 'BLOCKED')`, [userId]);
}

/** Where a person lives; null: nobody said. */
export async function countryOf(db: Queryable, userId: string): Promise<string | null> {
  const { rows } = await db.query<{ country: string | null }>(
    'SELECT country FROM account_standing WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.country ?? null;
}
