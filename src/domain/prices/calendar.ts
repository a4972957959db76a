import { DAY_MS, HOUR_MS } from '../time.ts';

/** Proleptic Gregorian days and New York time, without a clock and without Intl (IANA America/New_York, rules since 2007). */

export const MINUTE_MS = 60_000;

/** Days since 1970-01-01 of a civil date; month from 1. */
export function dayOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** 0 Sunday … 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Day of the n-th (from 1) given weekday of a month. */
export function nthWeekday(year: number, month: number, { weekday, n }: { weekday: number; n: number }): number {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

/** Day of the last given weekday of a month. */
export function lastWeekday(year: number, month: number, weekday: number): number {
  const next = month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  const last = next - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

/** Western Easter Sunday (anonymous Gregorian computus). */
export function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return dayOf(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/**
 * Unix ms of a New York wall time, given by its day and the minutes after midnight.
 * Daylight time from the second Sunday of March to the first Sunday of November, both at 02:00.
 */
export function newYorkTime(year: number, day: number, minutes: number): number {
  const from = nthWeekday(year, 3, { weekday: 0, n: 2 });
  const to = nthWeekday(year, 11, { weekday: 0, n: 1 });
  const local = day * 1_440 + minutes;
  const daylight = local >= from * 1_440 + 120 && local < to * 1_440 + 120;
  return day * DAY_MS + minutes * MINUTE_MS + (daylight ? 4 : 5) * HOUR_MS;
}
