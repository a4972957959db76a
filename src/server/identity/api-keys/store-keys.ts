import type { PoolClient } from 'pg';
import type { Role } from '#domain/identity/actor.ts';
import type { ApiKeyKind, ApiScope } from '#domain/identity/api-key.ts';
import type { Queryable } from '#server/db/index.ts';

/** Times in ms, money in 10^-6. */
export interface ApiKeyRow {
  readonly id: string;
  /** Whose it is. */
  readonly userId: string;
  /** As whom it acts, and that person's role. */
  readonly actsAs: string;
  readonly role: Role;
  readonly kind: ApiKeyKind;
  readonly name: string;
  readonly hash: Buffer | null;
  readonly sealed: Buffer | null;
  readonly scopes: readonly ApiScope[];
  readonly addresses: readonly string[];
  readonly ratePerMin: number;
  readonly lossCapDay: bigint | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly endedAt: number | null;
  /** The account of its person is closed, or blocked by staff. */
  readonly closed: boolean;
}

interface ApiKeyRecord {
  id: string;
  user_id: string;
  acts_as: string;
  role: Role;
  kind: ApiKeyKind;
  name: string;
  hash: Buffer | null;
  sealed: Buffer | null;
  scopes: ApiScope[];
  addresses: string[];
  rate_per_min: number;
  loss_cap_day: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  ended_at: Date | null;
  closed: boolean;
}

const SELECT = `SELECT k.id, k.user_id, k.acts_as, a.role, k.kind, k.name, k.hash, k.sealed, k.scopes, k.addresses, k.rate_per_min,
  k.loss_cap_day, k.created_at, k.expires_at, k.last_used_at, k.ended_at, u.closed_at IS NOT NULL OR u.blocked_at IS NOT NULL AS closed
  FROM api_key k JOIN app_user u ON u.id = k.user_id JOIN app_user a ON a.id = k.acts_as`;

/** Neither ended nor over at `now` (ms), newest first. */
export async function livingKeysOf(db: Queryable, userId: string, now: number): Promise<readonly ApiKeyRow[]> {
  const { rows } = await db.query<ApiKeyRecord>(
    `${SELECT} WHERE k.user_id = $1 AND k.ended_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
     ORDER BY k.created_at DESC, k.id DESC`,
    [userId, new Date(now)],
  );
  return rows.map(read);
}

export async function findKey(db: Queryable, id: string): Promise<ApiKeyRow | null> {
  const { rows } = await db.query<ApiKeyRecord>(`${SELECT} WHERE k.id = $1`, [id]);
  return rows[0] === undefined ? null : read(rows[0]);
}

/** One maker of keys of a person at a time, until the transaction ends. */
export async function lockPerson(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE', [userId]);
}

export async function insertKey(
  tx: PoolClient,
  key: Omit<ApiKeyRow, 'role' | 'lastUsedAt' | 'endedAt' | 'closed'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (id, user_id, acts_as, kind, name, hash, sealed, scopes, addresses, rate_per_min, loss_cap_day, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      key.id,
      key.userId,
      key.actsAs,
      key.kind,
      key.name,
      key.hash,
      key.sealed,
      key.scopes,
      key.addresses,
      key.ratePerMin,
      key.lossCapDay,
      new Date(key.createdAt),
      key.expiresAt === null ? null : new Date(key.expiresAt),
    ],
  );
}

/** false: it is not the person's, or has ended. */
export async function endKey(
  tx: PoolClient,
  key: { readonly id: string; readonly userId: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE api_key SET ended_at = $3 WHERE id = $1 AND user_id = $2 AND ended_at IS NULL',
    [key.id, key.userId, new Date(key.now)],
  );
  return rowCount === 1;
}

/** Ends all living keys of a person, or `only` one of them; gives their ids. */
export async function endKeysOf(
  tx: PoolClient,
  { userId, now, only }: { readonly userId: string; readonly now: number; readonly only?: string | undefined },
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'UPDATE api_key SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL AND ($3::uuid IS NULL OR id = $3) RETURNING id',
    [userId, new Date(now), only ?? null],
  );
  return rows.map(({ id }) => id);
}

export async function noteUse(db: Queryable, id: string, now: number): Promise<void> {
  await db.query('UPDATE api_key SET last_used_at = $2 WHERE id = $1', [id, new Date(now)]);
}

/** false: this signature was taken before. `expiresAt` in ms. */
export async function spendNonce(
  db: Queryable,
  nonce: { readonly keyId: string; readonly nonce: string; readonly expiresAt: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO api_key_nonce (key_id, nonce, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [nonce.keyId, nonce.nonce, nonce.expiresAt],
  );
  return rowCount === 1;
}

export async function forgetNonces(db: Queryable, now: number): Promise<void> {
  await db.query('DELETE FROM api_key_nonce WHERE expires_at < $1', [now]);
}

function read(row: ApiKeyRecord): ApiKeyRow {
  return {
    id: row.id,
    userId: row.user_id,
    actsAs: row.acts_as,
    role: row.role,
    kind: row.kind,
    name: row.name,
    hash: row.hash,
    sealed: row.sealed,
    scopes: row.scopes,
    addresses: row.addresses,
    ratePerMin: row.rate_per_min,
    lossCapDay: row.loss_cap_day === null ? null : BigInt(row.loss_cap_day),
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    closed: row.closed,
  };
}
