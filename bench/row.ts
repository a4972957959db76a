/** One figure of a bench: ours against a baseline of the same run. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly baseline: number | null;
  /** ours / baseline; null where nothing is compared. */
  readonly ratio: number | null;
  readonly unit: string;
  /** What `ratio` (or `ours` without a baseline) must reach; null: told, not held. */
  readonly floor: number | null;
  readonly better: 'higher' | 'lower';
}

/** A figure with its baseline; `floor` is held against the ratio. */
export function compared(row: Omit<Row, 'ratio'> & { readonly baseline: number }): Row {
  return { ...row, ratio: row.ours / row.baseline };
}

/** A figure without a baseline; `floor` is held against the figure itself. */
export function told(row: Omit<Row, 'ratio' | 'baseline'>): Row {
  return { ...row, baseline: null, ratio: null };
}

/** Does the row reach its floor? null where there is none. */
export function reaches(row: Row): boolean | null {
  if (row.floor === null) return null;
  const figure = row.ratio ?? row.ours;
  return row.better === 'higher' ? figure >= row.floor : figure <= row.floor;
}

/** The p-th percentile (0-100) of samples; sorts a copy. NaN without samples. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? Number.NaN;
}
