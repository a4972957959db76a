import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PairsWire, PairWire, PredictionWire } from '#protocol/trading.ts';
import { comesTo, keepPicture, openBrowser, openPage, toldErrors, visit, type Watched } from './browser.ts';
import { readRows, rounded, scan } from './parts/naive-scan.ts';
import { recordedDir, sharedProduct, type Product } from './product.ts';

/** One of each group. Recorded prices are open at any time; simulated ones keep market hours, and coins stand in for what is closed. */
const WANTED = ['BTC-USD', 'EUR-USD', 'XAU-USD', 'IBM-USD'] as const;
const PATIENT = { timeout: 60_000 } as const;
const STAND_INS = ['ETH-USD', 'SOL-USD', 'XRP-USD'] as const;

let browser: Browser | null = null;
let product: Product;
let watched: Watched;
let page: Page;
/** Of a visitor who predicts on the landing: the result comes while the story goes on. */
let landing: Page;
let chosen: readonly string[] = WANTED;

/** The pairs of the story that take predictions now. With recorded prices all four must. */
async function openPairs(): Promise<readonly string[]> {
  const answer = await fetch(`${product.origin}/api/v2/trade/pairs`);
  const listed = Object.values((await answer.json()) as PairsWire).flat();
  const open = (id: string) => listed.some((pair) => pair.id === id && pair.status === 'online');
  if (product.feed === 'replay') return WANTED;
  const spare = STAND_INS.filter(open);
  return WANTED.map((id) => (open(id) ? id : (spare.shift() ?? id)));
}

/** Sockets of the page, so that the network can be taken away from it. */
const sockets = new Set<WebSocketRoute>();
let away = false;
/** Nothing comes through any more, and nobody says so. */
let silent = false;

async function interceptSockets(target: Page): Promise<void> {
  await target.routeWebSocket(/\/(public|private)$/, (socket) => {
    if (away) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    socket.onMessage((message) => silent || server.send(message));
    server.onMessage((message) => silent || socket.send(message));
    sockets.add(socket);
  });
}

async function loseNetwork(): Promise<void> {
  away = true;
  await page.context().setOffline(true);
  await Promise.all([...sockets].map((socket) => socket.close().catch(() => undefined)));
  sockets.clear();
}

async function regainNetwork(): Promise<void> {
  away = false;
  await page.context().setOffline(false);
}

/** Calls the API as the demo person of a page. */
function asPerson<T>(path: string, whose = page): Promise<T> {
  return whose.evaluate(async (where) => {
    const token = localStorage.getItem('tikvo.demoToken') ?? '';
    const answer = await fetch(`/api/v2${where}`, { headers: { authorization: `Bearer ${token}` } });
    return answer.json();
  }, path) as Promise<T>;
}

async function pairNow(id: string): Promise<PairWire> {
  const pairs = await asPerson<PairsWire>('/trade/pairs');
  const found = Object.values(pairs)
    .flat()
    .find((one) => one.id === id);
  if (found === undefined) throw new Error(`no pair ${id}`);
  return found;
}

async function choosePair(id: string): Promise<void> {
  await page.locator('body').press('/');
  await page.locator('input[type=search]:visible').fill(id);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`button[aria-current=true]:has-text("${id.split('-')[0]}")`);
  await page.waitForSelector('[data-chart=ready]');
}

/** What stands over the page: a dialog that should not be there is named in the failure. */
const overlays = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"],[role="alertdialog"],[role="menu"]')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.innerText),
  );

/** Predicts Up by its key, and waits until the server has it. */
async function placeOne(): Promise<void> {
  await page.locator('body').press('Shift+ArrowUp');
  await expect.poll(openRows, PATIENT).toBe(1);
  await expect.poll(openOnes, PATIENT).toBe(1);
  expect(await overlays()).toEqual([]);
}

const openOnes = async () =>
  (await asPerson<{ items: PredictionWire[] }>('/trade/predictions?status=open')).items.length;
const openRows = () => page.locator('tr[data-prediction]').count();

