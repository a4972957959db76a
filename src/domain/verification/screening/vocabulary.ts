import { likeness, SAME_WORD } from './likeness.ts';
import type { Part } from './parts.ts';

/** A word of the list that is like one that was asked about. */
export interface Alike {
  readonly word: number;
  readonly like: number;
}

/** Words that are asked about again and again are not looked up again. */
const REMEMBERED = 50_000;
/** Of a sound that very many words have, the likest. */
const MOST_ALIKE = 400;

/** The words of a list, found by letters, by sound and by consonants. */
export class Vocabulary {
  readonly #words: Part[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #keys = new Map<string, number[]>();
  /** Words of names as they are. */
  readonly #single = new Set<number>();
  readonly #found = new Map<string, readonly Alike[]>();

  /** The number of a word; a new one is added. One that was made by joining others is found by its whole sound alone. */
  add(part: Part, isJoined: boolean): number {
    const known = this.#numbers.get(part.text);
    const number = known ?? this.#words.length;
    if (known === undefined) {
      this.#words.push(part);
      this.#numbers.set(part.text, number);
    }
    if (known !== undefined && (isJoined || this.#single.has(number))) return number;
    if (!isJoined) this.#single.add(number);
    for (const key of isJoined ? wholeKeys(part) : keysOf(part, false)) {
      const list = this.#keys.get(key);
      if (list === undefined) this.#keys.set(key, [number]);
      else list.push(number);
    }
    return number;
  }

  /** Words of the list that may be this one. */
  alike(part: Part): readonly Alike[] {
    const key = part.sparse ? `*${part.text}` : part.text;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const numbers = new Set<number>();
    for (const one of keysOf(part, true)) for (const number of this.#keys.get(one) ?? []) numbers.add(number);
    const found: Alike[] = [];
    for (const word of numbers) {
      const like = likeness(part, this.#words[word]!);
      if (like >= SAME_WORD) found.push({ word, like });
    }
    if (found.length > MOST_ALIKE) found.sort((one, other) => other.like - one.like).splice(MOST_ALIKE);
    if (this.#found.size >= REMEMBERED) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }
}

function wholeKeys({ sound, bones }: Part): readonly string[] {
  return [sound, `b${bones}`];
}

/** Under which a word is kept, and looked up: its sound, its consonants, and either with one letter left out. */
function keysOf(part: Part, isAsked: boolean): ReadonlySet<string> {
  const { sound, bones, sparse } = part;
  const keys = new Set<string>();
  if (bones.length > 2 || !isAsked || sparse) keys.add(`b${bones}`);
  if ((sparse || !isAsked) && bones.length >= 4) for (const shorter of without(bones)) keys.add(`b${shorter}`);
  if (sparse) return keys;
  keys.add(sound);
  if (sound.length >= 3) for (const shorter of without(sound)) keys.add(shorter);
  if (sound.length >= 5) keys.add(`a${sound.split('').toSorted().join('')}`);
  return keys;
}

function without(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}
