import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from '#web/routes.ts';
import { hasParts } from '#web/site.ts';
import { LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
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
} from './browser.ts';
import { FIRST_EVENT, WITH_EVENTS, sampleEventsOf } from './events.ts';
import { setTextSize, spoiltTexts } from './large-text.ts';
import { sharedProduct, type Product } from './product.ts';
import { SIZES, drawnCases, longCases, seedOfDay, type Case, type Stop } from './views.ts';

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
/** Two places apart, so that each language sees it on a wide screen and on a phone. */
const ONCE: readonly Stop[] = [ROUND, ...OTHERS.slice(0, 1), ROUND, ...OTHERS.slice(1)];

/** No pages of the table, and seen all the same: in the long run. */
const BESIDES = ['/en/nothing-here', '/ar/nothing-here', '/api/docs', '/api/docs/programs', '/dev/inbox', '/en/dev/ui'];

/** Each page in looks that the day draws: with `npm test` once, the four above twice; with `drawn` four and eight times. */
function casesOfDay(): readonly Case[] {
  const seed = seedOfDay();
  console.log(`views are drawn by E2E_SEED=${seed}`);
  const [often, once] = ALL === undefined ? [2, 1] : [8, 4];
  const round = ALL === undefined ? [] : [{ ...ROUND, times: often }];
  const stops = [
    ...EVERYWHERE.map((stop) => ({ ...stop, times: often })),
    ...OTHERS.map((stop) => ({ ...stop, times: once })),
    ...round,
  ];
  return drawnCases(stops, seed);
}

async function wordOf(locale: Locale, namespace: string, key: string): Promise<string> {
  const texts = await readFile(`src/web/i18n/locales/${locale}/${namespace}.json`, 'utf8');
  return (JSON.parse(texts) as Readonly<Record<string, string>>)[key] ?? '';
}

async function openRound(page: Page, locale: Locale): Promise<void> {
  const name = await wordOf(locale, 'trading', 'term.round');
  await page.getByRole('radio', { name, exact: true }).click();
  await page.locator('[data-outcome=UP]:visible').waitFor();
}

/** What can be seen of the words of a mark. */
const WHOLE = { shown: true, cut: 0, start: true, end: true };

/** Runs in the page: are the words there, uncut, inside of the window, and under nothing else? */
function wholeness(mark: Element): typeof WHOLE {
  const word = mark.querySelector('span');
  if (word === null) return { shown: false, cut: 0, start: false, end: false };
  const box = word.getBoundingClientRect();
  const middle = box.top + box.height / 2;
  const onTop = (x: number) => mark.contains(document.elementFromPoint(x, middle));
  return {
    shown: word.checkVisibility() && box.width > 0,
    cut: Math.max(0, word.scrollWidth - word.clientWidth),
    start: onTop(box.left + 1),
    end: onTop(box.right - 1),
  };
}

/** What can be seen of a figure with its words. */
const IN_VIEW = { count: 1, shown: true, inside: true, onTop: true, digits: true };

