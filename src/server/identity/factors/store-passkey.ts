import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** Times in ms. */
export interface PasskeyRow {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
  readonly addedAt: number;
  readonly lastUsedAt: number | null;
}

interface PasskeyRecord {
  id: string;
  user_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  synced: boolean;
  name: string;
  added_at: Date;
  last_used_at: Date | null;
}

const FIELDS = 'id, user_id, public_key, counter, transports, synced, name, added_at, last_used_at';

export async function passkeysOf(db: Queryable, userId: string): Promise<readonly PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRecord>(
    `SELECT ${FIELDS} FROM passkey WHERE user_id = $1 ORDER BY added_at, id`,
    [userId],
  );
  return rows.map(read);
}

/** For one caller at a time until the transaction ends: its counter is about to move. */
export async function lockPasskey(tx: PoolClient, id: string): Promise<PasskeyRow | null> {
  const { rows } = await tx.query<PasskeyRecord>(`SELECT ${FIELDS} FROM passkey WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] === undefined ? null : read(rows[0]);
}

function read(row: PasskeyRecord): PasskeyRow {
  return {
    id: row.id,
    userId: row.user_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    synced: row.synced,
    name: row.name,
    addedAt: row.added_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  };
}

/** false: this credential is known already. */
export async function insertPasskey(tx: PoolClient, key: PasskeyRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO passkey (${FIELDS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL) ON CONFLICT DO NOTHING`,
    [key.id, key.userId, key.publicKey, key.counter, key.transports, key.synced, key.name, new Date(key.addedAt)],
  );
  return rowCount === 1;
}

export async function usePasskey(
  tx: PoolClient,
  use: { readonly id: string; readonly counter: number; readonly now: number; readonly synced: boolean },
): Promise<void> {
  await tx.query('UPDATE passkey SET counter = $2, last_used_at = $3, synced = $4 WHERE id = $1', [
    use.id,
    use.counter,
    new Date(use.now),
    use.synced,
  ]);
}

export async function deletePasskey(
  tx: PoolClient,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<{ readonly name: string } | null> {
  const { rows } = await tx.query<{ name: string }>(
    'DELETE FROM passkey WHERE user_id = $1 AND id = $2 RETURNING name',
    [userId, id],
  );
  return rows[0] ?? null;
}

/** Takes all of a person's passkeys away. */
export async function deletePasskeysOf(
  tx: PoolClient,
  userId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    'DELETE FROM passkey WHERE user_id = $1 RETURNING id, name',
    [userId],
  );
  return rows;
}
