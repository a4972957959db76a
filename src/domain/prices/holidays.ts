import { dayOf, easterOf, lastWeekday, nthWeekday, weekdayOf } from './calendar.ts';

/** The calendar covers these years, both included; outside them every market with hours counts as closed. */
export const CALENDAR_YEARS = { first: 2012, last: 2031 } as const;

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** Closings of the New York Stock Exchange that no rule gives: storm Sandy, days of mourning. */
const SPECIAL_CLOSINGS: readonly (readonly [number, number, number])[] = [
  [2012, 10, 29],
  [2012, 10, 30],
  [2018, 12, 5],
  [2025, 1, 9],
];

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day - 1;
  return weekday === SUNDAY ? day + 1 : day;
}

/** Days on which US stocks do not trade at all (NYSE rule 7.2 with the listed special closings). */
export function stockHolidays(year: number): ReadonlySet<number> {
  const newYear = dayOf(year, 1, 1);
  const days = [
    nthWeekday(year, 1, { weekday: MONDAY, n: 3 }),
    nthWeekday(year, 2, { weekday: MONDAY, n: 3 }),
    goodFriday(year),
    lastWeekday(year, 5, MONDAY),
    observed(dayOf(year, 7, 4)),
    nthWeekday(year, 9, { weekday: MONDAY, n: 1 }),
    nthWeekday(year, 11, { weekday: THURSDAY, n: 4 }),
    observed(dayOf(year, 12, 25)),
  ];
  // A New Year's Day on a Saturday is not observed on the Friday before: that is the last business day of the old year.
  if (weekdayOf(newYear) !== SATURDAY) days.push(observed(newYear));
  if (year >= 2022) days.push(observed(dayOf(year, 6, 19)));
  for (const [y, month, day] of SPECIAL_CLOSINGS) if (y === year) days.push(dayOf(y, month, day));
  return new Set(days);
}

/** Days on which US stocks close at 13:00: before Independence Day, after Thanksgiving, Christmas Eve. */
export function stockHalfDays(year: number): ReadonlySet<number> {
  const days = [nthWeekday(year, 11, { weekday: THURSDAY, n: 4 }) + 1];
  const fourth = dayOf(year, 7, 4);
  const fourthWeekday = weekdayOf(fourth);
  if (fourthWeekday > MONDAY && fourthWeekday <= FRIDAY) days.push(fourth - 1);
  const eve = dayOf(year, 12, 24);
  if (weekdayOf(eve) >= MONDAY && weekdayOf(eve) <= THURSDAY) days.push(eve);
  return new Set(days);
}

/** Trading days (named by the day they end) that currencies leave out: Christmas and New Year's Day. */
export function forexHolidays(year: number): ReadonlySet<number> {
  return new Set([dayOf(year, 1, 1), dayOf(year, 12, 25)]);
}

/** Trading days (named by the day they end) that commodities leave out: Good Friday, Christmas, New Year's Day. */
export function commodityHolidays(year: number): ReadonlySet<number> {
  return new Set([dayOf(year, 1, 1), goodFriday(year), dayOf(year, 12, 25)]);
}

function goodFriday(year: number): number {
  return easterOf(year) - 2;
}
