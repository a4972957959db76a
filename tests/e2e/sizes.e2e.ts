import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundsWire } from '#protocol/exchange.ts';
import { axeViolations, openBrowser, openPage, overflow, quiet, visit } from './browser.ts';
import { FIRST_EVENT, WITH_EVENTS } from './events.ts';
import { setTextSize, spoiltTexts } from './parts/large-text.ts';
import { sharedProduct, type Product } from './product.ts';
import { openRound, wordOf } from './parts/round-tab.ts';
import { SIZES } from './views.ts';

/** Set: the long run. */
const ALL = process.env['E2E_ALL'];

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

/** A round takes orders on this page as long as it is told to, whatever the clock says, and a next one stands behind it. */
async function keepRound(page: Page): Promise<{ isOpen: boolean }> {
  const kept = { isOpen: true };
  const begun = Date.now();
  const inMin = (min: number) => new Date(begun + min * 60_000).toISOString();
  await page.route('**/trade/rounds?*', async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as RoundsWire;
    const two = items.slice(0, 1).flatMap((one) => [
      { ...one, cutOffAt: inMin(kept.isOpen ? 9 : 0), endsAt: inMin(10) },
      { ...one, marketId: `${one.marketId}-next`, startsAt: inMin(10), endsAt: inMin(20) },
    ]);
    await route.fulfill({ response: answer, json: { items: two } });
  });
  return kept;
}

