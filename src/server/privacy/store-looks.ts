import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#server/db/index.ts';

export const LOOKS = ['clear', 'as_person'] as const;
export type LookKind = (typeof LOOKS)[number];

/** Staff saw what is masked otherwise (`clear`), or the product as the person sees it. Times in ms. */
export interface Look {
  readonly id: string;
  readonly staff: string;
  readonly what: LookKind;
  readonly at: number;
  /** null: it was a moment, or isn’t over. */
  readonly endedAt: number | null;
}

export async function insertLook(
  tx: PoolClient,
  look: { readonly userId: string; readonly staff: string; readonly what: LookKind; readonly now: number },
): Promise<string> {
  const id = uuidv7();
  await tx.query('INSERT INTO personal_look (id, user_id, staff, what, at) VALUES ($1, $2, $3, $4, $5)', [
    id,
    look.userId,
    look.staff,
    look.what,
    new Date(look.now),
  ]);
  return id;
}

/** Says when a look was over. false: it was over before, or there is none. */
export async function endLook(tx: PoolClient, look: { readonly id: string; readonly now: number }): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE personal_look SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [
    look.id,
    new Date(look.now),
  ]);
  return rowCount === 1;
}

/** Looks at a person before one (null: from the newest on), newest first. */
export async function listLooks(
  db: Queryable,
  asked: { readonly userId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly Look[]> {
  const { rows } = await db.query<Omit<Look, 'at' | 'endedAt'> & { at: Date; endedAt: Date | null }>(
    `SELECT id, staff, what, at, ended_at AS "endedAt" FROM personal_look
     WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [asked.userId, asked.after, asked.limit],
  );
  return rows.map(({ at, endedAt, ...look }) => ({ ...look, at: at.getTime(), endedAt: endedAt?.getTime() ?? null }));
}
