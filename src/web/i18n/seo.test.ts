import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../routes.ts';
import { hasParts } from '../site.ts';
import { LOCALES, type Locale } from './locales.ts';

/** A description of fewer signs says nothing; signs of these languages say more than letters. */
const LEAST: Partial<Readonly<Record<Locale, number>>> = { jp: 24, ch: 16, ar: 36, hi: 40 };
/** What a result of a search has room for. */
const MOST = 175;
const LONGEST_TITLE = 85;

/** As long as what usually stands in place of a value. */
const filled = (text: string) => text.replaceAll('{brand}', 'Tikvo').replaceAll(/\{\w+\}/g, '10,000 USDT');

describe.each(LOCALES)('what search engines show in %s', (locale) => {
  const seo = JSON.parse(readFileSync(join(import.meta.dirname, 'locales', locale, 'seo.json'), 'utf8')) as Readonly<
    Record<string, string>
  >;

  it('is each page’s own', () => {
    for (const part of ['title', 'description'] as const) {
      const texts = PAGES.map(({ id }) => seo[`${id}.${part}`]);
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
    }
  });

  it('says enough, and not more than there is room for', () => {
    const shown = PAGES.filter((page) => page.noindex !== true && !hasParts(page));
    const wrong = shown.flatMap(({ id }) => {
      const [title = '', description = ''] = [seo[`${id}.title`], seo[`${id}.description`]].map((text) =>
        filled(text ?? ''),
      );
      const least = LEAST[locale] ?? 45;
      const isFit = description.length >= least && description.length <= MOST && title.length <= LONGEST_TITLE;
      return isFit ? [] : [`${id} (${description.length}): ${description}`];
    });
    expect(wrong).toEqual([]);
  });
});
