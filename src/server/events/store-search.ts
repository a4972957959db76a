import { searchedOf } from '#domain/events/search.ts';
import type { Queryable } from '#server/db/index.ts';

const AT_A_TIME = 500;

/** Writes what texts of events are searched by, where that is not written yet; how many there were. */
export async function readTexts(db: Queryable): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = await db.query<{ id: string; language: string; text: string; title: string }>(
      `SELECT t.event_id AS id, t.language, t.title, concat_ws(' ', t.title, array_to_string(e.tags, ' '), e.category,
           CASE WHEN e.is_linked THEN (SELECT string_agg(x.title, ' ' ORDER BY m.place) FROM event_market m
             JOIN event_market_text x ON x.market_id = m.id AND x.language = t.language WHERE m.event_id = e.id) END) AS text
       FROM event_text t JOIN event e ON e.id = t.event_id WHERE t.folded IS NULL LIMIT ${AT_A_TIME}`,
    );
    for (const { id, language, text, title } of rows) {
      const { folded, grams } = searchedOf(text);
      // One that has changed since is read again.
      await db.query(
        'UPDATE event_text SET folded = $3, grams = $4 WHERE event_id = $1 AND language = $2 AND title = $5',
        [id, language, folded, grams, title],
      );
    }
    all += rows.length;
    if (rows.length < AT_A_TIME) return all;
  }
}
