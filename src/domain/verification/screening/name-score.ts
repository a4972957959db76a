import { likeness, SAME_WORD } from './likeness.ts';
import { partOf, type Part } from './parts.ts';

/** How much a word says of who somebody is, 0 to 1: a rare one more than one that many have. */
export type Weigh = (part: Part) => number;

/** Words of the name that was asked about, and the words of the listed one that they are. */
export interface WordPair {
  readonly asked: string;
  readonly listed: string;
  readonly like: number;
}

export interface NameScore {
  /** 0 to 1. */
  readonly score: number;
  /** What the words found say on average: how few have them. 0 to 1. */
  readonly rarity: number;
  readonly pairs: readonly WordPair[];
  /** Words of either that the other has not. */
  readonly askedOnly: readonly string[];
  readonly listedOnly: readonly string[];
}

/** Words in a row, as one. */
export interface Span {
  readonly at: number;
  readonly count: number;
  readonly part: Part;
}

/** A name that is ready to be compared. */
export interface Weighed {
  readonly parts: readonly Part[];
  readonly weights: readonly number[];
  readonly spans: readonly Span[];
}

export function weighed(parts: readonly Part[], weigh: Weigh): Weighed {
  return { parts, weights: parts.map(weigh), spans: spansOf(parts) };
}

interface Pairing {
  readonly asked: Span;
  readonly listed: Span;
  readonly like: number;
}

/** So many words in a row may be written as one. */
const JOINED_MOST = 3;
/** What joining words takes off. */
const JOINED = 0.98;
/** A word more on one side weighs so much of one that stands against another. */
const EXTRA = 0.25;
/** At most, where no family name is met: first names alone are nobody. */
const NO_FAMILY = 0.6;
/** A family name alone, when few have it. */
const FAMILY_ALONE = { score: 0.84, like: 0.9, weight: 0.8 };

/**
 * How far two names are one. Words are paired in any order, several in a row may be one word of the other side; what stands against each other
 * unpaired counts in full, what one side merely has more counts a quarter.
 */
export function scoreNames(one: Weighed, other: Weighed): NameScore {
  const pairings = pair(one.spans, other.spans);
  const [asked, listed] = [one.parts, other.parts];
  const weights = { asked: one.weights, listed: other.weights };
  const sum = (all: readonly number[], { at, count }: Span) =>
    all.slice(at, at + count).reduce((total, one) => total + one, 0);
  let [met, whole, words, family] = [0, 0, 0, 0];
  const used = { asked: new Set<number>(), listed: new Set<number>() };
  for (const pairing of pairings) {
    const weight = (sum(weights.asked, pairing.asked) + sum(weights.listed, pairing.listed)) / 2;
    met += weight * pairing.like;
    whole += weight;
    words += (named(asked, pairing.asked) + named(listed, pairing.listed)) / 2;
    for (const at of indexes(pairing.asked)) used.asked.add(at);
    for (const at of indexes(pairing.listed)) {
      used.listed.add(at);
      const part = listed[at]!;
      if (part.family === true && !part.particle) family = Math.max(family, pairing.like);
    }
  }
  const rest = (parts: readonly Part[], side: 'asked' | 'listed') =>
    parts.flatMap((part, at) => (used[side].has(at) ? [] : [{ part, weight: weights[side][at]! }]));
  const [askedOnly, listedOnly] = [rest(asked, 'asked'), rest(listed, 'listed')];
  const [more, less] = [total(askedOnly), total(listedOnly)].toSorted((one, other) => other - one) as [number, number];
  const score = whole === 0 ? 0 : met / (whole + less + EXTRA * (more - less));
  return {
    score: judge(score, { asked, listed, pairings, family, weights: weights.listed }),
    rarity: words === 0 ? 0 : whole / words,
    pairs: pairings.map(({ asked: one, listed: other, like }) => ({
      asked: one.part.text,
      listed: other.part.text,
      like,
    })),
    askedOnly: askedOnly.map(({ part }) => part.text),
    listedOnly: listedOnly.map(({ part }) => part.text),
  };
}

