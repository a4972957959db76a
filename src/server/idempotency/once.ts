import type { PoolClient } from 'pg';
import type { KeptOutcome } from '#domain/outcome.ts';
import { findAnswer, insertAnswer, type AnswerKey } from './store.ts';

/** An Idempotency-Key of a person on a route, and the hash of what was asked under it. */
export interface OnceScope extends AnswerKey {
  readonly bodyHash: string;
}

/**
 * Does work once for each key, in the caller's transaction: what it did and its answer (JSON, of status 200) are there together or not at
 * all. A repeat gets the stored answer, one with other content is refused, and one that comes meanwhile waits for the first. Without a key
 * (`scope` null) it is done each time. The engine stores answers with its batches instead.
 */
export async function once(tx: PoolClient, scope: OnceScope | null, work: () => Promise<string>): Promise<KeptOutcome> {
  if (scope === null) return { ok: true, body: await work(), replayed: false };
  const { userId, route, key, bodyHash } = scope;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`once ${userId} ${route} ${key}`]);
  const stored = await findAnswer(tx, scope);
  if (stored !== null && stored.bodyHash !== bodyHash) {
    return { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
  }
  if (stored !== null) return { ok: true, body: stored.body, replayed: true };
  const body = await work();
  await insertAnswer(tx, { ...scope, body });
  return { ok: true, body, replayed: false };
}
