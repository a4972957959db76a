import { REALM_NO } from '#domain/realm.ts';
import type { Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** A session or API key whose orders are to end, as nothing was heard of it. Times in ms. */
export interface DueRow {
  readonly placedBy: string;
  readonly userId: string;
  readonly realm: Realm;
  readonly dueAt: number;
  /** Its orders were taken off before. */
  readonly lapsed: boolean;
}

/** The latest beat counts. */
export async function saveBeat(
  db: Queryable,
  beat: Omit<DueRow, 'lapsed'> & { readonly seconds: number },
): Promise<void> {
  await db.query(
    `INSERT INTO heartbeat (placed_by, user_id, realm, seconds, due_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (placed_by) DO UPDATE SET seconds = excluded.seconds, due_at = excluded.due_at, lapsed = false`,
    [beat.placedBy, beat.userId, REALM_NO[beat.realm], beat.seconds, beat.dueAt],
  );
}

export async function dropBeat(db: Queryable, placedBy: string): Promise<void> {
  await db.query('DELETE FROM heartbeat WHERE placed_by = $1', [placedBy]);
}

export async function listDue(db: Queryable, now: number): Promise<readonly DueRow[]> {
  const { rows } = await db.query<{
    placed_by: string;
    user_id: string;
    realm: number;
    due_at: string;
    lapsed: boolean;
  }>('SELECT placed_by, user_id, realm, due_at, lapsed FROM heartbeat WHERE due_at <= $1 ORDER BY due_at LIMIT 200', [
    now,
  ]);
  return rows.map((row) => ({
    placedBy: row.placed_by,
    userId: row.user_id,
    realm: row.realm === REALM_NO.real ? 'real' : 'demo',
    dueAt: Number(row.due_at),
    lapsed: row.lapsed,
  }));
}

/** What was taken off once is looked at once more at `again` (ms), then forgotten; a beat that came meanwhile stands. */
export async function settleDue(db: Queryable, due: DueRow, again: number): Promise<void> {
  const { placedBy, dueAt, lapsed } = due;
  if (lapsed) await db.query('DELETE FROM heartbeat WHERE placed_by = $1 AND due_at = $2', [placedBy, dueAt]);
  else
    await db.query('UPDATE heartbeat SET lapsed = true, due_at = $3 WHERE placed_by = $1 AND due_at = $2', [
      placedBy,
      dueAt,
      again,
    ]);
}

/** Nobody could beat while the house was away: each has its whole time again from `now` (ms). */
export async function giveTime(db: Queryable, now: number): Promise<void> {
  await db.query('UPDATE heartbeat SET due_at = greatest(due_at, $1::bigint + seconds * 1000) WHERE NOT lapsed', [now]);
}
