import type { Pair } from '../pair.ts';

/** A recorded price file below REPLAY_DIR. `path` is relative, with `/`. */
export interface RecordedFile {
  readonly path: string;
  /** Data rows, header not counted. */
  readonly rows: number;
}

/** What a file name says: `GBPUSD_1M_2026.csv.gz` is the name GBPUSD, recorded as bars of a minute. */
export interface RecordedName {
  readonly name: string;
  /** `<NAME>.csv.gz` without anything after the name. */
  readonly plain: boolean;
  readonly minuteBars: boolean;
  readonly perpetual: boolean;
}

const EXTENSION = /\.csv(?:\.gz)?$/i;

/** Reads a file name; null when it is no CSV file. */
export function recordedName(path: string): RecordedName | null {
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (!EXTENSION.test(file)) return null;
  const [name = '', ...suffixes] = file.replace(EXTENSION, '').split('_');
  return {
    name,
    plain: suffixes.length === 0,
    minuteBars: suffixes.includes('1M'),
    perpetual: suffixes.includes('PERP'),
  };
}

/** A recorded name resolved: its pair and its place in the pair's `recordedNames` (smaller is preferred). */
export interface NamedPair {
  readonly pair: Pair;
  readonly place: number;
}

/**
 * Looks a recorded name up: `recordedNames` first; else the shapes of docs/rules/feeds.md#replay-files (coin + USD or USDT, six letters split 3/3,
 * a stock by its ticker). null: unknown.
 */
export function pairOfName(pairs: readonly Pair[], name: string): NamedPair | null {
  for (const pair of pairs) {
    const place = pair.recordedNames.indexOf(name);
    if (place >= 0) return { pair, place };
  }
  const shape = /^([A-Z]{3})([A-Z]{3})$/.exec(name) ?? /^([A-Z]{2,6})(USD)T?$/.exec(name);
  const shaped = pairs.find((pair) =>
    shape === null ? pair.group === 'stocks' && pair.base === name : pair.id === `${shape[1]}-${shape[2]}`,
  );
  return shaped === undefined ? null : { pair: shaped, place: shaped.recordedNames.length };
}

/** Why a file plays nothing. */
export type AsideReason = 'unknown_name' | 'perpetual' | 'another_file_plays';

export interface Choice {
  /** Pair id -> the file that plays it. */
  readonly chosen: ReadonlyMap<string, RecordedFile>;
  readonly aside: readonly { readonly path: string; readonly reason: AsideReason }[];
  /** Listed paths that are not there, or whose name no pair has. */
  readonly unmet: readonly string[];
}

interface Candidate {
  readonly file: RecordedFile;
  readonly name: RecordedName;
  readonly place: number;
  /** Place in REPLAY_FILES; -1: not listed. */
  readonly listed: number;
}

/** 0 is best; null: never chosen on its own. */
function tier(candidate: Candidate): number | null {
  if (candidate.listed >= 0) return 0;
  if (candidate.name.perpetual) return null;
  if (candidate.name.plain) return 1;
  return candidate.name.minuteBars ? 3 : 2;
}

/** Negative when `a` is to be preferred (docs/rules/feeds.md#replay-files). */
function compare(a: Candidate, b: Candidate): number {
  const tierA = tier(a) ?? 9;
  const tierB = tier(b) ?? 9;
  if (tierA !== tierB) return tierA - tierB;
  if (tierA === 0 && a.listed !== b.listed) return a.listed - b.listed;
  // Among plain names the order of the names decides, not their length.
  if (tierA === 1 && a.place !== b.place) return a.place - b.place;
  if (a.file.rows !== b.file.rows) return b.file.rows - a.file.rows;
  if (a.place !== b.place) return a.place - b.place;
  return a.file.path < b.file.path ? -1 : 1;
}

/**
 * Picks the one file of each pair: the listed one (of several the first), else `<NAME>.csv.gz`, else the longest without `_1M`
 * and `_PERP`, else the longest `_1M`; of two names the earlier in `recordedNames`.
 */
export function chooseFiles(options: {
  readonly files: readonly RecordedFile[];
  readonly pairs: readonly Pair[];
  readonly listed: readonly string[];
}): Choice {
  const { files, pairs, listed } = options;
  const candidates = new Map<string, Candidate[]>();
  const aside: { path: string; reason: AsideReason }[] = [];
  const met = new Set<string>();
  for (const file of files) {
    const name = recordedName(file.path);
    const named = name === null ? null : pairOfName(pairs, name.name);
    if (name === null || named === null) {
      aside.push({ path: file.path, reason: 'unknown_name' });
      continue;
    }
    const place = listed.indexOf(file.path);
    if (place >= 0) met.add(file.path);
    const known = candidates.get(named.pair.id) ?? [];
    known.push({ file, name, place: named.place, listed: place });
    candidates.set(named.pair.id, known);
  }
  const chosen = new Map<string, RecordedFile>();
  for (const [pairId, known] of candidates) {
    const best = known.toSorted(compare)[0];
    if (best !== undefined && tier(best) !== null) chosen.set(pairId, best.file);
    for (const { file, name } of known) {
      if (chosen.get(pairId) === file) continue;
      aside.push({ path: file.path, reason: name.perpetual ? 'perpetual' : 'another_file_plays' });
    }
  }
  return { chosen, aside, unmet: listed.filter((path) => !met.has(path)) };
}
