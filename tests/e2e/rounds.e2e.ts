import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FillWire, OrderWire, PositionWire, RoundWire, RoundsWire } from '#protocol/exchange.ts';
import { axeViolations, keepPicture, openBrowser, openPage, overflow, visit, type Watched } from './browser.ts';
import { roomIn } from '#tests/runs/room-in.ts';
import { sharedProduct, type Product } from './product.ts';

/** The round that is traded is of four hours and has not begun, so that no price moves what it is worth; the running one began before the product did, and is not offered. */
const WINDOW = '4h';
const WINDOW_MS = 14_400_000;

let browser: Browser | null = null;
let product: Product;
let first: Watched;
let second: Watched;

interface List<T> {
  readonly items: readonly T[];
}

/** Calls the API as the demo person of a page. */
function asPerson<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (where) => {
    const token = localStorage.getItem('tikvo.demoToken') ?? '';
    const answer = await fetch(`/api/v2${where}`, { headers: { authorization: `Bearer ${token}` } });
    return answer.json();
  }, path) as Promise<T>;
}

/** Asks again until there is an answer. */
async function until<T>(ask: () => Promise<T | null | undefined>, what: string): Promise<T> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    const found = await ask();
    if (found !== null && found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`never: ${what}`);
}

/** A toast that fades in is no violation: the page has to come to rest without one. */
async function comesToRestWhole(page: Page): Promise<void> {
  await expect.poll(() => axeViolations(page), { timeout: 60_000 }).toEqual([]);
}

const resting = async (page: Page) => (await asPerson<List<OrderWire>>(page, '/orders?status=open')).items;
const held = async (page: Page) => (await asPerson<List<PositionWire>>(page, '/positions?status=open')).items;
const fills = async (page: Page) => (await asPerson<List<FillWire>>(page, '/fills')).items;

/** The next round of BTC-USD, once the house quotes it. */
async function quotedRound(page: Page): Promise<RoundWire> {
  return until(async () => {
    const { items } = await asPerson<RoundsWire>(page, '/trade/rounds?pair=BTC-USD');
    // Without the person's token yet, these are the real realm's.
    const demo = items.filter((one) => one.realm === 'demo' && one.window === WINDOW && one.quoted);
    return demo.find((one) => Date.parse(one.startsAt) > Date.now());
  }, 'a quoted round');
}

async function openRound(watched: Watched): Promise<RoundWire> {
  const { page } = watched;
  await visit(page, `${product.origin}/en/trading/demo?pair=BTC-USD`);
  await page.getByRole('radio', { name: 'Round', exact: true }).click();
  const round = await quotedRound(page);
  await page.getByLabel('Round length').getByText(WINDOW, { exact: true }).click();
  await page.locator('[data-level]:visible').first().waitFor();
  return round;
}

const PATIENT = { timeout: 60_000 } as const;
const order = (page: Page) => page.locator('button[data-order]:visible');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).locator('visible=true');

/** Presses the order button; a second time where the ticket asks. */
async function send(page: Page): Promise<void> {
  await order(page).click();
  if (await page.getByText('Tap again to place').isVisible()) await order(page).click();
}

const isOn = (target: Locator) => target.evaluate((one) => one === document.activeElement);

