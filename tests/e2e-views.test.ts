import { describe, expect, test } from 'vitest';
import { LOCALES, LOCALE_FACTS } from '#web/i18n/locales.ts';
import { bothWays, longCases, WIDTHS, type Case, type Stop } from './e2e/views.ts';

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

test('pages of a person are seen in both themes and directions, over all languages and widths', () => {
  const cases = bothWays(ONCE);
  expect(new Set(cases.map(({ locale }) => locale)).size).toBe(LOCALES.length);
  expect(new Set(cases.map(({ width }) => width)).size).toBe(WIDTHS.length);
  for (const { path } of ONCE) {
    const own = cases.filter((one) => one.path === path);
    expect(themes(own.filter((one) => !rightToLeft(one)))).toEqual(BOTH);
    expect(themes(own.filter(rightToLeft))).toEqual(BOTH);
  }
});
