import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

export interface ClosureRow {
  readonly id: string;
  readonly userId: string;
  readonly finalAt: number;
  readonly erased: boolean;
}

const COLUMNS = `id, user_id AS "userId", (extract(epoch FROM final_at) * 1000)::float8 AS "finalAt", erased_at IS NOT NULL AS erased`;

export async function findClosure(db: Queryable, userId: string): Promise<ClosureRow | null> {
  const { rows } = await db.query<ClosureRow>(`SELECT ${COLUMNS} FROM closure WHERE user_id = $1 AND kept_at IS NULL`, [
    userId,
  ]);
  return rows[0] ?? null;
}

export async function insertClosure(
  tx: PoolClient,
  closure: {
    readonly id: string;
    readonly userId: string;
    readonly tokenHash: Buffer;
    readonly askedAt: number;
    readonly finalAt: number;
  },
): Promise<void> {
  await tx.query('INSERT INTO closure (id, user_id, token_hash, asked_at, final_at) VALUES ($1, $2, $3, $4, $5)', [
    closure.id,
    closure.userId,
    closure.tokenHash,
    new Date(closure.askedAt),
    new Date(closure.finalAt),
  ]);
}

/** Makes a closing final at `now`, unless it was before. */
export async function hastenClosure(
  tx: PoolClient,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  await tx.query('UPDATE closure SET final_at = least(final_at, $2) WHERE id = $1', [id, new Date(now)]);
}

/** Undoes the closing a mail's token names; whose it was. null: not ours, undone before, or final. */
export async function undoClosure(
  tx: PoolClient,
  { hash, now }: { readonly hash: Buffer; readonly now: number },
): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `UPDATE closure SET kept_at = $2
     WHERE token_hash = $1 AND kept_at IS NULL AND erased_at IS NULL AND final_at > $2 RETURNING user_id`,
    [hash, new Date(now)],
  );
  return rows[0]?.user_id ?? null;
}

/** Whose closing, which a mail's token names, was undone before; null: none was. */
export async function keptBy(tx: PoolClient, hash: Buffer): Promise<string | null> {
  const { rows } = await tx.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM closure WHERE token_hash = $1 AND kept_at IS NOT NULL',
    [hash],
  );
  return rows[0]?.userId ?? null;
}

/** A closing whose next step is due, held; another worker's are passed over. */
export async function lockDue(
  tx: PoolClient,
  step: { readonly what: 'erase' | 'destroy'; readonly now: number },
): Promise<ClosureRow | null> {
  const due =
    step.what === 'erase'
      ? 'erased_at IS NULL AND final_at <= $1 AND coalesce(held_until <= $1, true)'
      : 'destroy_at <= $1';
  const { rows } = await tx.query<ClosureRow>(
    `SELECT ${COLUMNS} FROM closure WHERE kept_at IS NULL AND destroyed_at IS NULL AND ${due}
     ORDER BY coalesce(destroy_at, final_at) LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [new Date(step.now)],
  );
  return rows[0] ?? null;
}

export async function markErased(
  tx: PoolClient,
  mark: { readonly id: string; readonly now: number; readonly destroyAt: number },
): Promise<void> {
  await tx.query('UPDATE closure SET erased_at = $2, destroy_at = $3 WHERE id = $1', [
    mark.id,
    new Date(mark.now),
    new Date(mark.destroyAt),
  ]);
}

export async function markDestroyed(tx: PoolClient, id: string, now: number): Promise<void> {
  await tx.query('UPDATE closure SET destroyed_at = $2 WHERE id = $1', [id, new Date(now)]);
}

/** Lets the erasure of a closed account wait until a moment, ms. */
export async function postponeErasure(
  tx: PoolClient,
  { id, until }: { readonly id: string; readonly until: number },
): Promise<void> {
  await tx.query('UPDATE closure SET held_until = $2 WHERE id = $1', [id, new Date(until)]);
}

/** Lets the destruction of a key wait until a moment, ms. */
export async function postpone(
  tx: PoolClient,
  { id, until }: { readonly id: string; readonly until: number },
): Promise<void> {
  await tx.query('UPDATE closure SET destroy_at = $2 WHERE id = $1', [id, new Date(until)]);
}
