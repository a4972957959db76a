import { dayOf, newYorkTime, weekdayOf } from './calendar.ts';
import { CALENDAR_YEARS, commodityHolidays, forexHolidays, stockHalfDays, stockHolidays } from './holidays.ts';
import type { HoursRule } from './pair.ts';

/** A span in which a market is open, Unix ms, [open, close). */
export interface Period {
  readonly open: number;
  readonly close: number;
}

/** The one period of a market that never closes. */
const ALWAYS: Period = { open: Number.MIN_SAFE_INTEGER, close: Number.MAX_SAFE_INTEGER };

const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
const SUNDAY = 0;
const SATURDAY = 6;

type YearRule = (year: number) => Period[];

/** Monday to Friday 09:30 to 16:00 New York, 13:00 on half days. */
const stocksOf: YearRule = (year) => {
  const holidays = stockHolidays(year);
  const halfDays = stockHalfDays(year);
  return tradingDays(year, holidays).map((day) => ({
    open: newYorkTime(year, day, at(9, 30)),
    close: newYorkTime(year, day, halfDays.has(day) ? at(13) : at(16)),
  }));
};

/** Each trading day runs from the evening before (Sunday for Monday) to its own afternoon. */
function evenings(open: number, close: number, holidaysOf: (year: number) => ReadonlySet<number>): YearRule {
  return (year) =>
    tradingDays(year, holidaysOf(year)).map((day) => ({
      open: newYorkTime(year, day - 1, open),
      close: newYorkTime(year, day, close),
    }));
}

function tradingDays(year: number, holidays: ReadonlySet<number>): number[] {
  const days: number[] = [];
  for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day++) {
    const weekday = weekdayOf(day);
    if (weekday !== SUNDAY && weekday !== SATURDAY && !holidays.has(day)) days.push(day);
  }
  return days;
}

const YEAR_RULES: Readonly<Record<Exclude<HoursRule, 'always'>, YearRule>> = {
  forex: evenings(at(17, 5), at(16, 59), forexHolidays),
  commodities: evenings(at(18), at(17), commodityHolidays),
  usStocks: stocksOf,
};

/** Built once per rule on first use: some 5,000 periods of pure arithmetic. */
const built = new Map<HoursRule, readonly Period[]>();

/** Every period of a rule in the years of the calendar, ascending; the always-open rule has one. */
export function periodsOf(rule: HoursRule): readonly Period[] {
  if (rule === 'always') return [ALWAYS];
  const known = built.get(rule);
  if (known !== undefined) return known;
  const periods: Period[] = [];
  for (let year = CALENDAR_YEARS.first; year <= CALENDAR_YEARS.last; year++) periods.push(...YEAR_RULES[rule](year));
  built.set(rule, periods);
  return periods;
}

/** Index of the first period that closes after `t`. */
function indexAfter(periods: readonly Period[], t: number): number {
  let low = 0;
  let high = periods.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.close ?? 0) > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The period that contains `t`, or null while closed. */
export function periodAt(rule: HoursRule, t: number): Period | null {
  const period = currentOrNext(rule, t);
  return period !== null && period.open <= t ? period : null;
}

/** The period that contains `t`, else the next one; null after the end of the calendar. */
export function currentOrNext(rule: HoursRule, t: number): Period | null {
  const periods = periodsOf(rule);
  return periods[indexAfter(periods, t)] ?? null;
}

export function isOpen(rule: HoursRule, t: number): boolean {
  return periodAt(rule, t) !== null;
}

/** First opening after `t`; null: always open, or after the end of the calendar. */
export function nextOpen(rule: HoursRule, t: number): number | null {
  if (rule === 'always') return null;
  const periods = periodsOf(rule);
  const index = indexAfter(periods, t);
  const period = periods[index];
  if (period === undefined) return null;
  return period.open > t ? period.open : (periods[index + 1]?.open ?? null);
}

/** First closing after `t`; null: never closes, or after the end of the calendar. */
export function nextClose(rule: HoursRule, t: number): number | null {
  return rule === 'always' ? null : (currentOrNext(rule, t)?.close ?? null);
}

/** Is the whole of [from, to] inside one period? */
export function insideOnePeriod(rule: HoursRule, from: number, to: number): boolean {
  const period = periodAt(rule, from);
  return period !== null && to <= period.close;
}
