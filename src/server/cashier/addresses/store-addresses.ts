import type { PoolClient } from 'pg';
import type { SavedOnly } from '#domain/cashier/addresses.ts';
import type { Queryable } from '#server/db/index.ts';

export interface SavedAddress {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  readonly labelSealed: Buffer | null;
  /** Who holds it for the person, as they say; null: they hold it themselves. */
  readonly heldBySealed: Buffer | null;
  /** ms */
  readonly savedAt: number;
  readonly usableFrom: number;
  /** When the person proved that the wallet is theirs, ms; null: they have not. */
  readonly provedAt: number | null;
}

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;
const COLUMNS = `id, network, address, tag, label AS "labelSealed", held_by AS "heldBySealed", ${ms('proved_at')} AS "provedAt", ${ms('saved_at')} AS "savedAt", ${ms('usable_from')} AS "usableFrom"`;

/** All of a person, the newest first. */
export async function addressesOf(db: Queryable, userId: string): Promise<readonly SavedAddress[]> {
  const { rows } = await db.query<SavedAddress>(
    `SELECT ${COLUMNS} FROM saved_address WHERE user_id = $1 ORDER BY saved_at DESC, id DESC`,
    [userId],
  );
  return rows;
}

export async function insertAddress(tx: PoolClient, userId: string, row: SavedAddress): Promise<void> {
  await tx.query(
    `INSERT INTO saved_address (id, user_id, network, address, tag, label, held_by, saved_at, usable_from, proved_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [row.id, userId, ...valuesOf(row)],
  );
}

export async function updateAddress(tx: PoolClient, row: SavedAddress): Promise<void> {
  await tx.query(
    `UPDATE saved_address SET network = $2, address = $3, tag = $4, label = $5, held_by = $6, saved_at = $7, usable_from = $8, proved_at = $9
     WHERE id = $1`,
    [row.id, ...valuesOf(row)],
  );
}

function valuesOf(row: SavedAddress): readonly unknown[] {
  const { network, address, tag, labelSealed, heldBySealed, savedAt, usableFrom, provedAt } = row;
  const proved = provedAt === null ? null : new Date(provedAt);
  return [network, address, tag, labelSealed, heldBySealed, new Date(savedAt), new Date(usableFrom), proved];
}

/** false: the person has no such entry. */
export async function deleteAddress(
  tx: PoolClient,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM saved_address WHERE id = $1 AND user_id = $2', [id, userId]);
  return rowCount === 1;
}

export async function findSavedOnly(db: Queryable, userId: string): Promise<SavedOnly> {
  const { rows } = await db.query<SavedOnly>(
    `SELECT saved_only AS on, ${ms('saved_only_until')} AS until FROM payer WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ?? { on: false, until: null };
}

export async function setSavedOnly(tx: PoolClient, userId: string, { on, until }: SavedOnly): Promise<void> {
  await tx.query('UPDATE payer SET saved_only = $2, saved_only_until = $3 WHERE user_id = $1', [
    userId,
    on,
    until === null ? null : new Date(until),
  ]);
}
