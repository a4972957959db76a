import { gramsOf } from '../ideas/grams.ts';
import { SYNONYMS } from './synonyms.ts';

/** Scripts that write words without spaces: there a word may stand anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Shorter ones are like too much to be taken for another. */
const LEAST_TYPED = 4;
/** How much of its grams a word shares with one that was meant. */
const ALIKE = 0.33;
const MOST_WORDS = 8;

/** As it is compared: without case, accents and the marks of vowels, one space between words. */
export function foldedWords(text: string): string {
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

/** What is kept of a text, to be searched. */
export function searchedOf(text: string): { readonly folded: string; readonly grams: readonly string[] } {
  const folded = foldedWords(text);
  return { folded, grams: gramsOf(folded) };
}

const wordsOf = (asked: string) => foldedWords(asked).split(' ').filter(Boolean).slice(0, MOST_WORDS);

/** A regular expression for each word of a question: it begins a word of the text, or one of those that mean the same does. */
export function patternsOf(asked: string): readonly string[] {
  return wordsOf(asked).map((word) => {
    // What is still being typed may be the beginning of a word with others beside it.
    const same = MEANT.get(word) ?? [word];
    return same.map((one) => (UNSPACED.test(one) ? one : `(^| )${one}`)).join('|');
  });
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
