import { describe, expect, test } from 'vitest';
import { LOCALES, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { everyLanguage, longCases, WIDTHS, type Case, type Stop } from './e2e/views.ts';

const EVERYWHERE: readonly Stop[] = [{ path: '' }, { path: '/trading/demo' }];
/** More than the widths, so that each place in the turn is met. */
const ONCE: readonly Stop[] = Array.from({ length: 9 }, (_, at) => ({ path: `/page-${at}` }));

const rightToLeft = (one: Case) => LOCALE_FACTS[one.locale].dir === 'rtl';
const themes = (cases: readonly Case[]) => [...new Set(cases.map(({ theme }) => theme))].toSorted();
const BOTH = ['dark', 'light'];

describe('the views of the long browser run', () => {
  const cases = longCases({ everywhere: EVERYWHERE, once: ONCE });

  test.each([...EVERYWHERE, ...ONCE])('$path: every language and width, both themes in both directions', ({ path }) => {
    const own = cases.filter((one) => one.path === path);
    const standard = own.filter(({ colours }) => colours === 'standard');
    expect(new Set(own.map(({ locale }) => locale)).size).toBe(LOCALES.length);
    expect(new Set(own.map(({ width }) => width)).size).toBe(WIDTHS.length);
    expect(themes(standard.filter((one) => !rightToLeft(one)))).toEqual(BOTH);
    expect(themes(standard.filter(rightToLeft))).toEqual(BOTH);
    expect(own.some(({ colours }) => colours === 'blind')).toBe(true);
  });

  test.each(EVERYWHERE)('"$path": the colour-blind set in both themes and directions', ({ path }) => {
    const blind = cases.filter((one) => one.path === path && one.colours === 'blind');
    expect(themes(blind.filter((one) => !rightToLeft(one)))).toEqual(BOTH);
    expect(themes(blind.filter(rightToLeft))).toEqual(BOTH);
  });

  test('a page that is seen once in a language is seen twice right-to-left and never more', () => {
    const counts = ONCE.map(({ path }) => cases.filter((one) => one.path === path).length);
    expect(new Set(counts)).toEqual(new Set([LOCALES.length + 1]));
    expect(new Set(cases.map((one) => JSON.stringify(one))).size).toBe(cases.length);
  });
});

describe('the views of the pages of a person', () => {
  const cases = everyLanguage(ONCE);
  const themesOf = (own: readonly Case[]) => themes(own.filter((one) => !rightToLeft(one)));

  test.each(ONCE)('$path: in every language and width, both themes in both directions', ({ path }) => {
    const own = cases.filter((one) => one.path === path);
    expect(own.map(({ locale }) => locale).toSorted()).toEqual([...LOCALES, 'ar'].toSorted());
    expect(new Set(own.map(({ width }) => width)).size).toBe(WIDTHS.length);
    expect(themesOf(own)).toEqual(BOTH);
    expect(themes(own.filter(rightToLeft))).toEqual(BOTH);
  });

  test.each(LOCALES)('%s: over the pages in every width and both themes', (locale) => {
    const own = cases.filter((one) => one.locale === locale);
    expect(new Set(own.map(({ width }) => width)).size).toBe(WIDTHS.length);
    expect(themes(own)).toEqual(BOTH);
  });

  test.each(WIDTHS)('%d px: both themes', (width) => {
    expect(themesOf(cases.filter((one) => one.width === width))).toEqual(BOTH);
  });

  test('the second look of a page is right behind the first, for it needs no new load', () => {
    const twice = cases.flatMap((one, index) => (rightToLeft(one) ? [index] : []));
    expect(twice).toHaveLength(2 * ONCE.length);
    for (let pair = 0; pair < twice.length; pair += 2) {
      const [first, second] = [cases[twice[pair]!]!, cases[twice[pair + 1]!]!];
      expect(twice[pair + 1]).toBe(twice[pair]! + 1);
      expect([second.path, second.locale]).toEqual([first.path, first.locale]);
      expect(second.width).not.toBe(first.width);
    }
  });
});
