import { bonesOf, soundOf } from './sound.ts';
import { COMPANY_FORMS, PARTICLES, TITLES } from './words.ts';

/** Writes a word of any script in Latin letters; words of scripts without spaces come back in several. */
export type Romanise = (text: string) => string;

/** One word of a name, written in a to z. */
export interface Part {
  readonly text: string;
  readonly sound: string;
  readonly bones: string;
  /** Of a script that leaves vowels out, or puts some in: only its consonants can be compared. */
  readonly sparse: boolean;
  readonly particle: boolean;
  /** Of a list that writes it before the comma; null: nothing says which of the words it is. */
  readonly family: boolean | null;
}

const SPARSE =
  /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Thai}\p{sc=Tamil}\p{sc=Khmer}\p{sc=Katakana}\p{sc=Hiragana}]/u;
/** Chinese writes the names of foreigners as they sound, with a dot between them. */
const HAN_WITH_DOT = /\p{sc=Han}[·•・‧]\p{sc=Han}/u;
const NOT_LATIN = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u;
/** Digits that stand for letters in words that have letters too. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };
/** A person has no more names than that; what follows is not compared. */
const MOST_PARTS = 12;

/** Whether a name is written in another script than the Latin one. */
export function isForeign(name: string): boolean {
  return NOT_LATIN.test(name);
}

/**
 * The words of a name: romanised, without marks, titles and legal forms. `Family, Given` (as lists write it) says which are family names.
 * Titles and forms stay where less than two words would be left without them.
 */
export function partsOf(name: string, romanise: Romanise): readonly Part[] {
  const comma = name.indexOf(',');
  const words =
    comma === -1
      ? wordsOf(name, romanise)
      : [name.slice(0, comma), name.slice(comma + 1)].flatMap((text) => wordsOf(text, romanise));
  const families = comma === -1 ? 0 : wordsOf(name.slice(0, comma), romanise).length;
  const all = words.map((word, at): Part & { readonly isName: boolean } => ({
    ...partOf(word.text, word.sparse),
    family: families === 0 || families === words.length ? null : at < families,
    isName: !TITLES.has(word.text) && !COMPANY_FORMS.has(word.text),
  }));
  const named = all.filter(({ isName }) => isName);
  return (named.filter(({ particle }) => !particle).length >= 2 ? named : all).slice(0, MOST_PARTS);
}

/** A word as a part of a name. */
export function partOf(text: string, sparse: boolean): Part {
  return { text, sound: soundOf(text), bones: bonesOf(text), sparse, particle: PARTICLES.has(text), family: null };
}

interface Word {
  readonly text: string;
  readonly sparse: boolean;
}

function wordsOf(name: string, romanise: Romanise): readonly Word[] {
  const isForeignInHan = HAN_WITH_DOT.test(name);
  return name
    .normalize('NFKC')
    .split(/[\s\p{Pd}.,·•・‧/()"“”«»_*&+;:=]+/u)
    .flatMap((text) => {
      const sparse = isForeignInHan || SPARSE.test(text);
      const words = romanise(text)
        .toLowerCase()
        .split(/[\s-]+/);
      return (isForeignInHan ? [words.join('')] : words).map((word) => ({ text: lettersOf(word), sparse }));
    })
    .flatMap((word) => (isInitials(word) ? word.text.split('').map((text) => ({ ...word, text })) : [word]))
    .filter(({ text }) => text !== '');
}

function lettersOf(word: string): string {
  const letters = /[a-z]/.test(word) ? word.replaceAll(/[013457]/g, (digit) => DIGITS[digit] ?? digit) : word;
  return letters.replaceAll(/[^a-z0-9]/g, '');
}

/** `JC` of `JC Juncker`. */
function isInitials({ text, sparse }: Word): boolean {
  return (
    !sparse &&
    text.length === 2 &&
    /^[bcdfgjklmnpqrstvwxz]+$/.test(text) &&
    !['md', 'st', 'ng', 'mc', 'jr', 'sr', 'dr', 'mr', 'bt', 'ms'].includes(text)
  );
}
