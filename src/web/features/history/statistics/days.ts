import { DAY_MS } from '#domain/time.ts';

/** What ended on one UTC day. */
export interface DayResult {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly count: number;
  readonly result: number;
  readonly resultStr: string;
}

/** The middle of a UTC day, ms: it has the same date in almost every zone. */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

/** The UTC day of a moment, `YYYY-MM-DD`. */
export function dayAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The profit up to the end of each of the last `days` days, oldest first; `day` is null where nothing ended. */
export function curveOf(
  byDay: readonly DayResult[],
  span: { readonly days: number; readonly now: number },
): readonly { readonly at: string; readonly sum: number; readonly day: DayResult | null }[] {
  const known = new Map(byDay.map((one) => [one.day, one]));
  let sum = 0;
  return Array.from({ length: span.days + 1 }, (_, index) => {
    const at = dayAt(span.now - (span.days - index) * DAY_MS);
    const day = known.get(at) ?? null;
    sum += day?.result ?? 0;
    return { at, sum: Math.round(sum * 1e6) / 1e6, day };
  });
}

/** Of a month `YYYY-MM`: its weeks of seven days, null beyond its ends. `firstDay`: 1 is Monday, 7 is Sunday. */
export function weeksOf(month: string, firstDay: number): readonly (readonly (string | null)[])[] {
  const first = Date.parse(`${month}-01T12:00:00Z`);
  // Sunday is 0 of Date and 7 of a week.
  const lead = (new Date(first).getUTCDay() - (firstDay % 7) + 7) % 7;
  const weeks: (string | null)[][] = [];
  for (let at = first; dayAt(at).startsWith(month); at += DAY_MS) {
    const place = lead + Math.round((at - first) / DAY_MS);
    const week = (weeks[Math.floor(place / 7)] ??= Array.from({ length: 7 }, () => null));
    week[place % 7] = dayAt(at);
  }
  return weeks;
}

/** The month before or after `YYYY-MM`. */
export function monthBeside(month: string, by: -1 | 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1, 12)).toISOString().slice(0, 7);
}

/** Won of those that won or lost; null where none did. */
export function winRate({ won, lost }: { readonly won: number; readonly lost: number }): number | null {
  return won + lost === 0 ? null : won / (won + lost);
}
