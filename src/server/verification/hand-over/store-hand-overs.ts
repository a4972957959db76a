import type { Queryable } from '#server/db/index.ts';

/** A hand-over as it is kept. Times in ms. */
export interface HandOverRow {
  readonly id: string;
  readonly userId: string;
  readonly linkUntil: number;
  readonly grantUntil: number | null;
  readonly isEnded: boolean;
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const READ = `SELECT id, user_id AS "userId", ${ms('link_until')} AS "linkUntil", ${ms('grant_until')} AS "grantUntil",
  ended_at IS NOT NULL AS "isEnded" FROM document_handover`;

/** Makes one; it takes the place of those before it. */
export async function insertHandOver(
  tx: Queryable,
  made: {
    readonly id: string;
    readonly userId: string;
    readonly link: Buffer;
    readonly now: number;
    readonly until: number;
  },
): Promise<void> {
  await tx.query('UPDATE document_handover SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL', [
    made.userId,
    new Date(made.now),
  ]);
  await tx.query(
    'INSERT INTO document_handover (id, user_id, link_digest, made_at, link_until) VALUES ($1, $2, $3, $4, $5)',
    [made.id, made.userId, made.link, new Date(made.now), new Date(made.until)],
  );
}

/** By its link, held until the transaction ends. */
export async function lockByLink(tx: Queryable, link: Buffer): Promise<HandOverRow | null> {
  const { rows } = await tx.query<HandOverRow>(`${READ} WHERE link_digest = $1 FOR UPDATE`, [link]);
  return rows[0] ?? null;
}

export async function saveOpened(
  tx: Queryable,
  opened: { readonly id: string; readonly grant: Buffer; readonly now: number; readonly until: number },
): Promise<void> {
  await tx.query('UPDATE document_handover SET opened_at = $2, grant_digest = $3, grant_until = $4 WHERE id = $1', [
    opened.id,
    new Date(opened.now),
    opened.grant,
    new Date(opened.until),
  ]);
}

/** The one that a grant is of, while it counts and its person's account is theirs to use. */
export async function findByGrant(
  db: Queryable,
  grant: Buffer,
  now: number,
): Promise<{ readonly id: string; readonly userId: string } | null> {
  const { rows } = await db.query<{ id: string; userId: string }>(
    `SELECT h.id, h.user_id AS "userId" FROM document_handover h JOIN account_standing s ON s.user_id = h.user_id
     WHERE h.grant_digest = $1 AND h.ended_at IS NULL AND h.grant_until > $2 AND NOT s.blocked AND s.role = 'USER'`,
    [grant, new Date(now)],
  );
  return rows[0] ?? null;
}

/** The newest of a person. */
export async function findNewest(db: Queryable, userId: string): Promise<HandOverRow | null> {
  const { rows } = await db.query<HandOverRow>(`${READ} WHERE user_id = $1 ORDER BY made_at DESC, id DESC LIMIT 1`, [
    userId,
  ]);
  return rows[0] ?? null;
}

/** Those that were made before a time are no use to anybody. */
export async function deleteOld(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM document_handover WHERE made_at < $1', [new Date(before)]);
}
