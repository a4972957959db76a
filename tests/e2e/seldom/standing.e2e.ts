import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PairsWire } from '#protocol/trading.ts';
import type { RoundsWire } from '#protocol/exchange.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { axeViolations, comesTo, keepPicture, openBrowser, openPage, overflow, quiet, visit } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';
import { scratch } from '../../scratch.ts';

/** Of the practice list: the name waits until somebody looks at it. */
const ON_THE_LIST = { firstName: 'Teodora', lastName: 'Ombrellaz', birthDate: '1990-02-28' };
const NEWCOMER = { email: 'noor@mail.test', password: 'Harbour-48-lamp' };
const PLAYER = { email: 'user@sandbox.example', password: SAMPLE_PASSWORD };
const PATIENT = { timeout: 60_000 } as const;
const DESKTOP = { width: 1440, height: 900 } as const;
const SIZES = [
  DESKTOP,
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;

let browser: Browser | null = null;
let product: Product;
let dataDir = '';
/** Of somebody who has just signed up, and of somebody who plays. */
let newcomer: Page;
let player: Page;

/** The operator's shell, on the same data as the running product. */
async function admin(...words: string[]): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: new URL(product.origin).port, FEED: 'simulated' };
  await promisify(execFile)(process.execPath, ['build/server/admin.js', ...words], { env });
}

/** Calls the API as the person of a page; throws what is not taken. */
async function asPerson<T = unknown>(page: Page, line: string, body?: object): Promise<T> {
  const [answer, ok] = await page.evaluate(
    async ([asked, sent, key]) => {
      const web = { 'x-requested-with': 'web' };
      const renewed = (await (await fetch('/api/v2/auth/refresh', { headers: web })).json()) as { accessToken: string };
      const [method = 'GET', path = ''] = asked.split(' ');
      const answered = await fetch(`/api/v2${path}`, {
        method,
        headers: {
          ...web,
          authorization: `Bearer ${renewed.accessToken}`,
          'idempotency-key': key,
          ...(sent === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(sent === '' ? {} : { body: sent }),
      });
      return [(await answered.json()) as unknown, answered.ok] as const;
    },
    [line, body === undefined ? '' : JSON.stringify(body), randomUUID()] as const,
  );
  if (!ok) throw new Error(`${line}: ${JSON.stringify(answer)}`);
  return answer as T;
}

async function enter(page: Page, path: string, body: object): Promise<void> {
  await visit(page, `${product.origin}/en/about`);
  const status = await page.evaluate(
    async ([where, sent]) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'web' };
      return (await fetch(`/api/v2/auth/${where}`, { method: 'POST', headers, body: sent })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
  expect(status).toBeLessThan(300);
  // What the sign-in form leaves behind, and the answer to the question of cookies.
  for (const name of ['tikvo.known=1', 'tikvo.consent=needed']) {
    const [key = '', value = ''] = name.split('=');
    await page.context().addCookies([{ name: key, value, url: product.origin }]);
  }
}

/** As when somebody comes back to the tab. */
const comesBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
/** As when nobody looks at the tab: it asks for nothing from time to time. */
const looksAway = (page: Page) =>
  page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }));
const looksAgain = (page: Page) => page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
const held = (page: Page, kind: string) => page.locator(`[data-barrier=${kind}]`);
const openTrading = (page: Page, locale = 'en') => visit(page, `${product.origin}/${locale}/trading?pair=BTC-USD`);

/** The card stands alone where the ticket was, in both kinds. */
async function standsInPlaceOfTheTicket(page: Page, kind: string): Promise<void> {
  await held(page, kind).waitFor();
  expect(await page.locator('button[data-direction]').count()).toBe(0);
  await page.getByRole('radio', { name: 'Round', exact: true }).click();
  await held(page, kind).waitFor();
  expect(await page.locator('button[data-order]').count()).toBe(0);
  await page.getByRole('radio', { name: 'Quick', exact: true }).click();
}

/** In each size the step is on the screen, and nothing is wider than it. */
async function fitsEverywhere(page: Page, kind: string, locale: 'en' | 'ar'): Promise<void> {
  await openTrading(page, locale);
  await held(page, kind).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await quiet(page);
    expect(await overflow(page)).toBe(0);
    const step = await held(page, kind).getByRole('link').first().boundingBox();
    expect((step?.y ?? size.height) + (step?.height ?? 0)).toBeLessThan(size.height);
    await keepPicture(page, `barrier-${kind}-${locale}-${size.width}`);
  }
  await page.setViewportSize(DESKTOP);
}

