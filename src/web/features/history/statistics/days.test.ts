import { describe, expect, it } from 'vitest';
import { curveOf, monthBeside, weeksOf, winRate } from './days.ts';

const day = (at: string, result: number) => ({ day: at, count: 1, result, resultStr: String(result) });

describe('days of statistics', () => {
  it('the curve adds up day by day, and stays where nothing ended', () => {
    const now = Date.parse('2026-03-02T00:30:00Z');
    const curve = curveOf([day('2026-02-27', 8.5), day('2026-03-02', -10)], { days: 4, now });
    expect(curve.map(({ at, sum }) => [at, sum])).toEqual([
      ['2026-02-26', 0],
      ['2026-02-27', 8.5],
      ['2026-02-28', 8.5],
      ['2026-03-01', 8.5],
      ['2026-03-02', -1.5],
    ]);
    expect(curve.map((one) => one.day?.result ?? null)).toEqual([null, 8.5, null, null, -10]);
  });

  it.each([
    { what: 'a Sunday first, weeks from Monday', month: '2026-03', firstDay: 1, count: 6, place: 6, days: 31 },
    { what: 'a Sunday first, weeks from Sunday', month: '2026-03', firstDay: 7, count: 5, place: 0, days: 31 },
    { what: 'weeks from Saturday', month: '2026-03', firstDay: 6, count: 5, place: 1, days: 31 },
    { what: 'a leap year', month: '2028-02', firstDay: 1, count: 5, place: 1, days: 29 },
  ])('$what', ({ month, firstDay, count, place, days }) => {
    const weeks = weeksOf(month, firstDay);
    expect(weeks).toHaveLength(count);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks[0]?.indexOf(`${month}-01`)).toBe(place);
    expect(weeks.flat().findLast((at) => at !== null)).toBe(`${month}-${days}`);
  });

  it('months lead over the end of a year', () => {
    expect([monthBeside('2026-12', 1), monthBeside('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('what was sold or refunded does not count for the win rate', () => {
    expect(winRate({ won: 3, lost: 1 })).toBe(0.75);
    expect(winRate({ won: 0, lost: 0 })).toBeNull();
  });
});
