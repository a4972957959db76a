import { beginningsOf, searchedOf, slipsOf } from '#domain/events/search.ts';
import { RULES_LANGUAGE } from '#domain/events/terms.ts';
import type { Queryable } from '#server/db/index.ts';

const AT_A_TIME = 500;

/** Words and grams in the index, each with its language before it; none of them has a sign but letters, marks, digits and spaces. */
const wordKey = (language: string, word: string) => `${language} ${word}`;
const gramKey = (language: string, gram: string) => `${language}~${gram}`;

/** Writes what texts of events are searched by, where that is not written yet; how many there were. */
export async function readTexts(db: Queryable): Promise<number> {
  for (let all = 0; ;) {
    const { rows } = await db.query<{ id: string; language: string; text: string; title: string }>(
      `SELECT t.event_id AS id, t.language, t.title, concat_ws(' ', t.title, array_to_string(e.tags, ' '), e.category,
           CASE WHEN e.is_linked THEN (SELECT string_agg(x.title, ' ' ORDER BY m.place) FROM event_market m
             JOIN event_market_text x ON x.market_id = m.id AND x.language = t.language WHERE m.event_id = e.id) END) AS text
       FROM event_text t JOIN event e ON e.id = t.event_id WHERE t.searched IS NULL LIMIT ${AT_A_TIME}`,
    );
    const read = rows.map(({ id, language, title, text }) => {
      const { words, grams } = searchedOf(text);
      const keys = [...words.map((word) => wordKey(language, word)), ...grams.map((gram) => gramKey(language, gram))];
      return { id, language, title, keys };
    });
    // One that has changed since is read again.
    await db.query(
      `UPDATE event_text t SET searched = array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(r.keys)))
       FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, language text, title text, keys jsonb)
       WHERE t.event_id = r.id AND t.language = r.language AND t.title = r.title`,
      [JSON.stringify(read)],
    );
    all += rows.length;
    if (rows.length < AT_A_TIME) return all;
  }
}

/** As it is written, or with slips of the finger in it. */
export type SearchedBy = 'words' | 'slips';

/** A question in words as the index is asked it (a tsquery); null: there is no word of that kind in it. */
export function queryOf(search: string, by: SearchedBy, language: string): string | null {
  const languages = [...new Set([language, RULES_LANGUAGE])];
  const each = by === 'words' ? wordQueries(search, languages) : languages.map((one) => slipQuery(search, one));
  const asked = each.filter((one) => one !== '');
  return asked.length === 0 ? null : asked.join(by === 'words' ? ' & ' : ' | ');
}

/** A text has keys of its own language only: words of two languages are never found as one. */
function wordQueries(search: string, languages: readonly string[]): readonly string[] {
  return beginningsOf(search).map((same) => {
    const keys = languages.flatMap((language) => same.map((word) => `'${wordKey(language, word)}':*`));
    return `(${keys.join(' | ')})`;
  });
}

function slipQuery(search: string, language: string): string {
  const words = slipsOf(search).map(({ grams, least }) => {
    const keys = grams.map((gram) => `'${gramKey(language, gram)}'`);
    return atLeast(least, keys);
  });
  return words.length === 0 ? '' : `(${words.join(' & ')})`;
}

/** That so many of some keys are there: of one half and the other together. */
function atLeast(least: number, keys: readonly string[]): string {
  if (least === keys.length) return `(${keys.join(' & ')})`;
  if (least === 1) return `(${keys.join(' | ')})`;
  const middle = Math.ceil(keys.length / 2);
  const [some, others] = [keys.slice(0, middle), keys.slice(middle)];
  const ways: string[] = [];
  for (let of = Math.max(0, least - others.length); of <= Math.min(least, some.length); of += 1) {
    const both = [of === 0 ? '' : atLeast(of, some), of === least ? '' : atLeast(least - of, others)];
    ways.push(both.filter(Boolean).join(' & '));
  }
  return `(${ways.map((way) => `(${way})`).join(' | ')})`;
}
