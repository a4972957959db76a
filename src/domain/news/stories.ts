import { DAY_MS, HOUR_MS } from '../time.ts';

export const LONGEST_HEADLINE = 180;
export const LONGEST_NEWS_SUMMARY = 320;
/** How long items are kept. */
export const NEWS_KEPT_MS = 14 * DAY_MS;
/** Items that stories are made of; more would be on no page. */
export const MOST_NEWS_ITEMS = 500;
/** Stories on the page. */
export const MOST_STORIES = 40;
/** Sources that a story names. */
export const MOST_SOURCES = 5;
/** Nothing that came from any feed for so long: what is shown is old. */
export const NEWS_STALE_MS = 3 * HOUR_MS;

/** Two reports of one thing come within this time of each other. */
const APART_MS = 36 * HOUR_MS;
/** The part of their words that two headlines share. */
const ALIKE = 0.55;
/** Fewer words in common may be a coincidence. */
const LEAST_SHARED = 3;

/** What is compared of two items. */
export interface Reported {
  readonly title: string;
  /** `https` address, or null. */
  readonly link: string | null;
  /** ms. */
  readonly at: number;
}

/** Words that headlines have in common whatever they are about. */
const EMPTY_WORDS = new Set(
  'the and for with from after into over amid that this its has have are was will but not new says say said as at of to in on is by an'.split(
    ' ',
  ),
);
/** Scripts that put no spaces between words: pairs of signs stand for words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u;

/** Do two items of different sources report the same thing? A number that differs makes another story: "tops 90,000" is not "tops 100,000". */
export function isSameStory(one: Reported, other: Reported): boolean {
  if (Math.abs(one.at - other.at) > APART_MS) return false;
  if (one.link !== null && other.link !== null && linkKey(one.link) === linkKey(other.link)) return true;
  const words = wordsOf(one.title);
  const others = wordsOf(other.title);
  const numbers = numbersOf(words);
  const otherNumbers = numbersOf(others);
  if (numbers !== '' && otherNumbers !== '' && numbers !== otherNumbers) return false;
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= LEAST_SHARED && shared / (words.size + others.size - shared) >= ALIKE;
}

const numbersOf = (words: ReadonlySet<string>) =>
  [...words]
    .filter((word) => /^\d+$/.test(word))
    .toSorted()
    .join(' ');

function wordsOf(title: string): ReadonlySet<string> {
  const text = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<=\d)[.,](?=\d{3}\b)/g, '');
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.flatMap((word) => (UNSPACED.test(word) ? pairsOfSigns(word) : plainWord(word))));
}

const plainWord = (word: string) => (word.length < 2 || EMPTY_WORDS.has(word) ? [] : [word]);

function pairsOfSigns(word: string): readonly string[] {
  const signs = Array.from(word);
  return signs.length < 3 ? [word] : signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
}

/** What makes two links one: without the marks of campaigns, `www.` and a slash at the end. */
function linkKey(link: string): string {
  const [, place = '', query = ''] = /^https:\/\/(?:www\.)?([^?#]*)(?:\?([^#]*))?/.exec(link) ?? [];
  const kept = query.split('&').filter((one) => !/^(?:utm_|ref(?:=|$))/.test(one));
  return `${place.replace(/\/+$/, '')}?${kept.join('&')}`;
}

/** A text of at most `most` characters; what is longer ends at a word, with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  const kept = (space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`;
}
