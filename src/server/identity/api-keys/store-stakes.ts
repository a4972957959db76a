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

/** A scheduled entry counts as what it became; one that ended without a prediction took nothing. */
const PREDICTIONS = `SELECT coalesce(sum(CASE
      WHEN e.ended_at IS NOT NULL AND e.prediction_id IS NULL THEN 0
      WHEN t.prediction_id IS NULL THEN s.worst ELSE s.worst - t.credit END), 0) AS lost
  FROM api_key_stake s LEFT JOIN scheduled_entry e ON e.id = s.object_id AND e.realm = $2
    LEFT JOIN settlement t ON t.prediction_id = coalesce(e.prediction_id, s.object_id) AND t.realm = $2
  WHERE s.key_id = $1 AND s.kind = 'prediction' AND s.at > $3`;

const RESTING = `SELECT coalesce(sum(CASE WHEN o.id IS NULL THEN s.worst ELSE o.held END), 0) AS lost
  FROM api_key_stake s LEFT JOIN market_order o ON o.id = s.object_id AND o.realm = $2
  WHERE s.key_id = $1 AND s.kind = 'order' AND s.at > $3`;

/** Lots bought less lots sold of each outcome, and money paid less money received, by market: at its worst end while it is open. */
const FILLED = `WITH own AS (
    SELECT object_id FROM api_key_stake WHERE key_id = $1 AND kind = 'order' AND at > $3 AND object_id IS NOT NULL
  ), part AS (
    SELECT f.market_id, f.taker_outcome AS outcome, f.taker_side AS side, f.lots, f.taker_turnover AS turnover, f.fee
    FROM fill f JOIN own ON f.taker_order = own.object_id WHERE f.realm = $2
    UNION ALL
    SELECT f.market_id, f.maker_outcome, f.maker_side, f.lots, f.maker_turnover, 0
    FROM fill f JOIN own ON f.maker_order = own.object_id WHERE f.realm = $2 AND f.maker_user = $4 AND f.at > $3
  ), sums AS (
    SELECT market_id, sum(CASE side WHEN 'BUY' THEN turnover + fee ELSE fee - turnover END) AS paid,
      sum(CASE WHEN outcome = 0 THEN CASE side WHEN 'BUY' THEN lots ELSE -lots END ELSE 0 END) AS first,
      sum(CASE WHEN outcome = 1 THEN CASE side WHEN 'BUY' THEN lots ELSE -lots END ELSE 0 END) AS second
    FROM part GROUP BY market_id
  )
  SELECT coalesce(sum(paid - CASE
      WHEN m.result IS NULL THEN least(first, second) * 10000
      WHEN m.result = 'WON' THEN CASE m.won WHEN 0 THEN first ELSE second END * 10000
      ELSE (first * coalesce(m.void_value, 500) + second * (1000 - coalesce(m.void_value, 500))) * 10 END), 0) AS lost
  FROM sums JOIN market m ON m.id = sums.market_id AND m.realm = $2`;

/**
 * What was lost with a key, and what still can be: stakes of predictions that have ended less what came back, open ones in full, money held
 * by resting orders, and of each market what was paid there less what came or, while it is open, must at least come back. 10^-6; negative: won.
 */
export async function lostWith(db: Queryable, { keyId, userId, realm, since }: KeyOwner): Promise<bigint> {
  const { rows } = await db.query<{ lost: string }>(
    `SELECT ((${PREDICTIONS}) + (${RESTING}) + (${FILLED}))::bigint AS lost`,
    [keyId, REALM_NO[realm], since, userId],
  );
  return BigInt(rows[0]?.lost ?? '0');
}
