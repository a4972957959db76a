import { currentOrNext } from '../hours.ts';
import type { HoursRule } from '../pair.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';

/** How long ticks are kept and offered, days (docs/rules/proofs.md#archive). */
export const TICK_DAYS = 29;
const HOURS_OF_DAY = 24;

/** Hours of a day from `13,14` or `13-15` or both, ascending, each once; null when it is something else. */
export function parseHours(text: string): readonly number[] | null {
  const hours = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part);
    if (match === null) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (from > to || to >= HOURS_OF_DAY) return null;
    for (let hour = from; hour <= to; hour++) hours.add(hour);
  }
  return [...hours].sort((a, b) => a - b);
}

/** May ticks of the UTC day that starts at `dayStart` be asked for at `now`? Today and what began in the last 29 days. */
export function isTickDay(dayStart: number, now: number): boolean {
  return dayStart <= now && dayStart + DAY_MS > now - TICK_DAYS * DAY_MS;
}

/** Is the market closed for the whole hour that starts at `hourStart`? */
export function isClosedHour(rule: HoursRule, hourStart: number): boolean {
  const period = currentOrNext(rule, hourStart);
  return period === null || period.open >= hourStart + HOUR_MS;
}
