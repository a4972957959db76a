import type { StepUpMethod } from '#domain/refusals.ts';
import type { Proofs } from '#domain/identity/step-up.ts';
import type { Queryable } from '#server/db/index.ts';

/** When a session began and when it last proved itself; null when there is no such session. */
export async function findProofs(db: Queryable, sessionId: string): Promise<Proofs | null> {
  const { rows } = await db.query<{ started_at: Date; proved_at: Date | null }>(
    'SELECT s.started_at, p.proved_at FROM session s LEFT JOIN step_up p ON p.session_id = s.id WHERE s.id = $1',
    [sessionId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { startedAt: row.started_at.getTime(), steppedUpAt: row.proved_at?.getTime() ?? null };
}

export async function putStepUp(
  db: Queryable,
  proof: { readonly sessionId: string; readonly method: Exclude<StepUpMethod, 'recovery'>; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO step_up (session_id, proved_at, method) VALUES ($1, $2, $3)
     ON CONFLICT (session_id) DO UPDATE SET proved_at = $2, method = $3`,
    [proof.sessionId, new Date(proof.now), proof.method],
  );
}

/**
 * Does the session still go on? Asked by whoever adds a way in, with the person held: a reset of the password may have ended it since
 * the call was let in.
 */
export async function goesOn(tx: Queryable, sessionId: string): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM session WHERE id = $1 AND ended_at IS NULL', [sessionId]);
  return rows.length === 1;
}

/**
 * What everybody waits for who adds a second factor or takes a way of sign-in away: one at a time, so that one is left, and
 * recovery codes are there as long as a second factor is.
 */
export async function lockSignInMethods(tx: Queryable, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}
