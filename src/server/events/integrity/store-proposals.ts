import type { Queryable } from '#server/db/index.ts';

/** When a result of the market of a book was proposed first, ms; null: none was. */
export async function proposedAt(db: Queryable, book: string): Promise<number | null> {
  const { rows } = await db.query<{ at: string | null }>(
    `SELECT min(v.at) AS at FROM event_book b JOIN event_move v ON v.market_id = b.market_id AND v.move = 'propose' WHERE b.id = $1`,
    [book],
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}
