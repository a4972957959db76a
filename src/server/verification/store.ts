import type { PoolClient } from 'pg';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { Queryable } from '#server/db/index.ts';

/** A legal name as stored. */
export interface NameRow {
  readonly sealed: Buffer | null;
  readonly status: NameStatus;
}

const NONE: NameRow = { sealed: null, status: 'PENDING_NAME' };

/** Who gave none is PENDING_NAME. */
export async function findName(db: Queryable, userId: string): Promise<NameRow> {
  const { rows } = await db.query<NameRow>('SELECT sealed, status FROM legal_name WHERE user_id = $1', [userId]);
  return rows[0] ?? NONE;
}

/** Only what is given changes. */
export async function saveName(
  tx: PoolClient,
  userId: string,
  change: { readonly sealed?: Buffer; readonly status?: NameStatus },
): Promise<void> {
  await tx.query(
    `INSERT INTO legal_name (user_id, sealed, status) VALUES ($1, $2, coalesce($3, 'PENDING_NAME'))
     ON CONFLICT (user_id) DO UPDATE SET sealed = coalesce($2, legal_name.sealed), status = coalesce($3, legal_name.status)`,
    [userId, change.sealed ?? null, change.status ?? null],
  );
}

/** Names that were looked at stay. */
export async function deleteUnchecked(tx: PoolClient, userId: string): Promise<void> {
  await tx.query(`DELETE FROM legal_name WHERE user_id = $1 AND status NOT IN ('APPROVED', 'BLOCKED')`, [userId]);
}