/** Presses Tab until the focus is there: a way that a hand without a mouse goes. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < 200; press += 1) {
    if (await isOn(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('no Tab leads there');
}

/** Writes over a field by keys. */
async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === null) return;
  await roomIn(WINDOW_MS, 120_000);
  product = await sharedProduct({ FEED: 'simulated' });
  first = await openPage(browser, { width: 1440, height: 900 });
  second = await openPage(browser, { width: 1440, height: 900 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('a round, traded on the screen', () => {
  let round: RoundWire;

  test('buys from the house maker at once', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = first;
    round = await openRound(first);
    await page.locator('[data-outcome=UP]').click();
    await field(page, 'Amount').fill('10');
    await expect.poll(() => order(page).textContent(), PATIENT).toMatch(/Buy [\d.]+ Up at/);
    await send(page);
    const [fill] = await until(async () => {
      const list = await fills(page);
      return list.length > 0 ? list : null;
    }, 'a fill');
    expect(fill).toMatchObject({ outcome: 'UP', side: 'BUY', role: 'taker', market: { marketId: round.marketId } });
    await page.getByRole('tab', { name: 'Positions' }).click();
    await page.locator(`[data-position="${round.marketId}"]:visible`).waitFor();
    await comesToRestWhole(page);
    await keepPicture(page, 'round-desktop');
  });

  test('rests a limit order, changes it by cancel and replace, and cancels it', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = first;
    // The whole of it by keys alone.
    await tabTo(page, page.getByRole('radio', { name: 'Buy now' }));
    await page.keyboard.press('ArrowRight');
    // An arrow moves the focus in a task of its own, after the press.
    await expect.poll(() => isOn(page.getByRole('radio', { name: 'Limit price' }))).toBe(true);
    await page.keyboard.press('Space');
    await typeInto(page, 'Price per share', '11');
    await typeInto(page, 'Shares', '20');
    await tabTo(page, order(page));
    await page.keyboard.press('Enter');
    if (await page.getByText('Tap again to place').isVisible()) await page.keyboard.press('Enter');
    const [placed] = await until(async () => {
      const list = await resting(page);
      return list.length === 1 ? list : null;
    }, 'a resting order');
    expect(placed).toMatchObject({ price: 0.11, shares: 20, status: 'OPEN' });
    await page.getByRole('tab', { name: /Open orders/ }).click();
    await comesToRestWhole(page);
    const row = page.locator(`[data-order-id="${placed?.id}"]:visible`);
    // 20 shares at 11 cents: 17.80 to gain beside the 2.20 that are held.
    await row.getByText('+$17.80').waitFor();
    await row.getByText('$2.20', { exact: true }).waitFor();
    await keepPicture(page, 'round-orders-desktop');
    await row.getByRole('button', { name: 'Edit' }).click();
    // Another round is no place for it: the ticket leaves it where it rests.
    const keep = page.getByText('Discard changes');
    await keep.waitFor();
    await page.getByLabel('Round length').getByText('1h', { exact: true }).click();
    await keep.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Edit' }).click();
    await keep.waitFor();
    // What would be refused anew is said, and the order stays; what is changed stays a limit order.
    await field(page, 'Shares').fill('0.5');
    await expect.poll(() => order(page).textContent(), PATIENT).toBe('Minimum 1 share');
    await order(page).click({ force: true });
    expect(await page.getByRole('radio', { name: 'Buy now' }).isVisible()).toBe(false);
    await field(page, 'Shares').fill('20');
    await field(page, 'Price per share').fill('12');
    expect((await resting(page)).map((one) => one.id)).toEqual([placed?.id]);
    // A tap while the old order is on its way out is no second order.
    await page.route('**/orders/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await send(page);
    await order(page).click({ force: true });
    await order(page).click({ force: true });
    const replaced = await until(async () => {
      const [one] = await resting(page);
      return one !== undefined && one.id !== placed?.id ? one : null;
    }, 'the order that replaces it');
    expect(replaced).toMatchObject({ price: 0.12, shares: 20 });
    await keep.waitFor({ state: 'detached', ...PATIENT });
    expect((await resting(page)).length).toBe(1);
    await page.unroute('**/orders/*');
    await page
      .locator(`[data-order-id="${replaced.id}"]:visible`)
      .getByRole('button', { name: 'Cancel order' })
      .click();
    await until(async () => ((await resting(page)).length === 0 ? true : null), 'an empty book of mine');
    const gone = await asPerson<List<OrderWire>>(page, '/orders?status=done');
    expect(gone.items.find((one) => one.id === replaced.id)).toMatchObject({ status: 'CANCELLED', endReason: 'user' });
  });

  test('meets a second browser at a price between the quotes', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = first;
    const other = second.page;
    await openRound(second);
    const { items } = await asPerson<RoundsWire>(page, '/trade/rounds?pair=BTC-USD');
    const now = items.find((one) => one.marketId === round.marketId);
    // One cent inside the spread of the house, so that nobody but the second person meets it.
    const price = Math.round((now?.up.bid ?? 0.49) * 100) + 1;
    expect(price / 100).toBeLessThan(now?.up.ask ?? 1);
    await field(page, 'Price per share').fill(String(price));
    await field(page, 'Shares').fill('7');
    await send(page);
    await until(async () => ((await resting(page)).length === 1 ? true : null), 'the first order');
    await other.locator('[data-outcome=DOWN]').click();
    await other.getByRole('radio', { name: 'Limit price' }).click();
    await field(other, 'Price per share').fill(String(100 - price));
    await field(other, 'Shares').fill('7');
    await send(other);
    const match = await until(async () => {
      const mine = (await fills(page)).find((one) => one.role === 'maker');
      return mine ?? null;
    }, 'a fill as maker');
    expect(match).toMatchObject({
      outcome: 'UP',
      shares: 7,
      price: price / 100,
      feeStr: expect.stringMatching(/^0\.0+$/),
    });
    await expect.poll(async () => (await held(other))[0], PATIENT).toMatchObject({ outcome: 'DOWN', shares: 7 });
  });

  test('sells what it holds', async ({ skip }) => {
    if (browser === null) return skip();
    const { page } = first;
    const before = (await held(page))[0]?.shares ?? 0;
    expect(before).toBeGreaterThan(7);
    // By keys alone, like the order before: to the positions, into the ticket, and through it.
    const positions = page.getByRole('tab', { name: 'Positions' });
    await tabTo(page, page.getByRole('tab', { name: /Open orders/ }));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => isOn(positions)).toBe(true);
    await tabTo(page, page.locator(`[data-position="${round.marketId}"]:visible button`));
    await page.keyboard.press('Enter');
    await typeInto(page, 'Shares', '5');
    await expect.poll(() => order(page).textContent(), PATIENT).toMatch(/Sell 5 Up at/);
    await tabTo(page, order(page));
    await page.keyboard.press('Enter');
    if (await page.getByText('Tap again to place').isVisible()) await page.keyboard.press('Enter');
    const sale = await until(async () => (await fills(page)).find((one) => one.side === 'SELL') ?? null, 'a sale');
    expect(sale).toMatchObject({ outcome: 'UP', role: 'taker' });
    const left = await until(async () => {
      const now = (await held(page))[0]?.shares ?? 0;
      return now < before ? now : null;
    }, 'fewer shares');
    expect(left).toBeCloseTo(before - 5, 2);
    // What is sold is sold: the ticket buys again, and says nothing of shares that are not held.
    await expect.poll(() => order(page).textContent(), PATIENT).toMatch(/Buy [\d.]+ Up at/);
  });

  test('stands on a phone in Arabic without overflow and without a broken rule', async ({ skip }) => {
    if (browser === null) return skip();
    const phone = await openPage(browser, { width: 390, height: 844, theme: 'light' });
    await visit(phone.page, `${product.origin}/ar/trading/demo?pair=BTC-USD`);
    await phone.page.getByRole('radio', { name: 'جولة', exact: true }).click();
    await phone.page.locator('[data-outcome=UP]').waitFor();
    await phone.page.locator('[data-chart=ready]').waitFor();
    expect(await overflow(phone.page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(phone.page)).toEqual([]);
    await keepPicture(phone.page, 'round-phone-ar');
    expect([...first.errors, ...second.errors, ...phone.errors]).toEqual([]);
    await phone.page.context().close();
  });
});
