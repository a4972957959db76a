import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, keepPicture, openBrowser, openPage, visit } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const PATIENT = { timeout: 60_000 } as const;
const ON_A_PHONE = { width: 390, height: 844 } as const;

let product: Product;
let page: Page;

/** A demo screen whose chart and ticket are there; the question about cookies is answered. */
async function openScreen(of: Page): Promise<void> {
  await of.context().addCookies([{ name: 'tikvo.consent', value: 'needed', url: product.origin }]);
  await visit(of, `${product.origin}/en/trading/demo?pair=BTC-USD`);
  await of.waitForSelector('[data-chart=ready]');
  await of.waitForSelector('button[data-direction=UP]:not([aria-disabled=true])');
}

/** Goes on by Tab, or another key, until the focus is on what fits. */
async function walkTo(of: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 200; stops += 1) {
    await of.keyboard.press(key);
    if (await isOn(of, selector)) return;
  }
  throw new Error(`no ${key} leads to ${selector}`);
}

const isOn = (of: Page, selector: string) =>
  of.evaluate((wished) => document.activeElement?.matches(wished) === true, selector);

const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
/** The balance in the header. */
const balance = () => page.getByRole('button', { name: /^Demo/ }).first();

describe('what else the trading screen does', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await sharedProduct();
    ({ page } = await openPage(browser, { width: 1440, height: 900 }));
    await openScreen(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('candles and an interval are kept over a reload', async () => {
    await button(page, 'Chart type: Area').click();
    const minute = page.getByRole('radiogroup', { name: 'Interval' }).getByRole('radio', { name: '1m' });
    await minute.click();
    await page.reload();
    await page.waitForSelector('[data-chart=ready]');
    await expect.poll(() => button(page, 'Chart type: Candles').count()).toBe(1);
    await expect.poll(() => minute.isChecked()).toBe(true);
  });

  test.skipIf(missing)('the whole window for the chart and the ticket, and back by Escape', async () => {
    const width = async () => (await page.locator('[data-chart]').boundingBox())?.width ?? 0;
    const before = await width();
    await button(page, 'Full screen').click();
    await expect.poll(width).toBeGreaterThan(1_100);
    await page.locator('button[data-direction=UP]').click({ trial: true });
    await page.keyboard.press('Escape');
    await expect.poll(width).toBe(before);
  });

  test.skipIf(missing)('a hidden balance is dots, over a reload too, until it is shown again', async () => {
    const shown = () => balance().innerText();
    await expect.poll(shown, PATIENT).toContain('$10,000.00');
    await balance().click();
    await button(page, 'Hide amounts').click();
    await expect.poll(shown).not.toContain('10,000');
    await page.reload();
    await page.waitForSelector('[data-chart=ready]');
    await expect.poll(shown, PATIENT).toContain('••••••');
    await balance().click();
    await button(page, 'Show amounts').click();
    await expect.poll(shown).toContain('$10,000.00');
    await page.keyboard.press('Escape');
  });

  test.skipIf(missing)(
    'a result is told, and a refill makes what can be staked 10,000 and leaves stakes alone',
    async () => {
      await page.locator('body').press('Shift+1');
      await page.locator('body').press('Shift+ArrowUp');
      await expect.poll(() => page.locator('tr[data-prediction]').count(), PATIENT).toBe(1);
      await expect.poll(() => balance().innerText(), PATIENT).not.toContain('$10,000.00');
      await button(page, 'Refill demo balance').last().click();
      await expect.poll(() => balance().innerText(), PATIENT).toContain('$10,000.00');
      expect(await page.locator('tr[data-prediction]').count()).toBe(1);
      await page.getByText(/BTC.? Up(: \S+ refunded| won | lost )/).waitFor({ timeout: 60_000 });
      await keepPicture(page, 'tools-result');
    },
  );

  test.skipIf(missing)(
    'a part whose code does not come says so in its place, and comes with "Load again"',
    async () => {
      const gone = /\/assets\/(?:waiting-list|later-sheet)-/;
      await page.route(gone, (route) => route.fulfill({ status: 404 }));
      await page.getByRole('tab', { name: 'Scheduled' }).click();
      const note = page.locator('[data-part=missing]');
      await note.waitFor();
      await page.unroute(gone);
      await note.getByRole('button', { name: 'Load again' }).click();
      await page.getByText('No scheduled predictions').waitFor();
      expect(await note.count()).toBe(0);
    },
  );

  test.skipIf(missing)('the history of a day that has not come is empty, and says how to see more', async () => {
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await expect.poll(() => page.locator('tr[data-prediction]').count(), PATIENT).toBe(1);
    const turn = (to: '0' | '1') =>
      page.evaluate((value) => {
        localStorage.setItem('tikvo.balanceHidden', value);
        dispatchEvent(new Event('tikvo:device-switch'));
      }, to);
    const row = () => page.locator('tr[data-prediction]').first().innerText();
    await turn('1');
    await expect.poll(row).not.toContain('$');
    await turn('0');
    await expect.poll(row).toContain('$');
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Date from').fill(tomorrow);
    await expect.poll(() => page.locator('tr[data-prediction]').count(), PATIENT).toBe(0);
    await button(page, 'Clear filters').first().click();
    await expect.poll(() => page.locator('tr[data-prediction]').count(), PATIENT).toBe(1);
  });

  test.skipIf(missing)(
    'by keys alone: reads a term, predicts, sells, and is after each dialog where it was',
    async () => {
      const { page: keys } = await openPage(browser!, { width: 1440, height: 900 });
      await openScreen(keys);
      const dialog = keys.locator('[role=dialog]:visible');
      const open = keys.locator('tr[data-prediction]');
      const term = '[data-ticket] [data-term=edge]';
      // The first stop leads past the pairs and the chart.
      await keys.keyboard.press('Tab');
      await keys.keyboard.press('Enter');
      await keys.keyboard.press('Tab');
      expect(await keys.evaluate(() => document.activeElement?.closest('#ticket')?.id)).toBe('ticket');
      await walkTo(keys, term);
      await keys.keyboard.press('Enter');
      await dialog.filter({ hasText: 'House edge' }).waitFor();
      expect(await axeViolations(keys)).toEqual([]);
      await keys.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => isOn(keys, term)).toBe(true);
      // An arrow predicts from the buttons of the ticket, but this one explains.
      await keys.keyboard.press('ArrowDown');
      await keys.keyboard.press('Shift+5');
      await walkTo(keys, 'button[data-direction=UP]');
      await keys.keyboard.press('Enter');
      await expect.poll(() => open.count(), PATIENT).toBe(1);
      const sell = 'tr[data-prediction] td:last-child button';
      await keys.locator(sell).waitFor(PATIENT);
      await walkTo(keys, sell, 'Shift+Tab');
      await keys.keyboard.press('Enter');
      await dialog.waitFor();
      await keys.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => isOn(keys, sell)).toBe(true);
      await keys.keyboard.press('Enter');
      const sale = dialog.getByRole('button', { name: /^Sell for about/ });
      await sale.waitFor();
      await walkTo(keys, '[role=dialog] button:not([aria-label])');
      await keys.keyboard.press('Enter');
      // The price may move in the half second until the sale, or have been unknown when it was pressed: then it is pressed again.
      const sold = async () => {
        if (await sale.isVisible()) await sale.press('Enter', { timeout: 1_000 }).catch(() => undefined);
        return open.count();
      };
      await expect.poll(sold, PATIENT).toBe(0);
      await dialog.waitFor({ state: 'hidden' });
      // The button is gone with its row: what stood nearest has the focus.
      await expect.poll(() => isOn(keys, 'body')).toBe(false);
      await keys.context().close();
    },
  );

  test.skipIf(missing)('on a phone a finger marks a favourite, and moves and reads the chart', async () => {
    const { page: phone } = await openPage(browser!, ON_A_PHONE);
    await openScreen(phone);
    await phone.getByRole('button', { name: 'Choose a pair' }).tap();
    const list = phone.getByRole('dialog');
    await list.getByRole('button', { name: 'Add ETH/USD to favorites' }).tap();
    await list.getByRole('button', { name: 'Favorites', exact: true }).tap();
    await expect.poll(() => list.locator('li').count()).toBe(1);
    expect(await axeViolations(phone)).toEqual([]);
    await phone.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await button(phone, 'Full screen').tap();
    await button(phone, 'Earlier').tap();
    await button(phone, 'Back to now').waitFor();
    await button(phone, 'Show prices as a table').tap();
    await phone.getByRole('dialog', { name: /Prices of/ }).waitFor();
    expect(await axeViolations(phone)).toEqual([]);
    await phone.context().close();
  });
});