describe('what a page shows on every size', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;

  beforeAll(async () => {
    if (!missing) product = await sharedProduct(WITH_EVENTS);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Pages of each kind: a landing, an app, a table, cards, a form, an event, the checker. */
  const READ_LARGE = [
    '',
    '/trading/demo',
    '/trading-history/demo',
    '/assets',
    '/crypto',
    '/market-hours',
    '/login',
    '/events',
    `/events/${FIRST_EVENT}`,
    '/verify',
  ];
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

  test.skipIf(missing)('text of twice the size stays in the panels of the settings of a phone', async () => {
    const { page } = await openPage(browser!, { width: 390, height: 844 });
    const context = page.context();
    const made = await context.request.post(`${product.origin}/api/v2/auth/registration`, {
      headers: { 'x-requested-with': 'web' },
      data: { email: 'large@mail.test', password: 'Harbour-48-lamp', country: 'PT', residentDeclaration: true },
    });
    expect(made.status()).toBe(201);
    for (const [name, value] of [
      ['tikvo.known', '1'],
      ['tikvo.consent', 'needed'],
    ] as const)
      await context.addCookies([{ name, value, url: product.origin }]);
    await setTextSize(page, 2);
    await visit(page, `${product.origin}/en/settings/limits`);
    await page.getByRole('button', { name: 'Set Maximum per prediction' }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await spoiltTexts(page)).toEqual([]);
    await context.close();
  });

  test.skipIf(missing).each([
    [390, 844],
    [1440, 900],
  ] as const)('what is wider than its window is seen at %i x %i', async (width, height) => {
    const { page } = await openPage(browser!, { width, height });
    await visit(page, `${product.origin}/en/about`);
    expect(await overflow(page)).toBe(0);
    await page.evaluate((wide) => {
      const plank = document.createElement('div');
      plank.style.cssText = `width: ${wide}px; height: 1px`;
      document.body.append(plank);
    }, width + 7);
    expect(await overflow(page)).toBe(7);
    await page.context().close();
  });

  // Where the words are wide, other figures of the head give way.
  test.skipIf(missing)(
    'the chance of a round is in view where it can be pressed',
    async () => {
      const { page } = await openPage(browser!, { width: 1440, height: 900 });
      await visit(page, `${product.origin}/jp/trading/demo`);
      await openRound(page, 'jp');
      const chance = page.locator('[data-term=chance]');
      // From a minute before the end of a round until the next one has begun the book may have no price on one of its sides.
      await chance.waitFor({ timeout: 110_000 });
      const [own, head] = await chance.evaluate((one) =>
        [one, one.parentElement!].map((box) => box.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(own!.top).toBeGreaterThanOrEqual(head!.top);
      expect(own!.bottom).toBeLessThanOrEqual(head!.bottom);
      expect(own!.right).toBeLessThanOrEqual(head!.right);
      await page.context().close();
    },
    180_000,
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

  test.skipIf(missing)('the smallest phone has both days of a filter in one line, whole', async () => {
    const { page } = await openPage(browser!, { width: 320, height: SIZES[320] });
    await visit(page, `${product.origin}/de/trading-history/demo`);
    const days = page.locator('input[type=date]');
    await expect.poll(() => days.count()).toBe(2);
    const boxes = await days.evaluateAll((all) =>
      all.map((one) => ({ top: one.getBoundingClientRect().top, cut: one.scrollWidth - one.clientWidth })),
    );
    expect(boxes).toEqual([boxes[0], { top: boxes[0]?.top, cut: 0 }]);
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
            await page.locator('[data-kind-menu]').click();
            await page.getByRole('menuitemradio', { name: limit, exact: true }).click();
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

    test.skipIf(missing).each(['en', 'de', 'ru', 'ar', 'hi'] as const)(
      'of a round is typed on a phone without scrolling: %s',
      async (locale) => {
        const { page } = await openPage(browser!, { width: 390, height: 844 });
        await page.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
        const rounds = await keepRound(page);
        await visit(page, `${product.origin}/${locale}/trading/demo`);
        await openRound(page, locale);
        const fields = page.locator('input[inputmode=decimal]:visible');
        const areAboveTheFoot = async (message: string) => {
          await expect.poll(() => fields.count(), { message }).toBe(2);
          const foot = (await page.locator('[data-if=above]').boundingBox())?.y ?? 0;
          const ends = await fields.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
          expect(Math.max(...ends), message).toBeLessThanOrEqual(foot);
        };
        const next = page.locator('[data-order] + button');
        // With a price the words of the button are longest.
        const title = page.locator('[data-order]').getByText('¢');
        for (const kind of ['kind.buy_now', 'kind.limit']) {
          await page.locator('[data-kind-menu]').click();
          const name = await wordOf(locale, 'rounds', kind);
          await page.getByRole('menuitemradio', { name, exact: true }).click();
          await title.waitFor();
          await areAboveTheFoot(`${locale} ${kind}`);
        }
        // A share of one cent can gain 9,900 %, which stands beside the name of the field.
        await fields.first().fill('1');
        await page.getByRole('button', { name: /9\W?900|\u0669\W?\u0669\u0660\u0660/u }).waitFor();
        await page
          .locator('[data-order]')
          .getByText(/(?<!\d)1¢/u)
          .waitFor();
        expect(await next.count(), `${locale} open`).toBe(0);
        await areAboveTheFoot(`${locale} one cent`);
        // Many shares with parts at a price with parts: in Arabic these words take two lines beside the amount.
        await fields.first().fill('9.7');
        await fields.last().fill('5777.73');
        await page
          .locator('[data-order]')
          .getByText(/5\W?777\W73.+9\W7¢/u)
          .waitFor();
        await areAboveTheFoot(`${locale} many shares`);
        // Before a round ends it takes no more orders, and the next one is offered under the line that says so.
        rounds.isOpen = false;
        const closed = await wordOf(locale, 'rounds', 'problem.roundClosed');
        await page.locator('[data-order]').getByText(closed).waitFor();
        await next.waitFor();
        await areAboveTheFoot(`${locale} closed`);
        await page.context().close();
      },
    );
  });

  /** A large screen at 200 %, phones on their sides, and a window that is wide and low. */
  const LOW_AND_WIDE = [
    [640, 360],
    [720, 450],
    [844, 390],
    [1366, 500],
  ] as const;

  test.skipIf(missing).each(LOW_AND_WIDE)('one places without scrolling at %i x %i', async (width, height) => {
    const { page } = await openPage(browser!, { width, height });
    await page.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
    await visit(page, `${product.origin}/de/trading/demo`);
    /** What of a button can be pressed: each of its corners, in the window, under nothing else. */
    const corners = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const at = [left + 12, right - 12].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const));
          return at.filter(([x, y]) => one.contains(document.elementFromPoint(x, y))).length;
        }),
      );
    await expect.poll(() => corners('button[data-direction]')).toEqual([4, 4]);
    await openRound(page, 'de');
    await expect.poll(() => corners('button[data-order]')).toEqual([4]);
    const chart = await page.locator('[data-chart]').boundingBox();
    const button = await page.locator('button[data-order]').boundingBox();
    expect(chart?.height).toBeGreaterThan(120);
    expect(button?.x).toBeGreaterThan((chart?.x ?? 0) + (chart?.width ?? 0));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.context().close();
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