describe('the main job', async () => {
  browser = await openBrowser();
  const missing = browser === null;
  const folder = recordedDir();

  beforeAll(async () => {
    if (browser === null) return;
    product = await sharedProduct();
    chosen = await openPairs();
    watched = await openPage(browser, { width: 1440, height: 900 });
    ({ page } = watched);
    await interceptSockets(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('a visitor predicts on the landing, with practice money begun in place', async () => {
    ({ page: landing } = await openPage(browser!, { width: 390, height: 844 }));
    await visit(landing, `${product.origin}/en`);
    const card = landing.locator('[data-play]');
    await card.getByRole('button', { name: 'Up' }).click();
    await landing.waitForSelector('[data-play=open]', PATIENT);
    await expect.poll(() => card.locator('[data-part~=open] [data-entry]').innerText(), PATIENT).toMatch(/\d/);
    expect(landing.url()).toBe(`${product.origin}/en`);
  });

  test.skipIf(missing)('a newcomer comes from the landing to a live chart on demo money', async () => {
    await visit(page, `${product.origin}/en`);
    await page.getByRole('link', { name: 'Try the free demo' }).first().click();
    await comesTo(page, /\/en\/trading\/demo/);
    await page.waitForSelector('[data-chart=ready]');
    await page.waitForSelector('text=$10,000.00');
    const kind = product.feed === 'replay' ? 'Recorded prices' : 'Simulated prices';
    await expect.poll(() => page.getByRole('button', { name: `Price type: ${kind}` }).count()).toBe(1);
  });

  test.skipIf(missing)('predicts Up and Down on a pair of each group', async () => {
    for (const [index, id] of chosen.entries()) {
      await choosePair(id);
      await page.getByRole('radio', { name: '15s' }).last().click();
      await page.locator('button[data-direction=UP]').click();
      await page.locator('button[data-direction=DOWN]').click();
      // Those of the pair before may have ended by now.
      const made = async () => (await asPerson<{ items: unknown[] }>('/trade/predictions')).items.length;
      await expect.poll(made, PATIENT).toBe(2 * (index + 1));
    }
    await keepPicture(page, 'story-open');
  });

  test.skipIf(missing)('a reload keeps what is open, and each is settled', async () => {
    await page.reload();
    await page.waitForSelector('[data-chart=ready]');
    // Where the reload took longer than they had left, there is none to show.
    const shown = async () => (await openRows()) > 0 || (await openOnes()) === 0;
    await expect.poll(shown, PATIENT).toBe(true);
    await expect.poll(openOnes, { timeout: 60_000, interval: 200 }).toBe(0);
    await expect.poll(openRows, { timeout: 60_000, interval: 200 }).toBe(0);
    const settled = await asPerson<{ items: PredictionWire[] }>('/trade/predictions?status=settled');
    expect(settled.items).toHaveLength(chosen.length * 2);
    expect(new Set(settled.items.map((one) => one.pair))).toEqual(new Set(chosen));
  });

  test.skipIf(missing || folder === null)(
    'entry, exit and result are those of a naive scan of the recording',
    async () => {
      const { items } = await asPerson<{ items: PredictionWire[] }>('/trade/predictions?status=settled');
      expect(items).toHaveLength(chosen.length * 2);
      for (const prediction of items) {
        const pair = await pairNow(prediction.pair);
        const rows = await readRows(folder ?? '', pair.feed.file ?? '');
        const expected = scan(rows, pair, prediction);
        expect(prediction.entry?.recorded).toEqual({ row: expected.entry.row, ts: expected.entry.ts });
        expect(prediction.exit?.recorded).toEqual({ row: expected.exit.row, ts: expected.exit.ts });
        expect(prediction.outcome).toBe(expected.outcome);
        expect(rounded(String(prediction.entry?.price), pair.precision)).toBe(
          rounded(expected.entry.price, pair.precision),
        );
        expect(rounded(String(prediction.exit?.price), pair.precision)).toBe(
          rounded(expected.exit.price, pair.precision),
        );
      }
    },
  );

  test.skipIf(missing)('the history shows them, and the balance is what they leave', async () => {
    const { items } = await asPerson<{ items: PredictionWire[] }>('/trade/predictions?status=settled');
    const profile = await asPerson<{ totalBalance: number; balances: { locked: number } }>('/user/profile');
    const profit = items.reduce((sum, one) => sum + (one.profit ?? 0), 0);
    expect(profile.totalBalance).toBeCloseTo(10_000 + profit, 6);
    expect(profile.balances.locked).toBe(0);
    const shown = profile.totalBalance.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await page.waitForSelector(`text=${shown}`);
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await expect.poll(openRows, PATIENT).toBe(items.length);
    const [first] = items;
    // As the list shows it: by its end.
    await page.getByLabel('Search by trade ID').fill(`…${first?.id.slice(-8)}`);
    await expect.poll(openRows, PATIENT).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString('utf8')).toContain(first?.id);
    await keepPicture(page, 'story-history');
  });

  test.skipIf(missing)('keys place and set; in a field they write', async () => {
    await visit(page, `${product.origin}/en/trading/demo?pair=BTC-USD`);
    await page.waitForSelector('[data-chart=ready]');
    await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])');
    const amount = page.getByLabel('Amount', { exact: true }).first();
    await page.locator('body').press('1');
    await expect.poll(() => amount.inputValue(), PATIENT).toBe('$5.00');
    await page.locator('body').press('Shift+1');
    await placeOne();
    await amount.focus();
    await page.keyboard.press('ArrowUp');
    await amount.blur();
    // Without Shift an arrow moves and scrolls wherever the ticket is not.
    await page.locator('body').press('ArrowDown');
    await page.locator('button[aria-current=true]').press('ArrowDown');
    expect((await asPerson<{ items: PredictionWire[] }>('/trade/predictions')).items).toHaveLength(
      chosen.length * 2 + 1,
    );
    await page.locator('body').press('?');
    await expect.poll(overlays, PATIENT).toEqual([expect.stringContaining('Predict Up')]);
    await page.keyboard.press('Escape');
    await expect.poll(overlays, PATIENT).toEqual([]);
  });

  test.skipIf(missing)('without a network it says Reconnecting, takes nothing, and loses nothing', async () => {
    const before = watched.errors.length;
    await expect.poll(openRows, { timeout: 60_000, interval: 200 }).toBe(0);
    await placeOne();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, PATIENT);
    await loseNetwork();
    await page.getByText('Reconnecting…').first().waitFor(PATIENT);
    await page.locator('button[data-direction=UP][aria-disabled=true]').waitFor();
    expect(await openRows()).toBe(1);
    await keepPicture(page, 'story-reconnecting');
    // What is opened meanwhile is a page of ours, in the language of its address.
    const opened = await page.context().newPage();
    await opened.goto(`${product.origin}/de/account`);
    await expect.poll(() => opened.locator('h1').innerText()).toBe('Keine Verbindung');
    await opened.close();
    await regainNetwork();
    await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])', PATIENT);
    await expect.poll(openRows, { timeout: 60_000, interval: 200 }).toBe(0);
    await page.getByRole('tab', { name: 'Closed' }).click();
    await expect.poll(openRows, PATIENT).toBe(chosen.length * 2 + 2);
    // A lost network is an error to the browser; it is none of the page.
    watched.errors.splice(before);
  });

  test.skipIf(missing)('a line that falls silent is noticed, though nobody closed it', async () => {
    const takesTaps = () => page.locator('button[data-direction=UP]:not([aria-disabled=true])').isVisible();
    silent = true;
    await expect.poll(takesTaps, PATIENT).toBe(false);
    await page.getByText('Reconnecting…').first().waitFor(PATIENT);
    silent = false;
    await expect.poll(takesTaps, PATIENT).toBe(true);
  });

  test.skipIf(missing)('a prediction whose answer is lost is asked for under its key, and shown once', async () => {
    const before = watched.errors.length;
    await visit(page, `${product.origin}/en/trading/demo?pair=BTC-USD`);
    await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])', PATIENT);
    await expect.poll(openOnes, PATIENT).toBe(0);
    // Long enough to be open in the other tab too.
    await page.locator('body').press('Shift+3');
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v2/trade/predictions', async (route) => {
      const request = route.request();
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
      if (request.method() !== 'POST' || keys.length > 1) return route.continue();
      // The house takes it, and what it answers never arrives.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.locator('button[data-direction=UP]').press('ArrowUp');
    await expect.poll(openRows, PATIENT).toBe(1);
    await expect.poll(() => keys.length, PATIENT).toBe(2);
    expect(keys[1]).toBe(keys[0]);
    await page.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])', PATIENT);
    const tab = await page.context().newPage();
    await visit(tab, `${product.origin}/en/trading/demo?pair=BTC-USD`);
    await expect.poll(() => tab.locator('tr[data-prediction]').count(), PATIENT).toBe(1);
    await tab.close();
    expect([await openRows(), await openOnes()]).toEqual([1, 1]);
    // A lost answer is an error to the browser; it is none of the page.
    watched.errors.splice(before);
  });

  test.skipIf(missing)('a page that its browser translates lives, and its figures go on', async () => {
    const translated = await openPage(browser!, { width: 1440, height: 900, translated: true });
    const { page: tab } = translated;
    await visit(tab, `${product.origin}/en/trading/demo?pair=BTC-USD`);
    const up = tab.locator('button[data-direction=UP]');
    await tab.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])', PATIENT);
    await tab.getByRole('radio', { name: '15s' }).last().click();
    await up.click();
    // Longer than the test; the other ends beside it.
    await tab.getByRole('radio', { name: '5m' }).last().click();
    await tab.locator('button[data-direction=DOWN]').click();
    const open = async () => (await asPerson<{ items: PredictionWire[] }>('/trade/predictions?status=open', tab)).items;
    await expect.poll(async () => (await open()).length, PATIENT).toBe(2);
    const { payout } = (await open())[0]!;
    await tab.locator('body').press('1');
    const returns = (5 * (1 + payout)).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await expect.poll(() => up.innerText(), PATIENT).toContain(`Returns ${returns}`);
    await expect.poll(async () => (await open()).map((one) => one.direction), PATIENT).toEqual(['DOWN']);
    await expect.poll(() => tab.locator('tr[data-prediction]').count(), PATIENT).toBe(1);
    const { totalBalance } = await asPerson<{ totalBalance: number }>('/user/profile', tab);
    const shown = totalBalance.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    await tab.getByText(shown).first().waitFor(PATIENT);

    await tab.locator('tr[data-prediction]').getByRole('button', { name: 'Sell' }).click();
    const sell = tab.getByRole('button', { name: /^Sell for about \$/ });
    // The price may move in the half second until the sale: then it is pressed again.
    const sold = async () => {
      if (await sell.isVisible()) await sell.click({ timeout: 1_000 }).catch(() => undefined);
      return open();
    };
    await expect.poll(sold, PATIENT).toEqual([]);
    await tab.locator('button[aria-haspopup=dialog]', { hasText: 'Schedule' }).click();
    await tab.getByRole('dialog').getByRole('radio', { name: '$100' }).click();
    await tab.getByRole('button', { name: 'Schedule Up $100.00' }).waitFor(PATIENT);
    await tab.keyboard.press('Escape');
    await tab.getByRole('radio', { name: 'Round', exact: true }).click();
    await tab.locator('[data-outcome=DOWN]').click(PATIENT);
    await tab.getByText('Price per Down share.').first().waitFor(PATIENT);
    // What was translated before it was awake is drawn anew, and a sale may be refused; the browser tells of both.
    expect(translated.errors.filter((error) => !/error #418|status of 422/.test(error))).toEqual([]);
    await tab.context().close();
  });

  test.skipIf(missing)(
    'the visitor has the result on the landing, the one of the receipt that it leads to',
    async () => {
      await landing.waitForSelector('[data-play=done]', { timeout: 60_000 });
      const [made] = (await asPerson<{ items: PredictionWire[] }>('/trade/predictions', landing)).items;
      const profit = Math.abs(made?.profit ?? 0).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
      const done = landing.locator('[data-part=done]');
      await expect.poll(() => done.locator('[data-profit]').innerText()).toContain(profit);
      await expect.poll(() => landing.locator('[data-play] [data-status]').innerText()).toContain(profit);
      await done.getByRole('link', { name: 'Check this result' }).click();
      await comesTo(landing, (url) => url.searchParams.get('id') === made?.id);
      await landing.getByRole('heading', { level: 1, name: /^The Up prediction|^Same price|^Void/ }).waitFor(PATIENT);
      await landing.context().close();
    },
  );

  test.skipIf(missing)('nothing went to the console as an error', () => {
    expect(watched.errors, toldErrors(watched.errors)).toEqual([]);
  });
});
