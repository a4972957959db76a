/** What somebody is owed, checked by themselves: on the page of the proof, and in the checker with the file they saved. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { axeViolations, openBrowser, openPage, overflow, toldErrors, visit, type Watched } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const OWED = '5,000.000000 USDT';

describe('a proof of liabilities that people check themselves', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  let folder: string;

  beforeAll(async () => {
    if (missing) return;
    folder = await mkdtemp(join(tmpdir(), 'tikvo-liabilities-'));
    product = await sharedProduct({ FEED: 'simulated' });
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`${product.origin}/api/v2/liabilities`);
      if (((await answer.json()) as { readonly items: readonly unknown[] }).items.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('a sandbox made no proof of liabilities');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    if (!missing) await rm(folder, { recursive: true });
  });

  async function open(view: { readonly width: number; readonly theme: 'dark' | 'light' }): Promise<Watched> {
    const watched = await openPage(browser!, { height: 900, ...view });
    const { origin } = product;
    const context = watched.page.context();
    const answer = await context.request.post(`${origin}/api/v2/auth/login`, {
      data: { email: 'user@sandbox.example', password: SAMPLE_PASSWORD },
      headers: { origin, 'x-requested-with': 'web' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    await context.addCookies(['tikvo.known', 'tikvo.consent'].map((name) => ({ name, value: '1', url: origin })));
    return watched;
  }
  const stands = async (page: Page) => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  };
  const isChecked = (page: Page) => page.waitForSelector('[data-check=total][data-state=pass]');

  test.skipIf(missing).each([
    ['en', 1440, 'light'],
    ['ar', 390, 'dark'],
  ] as const)('finds its person on the page in %s at %d px', async (locale, width, theme) => {
    const { page, errors } = await open({ width, theme });
    await visit(page, `${product.origin}/${locale}/proof-of-liabilities`);
    await page.locator('section[aria-labelledby=own] button').click();
    await isChecked(page);
    const found = page.locator('section[aria-labelledby=own]');
    expect(await found.locator('dl').textContent()).toContain(OWED);
    expect(await found.locator('dl').textContent()).toContain('user@sandbox.example');
    await found.locator('summary').click();
    await stands(page);
    expect(toldErrors(errors)).toBe(toldErrors([]));
    await page.context().close();
  });

  test.skipIf(missing)('saves a file that the checker takes, and refuses once an amount in it is another', async () => {
    const { page, errors } = await open({ width: 1440, theme: 'dark' });
    await visit(page, `${product.origin}/en/proof-of-liabilities`);
    await page.getByRole('button', { name: 'Check my money' }).click();
    await isChecked(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the proof' }).click();
    const file = join(folder, 'proof.json');
    await (await saved).saveAs(file);
    await page.getByRole('link', { name: 'Check a saved proof' }).click();
    await page.waitForURL('**/en/verify');
    const card = page.locator('#results > section').first();
    await page.locator('#file').setInputFiles(file);
    await card.getByText('Your money').waitFor();
    expect(await card.getAttribute('class')).toMatch(/valid|provisional/);
    expect(await card.textContent()).toContain('5000.000000 USDT');
    await stands(page);
    const proof = JSON.parse(await readFile(file, 'utf8')) as { leaves: { amount: string }[] };
    proof.leaves[0]!.amount = `${proof.leaves[0]!.amount}0`;
    await writeFile(file, JSON.stringify(proof));
    await page.locator('#file').setInputFiles([]);
    await page.locator('#file').setInputFiles(file);
    await page.getByText('SUM_ROOT').waitFor();
    expect(await card.getAttribute('class')).toContain('invalid');
    expect(toldErrors(errors)).toBe(toldErrors([]));
    await page.context().close();
  });
});
