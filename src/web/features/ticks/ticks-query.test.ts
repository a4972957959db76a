import { describe, expect, it } from 'vitest';
import { daysIn, firstChoice, problemOf, queryOf, toggled, yearsOf } from './ticks-query.ts';

const now = Date.UTC(2026, 10, 20, 17, 21);
const first = firstChoice(now, 'crypto', 'BTC-USD');

describe('the choice of ticks', () => {
  it('begins with the running hour', () => {
    expect(queryOf(first, 'de')).toEqual({
      market: 'crypto',
      pair: 'BTC-USD',
      year: '2026',
      month: '11',
      day: '20',
      hours: '17',
      spreadsheet: 'comma',
    });
    expect(problemOf(first, now)).toBeNull();
  });

  it('takes hours in and out, and asks for them in order', () => {
    const hours = toggled(toggled(first.hours, 3), 20);
    expect(queryOf({ ...first, hours }, 'en')['hours']).toBe('3,17,20');
    expect(toggled(hours, 3)).toEqual([17, 20]);
    expect(problemOf({ ...first, hours: [] }, now)).toBe('none');
  });

  it.each([
    [{ month: 10, day: 22 }, null],
    [{ month: 10, day: 21 }, 'valid.tick_range'],
    [{ day: 21 }, 'valid.tick_range'],
    [{ month: 2, day: 30 }, 'valid.tick_range'],
  ] as const)('says of %o: %s', (part, problem) => expect(problemOf({ ...first, ...part }, now)).toBe(problem));

  it('knows the calendar', () => {
    expect([daysIn(2026, 2), daysIn(2028, 2), daysIn(2026, 12)]).toEqual([28, 29, 31]);
    expect(yearsOf(Date.UTC(2027, 0, 10))).toEqual([2026, 2027]);
    expect(yearsOf(now)).toEqual([2026]);
  });
});