function judge(
  score: number,
  found: {
    readonly asked: readonly Part[];
    readonly listed: readonly Part[];
    readonly pairings: readonly Pairing[];
    readonly family: number;
    readonly weights: readonly number[];
  },
): number {
  const { asked, listed, pairings, family, weights } = found;
  if (!listed.some((part) => part.family === true && !part.particle)) return score;
  if (family === 0) return Math.min(score, NO_FAMILY);
  const [only] = pairings;
  if (only === undefined || pairings.length > 1 || asked.filter(({ particle }) => !particle).length > 1) return score;
  const weight = weights[only.listed.at] ?? 0;
  const isAlone = only.listed.count === 1 && only.like >= FAMILY_ALONE.like && weight >= FAMILY_ALONE.weight;
  return isAlone ? Math.max(score, FAMILY_ALONE.score) : score;
}

/** The best pairs first, each word in one of them. */
function pair(ones: readonly Span[], others: readonly Span[]): readonly Pairing[] {
  const found: Pairing[] = [];
  for (const one of ones) {
    for (const other of others) {
      if (one.count > 1 && other.count > 1) continue;
      if (one.part.particle !== other.part.particle && one.count === other.count) continue;
      const isJoined = one.count > 1 || other.count > 1;
      if (isJoined && !isNear(one.part.text.length, other.part.text.length)) continue;
      const like = likeness(one.part, other.part) * (isJoined ? JOINED : 1);
      if (like >= SAME_WORD) found.push({ asked: one, listed: other, like });
    }
  }
  found.sort((one, other) => other.like - one.like || lettersOf(other) - lettersOf(one));
  const used = { asked: new Set<number>(), listed: new Set<number>() };
  return found.filter((pairing) => {
    const [mine, theirs] = [indexes(pairing.asked), indexes(pairing.listed)];
    if (mine.some((at) => used.asked.has(at)) || theirs.some((at) => used.listed.has(at))) return false;
    for (const at of mine) used.asked.add(at);
    for (const at of theirs) used.listed.add(at);
    return true;
  });
}

function spansOf(parts: readonly Part[]): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    spans.push({ at, count: 1, part: parts[at]! });
    for (let count = 2; count <= JOINED_MOST && at + count <= parts.length; count += 1) {
      const some = parts.slice(at, at + count);
      if (some.every(({ particle }) => particle)) continue;
      spans.push({ at, count, part: joined(some) });
    }
  }
  if (parts.length < 2) return spans;
  for (const part of wholes(parts)) spans.push({ at: 0, count: parts.length, part });
  return spans;
}

/** A whole name as one word: as it is written, with the family name last, and so without middle names. */
export function wholes(parts: readonly Part[]): readonly Part[] {
  const families = parts.filter(({ family }) => family === true);
  const others = parts.filter(({ family }) => family !== true);
  const found = parts.length > JOINED_MOST ? [joined(parts)] : [];
  if (families.length > 0) found.push(joined([...others, ...families]));
  if (families.length > 0 && others.length > 1) found.push(joined([...others.slice(0, 1), ...families]));
  return found;
}

export function joined(parts: readonly Part[]): Part {
  return partOf(
    parts.map(({ text }) => text).join(''),
    parts.some(({ sparse }) => sparse),
  );
}

/** Words of a span that are no particles. */
const named = (parts: readonly Part[], { at, count }: Span): number =>
  parts.slice(at, at + count).filter(({ particle }) => !particle).length;
const indexes = ({ at, count }: Span): readonly number[] => Array.from({ length: count }, (_, index) => at + index);
const total = (rest: readonly { readonly weight: number }[]): number =>
  rest.reduce((sum, { weight }) => sum + weight, 0);
const lettersOf = ({ asked, listed }: Pairing): number => asked.part.text.length + listed.part.text.length;
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(2, Math.max(one, other) * 0.25);
