import { describe, expect, it } from 'vitest';
import { dayOf, easterOf, MINUTE_MS, weekdayOf } from './calendar.ts';
import { insideOnePeriod, isOpen, nextClose, nextOpen, periodAt, periodsOf } from './hours.ts';
import type { HoursRule } from './pair.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** New York wall time by the platform's time zone data. */
function newYork(t: number): { date: string; weekday: string; minutes: number } {
  const parts = Object.fromEntries(format.formatToParts(t).map((part) => [part.type, part.value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    weekday: parts['weekday'] ?? '',
    minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

/** As the exchange published them, copied by hand. */
const NYSE_CLOSED = new Set(
  `2012-01-02 2012-10-29 2012-10-30 2018-12-05
   2021-01-01 2021-01-18 2021-02-15 2021-04-02 2021-05-31 2021-07-05 2021-09-06 2021-11-25 2021-12-24
   2022-01-17 2022-02-21 2022-04-15 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-11-24 2022-12-26
   2023-01-02 2023-01-16 2023-02-20 2023-04-07 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-11-23 2023-12-25
   2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25
   2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25
   2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25`.split(
    /\s+/,
  ),
);
const NYSE_HALF = new Set(
  `2013-07-03 2013-12-24 2015-12-24 2021-11-26 2022-11-25 2023-07-03 2023-11-24 2024-07-03 2024-11-29 2024-12-24
   2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24`.split(/\s+/),
);

type Scan = (t: number) => boolean;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** The sentences of docs/rules/feeds.md#market-hours, asked minute by minute of the platform's own calendar. */
const SCANS: Record<'usStocks' | 'forex' | 'commodities', Scan> = {
  usStocks(t) {
    const { date, weekday, minutes } = newYork(t);
    if (!WEEKDAYS.includes(weekday) || NYSE_CLOSED.has(date)) return false;
    return minutes >= 570 && minutes < (NYSE_HALF.has(date) ? 780 : 960);
  },
  forex: (t) => weekly(t, { open: 1_025, close: 1_019, closed: [] }),
  commodities: (t) =>
    weekly(t, {
      open: 1_080,
      close: 1_020,
      closed: ['2021-04-02', '2022-04-15', '2023-04-07', '2024-03-29', '2025-04-18', '2026-04-03'],
    }),
};

function weekly(t: number, rule: { open: number; close: number; closed: string[] }): boolean {
  const { weekday, minutes } = newYork(t);
  // The trading day is named by the day it ends: after the pause it is tomorrow's.
  const day = minutes >= rule.open ? newYork(t + 7 * HOUR_MS).date : newYork(t).date;
  if (/-(01-01|12-25)$/.test(day) || rule.closed.includes(day)) return false;
  if (weekday === 'Sat') return false;
  if (weekday === 'Sun') return minutes >= rule.open;
  if (weekday === 'Fri') return minutes < rule.close;
  return minutes < rule.close || minutes >= rule.open;
}

describe('market hours', () => {
  it.each(['usStocks', 'forex', 'commodities'] as const)(
    '%s: five years, each border and each quarter of an hour as the platform calendar has it (R-56)',
    (rule) => {
      const from = Date.UTC(2021, 0, 1);
      const to = Date.UTC(2026, 11, 31);
      const wrong: string[] = [];
      let asked = 0;
      const ask = (t: number) => {
        asked += 1;
        if (isOpen(rule, t) !== SCANS[rule](t)) wrong.push(new Date(t).toISOString());
      };
      for (let t = from; t < to; t += 45 * MINUTE_MS) ask(t);
      for (const { open, close } of periodsOf(rule)) {
        if (open < from || close > to) continue;
        for (const border of [open, close]) for (const off of [-MINUTE_MS, -1, 0, 1]) ask(border + off);
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(70_000);
    },
    60_000,
  );

  it.each<[string, HoursRule, boolean]>([
    ['2012-10-29T15:00:00Z', 'usStocks', false],
    ['2012-10-31T14:00:00Z', 'usStocks', true],
    ['2018-12-05T15:00:00Z', 'usStocks', false],
    ['2015-12-24T17:59:59Z', 'usStocks', true],
    ['2015-12-24T18:00:00Z', 'usStocks', false],
    ['2013-10-08T13:29:59Z', 'usStocks', false],
    ['2013-10-08T13:30:00Z', 'usStocks', true],
    ['2014-05-02T20:58:59Z', 'forex', true],
    ['2014-05-02T20:59:00Z', 'forex', false],
    ['2014-05-04T21:04:59Z', 'forex', false],
    ['2014-05-04T21:05:00Z', 'forex', true],
    ['2014-05-05T20:59:30Z', 'forex', false],
    ['2014-05-05T21:05:00Z', 'forex', true],
    ['2014-05-08T21:30:00Z', 'commodities', false],
    ['2014-05-08T22:00:00Z', 'commodities', true],
    ['2014-05-10T12:00:00Z', 'commodities', false],
    ['2026-12-31T23:30:00Z', 'forex', false],
    ['2026-12-31T12:00:00Z', 'always', true],
  ])('%s %s open: %s', (time, rule, open) => {
    expect(isOpen(rule, Date.parse(time))).toBe(open);
  });

  it.each(['usStocks', 'forex', 'commodities'] as const)(
    '%s: periods follow each other, and nextOpen and nextClose name them',
    (rule) => {
      const periods = periodsOf(rule);
      expect(periods.length).toBeGreaterThan(4_900);
      periods.forEach((period, i) => {
        expect(period.open).toBeLessThan(period.close);
        const next = periods[i + 1];
        if (next === undefined) return;
        expect(next.open).toBeGreaterThan(period.close);
        expect(periodAt(rule, period.close)).toBeNull();
        expect(nextOpen(rule, period.close)).toBe(next.open);
        expect(nextOpen(rule, period.open)).toBe(next.open);
        expect(nextClose(rule, period.close)).toBe(next.close);
        expect(nextClose(rule, period.close - 1)).toBe(period.close);
      });
    },
  );

  it('says nothing behind the end of its calendar', () => {
    expect(isOpen('forex', Date.UTC(2032, 1, 4, 12))).toBe(false);
    expect(nextOpen('forex', Date.UTC(2032, 1, 4, 12))).toBeNull();
    expect(nextOpen('always', 0)).toBeNull();
    expect(nextClose('always', 0)).toBeNull();
  });

  it('a span lies in one period or it does not', () => {
    const close = Date.UTC(2026, 10, 18, 21, 0);
    expect(insideOnePeriod('usStocks', close - MINUTE_MS, close)).toBe(true);
    expect(insideOnePeriod('usStocks', close - MINUTE_MS, close + 1)).toBe(false);
    expect(insideOnePeriod('usStocks', close, close)).toBe(false);
    expect(insideOnePeriod('always', 0, close)).toBe(true);
  });
});

describe('calendar', () => {
  it('counts days as the platform does', () => {
    for (let t = Date.UTC(2011, 0, 1); t < Date.UTC(2033, 0, 1); t += DAY_MS) {
      const date = new Date(t);
      expect(dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(t / DAY_MS);
      expect(weekdayOf(t / DAY_MS)).toBe(date.getUTCDay());
    }
  });

  it.each([
    [2014, 4, 20],
    [2021, 4, 4],
    [2024, 3, 31],
    [2025, 4, 20],
    [2026, 4, 5],
    [2031, 4, 13],
  ])('Easter of %i is %i-%i', (year, month, day) => {
    expect(easterOf(year)).toBe(dayOf(year, month, day));
  });
});
