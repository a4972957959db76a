import { DAY_MS } from '../time.ts';

/** From when to when there was no price, ms; `to` null: it lasts. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Minutes of a day in which spans lie, rounded up; those of several streams add up. `begins`: of the day, `now`: the end of what lasts, ms. */
export function minutesOfDay(begins: number, spans: readonly Span[], now: number): number {
  const ms = spans.reduce((sum, { from, to }) => {
    const within = Math.min(to ?? now, begins + DAY_MS) - Math.max(from, begins);
    return sum + Math.max(0, within);
  }, 0);
  return Math.ceil(ms / 60_000);
}
