/** When a list says somebody was born: between two days (`YYYY-MM-DD`), or about then. */
export interface Birth {
  readonly from: string;
  readonly to: string;
  readonly circa: boolean;
}

/** day: the very day; year: the year, or one beside it; near: two or three years off; other: another person's; unknown: one of both is not known. */
export type BirthMatch = 'day' | 'year' | 'near' | 'other' | 'unknown';

const RANKS: readonly BirthMatch[] = ['day', 'year', 'near', 'other'];

/** The best that the dates of a list have for a birth date (`YYYY-MM-DD`). */
export function matchBirth(born: string | null, listed: readonly Birth[]): BirthMatch {
  if (born === null || listed.length === 0) return 'unknown';
  const found = listed.map((birth) => matchOne(born, birth));
  return RANKS.find((rank) => found.includes(rank)) ?? 'other';
}

function matchOne(born: string, { from, to, circa }: Birth): BirthMatch {
  if (from === to && (born === from || born === swapped(from)) && !circa) return 'day';
  const [year, first, last] = [yearOf(born), yearOf(from), yearOf(to)];
  const off = year < first ? first - year : year > last ? year - last : 0;
  if (off <= 1) return 'year';
  return off <= (circa ? 5 : 2) ? 'near' : 'other';
}

/** Day and month in the other order. */
function swapped(date: string): string {
  const [year, month, day] = date.split('-');
  return `${year}-${day}-${month}`;
}

const yearOf = (date: string): number => Number(date.slice(0, 4));
