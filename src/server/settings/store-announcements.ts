import type { PoolClient } from 'pg';
import type { Announcement } from '#domain/settings/announcements.ts';
import type { Queryable } from '#server/db/index.ts';

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** Those that are not over at `now` (ms), the next first. */
export async function findAnnouncements(db: Queryable, now: number): Promise<readonly Announcement[]> {
  const { rows } = await db.query<Announcement>(
    `SELECT id, about, pair, ${ms('from_at')} AS from, ${ms('until_at')} AS until FROM announcement
     WHERE ended_at IS NULL AND until_at > $1 ORDER BY from_at, id LIMIT 100`,
    [new Date(now)],
  );
  return rows;
}

export async function insertAnnouncement(
  tx: PoolClient,
  row: Announcement & { readonly reason: string; readonly actor: string | null; readonly madeAt: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO announcement (id, about, pair, from_at, until_at, reason, actor, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.about, row.pair, new Date(row.from), new Date(row.until), row.reason, row.actor, new Date(row.madeAt)],
  );
}

/** Takes back those about one thing that are not over; which ones. */
export async function endAnnouncements(
  tx: PoolClient,
  { about, pair, now }: { readonly about: readonly string[]; readonly pair: string; readonly now: number },
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE announcement SET ended_at = $3 WHERE about = ANY($1) AND pair = $2 AND ended_at IS NULL AND until_at > $3 RETURNING id`,
    [about, pair, new Date(now)],
  );
  return rows.map(({ id }) => id);
}
