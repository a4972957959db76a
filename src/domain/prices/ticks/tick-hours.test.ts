import { describe, expect, it } from 'vitest';
import { isClosedHour, isTickDay, parseHours } from './tick-hours.ts';
import { DAY_MS, HOUR_MS } from '../../time.ts';

describe('hours of a day', () => {
  it.each<[string, readonly number[] | null]>([
    ['13', [13]],
    ['13,14', [13, 14]],
    ['13-15', [13, 14, 15]],
    ['0-2,23,1', [0, 1, 2, 23]],
    ['00-23', Array.from({ length: 24 }, (_, hour) => hour)],
    ['24', null],
    ['15-13', null],
    ['', null],
    ['1,', null],
    ['-1', null],
    ['1.5', null],
    ['1-2-3', null],
  ])('%s', (text, hours) => expect(parseHours(text)).toEqual(hours));
});

describe('days that are offered', () => {
  const now = Date.UTC(2026, 10, 20, 17, 5);
  const day = Date.UTC(2026, 10, 20);

  it.each([
    [day, true],
    [day - 29 * DAY_MS, true],
    [day - 30 * DAY_MS, false],
    [day + DAY_MS, false],
  ])('%d: %s', (start, offered) => expect(isTickDay(start, now)).toBe(offered));
});

describe('hours in which nothing is traded', () => {
  it.each([
    ['a Saturday of stocks', Date.UTC(2026, 10, 21, 15), true],
    ['a Friday afternoon of stocks', Date.UTC(2026, 10, 20, 15), false],
    ['the hour in which stocks open', Date.UTC(2026, 10, 20, 14), false],
    ['the hour before', Date.UTC(2026, 10, 20, 13), true],
  ])('%s', (_, start, closed) => expect(isClosedHour('usStocks', start)).toBe(closed));

  it('never for crypto', () => {
    for (let hour = 0; hour < 200; hour++)
      expect(isClosedHour('always', Date.UTC(2026, 10, 20) + hour * HOUR_MS)).toBe(false);
  });
});
