import { describe, expect, it } from 'vitest';
import { changedDays, openSpans, WEEK_MS, weekStart } from './week.ts';

const FRIDAY = Date.UTC(2026, 10, 20, 17, 21);
const MONDAY = Date.UTC(2026, 10, 16);

describe('the week of the market hours', () => {
  it('begins on Monday', () => {
    expect(weekStart(FRIDAY)).toBe(MONDAY);
    expect(weekStart(MONDAY)).toBe(MONDAY);
    expect(weekStart(MONDAY - 1)).toBe(MONDAY - WEEK_MS);
  });

  it('has crypto open throughout and stocks on five days', () => {
    expect(openSpans('crypto', MONDAY, MONDAY + WEEK_MS)).toEqual([[MONDAY, MONDAY + WEEK_MS]]);
    const stocks = openSpans('stocks', MONDAY, MONDAY + WEEK_MS);
    expect(stocks.length).toBe(5);
    expect(stocks[0]).toEqual([Date.UTC(2026, 10, 16, 14, 30), Date.UTC(2026, 10, 16, 21)]);
  });

  it('cuts a period at the ends of the week', () => {
    const forex = openSpans('forex', MONDAY, MONDAY + WEEK_MS);
    expect(forex[0]?.[0]).toBe(MONDAY);
    expect(forex.at(-1)).toEqual([Date.UTC(2026, 10, 22, 22, 5), MONDAY + WEEK_MS]);
  });

  it('names Thanksgiving, the short day after it and Christmas', () => {
    const days = changedDays(FRIDAY, 6);
    expect(days.map((one) => [new Date(one.at).toISOString().slice(0, 10), one.group, one.closesAt])).toEqual([
      ['2026-11-26', 'stocks', null],
      ['2026-11-27', 'stocks', Date.UTC(2026, 10, 27, 18)],
      ['2026-12-24', 'stocks', Date.UTC(2026, 11, 24, 18)],
      ['2026-12-25', 'forex', null],
      ['2026-12-25', 'comms', null],
      ['2026-12-25', 'stocks', null],
    ]);
  });
});
