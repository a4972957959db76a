import { describe, expect, it } from 'vitest';
import { isPublic, minutesOf } from './posts.ts';

describe('a post', () => {
  it.each([
    { what: 'nothing', text: '', minutes: 1 },
    { what: '660 words', text: 'price '.repeat(660), minutes: 3 },
    { what: '900 signs of Japanese, which has no spaces', text: '価格の'.repeat(300), minutes: 2 },
    { what: 'numbers and marks, which are not read as words', text: '12.5 % — '.repeat(900), minutes: 1 },
  ])('of $what takes $minutes min', ({ text, minutes }) => expect(minutesOf(text)).toBe(minutes));

  it('is public from its moment on, and a draft never', () => {
    expect(isPublic({ publishAt: 5_000 }, 4_999)).toBe(false);
    expect(isPublic({ publishAt: 5_000 }, 5_000)).toBe(true);
    expect(isPublic({ publishAt: null }, 5_000)).toBe(false);
  });
});
