import type { PoolClient } from 'pg';
import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import type { KeyStake } from './contract.ts';

/** Whose losses: those of what a key placed after `since` (ms). */
export interface KeyOwner {
  readonly keyId: string;
  /** As whom the key acts. */
  readonly userId: string;
  readonly realm: Realm;
  readonly since: number;
}

/** One stake of a key at a time, until the transaction ends. */
export async function lockKey(tx: PoolClient, keyId: string): Promise<void> {
  await tx.query('SELECT 1 FROM api_key WHERE id = $1 FOR UPDATE', [keyId]);
}

/** What a claim goes by. */
type ClaimName = Pick<KeyStake, 'request' | 'bodyHash'>;

/** Claims a stake before it is placed; the caller holds the key. One of this name whose day is over without an end begins anew. */
export async function putStake(
  tx: PoolClient,
  { keyId, realm }: KeyOwner,
  stake: KeyStake & { readonly now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO api_key_stake (key_id, request, body_hash, kind, realm, worst, at, holders)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 1)
     ON CONFLICT (key_id, request, body_hash) DO UPDATE SET at = excluded.at, holders = api_key_stake.holders + 1`,
    [keyId, stake.request, stake.bodyHash, stake.kind, REALM_NO[realm], stake.worst, stake.now],
  );
}

/** One more attempt at a request that is claimed and counts already; false: it is not. What has no name yet may be made now: its day begins. */
export async function joinStake(
  tx: PoolClient,
  { keyId, since }: KeyOwner,
  { request, bodyHash, now }: ClaimName & { readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE api_key_stake SET holders = holders + 1, at = CASE WHEN object_id IS NULL THEN $5 ELSE at END
     WHERE key_id = $1 AND request = $2 AND body_hash = $3 AND (at > $4 OR object_id IS NOT NULL)`,
    [keyId, request, bodyHash, since, now],
  );
  return rowCount === 1;
}

/** Says what was made of a stake. */
export async function nameStake(
  db: Queryable,
  keyId: string,
  { request, bodyHash, objectId }: ClaimName & { readonly objectId: string },
): Promise<void> {
  await db.query('UPDATE api_key_stake SET object_id = $4 WHERE key_id = $1 AND request = $2 AND body_hash = $3', [
    keyId,
    request,
    bodyHash,
    objectId,
  ]);
}

/** An attempt was told no. The claim goes with the last attempt that holds it; one that has a name stays. */
export async function releaseStake(db: Queryable, keyId: string, { request, bodyHash }: ClaimName): Promise<void> {
  const claim = [keyId, request, bodyHash];
  await db.query(
    'UPDATE api_key_stake SET holders = holders - 1 WHERE key_id = $1 AND request = $2 AND body_hash = $3',
    claim,
  );
  // Nobody can join between the two and be dropped: what they raised is seen here.
  await db.query(
    `DELETE FROM api_key_stake WHERE key_id = $1 AND request = $2 AND body_hash = $3 AND holders = 0 AND object_id IS NULL`,
    claim,
  );
}

export async function forgetStakes(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM api_key_stake WHERE at < $1', [before]);
}

/**
 * What was lost with a key, and what still can be: stakes of predictions that have ended less what came back, open ones in full, money held
 * by resting orders, and of each market what was paid there less what came or, while it is open, must at least come back. 10^-6; negative: won.
 */
export async function lostWith(db: Queryable, { keyId, userId, realm, since }: KeyOwner): Promise<bigint> {
  const { rows } = await db.query<{ lost: string }>(
    `SELECT trading_losses($2::smallint, $4::uuid, $3::bigint,
       array_agg(object_id) FILTER (WHERE kind = 'prediction'), array_agg(worst) FILTER (WHERE kind = 'prediction'),
       array_agg(object_id) FILTER (WHERE kind = 'order'), array_agg(worst) FILTER (WHERE kind = 'order')) AS lost
     FROM api_key_stake WHERE key_id = $1 AND at > $3`,
    [keyId, REALM_NO[realm], since, userId],
  );
  return BigInt(rows[0]?.lost ?? '0');
}
