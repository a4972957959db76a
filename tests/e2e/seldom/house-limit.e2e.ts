import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { LOCALES } from '#web/i18n/locales.ts';
import { axeViolations, keepPicture, openBrowser, openPage, overflow, quiet, visit } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';
import { scratch } from '../../scratch.ts';

const EMAIL = 'user@sandbox.example';
const [ASKS, APPROVES] = ['asks@house.example', 'approves@house.example'] as const;
const SIZES = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;

let browser: Browser | null = null;
let product: Product;
let dataDir = '';
let page: Page;

/** The operator's shell, on the same data as the running product. */
async function admin(...words: string[]): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: new URL(product.origin).port, FEED: 'simulated' };
  const { stdout } = await promisify(execFile)(process.execPath, ['build/server/admin.js', ...words], { env });
  return stdout;
}

async function signIn(): Promise<void> {
  await visit(page, `${product.origin}/en/about`);
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'web' };
      return (await fetch('/api/v2/auth/login', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ email: EMAIL, password: SAMPLE_PASSWORD }),
  );
  expect(status).toBe(200);
  // What the sign-in form leaves behind: pages ask for a session only where somebody signed in.
  await page.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);
}

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === null) return;
  dataDir = await mkdtemp(join(scratch(), 'tikvo-e2e-house-'));
  product = await startProduct(() => ({ FEED: 'simulated', DATA_DIR: dataDir }));
  ({ page } = await openPage(browser, { width: 1_440, height: 900 }));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (dataDir !== '') await rm(dataDir, { recursive: true, force: true });
});

describe('a limit of the house', () => {
  test('stands on the ticket with the way to its reason, and in the settings, in every language', async ({ skip }) => {
    if (browser === null) return skip();
    await signIn();
    expect(await admin('markouts')).toContain('Nobody is flagged.');
    expect(await admin('limit-stake', EMAIL, '12.50', '--reason', 'case 7')).toContain('12.50 USDT at most');
    for (const { width, height } of SIZES) {
      await page.setViewportSize({ width, height });
      for (const locale of ['en', 'ar', 'de'] as const) {
        await visit(page, `${product.origin}/${locale}/trading?pair=BTC-USD`);
        await page.locator('[data-house-limit]:visible').getByRole('link').waitFor();
        await quiet(page);
        expect(await overflow(page)).toBe(0);
        await keepPicture(page, `house-ticket-${locale}-${width}`);
        await visit(page, `${product.origin}/${locale}/settings/limits`);
        await page.locator('[data-house-limit]').waitFor();
        await quiet(page);
        expect(await axeViolations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await keepPicture(page, `house-settings-${locale}-${width}`);
      }
    }
    for (const locale of LOCALES) {
      await visit(page, `${product.origin}/${locale}/settings/limits`);
      expect(await page.locator('[data-house-limit]').innerText(), locale).toMatch(/12[.,]50/);
      await visit(page, `${product.origin}/${locale}/settings/notifications`);
      await page.getByRole('rowheader').nth(3).waitFor();
      expect(await overflow(page), locale).toBe(0);
    }
    await keepPicture(page, 'house-kinds-320');
    await page.setViewportSize({ width: 1_440, height: 900 });
    await visit(page, `${product.origin}/en/notifications`);
    await page.getByText('Your maximum per prediction is now $12.50').waitFor();
    await keepPicture(page, 'house-notifications-1440');
    await visit(page, `${product.origin}/en/trading?pair=BTC-USD`);
    await page.getByLabel('Amount', { exact: true }).first().fill('13');
    await page.getByText('The maximum is $12.50').first().waitFor();
    for (const one of [ASKS, APPROVES]) await admin('create', one, 'ADMIN');
    const asked = await admin('ask-limit', ASKS, EMAIL, 'none', '--reason', 'cleared');
    const [, id = '', digest = ''] = /approve <email> (\S+) (\S+)/.exec(asked) ?? [];
    await admin('approve', APPROVES, id, digest);
    await visit(page, `${product.origin}/en/trading?pair=BTC-USD`);
    await quiet(page);
    expect(await page.locator('[data-house-limit]').count()).toBe(0);
  });
});
