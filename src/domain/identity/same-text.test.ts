import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameText } from './same-text.ts';

describe('comparing secrets', () => {
  it('says what === says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(sameText(one, other)).toBe(one === other);
        expect(sameText(one, one)).toBe(true);
      }),
    );
  });

  it.each([
    ['', 'a'],
    ['a', ''],
    ['ab', 'a'],
    ['a', 'ab'],
    ['ab', 'ab\0'],
    ['ab\0', 'ab'],
  ])('tells %j from %j', (one, other) => {
    expect(sameText(one, other)).toBe(false);
  });
});
