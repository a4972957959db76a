import { describe, expect, it } from 'vitest';
import { LOCALES, LOCALE_FACTS, detectLocale, localeOfTag } from './locales.ts';

describe('the language of a request', () => {
  it.each([
    { path: '/de/trading', cookie: 'i18next=ar', acceptLanguage: 'sv', locale: 'de' },
    { path: '/', cookie: 'i18next=ar', acceptLanguage: 'sv', locale: 'ar' },
    { path: '/', cookie: 'a=1; i18next=ja; b=2', acceptLanguage: '', locale: 'jp' },
    { path: '/', cookie: '', acceptLanguage: 'sv;q=0.5, it;q=0.9', locale: 'it' },
    { path: '/', cookie: '', acceptLanguage: 'fr, xx;q=0.9, zh-CN;q=0.8', locale: 'ch' },
    { path: '/', cookie: '', acceptLanguage: 'es-419,es;q=0.9', locale: 'es' },
    { path: '/', cookie: '', acceptLanguage: 'de;q=0, tr;q=0.1', locale: 'tr' },
    { path: '/xx/trading', cookie: 'i18next=zz', acceptLanguage: 'fr', locale: 'en' },
    { path: '/', cookie: '', acceptLanguage: '', locale: 'en' },
  ])('path $path, cookie $cookie, header $acceptLanguage -> $locale', ({ locale, ...input }) => {
    expect(detectLocale(input)).toBe(locale);
  });

  it('knows each of its own tags again', () => {
    for (const locale of LOCALES) expect(localeOfTag(LOCALE_FACTS[locale].lang)).toBe(locale);
  });
});
