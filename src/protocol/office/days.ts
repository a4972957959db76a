import { DAY_MS } from '#domain/time.ts';

/** The UTC day of a moment (ms): `2026-11-26`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The last `count` UTC days up to that of `now` (ms), oldest first. */
export function lastDays(now: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * DAY_MS));
}

/** When a UTC day began, ms. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
