import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoundWire } from '#protocol/exchange.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { PairsWire, PredictionWire } from '#protocol/trading.ts';
import { makeRound, root } from '#tests/receipts/round-maker.ts';
import {
  axeViolations,
  keepPicture,
  openBrowser,
  openPage,
  overflow,
  toldErrors,
  visit,
  type Watched,
} from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

/** Asked five times a second, a reader stays inside what the API allows a minute. */
const PATIENT = { timeout: 60_000, interval: 200 } as const;

let browser: Browser | null = null;
let product: Product;
let watched: Watched;

/** Calls the API as the demo person of a page. */
function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([where, sent]) => {
      const token = localStorage.getItem('tikvo.demoToken') ?? '';
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(
        `/api/v2${where}`,
        sent === null ? { headers } : { method: 'POST', headers, body: sent },
      );
      const said = await answer.json();
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${JSON.stringify(said)}`);
      return said;
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  ) as Promise<T>;
}

interface List<T> {
  readonly items: readonly T[];
}

async function openTrading(page: Page): Promise<void> {
  await visit(page, `${product.origin}/en/trading/demo?pair=BTC-USD`);
  await page.waitForSelector('[data-chart=ready]');
  await page.waitForFunction(() => localStorage.getItem('tikvo.demoToken') !== null);
}

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === null) return;
  product = await startProduct(() => ({ FEED: 'simulated' }));
  watched = await openPage(browser, { width: 1440, height: 900 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('what waits, and what ends early', () => {
  test('a prediction is scheduled, waits, is cancelled, and stands in the history', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = watched;
    await openTrading(page);
    await page.locator('button[aria-haspopup=dialog]', { hasText: 'Schedule' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Target price').fill('1000');
    await sheet.getByRole('button', { name: /^Schedule Up/ }).click();
    const [entry] = await expect
      .poll(async () => (await ask<List<ScheduledWire>>(page, '/trade/scheduled?status=waiting')).items, PATIENT)
      .toHaveLength(1)
      .then(async () => (await ask<List<ScheduledWire>>(page, '/trade/scheduled?status=waiting')).items);
    expect(entry).toMatchObject({ direction: 'UP', price: 1000, crosses: 'DOWN' });
    const line = page.locator(`figure [data-trigger="${entry?.id}"]`);
    await expect.poll(() => line.textContent(), PATIENT).toContain('Up: scheduled at 1,000.00.');
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    const row = page.locator(`[data-scheduled="${entry?.id}"]:visible`);
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row.count(), PATIENT).toBe(0);
    await expect.poll(() => line.count(), PATIENT).toBe(0);
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.locator(`[data-row="${entry?.id}"]:visible`).getByText('Canceled').waitFor();
  });

  test('an entry that opened leads from the history to its prediction, on every size', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = watched;
    await openTrading(page);
    const at = new Date(Date.now() + 2_000).toISOString();
    const body = { pair: 'BTC-USD', direction: 'UP', stake: '10', durationSec: 300, at, minPayout: 0 };
    const { id } = await ask<ScheduledWire>(page, '/trade/scheduled', body);
    const find = async () =>
      (await ask<List<ScheduledWire>>(page, '/trade/scheduled?status=ended')).items.find((one) => one.id === id);
    await expect.poll(async () => (await find())?.status, PATIENT).toBe('TRIGGERED');
    const prediction = (await find())?.predictionId ?? '';
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.getByLabel('Search by trade ID').fill(id.slice(0, 20));
    const rows = page.locator('tr[data-row]');
    await expect.poll(() => rows.count(), PATIENT).toBe(1);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saving).suggestedFilename()).toBe('scheduled.csv');
    await keepPicture(page, 'history-scheduled-desktop');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'See the prediction' }).click();
    await page.locator(`tr[data-prediction="${prediction}"]`).waitFor();
    expect(await page.locator('tr[data-prediction]').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    await page.locator('li[data-row]').first().waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, 'history-scheduled-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a price that is waited for is a line on the chart of its pair until it is reached', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = watched;
    await openTrading(page);
    const lines = page.locator('figure [data-trigger]');
    const now = async () => {
      const pairs = Object.values(await ask<PairsWire>(page, '/trade/pairs')).flat();
      return pairs.find((pair) => pair.id === 'BTC-USD')?.price ?? 0;
    };
    const schedule = (price: number) =>
      ask<ScheduledWire>(page, '/trade/scheduled', {
        pair: 'BTC-USD',
        direction: 'DOWN',
        stake: '10',
        durationSec: 300,
        price: price.toFixed(2),
        minPayout: 0,
      });
    const far = await schedule((await now()) * 2);
    await expect.poll(() => lines.count(), PATIENT).toBe(1);
    await keepPicture(page, 'trading-waits-for-price');
    // A little above and a little below: the next steps of the price leave the one side or the other.
    const price = await now();
    const close = [await schedule(price * 1.00003), await schedule(price * 0.99997)].map(({ id }) => id);
    const waiting = async () =>
      (await ask<List<ScheduledWire>>(page, '/trade/scheduled?status=waiting')).items.map(({ id }) => id).sort();
    const ended = async () => (await ask<List<ScheduledWire>>(page, '/trade/scheduled?status=ended')).items;
    await expect.poll(async () => (await ended()).some(({ id }) => close.includes(id)), PATIENT).toBe(true);
    expect(await waiting()).toContain(far.id);
    const drawn = () => lines.evaluateAll((all) => all.map((one) => one.getAttribute('data-trigger') ?? '').sort());
    await expect.poll(async () => isDeepStrictEqual(await drawn(), await waiting()), PATIENT).toBe(true);
    await page.getByRole('tab', { name: 'Scheduled' }).click();
    for (const id of await waiting()) {
      const cancel = page.locator(`[data-scheduled="${id}"]:visible`).getByRole('button', { name: 'Cancel' });
      // The other of the two close ones may be reached meanwhile.
      await (id === far.id ? cancel.click() : cancel.click({ timeout: 5_000 }).catch(() => undefined));
    }
    await expect.poll(() => lines.count(), PATIENT).toBe(0);
  });

  test('an open prediction is sold for about what the sheet says', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = watched;
    await openTrading(page);
    const pairs = Object.values(await ask<PairsWire>(page, '/trade/pairs')).flat();
    const payout = pairs.find((pair) => pair.id === 'BTC-USD')?.payout ?? 0;
    const body = { pair: 'BTC-USD', direction: 'DOWN', stake: '20', durationSec: 600, payout };
    const placed = await ask<PredictionWire>(page, '/trade/predictions', body);
    const row = page.locator(`tr[data-prediction="${placed.id}"]`);
    await row.getByRole('button', { name: 'Sell' }).click();
    const button = page.getByRole('dialog').getByRole('button', { name: /^Sell for about/ });
    await button.waitFor();
    await keepPicture(page, 'sale-sheet-desktop');
    const now = () => ask<PredictionWire>(page, `/trade/predictions/${placed.id}`);
    // A price that moves in the half second until the sale may refuse it: then the sheet stays, and is pressed again.
    await expect
      .poll(async () => {
        if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
        return (await now()).outcome;
      }, PATIENT)
      .toBe('SOLD');
    expect((await now()).credit).toBeGreaterThan(0);
  });
});

describe('a round that cannot be traded', () => {
  /** Shows the running round as `change` makes it, with an empty book where `book` says so. */
  async function openRound(change: (round: RoundWire) => Partial<RoundWire>, book: 'as it is' | 'empty' = 'as it is') {
    const one = await openPage(browser!, { width: 1440, height: 900 });
    const { page } = one;
    await page.route('**/api/v2/trade/rounds?*', async (route) => {
      const answer = await route.fetch();
      const { items } = (await answer.json()) as { items: RoundWire[] };
      await route.fulfill({
        response: answer,
        json: { items: items.map((round) => ({ ...round, ...change(round) })) },
      });
    });
    if (book === 'empty') {
      await page.routeWebSocket(/\/public$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          const text = String(message);
          const frame = JSON.parse(text) as { ch?: string; data?: object };
          const isBook = frame.ch?.startsWith('book:') === true;
          socket.send(
            isBook ? JSON.stringify({ ...frame, data: { ...frame.data, quoted: false, bids: [], asks: [] } }) : text,
          );
        });
      });
    }
    await openTrading(page);
    await page.getByRole('radio', { name: 'Round', exact: true }).click();
    await page.locator('[data-outcome=UP]').waitFor();
    return one;
  }

  test.each([
    ['paused', () => ({ status: 'PAUSED' as const }), 'Trading is paused'],
    ['closed', () => ({ cutOffAt: new Date(Date.now() - 1_000).toISOString() }), 'This round is closed'],
  ])('says that it is %s, and takes no tap', async (name, change, words) => {
    if (browser === null) return;
    const { page, errors } = await openRound(change);
    const button = page.locator('button[data-order]:visible');
    await expect.poll(() => button.textContent(), PATIENT).toContain(words);
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await keepPicture(page, `round-${name}`);
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });

  test('says that nobody quotes, and takes a limit order', async ({ skip }) => {
    if (browser === null) return skip();
    const { page, errors } = await openRound(() => ({ quoted: false }), 'empty');
    await page.getByText('We’re not quoting right now.').locator('visible=true').waitFor();
    const button = page.locator('button[data-order]:visible');
    await expect.poll(() => button.textContent(), PATIENT).toContain('No quotes now');
    await keepPicture(page, 'round-no-quotes');
    await page.getByRole('radio', { name: 'Limit price' }).click();
    await page.getByRole('textbox', { name: 'Shares', exact: true }).locator('visible=true').fill('5');
    await expect.poll(() => button.textContent(), PATIENT).toMatch(/Buy 5 Up at/);
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });
});

describe('the result of a round', () => {
  test.each([
    { locale: 'en', width: 1280, title: /^(Up|Down) won\. All 7 checks passed\.$/ },
    { locale: 'ar', width: 390, title: /^فاز (الصعود|الهبوط)\. نجحت الفحوص السبعة كلها\.$/ },
  ])('is checked on its page in $locale at $width px, and opens to its numbers', async ({ locale, width, title }) => {
    if (browser === null) return;
    const { page, errors } = await openPage(browser, { width, height: 844 });
    const receipt = makeRound();
    const { market } = receipt['result'] as { market: string };
    await page.route('**/transparency/v1/index.json', (route) => route.fulfill({ json: { root: root.pub } }));
    await page.route(`**/transparency/v1/rounds/${market}.json`, (route) => route.fulfill({ json: receipt }));
    await visit(page, `${product.origin}/${locale}/round-result?round=${market}`);
    await page.waitForSelector('[data-verdict=valid]');
    const rows = page.locator('[data-check]');
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-state')))).toEqual(
      Array.from({ length: 7 }, () => 'pass'),
    );
    expect(await page.locator('h1').last().textContent()).toMatch(title);
    await page.locator('[data-check=averages] summary').click();
    expect(await page.locator('[data-check=averages] dd button').count()).toBe(2);
    await keepPicture(page, `round-result-${locale}-${width}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });
});
