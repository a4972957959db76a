import { withinShare } from '../office/speeds.ts';

/** How long a placing may have taken: it is counted at the first of these that it did not exceed, ms. */
export const PLACING_STEPS = [
  5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1_000, 2_000, 5_000, 10_000,
] as const;
const LONGEST = 60_000;

/** The step that a time belongs to; what took longer than all of them stands at a minute. */
export function placingStep(ms: number): number {
  return PLACING_STEPS.find((step) => ms <= step) ?? LONGEST;
}

/** Within how many ms 95 of 100 were done, told as the step that holds it; null: there were none. */
export function placingP95(rows: readonly { readonly within: number; readonly count: number }[]): number | null {
  return withinShare(
    rows.map(({ within, count }) => ({ within, batches: count })),
    0.95,
  );
}
