import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
import { PAGES } from '#web/routes.ts';
import { axeViolations, openBrowser, openPage, overflow, quiet, visit, type View } from './browser.ts';
import { startProduct, type Product } from './product.ts';

/** Pages that a link of a mail leads to look another way without its token. */
const PATHS = PAGES.filter(({ site }) => site === 'auth').map(({ id, path }) =>
  id === 'activate' || id === 'reset' ? `/${path}?token=x` : `/${path}`,
);
const VIEWS: readonly (readonly [Locale, View])[] = [
  ['en', { width: 1440, height: 900, theme: 'dark' }],
  ['de', { width: 390, height: 844, theme: 'light' }],
  ['ar', { width: 390, height: 844, theme: 'dark' }],
  ['ar', { width: 1440, height: 900, theme: 'light' }],
  ['hi', { width: 320, height: 640, theme: 'dark' }],
];

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

  for (const [locale, view] of VIEWS) {
    test.skipIf(browser === null)(`is whole in ${locale} at ${view.width} px, ${view.theme ?? 'dark'}`, async () => {
      const { page, errors } = await openPage(browser!, view);
      for (const path of PATHS) {
        await visit(page, `${product.origin}/${locale}${path}`);
        await quiet(page);
        expect(await page.getAttribute('html', 'lang'), path).toBe(LOCALE_FACTS[locale].lang);
        expect(await page.getAttribute('html', 'dir'), path).toBe(LOCALE_FACTS[locale].dir);
        expect(await page.locator('h1').count(), path).toBe(1);
        expect(await overflow(page), path).toBeLessThanOrEqual(0);
        expect(await axeViolations(page), path).toEqual([]);
      }
      expect(errors).toEqual([]);
      await page.context().close();
    });
  }
});
