import { describe, expect, it } from 'vitest';
import { localeOf } from './language.ts';

describe('language of an answer', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['ja', 'jp'],
    ['jp', 'jp'],
    ['zh-Hans', 'ch'],
    ['ch', 'ch'],
    ['fr, tr;q=0.3, sv;q=0.7', 'sv'],
    ['ar-u-nu-latn', 'ar'],
    ['en;q=0, hi', 'hi'],
    ['xx,yy;q=2', 'en'],
    ['*', 'en'],
    [`${'x,'.repeat(5_000)}de`, 'en'],
  ])('%s -> %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });
});
