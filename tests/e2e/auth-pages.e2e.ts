import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { PAGES } from '#web/routes.ts';
import { axeViolations, openBrowser, openPage, overflow, quiet, visit } from './browser.ts';
import { startProduct, type Product } from './product.ts';
import { caseOf, longCases, type Case, type Look } from './views.ts';

/** Pages that a link of a mail leads to look another way without its token. */
const PATHS = PAGES.filter(({ site }) => site === 'auth').map(({ id, path }) =>
  id === 'activate' || id === 'reset' ? `/${path}?token=x` : `/${path}`,
);
const STOPS = PATHS.map((path) => ({ path }));
/** What each change is held to: every page on a wide screen and on a narrow one. */
const LOOKS: readonly Look[] = [
  { locale: 'en', width: 1440, theme: 'dark' },
  { locale: 'de', width: 390, theme: 'light' },
  { locale: 'ar', width: 1440, theme: 'light' },
  { locale: 'ar', width: 390, theme: 'dark' },
];
const CASES: readonly Case[] =
  process.env['E2E_ALL'] === undefined
    ? LOOKS.flatMap((look, turn) =>
        STOPS.filter((_, place) => place % 2 === Math.floor(turn / 2)).map((stop) => caseOf(stop, look)),
      )
    : longCases({ everywhere: [], once: STOPS });
/** A browser window serves all cases of its kind. */
const WINDOWS = new Map<string, Case[]>();
for (const one of CASES) {
  const kind = `${one.locale} at ${one.width} px, ${one.theme}, ${one.colours}`;
  WINDOWS.set(kind, [...(WINDOWS.get(kind) ?? []), one]);
}

describe('each page of the auth site', async () => {
  const browser: Browser | null = await openBrowser();
  let product: Product;
  beforeAll(async () => {
    if (browser !== null) product = await startProduct();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  for (const [name, cases] of WINDOWS) {
    test.skipIf(browser === null)(`is whole in ${name}`, async () => {
      const { page, errors } = await openPage(browser!, cases[0]!);
      for (const { locale, path, theme } of cases) {
        await visit(page, `${product.origin}/${locale}${path}`);
        await quiet(page);
        expect(await page.getAttribute('html', 'lang'), path).toBe(LOCALE_FACTS[locale].lang);
        expect(await page.getAttribute('html', 'dir'), path).toBe(LOCALE_FACTS[locale].dir);
        expect(await page.getAttribute('html', 'data-theme'), path).toBe(theme);
        expect(await page.locator('h1').count(), path).toBe(1);
        expect(await overflow(page), path).toBeLessThanOrEqual(0);
        expect(await axeViolations(page), path).toEqual([]);
      }
      expect(errors).toEqual([]);
      await page.context().close();
    });
  }
});
