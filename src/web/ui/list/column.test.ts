import { describe, expect, it } from 'vitest';
import { compareValues } from './column.ts';

describe('the order of a column', () => {
  it('is by size, and by the language', () => {
    const sorted = (values: readonly (string | number)[], language = 'en') =>
      values.toSorted((one, other) => compareValues(one, other, language));
    expect(sorted([10, -2, 9])).toEqual([-2, 9, 10]);
    expect(sorted(['b', 'A', 'a 10', 'a 9'])).toEqual(['A', 'a 9', 'a 10', 'b']);
    expect(sorted(['ö', 'z'], 'sv')).toEqual(['z', 'ö']);
    expect(sorted(['ö', 'z'], 'de')).toEqual(['ö', 'z']);
  });
});
