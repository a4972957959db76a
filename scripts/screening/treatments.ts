import { otherScript } from './other-script.ts';

/** What people, clerks and keyboards do to a name. Each makes another name of `Given Family`; null where it cannot be done to this one. */
export type Treatment = (name: string, no: number) => string | null;

export const TREATMENTS: Readonly<Record<string, Treatment>> = {
  swap: (name, no) => inLongest(name, (word) => (word.length < 4 ? null : swapped(word, 1 + (no % (word.length - 2))))),
  order: (name) =>
    name.includes(' ') ? [...name.split(' ').slice(-1), ...name.split(' ').slice(0, -1)].join(' ') : null,
  joined: (name) => (name.includes(' ') ? name.replaceAll(/[ -]/g, '') : null),
  split: (name, no) => inLongest(name, (word) => (word.length < 5 ? null : cut(word, 2 + (no % (word.length - 3))))),
  'doubled letter': (name, no) => inLongest(name, (word) => doubled(word, no % word.length)),
  'lost accents': (name) => accented(name),
  vowel: (name, no) => inLongest(name, (word) => otherVowel(word, no)),
  'other script': (name, no) => otherScript(name, no),
};

function inLongest(name: string, change: (word: string) => string | null): string | null {
  const words = name.split(/(?<=[ -])|(?=[ -])/);
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const changed = change(longest);
  return changed === null || changed === longest ? null : words.with(words.indexOf(longest), changed).join('');
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}

function cut(word: string, at: number): string {
  return `${word.slice(0, at)} ${word.slice(at)}`;
}

function doubled(word: string, at: number): string {
  return word.slice(0, at) + (word[at] ?? '') + word.slice(at);
}

const VOWELS = 'AEIOU';

function otherVowel(word: string, no: number): string | null {
  const at = word.split('').findIndex((letter, index) => index > 0 && VOWELS.includes(letter.toUpperCase()));
  if (at === -1) return null;
  const others = VOWELS.split('').filter((vowel) => vowel !== word[at]?.toUpperCase());
  return word.slice(0, at) + (others[no % others.length] ?? '') + word.slice(at + 1);
}

const ACCENTS: Readonly<Record<string, string>> = {
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ö',
  U: 'Ü',
  C: 'Ç',
  N: 'Ñ',
  S: 'Š',
  Z: 'Ž',
};

/** A list that has lost its accents, and a person who writes them. */
function accented(name: string): string | null {
  const with_ = name.replaceAll(/[AEIOUCNSZ]/gi, (letter) => ACCENTS[letter.toUpperCase()] ?? letter);
  return with_ === name ? null : with_;
}
