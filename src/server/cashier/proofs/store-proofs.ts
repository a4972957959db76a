import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** A text that waits to be signed. Times in ms. */
export interface WalletProofRow {
  readonly nonce: string;
  readonly savedAddress: string;
  readonly network: string;
  readonly address: string;
  readonly message: string;
  readonly expiresAt: number;
}

/** Texts of the person whose time has passed unsigned go away with it. */
export async function insertProof(
  tx: PoolClient,
  userId: string,
  { now, ...row }: WalletProofRow & { readonly now: number },
): Promise<void> {
  await tx.query('DELETE FROM wallet_proof WHERE user_id = $1 AND proved_at IS NULL AND expires_at <= $2', [
    userId,
    new Date(now),
  ]);
  await tx.query(
    `INSERT INTO wallet_proof (nonce, user_id, saved_address, network, address, message, made_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.nonce,
      userId,
      row.savedAddress,
      row.network,
      row.address,
      row.message,
      new Date(now),
      new Date(row.expiresAt),
    ],
  );
}

interface Asked {
  readonly userId: string;
  readonly savedAddress: string;
  readonly nonce: string;
  readonly now: number;
}

/** One that may still be signed; null: it was, its time has passed, or it is of somebody or something else. */
export async function findOpenProof(db: Queryable, asked: Asked): Promise<WalletProofRow | null> {
  const { rows } = await db.query<WalletProofRow>(
    `SELECT nonce, saved_address AS "savedAddress", network, address, message, floor(extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt"
     FROM wallet_proof WHERE nonce = $1 AND user_id = $2 AND saved_address = $3 AND proved_at IS NULL AND expires_at > $4`,
    [asked.nonce, asked.userId, asked.savedAddress, new Date(asked.now)],
  );
  return rows[0] ?? null;
}

/** Keeps the signature with its text. Throws where it is no longer open. */
export async function useProof(tx: PoolClient, asked: Asked & { readonly signature: string }): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE wallet_proof SET signature = $5, proved_at = $4
     WHERE nonce = $1 AND user_id = $2 AND saved_address = $3 AND proved_at IS NULL AND expires_at > $4`,
    [asked.nonce, asked.userId, asked.savedAddress, new Date(asked.now), asked.signature],
  );
  if (rowCount !== 1) throw new Error('a proof was used twice');
}

/** false: the entry is gone, or is another address now. */
export async function setProved(
  tx: PoolClient,
  { userId, proof, now }: { readonly userId: string; readonly proof: WalletProofRow; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE saved_address SET proved_at = $5 WHERE id = $1 AND user_id = $2 AND network = $3 AND address = $4 AND held_by IS NULL',
    [proof.savedAddress, userId, proof.network, proof.address, new Date(now)],
  );
  return rowCount === 1;
}
