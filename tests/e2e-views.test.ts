import { describe, expect, test } from 'vitest';
import { LOCALES, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { drawnCases, everyLanguage, longCases, WIDTHS, type Case, type Stop } from './e2e/views.ts';

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

describe('the views that a seed draws', () => {
  /** As many as visitors and the auth site have. */
  const stops: readonly Stop[] = Array.from({ length: 30 }, (_, at) => ({ path: `/page-${at}` }));
  const drawn = (times: number, seed: number) =>
    drawnCases(
      stops.map((stop) => ({ ...stop, times })),
      seed,
    );
  const DAYS = Array.from({ length: 10 }, (_, day) => 20_000 + day);
  const kinds = (cases: readonly Case[], kindOf: (one: Case) => unknown) =>
    new Set(cases.map((one) => JSON.stringify(kindOf(one)))).size;

  test.each(DAYS)(
    'once: each page, language, width with each theme, and both sets of colours in both directions (%d)',
    (day) => {
      const cases = drawn(1, day);
      expect(cases.map(({ path }) => path).toSorted()).toEqual(stops.map(({ path }) => path).toSorted());
      expect(kinds(cases, ({ locale }) => locale)).toBe(LOCALES.length);
      expect(kinds(cases, ({ width, theme }) => [width, theme])).toBe(2 * WIDTHS.length);
      expect(kinds(cases, (one) => [rightToLeft(one), one.colours])).toBe(4);
    },
  );

  test.each(DAYS)(
    'four times: each page in every width, both themes and both directions; each language in every width and theme (%d)',
    (day) => {
      const cases = drawn(4, day);
      expect(cases).toHaveLength(4 * stops.length);
      expect(kinds(cases, ({ path, width }) => [path, width])).toBe(stops.length * WIDTHS.length);
      expect(kinds(cases, ({ path, theme }) => [path, theme])).toBe(2 * stops.length);
      expect(kinds(cases, (one) => [one.path, rightToLeft(one)])).toBe(2 * stops.length);
      expect(kinds(cases, ({ locale, width }) => [locale, width])).toBe(LOCALES.length * WIDTHS.length);
      expect(kinds(cases, ({ locale, theme }) => [locale, theme])).toBe(2 * LOCALES.length);
    },
  );

  test('the same seed draws the same ones, and over the days every page meets every language', () => {
    expect(drawn(1, 7)).toEqual(drawn(1, 7));
    const month = Array.from({ length: 120 }, (_, day) => drawn(1, 20_000 + day)).flat();
    expect(kinds(month, ({ path, locale }) => [path, locale])).toBe(stops.length * LOCALES.length);
  });

  test('a phone and a wide window are opened once each', () => {
    const phones = drawn(1, 1).map(({ width }) => width < 768);
    expect(phones.toSorted((one, other) => Number(one) - Number(other))).toEqual(phones);
  });
});