/** Runs in the page: is the one figure drawn, inside of the window, under nothing else, and a number? */
function inView(marks: readonly Element[]): typeof IN_VIEW {
  const [mark] = marks;
  const box = mark?.getBoundingClientRect() ?? new DOMRect();
  const middle = box.top + box.height / 2;
  const onTop = (x: number) => mark?.contains(document.elementFromPoint(x, middle)) === true;
  return {
    count: marks.length,
    shown: mark?.checkVisibility() === true && box.width > 0,
    inside: box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
    // The ends may be empty: the words start at one of them and the number stands at the other.
    onTop: [box.left + 1, box.right - 1].every(onTop),
    digits: /[0-9\u0660-\u0669]/u.test((mark as HTMLElement | undefined)?.innerText ?? ''),
  };
}

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

  for (const one of ALL === '1' ? longCases({ everywhere: EVERYWHERE, once: ONCE }) : casesOfDay()) {
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
      // The checker of receipts goes by the device: it stands alone, also on a disk.
      expect(await page.getAttribute('html', 'data-theme')).toBe(one.path === '/verify' ? null : one.theme);
      expect(await page.locator('h1').count()).toBe(1);
      await keepPicture(page, name);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(errors, toldErrors(errors)).toEqual([]);
    });
  }

  /** No pages of the table, and seen all the same. */
  test.skipIf(missing || ALL === undefined).each(BESIDES)('%s is whole on a wide and a narrow screen', async (path) => {
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
  });

  /** Pages of each kind: a landing, an app, a table, cards, a form. */
  const READ_LARGE = ['', '/trading/demo', '/trading-history/demo', '/assets', '/crypto', '/market-hours', '/login'];
  const LARGE = [
    [390, 844, 'en'],
    [1440, 900, 'de'],
  ] as const;

  test.skipIf(missing).each(LARGE)(
    'text of twice the size lies side by side at %i x %i',
    async (width, height, locale) => {
      const { page } = await openPage(browser!, { width, height });
      await page.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
      await setTextSize(page, 2);
      for (const path of READ_LARGE) {
        await visit(page, `${product.origin}/${locale}${path}`);
        await quiet(page);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
        expect(await overflow(page), path).toBeLessThanOrEqual(0);
        expect(await spoiltTexts(page), path).toEqual([]);
      }
      await page.context().close();
    },
  );

  test.skipIf(missing)(
    'D and the balance menu ask before the real account; who never signed in is asked nothing',
    async () => {
      const { page } = await openPage(browser!, { width: 1440, height: 900 });
      await visit(page, `${product.origin}/en/trading/demo`);
      const question = page.getByRole('dialog', { name: 'Switch to the real account?' });
      await page.keyboard.press('d');
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.waitFor();
      expect(await question.count()).toBe(0);
      expect(await page.getByText('Switch between demo and real').isVisible()).toBe(false);
      await page.keyboard.press('Escape');
      // While it fades away, the keys of the screen rest.
      await keys.waitFor({ state: 'detached' });
      await page.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);
      await page.keyboard.press('d');
      await question.getByRole('button', { name: 'Stay on demo' }).click();
      await question.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Demo/ }).click();
      await page.getByRole('button', { name: 'Real account' }).click();
      expect(await question.getByRole('link', { name: 'Switch to real' }).getAttribute('href')).toMatch(
        /\/en\/trading$/,
      );
      expect(await axeViolations(page)).toEqual([]);
      await page.context().close();
    },
  );

  test.skipIf(missing)('the smallest phone has the whole ticket above the bar', async () => {
    const { page } = await openPage(browser!, { width: 320, height: SIZES[320] });
    await visit(page, `${product.origin}/en/trading/demo`);
    await page.getByText('Same price').waitFor();
    // The question about cookies covers nothing: it stands above the page.
    const question = await page.locator('section[data-consent]').boundingBox();
    expect((question?.y ?? 0) + (question?.height ?? 999)).toBeLessThanOrEqual(
      (await page.locator('header').first().boundingBox())?.y ?? 0,
    );
    await page.locator('[data-consent-choice=needed]').click();
    const bar = (await page.getByRole('navigation').last().boundingBox())?.y ?? 0;
    for (const direction of ['UP', 'DOWN']) {
      const box = await page.locator(`button[data-direction=${direction}]`).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), direction).toBeLessThanOrEqual(bar);
    }
    await page.locator('[data-one-click=on]').click();
    await page.getByRole('switch', { name: 'One-click trading' }).locator('visible=true').click();
    await page.locator('[data-one-click=off]').waitFor();
    await page.context().close();
  });

  describe('what the ticket can bring, and costs on average', () => {
    const PHONES = [
      [320, 640],
      [375, 667],
      [390, 844],
    ] as const;

    test.skipIf(missing).each(['en', 'de', 'ar'] as const)(
      'is in view before the tap on every phone: %s',
      async (locale) => {
        const { page } = await openPage(browser!, { width: 390, height: 844 });
        await page.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
        await visit(page, `${product.origin}/${locale}/trading/demo`);
        await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])');
        const bar = page.getByRole('navigation').last();
        for (const tab of ['quick', 'round'] as const) {
          if (tab === 'round') {
            await openRound(page, locale);
            // A limit price has its figures also where the book has no price now.
            const limit = await wordOf(locale, 'rounds', 'kind.limit');
            await page.getByRole('radio', { name: limit, exact: true }).click();
          }
          const results = ['if=above', 'if=below', 'if=same'];
          const honest = ['honest=break-even', 'honest=edge'];
          const figures = tab === 'quick' ? honest : [...honest, 'honest=fee', ...results];
          for (const [width, height] of PHONES) {
            await page.setViewportSize({ width, height });
            for (const figure of figures) {
              const message = `${locale} ${tab} ${width} ${figure}`;
              const mark = page.locator(`[data-${figure}]`);
              await expect.poll(() => mark.evaluateAll(inView), { message, timeout: 15_000 }).toEqual(IN_VIEW);
              const end = await mark.evaluate((one) => one.getBoundingClientRect().bottom);
              expect(end, message).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
            }
            // A chart that tells something, though the ticket has more to say.
            const chart = await page.locator('[data-chart]').boundingBox();
            expect(chart?.height, `${locale} ${tab} ${width}`).toBeGreaterThanOrEqual(tab === 'round' ? 200 : 150);
            expect(await overflow(page), `${locale} ${tab} ${width}`).toBeLessThanOrEqual(0);
          }
        }
        await page.context().close();
      },
    );
  });

  describe('which kind of prices a screen shows', () => {
    const WIDTHS = [
      [320, 640],
      [390, 844],
      [768, 1024],
      [1280, 720],
      [1366, 768],
      [1440, 900],
    ] as const;

    test.skipIf(missing).each(ALL !== undefined ? (['en', 'de', 'ar'] as const) : (['de', 'ar'] as const))(
      'is said in whole words on every size: %s',
      async (locale) => {
        const { page } = await openPage(browser!, { width: 1440, height: 900 });
        await page.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
        await visit(page, `${product.origin}/${locale}/trading/demo`);
        const mark = page.locator('[data-feed-mark]');
        for (const tab of ['quick', 'round'] as const) {
          if (tab === 'round') await openRound(page, locale);
          for (const [width, height] of WIDTHS) {
            await page.setViewportSize({ width, height });
            await expect.poll(() => mark.evaluate(wholeness), { message: `${locale} ${tab} ${width}` }).toEqual(WHOLE);
            expect(await overflow(page), `${locale} ${tab} ${width}`).toBeLessThanOrEqual(0);
          }
        }
        await page.context().close();
      },
    );
  });
});
