import type { Queryable } from '#server/db/index.ts';

/** More are not listed; nobody has so many. */
const MOST = 500;

interface Mute {
  readonly id: string;
  readonly muted: string;
}

/** Twice is the same as once. */
export async function insertMute(
  db: Queryable,
  mute: {
    readonly id: string;
    readonly userId: string;
    readonly muted: string;
    readonly now: number;
  },
): Promise<Mute> {
  const { rows } = await db.query<Mute>(
    `INSERT INTO comment_mute (id, user_id, muted, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, muted) DO UPDATE SET muted = excluded.muted RETURNING id, muted`,
    [mute.id, mute.userId, mute.muted, new Date(mute.now)],
  );
  return rows[0]!;
}

export async function mutesOf(db: Queryable, userId: string): Promise<readonly Mute[]> {
  const { rows } = await db.query<Mute>(
    'SELECT id, muted FROM comment_mute WHERE user_id = $1 ORDER BY id DESC LIMIT $2',
    [userId, MOST],
  );
  return rows;
}

/** false: the person has no such mute. */
export async function deleteMute(db: Queryable, { id, userId }: { readonly id: string; readonly userId: string }) {
  const { rowCount } = await db.query('DELETE FROM comment_mute WHERE id = $1 AND user_id = $2', [id, userId]);
  return rowCount === 1;
}
