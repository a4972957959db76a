import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '#web/routes.ts';
import { hasParts } from '#web/site.ts';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import {
  axeViolations,
  keepPicture,
  openBrowser,
  openPage,
  overflow,
  quiet,
  toldErrors,
  visit,
  type Watched,
} from '../browser.ts';
import { FIRST_EVENT, WITH_EVENTS, sampleEventsOf } from '../events.ts';
import { sharedProduct, type Product } from '../product.ts';
import { openRound } from './round-tab.ts';
import { drawnCases, longCases, seedOfDay, type Case, type Stop } from '../views.ts';

/** `1`: each view; `drawn`, as in `.ci/run`: some more of those that the day draws. */
const ALL = process.env['E2E_ALL'];

/** Where the viewers are: not where the server is, whose times they do not share even to the half hour. */
const AWAY = 'Asia/Kolkata';

/** In every view. */
const EVERYWHERE: readonly Stop[] = ['', '/trading/demo', '/trading-history/demo', '/feeds'].map((path) => ({ path }));
/** Pages that a link of a mail leads to look another way without its token. */
const BY_LINK: readonly string[] = ['activate', 'reset'];
/** Articles of the help center look alike: one stands for all. */
const isArticle = (id: string) => id.startsWith('help-') && id !== 'help-withdrawals';
/** A sample event in each realm. */
const EVENT_PAGES: readonly Stop[] = ['', '/demo'].map((end) => ({ path: `/events/${FIRST_EVENT}${end}` }));
/** Every other page that a visitor sees. */
const OTHERS: readonly Stop[] = PAGES.filter(
  (page) => page.signedIn !== true && page.id !== 'dev-ui' && !isArticle(page.id) && !hasParts(page),
)
  .map(({ id, path }): Stop => ({ path: `${path === '' ? '' : `/${path}`}${BY_LINK.includes(id) ? '?token=x' : ''}` }))
  .filter(({ path }) => !EVERYWHERE.some((one) => one.path === path))
  .concat(EVENT_PAGES);
const ROUND: Stop = { path: '/trading/demo', tab: 'round' };
const halfOf = (stops: readonly Stop[], half: 0 | 1) => stops.filter((_stop, at) => at % 2 === half);

/** What the long run looks at. */
const stopsOf = (half: 0 | 1) => ({
  everywhere: half === 0 ? EVERYWHERE : [],
  once: half === 0 ? [ROUND, ...halfOf(OTHERS, 0)] : [...halfOf(OTHERS, 1), ROUND],
});

/** No pages of the table, and seen all the same: in the long run. */
const BESIDES = ['/en/nothing-here', '/ar/nothing-here', '/api/docs', '/api/docs/programs', '/dev/inbox', '/en/dev/ui'];

/** Each page in looks that the day draws: with `npm test` once, the four above twice; with `drawn` four and eight times. */
function casesOfDay(half: 0 | 1): readonly Case[] {
  const seed = seedOfDay();
  console.log(`views are drawn by E2E_SEED=${seed}`);
  const [often, once] = ALL === undefined ? [2, 1] : [8, 4];
  const round = ALL === undefined ? [] : [{ ...ROUND, times: often }];
  const stops = [
    ...(half === 0 ? [...EVERYWHERE.map((stop) => ({ ...stop, times: often })), ...round] : []),
    ...halfOf(OTHERS, half).map((stop) => ({ ...stop, times: once })),
  ];
  return drawnCases(stops, seed);
}

/**
 * Describes the views of the pages that a visitor sees: half of them, so that two files share them out; those of `EVERYWHERE`, and what is no
 * page of the table, stand in the first.
 */
export function describePages(half: 0 | 1): void {
  describe('each page, language, theme and width', async () => {
    const browser: Browser | null = await openBrowser();
    const missing = browser === null;
    let product: Product;
    /** The page of a phone or of a wide window, while it is its turn: what one page has loaded, the next one need not. */
    let held: { readonly phone: boolean; readonly watched: Watched } | null = null;

    async function pageOf(one: Case): Promise<Watched> {
      const phone = one.width < 768;
      if (held?.phone !== phone) {
        await held?.watched.page.context().close();
        held = { phone, watched: await openPage(browser!, { ...one, zone: AWAY }) };
      } else {
        await held.watched.page.setViewportSize({ width: one.width, height: one.height });
        await held.watched.page.evaluate(
          ([theme, colours]) => {
            localStorage.setItem('tikvo.theme', theme);
            localStorage.setItem('tikvo.colours', colours);
          },
          [one.theme, one.colours] as const,
        );
      }
      // What the page before leaves behind as it goes is none of this one's.
      await held.watched.page.goto('about:blank');
      held.watched.errors.splice(0);
      return held.watched;
    }

    beforeAll(async () => {
      if (missing) return;
      product = await sharedProduct(WITH_EVENTS);
      await sampleEventsOf(product.origin);
    });
    afterAll(async () => {
      await browser?.close();
      await product?.stop();
    });

    for (const one of ALL === '1' ? longCases(stopsOf(half)) : casesOfDay(half)) {
      const tab = one.tab === undefined ? '' : `-${one.tab}`;
      const name = `${one.locale}${one.path.replaceAll(/[/?=]/g, '-')}${tab}-${one.width}-${one.theme}${one.colours === 'blind' ? '-blind' : ''}`;
      test.skipIf(missing)(`${name} is whole`, async () => {
        const { page, errors } = await pageOf(one);
        await visit(page, `${product.origin}/${one.locale}${one.path}`);
        if (one.path === '/trading/demo') {
          await page.waitForSelector('[data-chart=ready]');
          await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])');
        }
        if (one.tab === 'round') await openRound(page, one.locale);
        await quiet(page);
        expect(await page.getAttribute('html', 'lang')).toBe(LOCALE_FACTS[one.locale].lang);
        expect(await page.getAttribute('html', 'dir')).toBe(LOCALE_FACTS[one.locale].dir);
        expect(await page.getAttribute('html', 'data-theme')).toBe(one.theme);
        expect(await page.locator('h1').count()).toBe(1);
        await keepPicture(page, name);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        expect(await axeViolations(page)).toEqual([]);
        expect(errors, toldErrors(errors)).toEqual([]);
      });
    }

    /** No pages of the table, and seen all the same. */
    test.skipIf(missing || ALL === undefined || half === 1).each(BESIDES)(
      '%s is whole on a wide and a narrow screen',
      async (path) => {
        const looks = [
          { width: 1440, height: 900, theme: 'dark' },
          { width: 320, height: 640, theme: 'light' },
        ] as const;
        for (const look of looks) {
          const { page } = await openPage(browser!, look);
          await visit(page, `${product.origin}${path}`);
          expect(await overflow(page), `${look.width}`).toBeLessThanOrEqual(0);
          expect(await axeViolations(page), `${look.width}`).toEqual([]);
          await page.context().close();
        }
      },
    );
  });
}
