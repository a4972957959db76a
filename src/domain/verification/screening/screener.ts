import { matchBirth, type BirthMatch } from './births.ts';
import type { ListEntry, NameStrength, Screened } from './entries.ts';
import { joined, scoreNames, weighed, type NameScore, type Weighed, wholes } from './name-score.ts';
import { isForeign, partsOf, type Part, type Romanise } from './parts.ts';
import { Vocabulary } from './vocabulary.ts';

/** A possible match, with what it is made of. */
export interface Hit {
  readonly entryId: string;
  /** The name of the list that came nearest. */
  readonly listedName: string;
  readonly strength: NameStrength;
  /** 0 to 1, with everything that counts. */
  readonly score: number;
  readonly name: NameScore;
  readonly birth: BirthMatch;
  readonly country: 'same' | 'other' | 'unknown';
  /** The name was asked about in another script. */
  readonly romanised: boolean;
}

export interface Matcher {
  /** Score from which a person of the list is a hit. */
  readonly threshold: number;
}

export const MATCHER: Matcher = { threshold: 0.8 };
/** Ships and firms are found by their whole name alone. */
const NOT_A_PERSON = 0.97;

const BIRTH: Readonly<Record<BirthMatch, number>> = { day: 0.05, year: 0.02, near: -0.03, other: -0.22, unknown: 0 };
/** Of a name that few have, to the letter, another birth date may be a false one: somebody looks at it. */
const RARE = { rarity: 0.75, other: -0.12 };
const COUNTRY = { same: 0.02, other: -0.02, unknown: 0 } as const;
/** Names of which the words found weigh so little of all are not compared. */
const WORTH_COMPARING = 0.5;
const MOST_COMPARED = 40;
const OF_PARTICLE = 0.1;
const OF_INITIAL = 0.2;
/** How much less a word says for each time that more entries have it, by the logarithm. */
const COMMON = 0.22;

interface IndexedName {
  readonly entry: ListEntry;
  readonly text: string;
  readonly strength: NameStrength;
  readonly parts: readonly Part[];
  /** Made when it is first compared: by then every name is counted. */
  weighed?: Weighed;
}

/** Looks for people on one version of a list: words and sounds give candidates, and each of those is scored. */
export class Screener {
  readonly #romanise: Romanise;
  readonly #matcher: Matcher;
  readonly #words = new Vocabulary();
  readonly #names: IndexedName[] = [];
  /** Of each word, the names that have it. */
  readonly #postings: number[][] = [];
  /** Names by their very words, whatever their order. */
  readonly #exact = new Map<string, readonly number[]>();
  /** How many entries have a word, by its sound. */
  readonly #common = new Map<string, number>();

  constructor(
    entries: readonly ListEntry[],
    { romanise, matcher = MATCHER }: { readonly romanise: Romanise; readonly matcher?: Matcher },
  ) {
    this.#romanise = romanise;
    this.#matcher = matcher;
    for (const entry of entries) this.add(entry);
  }

