import { describe, expect, it } from 'vitest';
import { LOCALES, LOCALE_FACTS, detectLocale, localeOfTag } from './locales.ts';

describe('the language of a request', () => {
  it.each([
    ['/de/trading', 'i18next=ar', 'sv', 'de'],
    ['/', 'i18next=ar', 'sv', 'ar'],
    ['/', 'a=1; i18next=ja; b=2', '', 'jp'],
    ['/', '', 'sv;q=0.5, it;q=0.9', 'it'],
    ['/', '', 'fr, xx;q=0.9, zh-CN;q=0.8', 'ch'],
    ['/', '', 'es-419,es;q=0.9', 'es'],
    ['/', '', 'de;q=0, tr;q=0.1', 'tr'],
    ['/xx/trading', 'i18next=zz', 'fr', 'en'],
    ['/', '', '', 'en'],
  ])('path %s, cookie %s, header %s -> %s', (path, cookie, acceptLanguage, locale) => {
    expect(detectLocale({ path, cookie, acceptLanguage })).toBe(locale);
  });

  it('knows each of its own tags again', () => {
    for (const locale of LOCALES) expect(localeOfTag(LOCALE_FACTS[locale].lang)).toBe(locale);
  });
});
