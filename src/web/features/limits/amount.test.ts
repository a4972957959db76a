import { describe, expect, it } from 'vitest';
import { readAmount, readMinutes, shareOf } from './amount.ts';

describe('a typed limit', () => {
  it.each([
    ['200', '200'],
    [' 99,50 ', '99.50'],
    ['99.5', '99.5'],
    ['007', '7'],
    ['1', '1'],
    ['0,99', null],
    ['1.000', null],
    ['1,000.00', '1000.00'],
    ['٩٩٫٥', '99.5'],
    ['-5', null],
    ['1e3', null],
    ['', null],
  ])('%s reads as %s', (typed, read) => {
    expect(readAmount(typed)).toBe(read);
  });

  it.each([
    ['5', 5],
    ['1440', 1_440],
    ['٦٠', 60],
    ['4', null],
    ['1441', null],
    ['2,5', null],
    ['', null],
  ])('%s minutes read as %s', (typed, read) => {
    expect(readMinutes(typed)).toBe(read);
  });

  it('is used from nothing to all of it', () => {
    expect([shareOf(0, 10), shareOf(5, 10), shareOf(20, 10), shareOf(1, 0)]).toEqual([0, 0.5, 1, 1]);
  });
});
