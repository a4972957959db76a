import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, keepPicture, openBrowser, openPage, overflow, toldErrors, visit } from './browser.ts';
import { roomIn } from '#tests/runs/room-in.ts';
import { sharedProduct, type Product } from './product.ts';

const HOUR_MS = 3_600_000;

/** One settled demo prediction, checked in the page, in the checker, and in the checker saved to a disk. */
describe('a result that people check themselves', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  let folder: string;
  let token: string;
  let id: string;
  let receipt: string;

  beforeAll(async () => {
    if (missing) return;
    // Once its hour is over a prediction is sealed, and its receipt says more.
    await roomIn(HOUR_MS, 90_000);
    folder = await mkdtemp(join(tmpdir(), 'tikvo-checker-'));
    product = await sharedProduct({ FEED: 'simulated' });
    const ask = async (path: string, body?: unknown) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      return (await (await fetch(`${product.origin}/api/v2${path}`, { ...init, headers })).json()) as Record<
        string,
        string
      >;
    };
    token = (await ask('/auth/demo-session', {}))['accessToken']!;
    for (let tries = 0; id === undefined && tries < 300; tries += 1) {
      id = (
        await ask('/trade/predictions', { pair: 'BTC-USD', direction: 'UP', stake: '5', durationSec: 15, payout: 0.5 })
      )['id']!;
      if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    for (let tries = 0; tries < 450; tries += 1) {
      if ((await ask(`/trade/predictions/${id}`))['outcome'] !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    receipt = JSON.stringify(await ask(`/trade/predictions/${id}/receipt`));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (!missing) await rm(folder, { recursive: true });
  });

  async function open(path: string, width = 1280): Promise<{ page: Page; errors: string[] }> {
    const watched = await openPage(browser!, { width, height: 844 });
    await watched.page.addInitScript((held) => localStorage.setItem('tikvo.demoToken', held), token);
    await visit(watched.page, `${product.origin}${path}`);
    return watched;
  }

  test.skipIf(missing).each([
    ['en', 1280],
    ['ar', 390],
  ] as const)('stands on its page in %s at %d px, with seven checks made here', async (locale, width) => {
    const { page, errors } = await open(`/${locale}/trading-history/receipt/demo?id=${id}`, width);
    await page.waitForSelector('[data-verdict]');
    // The hour is not sealed yet.
    expect(await page.getAttribute('[data-verdict]', 'data-verdict')).toBe('provisional');
    const states = await page
      .locator('[data-check]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state')));
    expect(states).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'pending', 'pass']);
    await keepPicture(page, `receipt-${locale}-${width}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors, toldErrors(errors)).toEqual([]);
  });

  test.skipIf(missing)('is reached from the closed list and from the history', async () => {
    const { page } = await open('/en/trading-history/demo');
    await page.getByRole('link', { name: 'Check this result' }).first().click();
    await page.waitForSelector('[data-verdict]');
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);
  });

  test.skipIf(missing)('passes in the checker, and a forged one does not', async () => {
    const { page, errors } = await open('/en/verify');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    expect(await page.locator('#missing').textContent()).toBe('Choose or paste a receipt first');
    await page.getByRole('button', { name: 'Try an example' }).click();
    await page.getByRole('heading', { name: 'All 7 checks passed', exact: true }).waitFor();
    await page
      .locator('#paste')
      .fill((await page.locator('#paste').inputValue()).replace('"18.500000"', '"28.500000"'));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Check 7 failed' }).waitFor();
    await page.locator('#results').evaluate((results) => results.replaceChildren());
    await page
      .locator('#file')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(receipt) });
    await page.getByRole('heading', { name: 'All checks passed so far' }).waitFor();
    expect(await page.locator('#chosen').textContent()).toBe('mine.json');
    // The label is the button: it shows the focus of the field, which writes nothing in the language of the browser.
    await page.locator('#file').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const button = page.locator('label[for=file]');
    expect(await button.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid');
    expect((await page.locator('#file').boundingBox())?.width).toBe(1);
    const forged = JSON.parse(receipt) as { result: { credit: string } };
    forged.result.credit = '999.000000';
    await page.locator('#paste').fill(JSON.stringify(forged));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: 'Check 7 failed' }).waitFor();
    await expect.poll(() => page.locator('#results').textContent()).toContain('CREDIT');
    await keepPicture(page, 'verify-en-1280');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors, toldErrors(errors)).toEqual([]);
  });

  test.skipIf(missing).each([
    ['dark', 1280, 'rgb(9, 12, 18)'],
    ['light', 320, 'rgb(245, 247, 250)'],
  ] as const)('has the checker in the chosen theme, %s at %d px', async (theme, width, ground) => {
    const { page } = await openPage(browser!, { width, height: 844, theme });
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await visit(page, `${product.origin}/en/verify`);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  test.skipIf(missing)('passes in the checker saved to a disk, without a network', async () => {
    const { page } = await open('/de/verify', 390);
    await page.waitForFunction(() => (document.querySelector('#root')?.textContent ?? '').length === 64);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    const saving = page.waitForEvent('download');
    await page.locator('#save').click();
    const saved = join(folder, 'checker.html');
    await writeFile(saved, await readFile(await (await saving).path()));
    const offline = await openPage(browser!, { width: 800, height: 900 });
    await offline.page.context().setOffline(true);
    await offline.page.goto(pathToFileURL(saved).href);
    await offline.page.locator('#paste').fill(receipt);
    await offline.page.locator('#check').click();
    await offline.page.getByRole('heading', { name: 'Bisher alle Prüfungen bestanden' }).waitFor();
    await expect.poll(() => offline.page.locator('#root').textContent()).toMatch(/^[0-9a-f]{64}$/);
    expect(offline.errors, toldErrors(offline.errors)).toEqual([]);
  });

  test.skipIf(missing)('is shown by a link to whoever has it, and the receipt goes to no server', async () => {
    const { page } = await open(`/en/trading-history/receipt/demo?id=${id}`, 390);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.waitForSelector('[data-verdict]');
    await page.getByText('Anyone with the link sees the amounts.').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\/en\/verify#r=[\w-]+$/);
    // A stranger: another context, no account.
    const { page: other, errors } = await openPage(browser!, { width: 390, height: 844 });
    const asked: string[] = [];
    other.on('request', (request) => asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    await other.goto(link);
    await other.getByRole('heading', { name: 'All checks passed so far' }).waitFor();
    await expect.poll(() => other.locator('#results').textContent()).toContain('5.000000');
    const [, packed = ''] = link.split('#r=');
    expect(asked.filter((one) => one.includes(packed.slice(0, 40)))).toEqual([]);
    expect(
      asked.filter(
        (one) => !/^GET \S+\/(en\/verify|transparency\/v1\/(index|keys\/\d+|hours\/[\dT-]+)\.json)(#\S*)? $/.test(one),
      ),
    ).toEqual([]);
    expect(await overflow(other)).toBeLessThanOrEqual(0);
    expect(await axeViolations(other)).toEqual([]);
    await keepPicture(other, 'verify-link-en-390');
    // The same receipt with one byte of its terms flipped, and a link that was cut on its way.
    const text = inflateRawSync(Buffer.from(packed, 'base64url')).toString();
    const forged = deflateRawSync(text.replace('"stake":"5.000000"', '"stake":"4.000000"')).toString('base64url');
    for (const [fragment, reason] of [
      [forged, /^Check 1 failed.*RESULT_OF_ANOTHER: /],
      [packed.slice(0, -60), /^Check 1 failed.*not JSON/],
    ] as const) {
      await other.goto(`${product.origin}/en/verify#r=${fragment}`);
      await expect.poll(() => other.locator('#results > :first-child').textContent()).toMatch(reason);
    }
    expect(errors, toldErrors(errors)).toEqual([]);
    await other.context().close();
    await page.context().close();
  });

  test.skipIf(missing)('is questioned by a ticket that names what failed, with the receipt beside it', async () => {
    const { page } = await open('/en/trading-history/demo');
    await page.route(`**/predictions/${id}/receipt`, async (route) => {
      const answer = await route.fetch();
      const forged = (await answer.json()) as { result: { credit: string } };
      forged.result.credit = '999.000000';
      await route.fulfill({ response: answer, json: forged });
    });
    await page.goto(`${product.origin}/en/trading-history/receipt/demo?id=${id}`);
    await page.getByRole('heading', { name: 'Check 7 failed' }).waitFor();
    const question = page.getByRole('link', { name: 'Dispute this result' });
    const address = new URL((await question.getAttribute('href')) ?? '', product.origin);
    expect([address.pathname, address.searchParams.get('about')]).toEqual(['/en/support', `prediction:${id} CREDIT`]);
    // The one button in the colour of the brand, seen without scrolling, and the receipt beside it.
    const brand = await page.evaluate(() => {
      const colour = (one: Element) => getComputedStyle(one).backgroundColor;
      const marked = document.querySelector('[data-question]');
      if (marked === null) return [];
      const alike = [...document.querySelectorAll('main a, main button')].filter(
        (one) => colour(one) === colour(marked),
      );
      return alike.map((one) => [one.textContent, one.getBoundingClientRect().bottom <= innerHeight]);
    });
    expect(brand).toEqual([['Dispute this result', true]]);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download receipt' }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toContain('999.000000');
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'receipt-question-en-1280');
    await page.context().close();
  });

  test.skipIf(missing)('has its ticks for whoever wants all of them', async () => {
    const { page, errors } = await open('/en/tick-history');
    await page.getByRole('button', { name: 'Get ticks' }).click();
    await page.waitForSelector('[data-state=open]');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(8);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: /^CSV \d/ }).click();
    const csv = await readFile(await (await saving).path(), 'utf8');
    expect(csv).toContain('seq,time,price,sources,spread,source_time,flags,head');
    await keepPicture(page, 'ticks-en-1280');
    await page.getByLabel('Month').selectOption({ index: new Date().getUTCMonth() === 5 ? 0 : 5 });
    const said = 'Please, choose another date, you can get info about ticks only for the last 29 days';
    await expect.poll(() => page.locator('output').textContent()).toBe(said);
    expect(await page.getByRole('button', { name: 'Get ticks' }).getAttribute('aria-disabled')).toBe('true');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axeViolations(page)).toEqual([]);
    expect(errors, toldErrors(errors)).toEqual([]);
  });
});