  /** Adds an entry; all are there before the first question. */
  add(entry: ListEntry): void {
    const sounds = new Set<string>();
    for (const { text, strength } of entry.names) {
      const parts = partsOf(text, this.#romanise);
      if (parts.length === 0) continue;
      const number = this.#names.length;
      const key = exactKey(parts);
      this.#exact.set(key, [...(this.#exact.get(key) ?? []), number]);
      this.#names.push({ entry, text, strength, parts });
      for (const { sound } of parts) sounds.add(sound);
      for (const { part, isJoined } of indexedParts(parts)) {
        const word = this.#words.add(part, isJoined);
        const names = (this.#postings[word] ??= []);
        if (names.at(-1) !== number) names.push(number);
      }
    }
    if (entry.kind === 'individual')
      for (const sound of sounds) this.#common.set(sound, (this.#common.get(sound) ?? 0) + 1);
  }

  /** How much a word says: less, the more entries of the list have it. */
  readonly weigh = (part: Part): number => {
    if (part.particle) return OF_PARTICLE;
    if (part.text.length === 1) return OF_INITIAL;
    return 1 / (1 + COMMON * Math.log(1 + (this.#common.get(part.sound) ?? 0)));
  };

  /** How far two names are one, by the words of this list. */
  compare(one: string, other: string): NameScore {
    return scoreNames(
      weighed(partsOf(one, this.#romanise), this.weigh),
      weighed(partsOf(other, this.#romanise), this.weigh),
    );
  }

  /** The hits on a person, the likeliest first, one for an entry. */
  screen(person: Screened): readonly Hit[] {
    const parts = partsOf(person.name, this.#romanise);
    const asked = weighed(parts, this.weigh);
    const best = new Map<string, Hit>();
    for (const number of this.#candidates(parts)) {
      const hit = this.#judge(person, asked, this.#names[number]!);
      if (hit === null) continue;
      const known = best.get(hit.entryId);
      if (known === undefined || known.score < hit.score) best.set(hit.entryId, hit);
    }
    return [...best.values()].toSorted((one, other) => other.score - one.score);
  }

  #judge(person: Screened, asked: Weighed, listed: IndexedName): Hit | null {
    const { entry, strength } = listed;
    if (strength === 'weak') return null;
    const name = scoreNames(asked, (listed.weighed ??= weighed(listed.parts, this.weigh)));
    const birth = matchBirth(person.birthDate, entry.births);
    const country = matchCountry(person.countries, entry.countries);
    const score = Math.max(0, Math.min(1, name.score + weightOf(birth, name) + COUNTRY[country]));
    const isHit = entry.kind === 'individual' ? score >= this.#matcher.threshold : name.score >= NOT_A_PERSON;
    if (!isHit) return null;
    return {
      entryId: entry.id,
      listedName: listed.text,
      strength,
      score,
      name,
      birth,
      country,
      romanised: isForeign(person.name),
    };
  }

  /** Numbers of names that have enough of the words, the most first. */
  #candidates(parts: readonly Part[]): readonly number[] {
    const sums = new Map<number, number>();
    let whole = 0;
    for (const [at, part] of parts.entries()) {
      const weight = this.weigh(part);
      whole += weight;
      if (part.particle) continue;
      this.#count(sums, [part], weight);
      for (let count = 2; count <= 3 && at + count <= parts.length; count += 1) {
        const some = parts.slice(at, at + count);
        this.#count(
          sums,
          [joined(some)],
          some.reduce((sum, one) => sum + this.weigh(one), 0),
        );
      }
    }
    for (const part of wholes(parts)) this.#count(sums, [part], whole);
    const enough = [...sums].filter(([, sum]) => sum >= whole * WORTH_COMPARING);
    if (enough.length > MOST_COMPARED) enough.sort(([, one], [, other]) => other - one).splice(MOST_COMPARED);
    return [...new Set([...(this.#exact.get(exactKey(parts)) ?? []), ...enough.map(([number]) => number)])];
  }

  #count(sums: Map<number, number>, [part]: readonly [Part], weight: number): void {
    const seen = new Map<number, number>();
    for (const { word, like } of this.#words.alike(part)) {
      for (const number of this.#postings[word] ?? []) if ((seen.get(number) ?? 0) < like) seen.set(number, like);
    }
    for (const [number, like] of seen) sums.set(number, (sums.get(number) ?? 0) + weight * like);
  }
}

/** Words of a listed name, and those that come of writing some of them as one. */
function indexedParts(parts: readonly Part[]): readonly { readonly part: Part; readonly isJoined: boolean }[] {
  const several: Part[] = [...wholes(parts)];
  for (let at = 0; at < parts.length; at += 1) {
    for (let count = 2; count <= 3 && at + count <= parts.length; count += 1)
      several.push(joined(parts.slice(at, at + count)));
  }
  return [
    ...parts.filter(({ particle }) => !particle).map((part) => ({ part, isJoined: false })),
    ...several.map((part) => ({ part, isJoined: true })),
  ];
}

function weightOf(birth: BirthMatch, name: NameScore): number {
  return birth === 'other' && name.rarity >= RARE.rarity ? RARE.other : BIRTH[birth];
}

function exactKey(parts: readonly Part[]): string {
  return parts
    .map(({ text }) => text)
    .toSorted()
    .join(' ');
}

function matchCountry(asked: readonly string[], listed: readonly string[]): Hit['country'] {
  if (asked.length === 0 || listed.length === 0) return 'unknown';
  return asked.some((country) => listed.includes(country)) ? 'same' : 'other';
}
