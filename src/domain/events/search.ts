import { gramsOf } from '../ideas/grams.ts';
import { SYNONYMS } from './synonyms.ts';

/** Scripts that write words without spaces: there a word may stand anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Shorter ones are like too much to be taken for another. */
const LEAST_TYPED = 4;
/** How much of its grams a word shares with one that was meant. */
const ALIKE = 0.33;
const MOST_WORDS = 8;
/** Signs of a word that are looked at. */
const LONGEST_WORD = 40;

/** As it is compared: without case, accents and the marks of vowels, one space between words. */
function foldedWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const MEANT: ReadonlyMap<string, readonly string[]> = new Map(
  SYNONYMS.flatMap((group) => {
    const words = group.map(foldedWords);
    return words.map((word) => [word, words] as const);
  }),
);

/** What is kept of a text, to be searched: its words, with what follows each sign of one without spaces, and its grams. */
export function searchedOf(text: string): { readonly words: readonly string[]; readonly grams: readonly string[] } {
  const folded = foldedWords(text);
  const words = folded.split(' ').filter(Boolean).flatMap(endsOf);
  return { words: [...new Set(words.map(cut))], grams: gramsOf(folded) };
}

const cut = (word: string) => Array.from(word).slice(0, LONGEST_WORD).join('');

function endsOf(word: string): readonly string[] {
  if (!UNSPACED.test(word)) return [word];
  const signs = Array.from(word);
  return signs.map((_, at) => signs.slice(at).join(''));
}

const wordsOf = (asked: string) => foldedWords(asked).split(' ').filter(Boolean).slice(0, MOST_WORDS);

/** For each word of a question how a word of the text has to begin: with it, or with one of those that mean the same. */
export function beginningsOf(asked: string): readonly (readonly string[])[] {
  // What is still being typed may be the beginning of a word with others beside it.
  return wordsOf(asked).map((word) => (MEANT.get(word) ?? [word]).map(cut));
}

/** The grams of each word that may be a slip of the finger, and how many of them a text has to have. */
export function slipsOf(asked: string): readonly { readonly grams: readonly string[]; readonly least: number }[] {
  return wordsOf(asked)
    .filter((word) => UNSPACED.test(word) || word.length >= LEAST_TYPED)
    .map((word) => {
      const grams = gramsOf(word);
      return { grams, least: Math.max(Math.min(2, grams.length), Math.ceil(grams.length * ALIKE)) };
    });
}
