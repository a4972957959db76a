import type { PoolClient } from 'pg';
import type { Queryable } from '#server/db/index.ts';

/** An account elsewhere; `subject` is the keyed hash of its id there. */
export interface SubjectKey {
  readonly provider: string;
  readonly subject: Buffer;
}

export interface SocialLink {
  readonly provider: string;
  /** ms */
  readonly linkedAt: number;
}

/** Who a subject is linked to. */
export async function findLinked(db: Queryable, { provider, subject }: SubjectKey): Promise<string | null> {
  const { rows } = await db.query<{ user_id: string }>(
    'SELECT user_id FROM social_link WHERE provider = $1 AND subject = $2',
    [provider, subject],
  );
  return rows[0]?.user_id ?? null;
}

export async function linksOf(db: Queryable, userId: string): Promise<readonly SocialLink[]> {
  const { rows } = await db.query<{ provider: string; linked_at: Date }>(
    'SELECT provider, linked_at FROM social_link WHERE user_id = $1 ORDER BY provider',
    [userId],
  );
  return rows.map((row) => ({ provider: row.provider, linkedAt: row.linked_at.getTime() }));
}

/** false: the subject is somebody else's, or the person has another account of this provider. */
export async function insertLink(
  tx: PoolClient,
  link: SubjectKey & { readonly userId: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO social_link (provider, subject, user_id, linked_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [link.provider, link.subject, link.userId, new Date(link.now)],
  );
  return rowCount === 1 || (await findLinked(tx, link)) === link.userId;
}

/** Takes all of a person's links away; their providers. */
export async function deleteLinksOf(tx: PoolClient, userId: string): Promise<readonly string[]> {
  const { rows } = await tx.query<{ provider: string }>(
    'DELETE FROM social_link WHERE user_id = $1 RETURNING provider',
    [userId],
  );
  return rows.map(({ provider }) => provider);
}

export async function deleteLink(
  tx: PoolClient,
  { userId, provider }: { readonly userId: string; readonly provider: string },
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM social_link WHERE user_id = $1 AND provider = $2', [
    userId,
    provider,
  ]);
  return rowCount === 1;
}

/** Notes that a signed login was used; false: it was before. `until`: ms. */
export async function insertSpentLogin(
  tx: PoolClient,
  { hash, until }: { readonly hash: Buffer; readonly until: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO spent_login (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [hash, new Date(until)],
  );
  return rowCount === 1;
}

export async function deleteOldLogins(db: Queryable, now: number): Promise<void> {
  await db.query('DELETE FROM spent_login WHERE expires_at <= $1', [new Date(now)]);
}
