/** The search over texts that are few enough to be read each time: one rule for all twelve languages (docs/decisions/0227-tickets-and-articles.md). */

/** What is searched of an article or a post. */
export interface Searched {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

const WEIGHTS = [
  ['title', 6],
  ['summary', 3],
  ['text', 1],
] as const;
/** Scripts that write words without spaces: there two signs are a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
/** Words this alike, by their pairs of signs, are taken for one with a slip of the finger. */
const ALIKE = 0.6;
/** The beginning of a word that counts where its end is another: `withdraw`, `withdrawal`. */
const STEM = 4;

/** As it is compared: without case, accents and the marks of vowels. */
function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').normalize('NFC');
}

function pairsOf(word: string): readonly string[] {
  const signs = Array.from(word);
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
}

interface Word {
  readonly text: string;
  readonly pairs: ReadonlySet<string>;
}

/** Texts as they were split before, for the next question; they change with a setting at most. */
const splitBefore = new Map<string, readonly Word[]>();
/** Of all articles in all languages, twice over. */
const MOST_KEPT = 4_000;

/** The different words of a text. */
function splitOf(text: string): readonly Word[] {
  const known = splitBefore.get(text);
  if (known !== undefined) return known;
  const words = [...new Set(wordsOf(text))].map((word) => ({ text: word, pairs: new Set(pairsOf(word)) }));
  if (splitBefore.size >= MOST_KEPT) splitBefore.clear();
  splitBefore.set(text, words);
  return words;
}

function wordsOf(text: string): readonly string[] {
  const all = folded(text);
  const unspaced = all.match(UNSPACED) ?? [];
  const spaced = all.replaceAll(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...spaced, ...unspaced.flatMap((run) => (run.length === 1 ? [run] : pairsOf(run)))];
}

/** How much a word of an article is what was asked for, 0 to 1. */
function likeness({ text: asked, pairs: ours }: Word, { text: word, pairs: theirs }: Word): number {
  if (asked === word) return 1;
  if (asked.length >= 2 && word.startsWith(asked)) return 0.9;
  const stem = asked.slice(0, Math.max(STEM, asked.length - 3));
  if (asked.length > STEM && word.startsWith(stem)) return 0.7;
  if (asked.length < STEM) return 0;
  let shared = 0;
  for (const pair of ours) if (theirs.has(pair)) shared += 1;
  const alike = (2 * shared) / (ours.size + theirs.size);
  return alike >= ALIKE ? alike * 0.7 : 0;
}

/**
 * Articles that answer a question in words, best first: each word of it counts where it, its beginning or something alike stands, and rare words count
 * more than those that every article has.
 */
export function searchArticles<T extends Searched>(articles: readonly T[], question: string): readonly T[] {
  const split = articles.map((article) => WEIGHTS.map(([name, weight]) => ({ weight, words: splitOf(article[name]) })));
  const best = (word: Word, words: readonly Word[]) =>
    words.reduce((most, one) => Math.max(most, likeness(word, one)), 0);
  const scoreOf = (word: Word) =>
    split.map((parts) => parts.reduce((sum, { weight, words }) => sum + weight * best(word, words), 0));
  const total = articles.map(() => 0);
  for (const text of new Set(wordsOf(question))) {
    const word = { text, pairs: new Set(pairsOf(text)) };
    const scores = scoreOf(word);
    const found = scores.filter((score) => score > 0).length;
    for (const [at, score] of scores.entries()) total[at] = (total[at] ?? 0) + score / Math.max(1, found);
  }
  return articles
    .map((article, at) => ({ article, score: total[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ article }) => article);
}
