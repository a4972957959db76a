import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, keepPicture, openBrowser, openPage, overflow, quiet, visit, type Watched } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

const PASSWORD = 'Harbour-48-lamp';
const EMAIL = 'mila.kovar@mail.test';
const MASKED = 'm•••r@mail.test';
const PATIENT = { timeout: 60_000 } as const;

let browser: Browser | null = null;
let product: Product;
let watched: Watched;
let page: Page;

/** Signs up or in from a page of the product, as its own form does. */
async function enter(on: Page, path: 'registration' | 'login'): Promise<void> {
  await visit(on, `${product.origin}/en/about`);
  const residence = path === 'login' ? {} : { country: 'PT', residentDeclaration: true };
  const status = await on.evaluate(
    async ([asked, body]) => {
      const headers = { 'x-requested-with': 'web', 'content-type': 'application/json' };
      return (await fetch(`/api/v2/auth/${asked}`, { method: 'POST', headers, body })).status;
    },
    [path, JSON.stringify({ email: EMAIL, password: PASSWORD, ...residence })] as const,
  );
  expect(status).toBeLessThan(300);
  await on.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);
}

/** Does any text that is seen say the address? */
async function isSaid(on: Page): Promise<boolean> {
  return (await on.locator('body').innerText()).includes(EMAIL);
}

describe("one's own e-mail", async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await startProduct();
    watched = await openPage(browser, { width: 1440, height: 900 });
    ({ page } = watched);
    await enter(page, 'registration');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing).each([
    ['en', 'account', 1440],
    ['en', 'settings/personal', 1440],
    ['ar', 'account', 390],
    ['ar', 'settings/personal', 390],
    ['de', 'settings/personal', 320],
  ] as const)('is masked in %s on %s at %d px', async (locale, path, width) => {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, `${product.origin}/${locale}/${path}`);
    await page.locator('main').getByText(MASKED).first().waitFor();
    await quiet(page);
    expect(await isSaid(page)).toBe(false);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, `own-email-${locale}-${path.replace('/', '-')}-${width}`);
  });

  test.skipIf(missing)('is masked in the menu of the person', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `${product.origin}/en/settings/personal`);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menu').getByText(MASKED).waitFor();
    expect(await isSaid(page)).toBe(false);
    await keepPicture(page, 'own-email-menu');
    await page.keyboard.press('Escape');
  });

  test.skipIf(missing)('is in clear after a step-up on every page of the account, until it is covered', async () => {
    const row = page.locator('section', { has: page.getByRole('heading', { name: 'Email', exact: true }) });
    await row.getByRole('button', { name: 'Show email' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
    expect(await isSaid(page)).toBe(false);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await row.getByText(EMAIL).waitFor();
    await quiet(page);
    await keepPicture(page, 'own-email-clear');
    await page.reload();
    await row.getByText(EMAIL).waitFor();
    await page.getByRole('link', { name: 'My account' }).first().click();
    await page.getByRole('heading', { name: EMAIL }).waitFor();
    await page.getByRole('button', { name: 'Hide email' }).click();
    await page.getByRole('heading', { name: MASKED }).waitFor();
    expect(await isSaid(page)).toBe(false);
    await page.getByRole('button', { name: 'Show email' }).click();
    await page.getByRole('heading', { name: EMAIL }).waitFor();
  });

  test.skipIf(missing)('is masked again in the next session', async () => {
    await enter(page, 'login');
    await visit(page, `${product.origin}/en/account`);
    await page.getByRole('heading', { name: MASKED }).waitFor();
    await expect.poll(() => isSaid(page), PATIENT).toBe(false);
  });

  test.skipIf(missing)('nothing went to the console as an error', () => {
    expect(watched.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
