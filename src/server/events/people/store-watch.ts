import type { Queryable } from '#server/db/index.ts';

/** More are not marked on a screen; the list of them has pages. */
const MARKED = 1_000;

/** Puts an event on a person's watch list, or takes it off; false: no event with an opened market has this id. */
export async function setWatched(
  db: Queryable,
  { userId, eventId, watched, at }: { userId: string; eventId: string; watched: boolean; at: number },
): Promise<boolean> {
  const opened = 'SELECT FROM event_market WHERE event_id = $1 AND opens_at IS NOT NULL LIMIT 1';
  if ((await db.query(opened, [eventId])).rowCount === 0) return false;
  if (watched)
    await db.query('INSERT INTO event_watch (user_id, event_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      userId,
      eventId,
      new Date(at),
    ]);
  else await db.query('DELETE FROM event_watch WHERE user_id = $1 AND event_id = $2', [userId, eventId]);
  return true;
}

/** Who watches the events of markets. */
export async function eventWatchers(
  db: Queryable,
  markets: readonly string[],
): Promise<readonly { readonly marketId: string; readonly userId: string }[]> {
  if (markets.length === 0) return [];
  const { rows } = await db.query<{ readonly marketId: string; readonly userId: string }>(
    `SELECT m.id AS "marketId", w.user_id AS "userId" FROM event_market m JOIN event_watch w ON w.event_id = m.event_id
     WHERE m.id = ANY($1::uuid[])`,
    [markets],
  );
  return rows;
}

/** Ids of the events that a person watches, the last one first. */
export async function watchedBy(db: Queryable, userId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ event_id: string }>(
    'SELECT event_id FROM event_watch WHERE user_id = $1 ORDER BY at DESC, event_id DESC LIMIT $2',
    [userId, MARKED],
  );
  return rows.map((row) => row.event_id);
}
