import { newYorkTime, weekdayOf } from '#domain/prices/calendar.ts';
import { commodityHolidays, forexHolidays, stockHalfDays, stockHolidays } from '#domain/prices/holidays.ts';
import { nextClose, periodsOf } from '#domain/prices/hours.ts';
import { PAIR_GROUPS, type HoursRule, type PairGroup } from '#domain/prices/pair.ts';
import { DAY_MS } from '#domain/time.ts';

/** By which hours a group trades (docs/rules/feeds.md#market-hours). */
export const GROUP_RULE: Readonly<Record<PairGroup, HoursRule>> = {
  crypto: 'always',
  forex: 'forex',
  comms: 'commodities',
  stocks: 'usStocks',
};

export const WEEK_MS = 7 * DAY_MS;

/** Start of the week (Monday, UTC) that holds this moment. */
export function weekStart(now: number): number {
  const day = Math.floor(now / DAY_MS);
  return (day - ((weekdayOf(day) + 6) % 7)) * DAY_MS;
}

export type Span = readonly [from: number, to: number];

/** When a group is open between two moments, cut at both. */
export function openSpans(group: PairGroup, from: number, to: number): readonly Span[] {
  const rule = GROUP_RULE[group];
  if (rule === 'always') return [[from, to]];
  return periodsOf(rule)
    .filter((period) => period.close > from && period.open < to)
    .map((period) => [Math.max(from, period.open), Math.min(to, period.close)] as const);
}

/** A day on which a group does not keep its usual hours. */
export interface ChangedDay {
  /** A moment of the day, ms, by which a viewer anywhere names its date: when it closes early, else one inside the hours that fall out. */
  readonly at: number;
  readonly group: PairGroup;
  /** When it closes early, ms; null: closed all day. */
  readonly closesAt: number | null;
}

/**
 * Inside the hours of a day that falls out, minutes of New York: stocks would open then; for the others, whose days run from one afternoon to
 * the next, it is the middle.
 */
const INSIDE_MIN = { stocks: 9 * 60 + 30, other: 5 * 60 } as const;

/** The next days with other hours, earliest first. */
export function changedDays(now: number, count: number): readonly ChangedDay[] {
  const found: ChangedDay[] = [];
  const first = Math.floor(now / DAY_MS);
  for (let day = first; day < first + 366 && found.length < count; day += 1) {
    const weekday = weekdayOf(day);
    if (weekday === 0 || weekday === 6) continue;
    const year = new Date(day * DAY_MS).getUTCFullYear();
    for (const group of PAIR_GROUPS) {
      const closed = holidaysOf(group, year)?.has(day) === true;
      const short = group === 'stocks' && stockHalfDays(year).has(day);
      if (!closed && !short) continue;
      const inside = newYorkTime(year, day, group === 'stocks' ? INSIDE_MIN.stocks : INSIDE_MIN.other);
      const closesAt = closed ? null : nextClose(GROUP_RULE[group], inside);
      found.push({ at: closesAt ?? inside, group, closesAt });
    }
  }
  return found.slice(0, count);
}

function holidaysOf(group: PairGroup, year: number): ReadonlySet<number> | null {
  if (group === 'stocks') return stockHolidays(year);
  if (group === 'forex') return forexHolidays(year);
  return group === 'comms' ? commodityHolidays(year) : null;
}