describe('a person who is held back', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    dataDir = await mkdtemp(join(scratch(), 'tikvo-e2e-standing-'));
    product = await startProduct(() => ({ FEED: 'simulated', DATA_DIR: dataDir }));
    newcomer = (await openPage(browser, DESKTOP)).page;
    player = (await openPage(browser, DESKTOP)).page;
    await enter(newcomer, 'registration', { ...NEWCOMER, country: 'PT', residentDeclaration: true });
    await enter(player, 'login', PLAYER);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (dataDir !== '') await rm(dataDir, { recursive: true, force: true });
  });

  test.skipIf(missing)('the limits stand under the ticket of one who plays, or the way to set them', async () => {
    await openTrading(player);
    const line = player.locator('[data-limit-line]');
    await player.locator('[data-limit-line=none]').getByText('Set your limits').waitFor();
    await player.setViewportSize({ width: 390, height: 844 });
    expect(await line.isVisible()).toBe(false);
    await player.setViewportSize(DESKTOP);
    await asPerson(player, 'PUT /user/limits', { limits: [{ name: 'loss_day', amount: '200' }] });
    await comesBack(player);
    await line.getByText('$0.00 of $200.00').waitFor();
    expect(await line.getAttribute('href')).toMatch(/\/en\/settings\/limits$/);
    for (const size of SIZES) {
      await player.setViewportSize(size);
      expect(await overflow(player)).toBe(0);
      const button = await player.locator('button[data-direction=DOWN]').boundingBox();
      expect((button?.y ?? size.height) + (button?.height ?? 0)).toBeLessThan(size.height);
      expect(await line.isVisible()).toBe(size.height > 700);
      await keepPicture(player, `limit-line-${size.width}`);
    }
    await player.setViewportSize(DESKTOP);
    // One of both loses more than the other wins. What rests on a book is for later.
    const { crypto } = await asPerson<PairsWire>(player, 'GET /trade/pairs');
    const payout = crypto.find(({ id }) => id === 'BTC-USD')?.payouts['30'] ?? 0;
    for (const direction of ['UP', 'DOWN']) {
      await asPerson(player, 'POST /trade/predictions', {
        pair: 'BTC-USD',
        direction,
        stake: '50.00',
        durationSec: 30,
        payout: payout - 0.1,
      });
    }
    await looksAway(player);
    const { items } = await asPerson<RoundsWire>(player, 'GET /trade/rounds?pair=BTC-USD');
    const round = items.findLast(({ realm, window }) => realm === 'real' && window === '1h')!;
    await asPerson(player, 'POST /orders', {
      marketId: round.marketId,
      outcome: 'UP',
      side: 'BUY',
      type: 'LIMIT',
      price: '0.01',
      shares: '100',
    });
  });

  test.skipIf(missing)('without a name: the first thing first, though there is no balance either', async () => {
    await openTrading(newcomer);
    await standsInPlaceOfTheTicket(newcomer, 'name');
    await fitsEverywhere(newcomer, 'name', 'ar');
    await openTrading(newcomer);
    await held(newcomer, 'name').waitFor();
    expect(await held(newcomer, 'name').getByRole('link').allInnerTexts()).toEqual([
      'Enter your name',
      'Practice on demo',
    ]);
    await held(newcomer, 'name').getByRole('link', { name: 'Enter your name' }).click();
    await comesTo(newcomer, /\/en\/settings\/personal$/);
  });

  test.skipIf(missing)('a name that is checked, then an e-mail that is not confirmed', async () => {
    await openTrading(newcomer);
    await held(newcomer, 'name').waitFor();
    await asPerson(newcomer, 'POST /user/updatePersonalInfo', ON_THE_LIST);
    await comesBack(newcomer);
    await newcomer.getByRole('heading', { name: 'We’re checking your name' }).waitFor();
    await held(newcomer, 'name').getByText('npm run admin -- approve-name').waitFor();
    await keepPicture(newcomer, 'barrier-checking');
    await admin('approve-name', NEWCOMER.email);
    // It is asked for again by itself.
    await held(newcomer, 'email').waitFor(PATIENT);
    await standsInPlaceOfTheTicket(newcomer, 'email');
    await held(newcomer, 'email').getByRole('link', { name: 'See what to do' }).click();
    await newcomer.getByRole('heading', { name: 'Still to do' }).waitFor();
    expect(new URL(newcomer.url()).pathname).toBe('/en/account');
  });

  test.skipIf(missing)('the bar of phones and the footer lead a person to their own account', async () => {
    const bar = newcomer.locator('[data-phone-bar]');
    const current = () => bar.locator('[aria-current=page]').allInnerTexts();
    const footer = newcomer.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name: 'History' });
    await visit(newcomer, `${product.origin}/en/about`);
    expect(await footer.getAttribute('href')).toMatch(/\/en\/trading-history$/);
    await newcomer.setViewportSize({ width: 390, height: 844 });
    await openTrading(newcomer);
    expect(await current()).toEqual(['Trade']);
    await bar.getByRole('link', { name: 'History' }).click();
    await comesTo(newcomer, /\/en\/trading-history$/);
    expect(await current()).toEqual(['History']);
    await bar.getByRole('link', { name: 'Account' }).click();
    await comesTo(newcomer, /\/en\/account$/);
    expect(await current()).toEqual(['Account']);
    await bar.getByRole('link', { name: 'Trade' }).click();
    await comesTo(newcomer, /\/en\/trading$/);
    await newcomer.setViewportSize(DESKTOP);
    const stranger = (await openPage(browser!, { width: 390, height: 844 })).page;
    await visit(stranger, `${product.origin}/en/trading/demo`);
    const links = await stranger
      .locator('[data-phone-bar] a:visible')
      .evaluateAll((all) => all.map((one) => new URL((one as HTMLAnchorElement).href).pathname));
    const all = ['/en/trading/demo', '/en/events/demo', '/en/trading-history/demo', '/en/assets', '/en/account'];
    expect(links).toEqual(all);
    await stranger.context().close();
  });

  test.skipIf(missing)('what was lost is counted when it is settled, and a limit that is used up ends it', async () => {
    const line = player.locator('[data-limit-line=set]');
    await expect.poll(() => line.innerText(), PATIENT).not.toContain('$0.00');
    await looksAgain(player);
    expect(await line.innerText()).toMatch(/\$\d+\.\d\d of \$200\.00/);
    await asPerson(player, 'PUT /user/limits', { limits: [{ name: 'loss_day', amount: '1' }] });
    await comesBack(player);
    await standsInPlaceOfTheTicket(player, 'loss');
    await held(player, 'loss').getByText('loss limit of $1.00').waitFor();
    await keepPicture(player, 'barrier-loss');
    // Nothing new is placed; what rests is still taken back.
    await player.getByRole('radio', { name: 'Round', exact: true }).click();
    await player.getByRole('button', { name: 'Cancel order' }).first().click();
    await expect.poll(() => player.locator('[data-order-id]').count(), PATIENT).toBe(0);
    await player.getByRole('radio', { name: 'Quick', exact: true }).click();
  });

  test.skipIf(missing)('a break, then a self-exclusion, and until when', async () => {
    await asPerson(player, 'POST /user/exclusion', { kind: 'time_out', span: '24h', word: 'BREAK' });
    await comesBack(player);
    await standsInPlaceOfTheTicket(player, 'time_out');
    await looksAway(player);
    await held(player, 'time_out')
      .getByText(/^You’re taking a break until .*\d/)
      .waitFor();
    await asPerson(player, 'POST /user/exclusion', { kind: 'self_exclusion', span: '6m', word: 'EXCLUDE' });
    // A message tells of it, and the page asks.
    await standsInPlaceOfTheTicket(player, 'excluded');
    await held(player, 'excluded')
      .getByText(/^You’ve closed trading for yourself until .*\d/)
      .waitFor();
    expect(await held(player, 'excluded').getByRole('link').count()).toBe(1);
    await player.evaluate(() => localStorage.setItem('tikvo.theme', 'light'));
    await fitsEverywhere(player, 'excluded', 'en');
    await held(player, 'excluded').getByRole('link', { name: 'Get help' }).click();
    await comesTo(player, /\/en\/responsible-trading$/);
  });

  test.skipIf(missing)('who closes the account is told so, and until when it can be kept', async () => {
    await visit(newcomer, `${product.origin}/en/settings/personal`);
    await newcomer.getByText('Close my account').waitFor();
    // The socket hears of the end of the session before the answer is here.
    let closes = 0;
    await newcomer.route('**/api/v2/user/close', async (route) => {
      const answer = await route.fetch();
      if (answer.ok()) {
        closes += 1;
        await newcomer.waitForResponse((other) => other.url().endsWith('/auth/refresh') && other.status() === 401);
        // Time for a page that would go to sign-in to be gone.
        await newcomer.waitForTimeout(1_500);
      }
      await route.fulfill({ response: answer });
    });
    await newcomer.getByRole('button', { name: 'Close', exact: true }).click();
    const sheet = newcomer.getByRole('dialog', { name: 'Close your account' });
    await sheet.getByLabel('I want to close my account.').check();
    await sheet.getByRole('button', { name: 'Close account' }).click();
    const ask = newcomer.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await newcomer.getByRole('heading', { name: 'Your account is closing' }).waitFor();
    expect(closes).toBe(1);
    expect(new URL(newcomer.url()).pathname).toBe('/en/account-closing');
    await quiet(newcomer);
    await newcomer.getByText(/You can reopen your account with its link until .*\d/).waitFor();
    expect(await newcomer.evaluate(() => document.cookie)).not.toContain('tikvo.known=1');
    expect(await axeViolations(newcomer)).toEqual([]);
    expect(await overflow(newcomer)).toBe(0);
    await keepPicture(newcomer, 'account-closing');
    const inbox = await (await fetch(`${product.origin}/dev/inbox`)).text();
    expect(inbox).toContain(NEWCOMER.email);
  });
});
