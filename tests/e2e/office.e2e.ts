/** The back office as staff use it: they log in, find a person by email, and write a note; an auditor sees it and changes nothing. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { axeViolations, openBrowser, openPage, overflow, type Watched } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const PATIENT = { timeout: 30_000 } as const;
const NOTE = `Called about a result, ${Date.now()}`;

let browser: Browser | null = null;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
});

/** Comes to the address, is led to the login and back. */
async function enter(name: string): Promise<Watched> {
  if (browser === null) throw new Error('there is no browser');
  const watched = await openPage(browser, { width: 1440, height: 900 });
  const { page } = watched;
  await page.goto(`${product.origin}/office/people`);
  await page.waitForURL(/\/auth\/login/, PATIENT);
  await page.locator('input[type=email]').fill(`${name}@sandbox.example`);
  await page.locator('input[type=password]').fill(SAMPLE_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/office\/people$/, PATIENT);
  await page.getByRole('heading', { name: 'People' }).waitFor(PATIENT);
  return watched;
}

/** Ctrl K, the whole address, Enter. */
async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('An email, an id, a desk, an act').fill('user@sandbox.example');
  await page.getByRole('option', { name: /Sample Person/ }).waitFor(PATIENT);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sample Person' }).waitFor(PATIENT);
}

test('support finds a person by email and writes a note; an auditor reads it and changes nothing', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const support = await enter('support');
  await find(support.page);
  await support.page.keyboard.press('w');
  await support.page.keyboard.type(NOTE);
  await support.page.keyboard.press('Control+Enter');
  await support.page.getByRole('listitem').filter({ hasText: NOTE }).waitFor(PATIENT);
  expect(await axeViolations(support.page)).toEqual([]);
  await support.page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(support.page)).toBeLessThanOrEqual(0);
  await support.page.context().close();

  const auditor = await enter('auditor');
  await find(auditor.page);
  await auditor.page.getByText(NOTE).waitFor(PATIENT);
  expect(await auditor.page.locator('textarea[data-note]').count()).toBe(0);
  await auditor.page.getByText('Nothing can be done here now.').waitFor(PATIENT);
  const errors = [...support.errors, ...auditor.errors].filter((line) => !line.includes('401'));
  expect(errors).toEqual([]);
  await auditor.page.context().close();
}, 180_000);
