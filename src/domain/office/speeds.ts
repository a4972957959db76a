/** Upper bounds in which times are counted, ms. */
const BOUNDS = [
  1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 5_000, 10_000, 60_000,
] as const;
const LONGEST = BOUNDS[BOUNDS.length - 1] ?? 0;

/** The bound that a time of `ms` is counted under; what took longer than the last one is counted there. */
export function boundOf(ms: number): number {
  return BOUNDS.find((bound) => ms <= bound) ?? LONGEST;
}

/** The bound within which a share of all was done (0.95: of 100 the 95th); null: there were none. `counts`: by bound, in any order. */
export function withinShare(
  counts: readonly { readonly within: number; readonly batches: number }[],
  share: number,
): number | null {
  const sorted = counts.toSorted((one, other) => one.within - other.within);
  const all = sorted.reduce((sum, { batches }) => sum + batches, 0);
  let done = 0;
  for (const { within, batches } of sorted) {
    done += batches;
    if (done >= all * share && done > 0) return within;
  }
  return null;
}
