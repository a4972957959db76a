import { describe, expect, it } from 'vitest';
import { inCountry } from '../by-country.ts';
import { ageAt, isBirthDate } from './age.ts';
import { nextName, takesTwo, type NameEvent } from './name-check.ts';

const TODAY = '2026-11-20';

describe('the check of a legal name', () => {
  it('knows what follows what, and nothing else', () => {
    const statuses = ['PENDING_NAME', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'BLOCKED'] as const;
    const events: readonly NameEvent[] = ['give', 'clear', 'hit', 'confirm', 'unusable', 'doubt'];
    const moves = statuses.map((status) => [status, ...events.map((event) => nextName(status, event))]);
    expect(moves).toEqual([
      ['PENDING_NAME', 'PENDING_APPROVE', null, null, null, null, null],
      ['PENDING_APPROVE', null, 'APPROVED', 'PENDING_APPROVE', 'BLOCKED', 'REJECTED', null],
      ['APPROVED', null, null, 'PENDING_APPROVE', null, null, 'PENDING_NAME'],
      ['REJECTED', 'PENDING_APPROVE', null, null, null, null, null],
      ['BLOCKED', null, null, null, null, null, null],
    ]);
  });

  it('takes two people to confirm, and to clear what is very like', () => {
    expect(takesTwo('confirmed', 0.8)).toBe(true);
    expect(takesTwo('cleared', 0.95)).toBe(true);
    expect(takesTwo('cleared', 0.94)).toBe(false);
    expect(takesTwo('not_enough', 1)).toBe(false);
  });
});

describe('an age', () => {
  it.each([
    ['2008-11-20', 18],
    ['2008-11-21', 17],
    ['2008-12-01', 17],
    ['2000-02-29', 26],
    ['1926-11-20', 100],
  ])('of somebody born on %s is %i', (born, age) => {
    expect(ageAt(born, TODAY)).toBe(age);
  });

  it('is that of the country, where it has another', () => {
    const ages = { everywhere: 18, countries: new Map([['EE', 21]]) };
    expect([inCountry(ages, 'EE'), inCountry(ages, 'DE'), inCountry(ages, null)]).toEqual([21, 18, 18]);
  });

  it.each([
    ['1990-02-28', true],
    ['1990-02-30', false],
    ['1990-13-01', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['1890-01-01', false],
    ['2026-11-21', false],
    ['90-02-28', false],
  ])('is not made of %s: %s', (text, isOne) => {
    expect(isBirthDate(text, TODAY)).toBe(isOne);
  });
});
