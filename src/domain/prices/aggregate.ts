/** One source's price of a pair, in price units, and when it last stated or confirmed it. */
export interface SourcePrice {
  readonly source: string;
  readonly price: number;
  /** Source time of docs/rules/settlement.md#source-time, ms. */
  readonly t: number;
}

export interface AggregateRule {
  /** Alive sources needed. */
  readonly quorum: number;
  /** Sources that the filter must keep. */
  readonly keep: number;
  /** Which newest source time is the tick's: 2 = the second newest. */
  readonly nthNewest: number;
}

export type Aggregate =
  | {
      readonly ok: true;
      readonly price: number;
      readonly mad: number;
      readonly tSource: number;
      readonly used: readonly SourcePrice[];
    }
  | { readonly ok: false; readonly reason: 'quorum' | 'disagreement' };

/** A price deviates wildly beyond both: 6 median absolute deviations, and 0.5 % (reliability R-53). */
const MAD_LIMIT = 6;
const SHARE_LIMIT = 0.005;

/**
 * Median of the alive sources without those that deviate wildly. Refuses when too few are alive or kept, when those kept lie wide
 * apart, and when a majority has left `reference` (the last price, null if it is old) that a rejected source still states:
 * nobody can say then which side is right.
 */
export function aggregate(alive: readonly SourcePrice[], rule: AggregateRule, reference: number | null): Aggregate {
  if (alive.length < rule.quorum || alive.length === 0) return { ok: false, reason: 'quorum' };
  const centre = median(alive.map((one) => one.price));
  const spread = median(alive.map((one) => Math.abs(one.price - centre)));
  const limit = Math.max(MAD_LIMIT * spread, SHARE_LIMIT * Math.abs(centre));
  const used = alive.filter((one) => Math.abs(one.price - centre) <= limit);
  const price = roundAway(median(used.map((one) => one.price)));
  const mad = roundAway(median(used.map((one) => Math.abs(one.price - price))));
  const rejected = alive.filter((one) => Math.abs(one.price - centre) > limit);
  if (used.length < rule.keep || mad > SHARE_LIMIT * Math.abs(price) || deserts(price, rejected, reference))
    return { ok: false, reason: 'disagreement' };
  return { ok: true, price, mad, used, tSource: nthNewest(used, rule.nthNewest) };
}

function deserts(price: number, rejected: readonly SourcePrice[], reference: number | null): boolean {
  if (reference === null || near(price, reference)) return false;
  return rejected.some((one) => near(one.price, reference));
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= SHARE_LIMIT * Math.abs(b);
}

/** Middle value, or the mean of the two middle ones. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return high;
  return ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

/** Half away from zero, as prices are rounded everywhere. */
function roundAway(value: number): number {
  return value < 0 ? -Math.round(-value) : Math.round(value);
}

function nthNewest(used: readonly SourcePrice[], n: number): number {
  const times = used.map((one) => one.t).toSorted((a, b) => b - a);
  return times[Math.min(n, times.length) - 1] ?? 0;
}
