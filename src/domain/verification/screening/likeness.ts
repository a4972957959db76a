import type { Part } from './parts.ts';

/** Below it two words are not the same word. */
export const SAME_WORD = 0.5;
/** How much of a word's likeness a letter takes, by its share of the word. */
const STEEP = 1.6;
const HEARD_STEEP = 1.2;

const SIGNS = 128;

/** What it costs to write one letter for another, by both codes, and to add one or leave it out. */
interface Costs {
  readonly substitution: Float64Array;
  readonly gap: Float64Array;
  readonly leastGap: number;
}

/** Two spellings: vowels differ by half, a vowel or `h` is left out for 0.6, consonants that are written for each other differ by 0.6. */
const SPELLED = costs({
  near: [['aeiou', 0.5], ...'bp bv dt fv gj gk jz sz mn hj js ck cs'.split(' ').map((two) => [two, 0.6] as const)],
  gaps: { a: 0.6, e: 0.6, i: 0.6, o: 0.6, u: 0.6, h: 0.6 },
});
/** A script that leaves vowels out or adds some, and has one letter for several of another. */
const HEARD = costs({
  near: [
    ['lr', 0.5],
    ['mn', 0.5],
    ['bpfv', 0.35],
    ['kgcq', 0.35],
    ['szjc', 0.35],
    ['dtz', 0.35],
    ['aeiou', 0.2],
    ['uv', 0.1],
    ['ov', 0.1],
  ],
  gaps: { a: 0.12, e: 0.12, i: 0.12, o: 0.12, u: 0.12, h: 0.2, v: 0.4 },
});

function costs(given: {
  readonly near: readonly (readonly [letters: string, cost: number])[];
  readonly gaps: Readonly<Record<string, number>>;
}): Costs {
  const substitution = new Float64Array(SIGNS * SIGNS).fill(1);
  const gap = new Float64Array(SIGNS).fill(1);
  for (const [letters, cost] of given.near) {
    for (const one of letters) for (const other of letters) substitution[codeOf(one) * SIGNS + codeOf(other)] = cost;
  }
  for (let code = 0; code < SIGNS; code += 1) substitution[code * SIGNS + code] = 0;
  for (const [letter, cost] of Object.entries(given.gaps)) gap[codeOf(letter)] = cost;
  return { substitution, gap, leastGap: Math.min(...Object.values(given.gaps)) };
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}

/** How alike two words of names are, 0 to 1. */
export function likeness(one: Part, other: Part): number {
  if (one.text === other.text) return 1;
  if (one.text.length === 1 || other.text.length === 1) {
    return one.text[0] === other.text[0] && !one.sparse && !other.sparse ? 0.8 : 0;
  }
  const isHeard = one.sparse || other.sparse;
  if (!isHeard && one.sound === other.sound) return 0.97;
  const longest = Math.max(one.sound.length, other.sound.length);
  const limit = limitOf(longest);
  const cost = editCost([one.sound, other.sound], limit, isHeard ? HEARD : SPELLED);
  if (cost <= limit) return Math.min(0.97, 1 - ((isHeard ? HEARD_STEEP : STEEP) * cost) / longest);
  return longest >= 4 && !isHeard && isAnagram(one.text, other.text) ? 0.8 : 0;
}

/** Letters that may differ: of short words one vowel, of long ones more. */
function limitOf(length: number): number {
  if (length <= 2) return 0.5;
  if (length <= 3) return 0.6;
  return length * 0.3;
}

const SWAPPED = 0.6;
/** No word is longer: of longer ones so much is compared. */
const LONGEST = 64;
const ROWS = [new Float64Array(LONGEST + 1), new Float64Array(LONGEST + 1), new Float64Array(LONGEST + 1)] as const;

/** Weighted distance of Damerau and Levenshtein between two words of a to z; letters beside each other are swapped for 0.6. Infinity: more than `limit`. */
function editCost(
  [one, other]: readonly [string, string],
  limit: number,
  { substitution, gap, leastGap }: Costs,
): number {
  const [rows, columns] = [Math.min(one.length, LONGEST), Math.min(other.length, LONGEST)];
  if (Math.abs(rows - columns) * leastGap > limit) return Infinity;
  let [before, last, next]: readonly [Float64Array, Float64Array, Float64Array] = ROWS;
  last[0] = 0;
  for (let at = 0; at < columns; at += 1) last[at + 1] = last[at]! + gap[other.charCodeAt(at)]!;
  for (let row = 0; row < rows; row += 1) {
    const letter = one.charCodeAt(row);
    const earlier = row > 0 ? one.charCodeAt(row - 1) : -1;
    let least = (next[0] = last[0]! + gap[letter]!);
    for (let at = 0; at < columns; at += 1) {
      const to = other.charCodeAt(at);
      let cost = last[at]! + substitution[letter * SIGNS + to]!;
      cost = Math.min(cost, last[at + 1]! + gap[letter]!, next[at]! + gap[to]!);
      if (earlier === to && at > 0 && letter === other.charCodeAt(at - 1))
        cost = Math.min(cost, before[at - 1]! + SWAPPED);
      next[at + 1] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return Infinity;
    [before, last, next] = [last, next, before];
  }
  return last[columns]!;
}

function isAnagram(one: string, other: string): boolean {
  return one.length === other.length && sorted(one) === sorted(other);
}

function sorted(word: string): string {
  return word.split('').toSorted().join('');
}
