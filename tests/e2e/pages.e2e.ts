import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '#web/routes.ts';
import { LOCALES, LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
import {
  axeViolations,
  keepPicture,
  openBrowser,
  openPage,
  overflow,
  quiet,
  visit,
  type View,
  type Watched,
} from './browser.ts';
import { startProduct, type Product } from './product.ts';

/** In every view. */
const PATHS = ['', '/trading/demo', '/trading-history/demo', '/feeds'] as const;
/** Every other page that a visitor sees, each in one of the views; those of the auth site have a file of their own. */
const OTHERS = PAGES.filter((page) => page.site !== 'dashboard' && page.signedIn !== true && page.id !== 'dev-ui')
  .filter((page) => page.site !== 'auth' || process.env['E2E_ALL'] !== undefined)
  .map((page) => (page.path === '' ? '' : `/${page.path}`))
  .filter((path) => !(PATHS as readonly string[]).includes(path));
const SIZES = { 1440: 900, 1024: 768, 390: 844, 320: 640 } as const;
const WIDTHS = [1440, 1024, 390, 320] as const;
type Width = (typeof WIDTHS)[number];

interface Case extends View {
  readonly locale: Locale;
  readonly path: string;
}

const view = (width: Width, theme: 'dark' | 'light', colours: 'standard' | 'blind' = 'standard'): View => ({
  width,
  height: SIZES[width],
  theme,
  colours,
});

/** What each change is held to; `E2E_ALL` takes every language and width. */
function cases(): readonly Case[] {
  const views: readonly (readonly [Locale, View])[] =
    process.env['E2E_ALL'] === undefined
      ? [
          ['en', view(1440, 'dark')],
          ['en', view(390, 'light')],
          ['de', view(390, 'dark')],
          ['ar', view(1440, 'light')],
          ['ar', view(390, 'dark', 'blind')],
        ]
      : LOCALES.flatMap((locale, index) =>
          WIDTHS.map((width, turn) => [locale, view(width, (index + turn) % 2 === 0 ? 'dark' : 'light')] as const),
        );
  // Neighbours in the list of pages come in different languages, widths and themes; of all views, each language takes each page in one width.
  const takes = (turn: number, index: number) =>
    views.length === LOCALES.length * WIDTHS.length
      ? turn % WIDTHS.length === (index + Math.floor(turn / WIDTHS.length)) % WIDTHS.length
      : turn === index % views.length;
  return views.flatMap(([locale, one], turn) =>
    [...PATHS, ...OTHERS.filter((_path, index) => takes(turn, index))].map((path) => ({ ...one, locale, path })),
  );
}

describe('each page, language, theme and width', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  /** The page of the view whose turn it is: what one page has loaded, the next one need not. */
  let held: { readonly view: string; readonly watched: Watched } | null = null;

  async function pageOf(one: Case): Promise<Watched> {
    const view = [one.locale, one.width, one.theme, one.colours].join(' ');
    if (held?.view !== view) {
      await held?.watched.page.context().close();
      held = { view, watched: await openPage(browser!, one) };
    }
    // What the page before leaves behind as it goes is none of this one's.
    await held.watched.page.goto('about:blank');
    held.watched.errors.splice(0);
    return held.watched;
  }

  beforeAll(async () => {
    if (!missing) product = await startProduct();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  for (const one of cases()) {
    const name = `${one.locale}${one.path.replaceAll('/', '-')}-${one.width}-${one.theme}${one.colours === 'blind' ? '-blind' : ''}`;
    test.skipIf(missing)(`${name} is whole`, async () => {
      const { page, errors } = await pageOf(one);
      await visit(page, `${product.origin}/${one.locale}${one.path}`);
      if (one.path === '/trading/demo') {
        await page.waitForSelector('[data-chart=ready]');
        await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])');
      }
      await quiet(page);
      expect(await page.getAttribute('html', 'lang')).toBe(LOCALE_FACTS[one.locale].lang);
      expect(await page.getAttribute('html', 'dir')).toBe(LOCALE_FACTS[one.locale].dir);
      expect(await page.locator('h1').count()).toBe(1);
      await keepPicture(page, name);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  }
});
