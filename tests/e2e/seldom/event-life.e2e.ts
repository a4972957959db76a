/** The whole life of events, as the people see it who make it: each at a device of their own, with what their role may do. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, keepPicture, openBrowser, overflow, quiet, visit, type Watched } from '../browser.ts';
import { act, approve, openEventWorld, standsAt, type EventWorld } from './event-world.ts';

const PATIENT = { timeout: 90_000 } as const;
/** Of all of a life with its two challenges of a minute each. */
const LONG = 600_000;

let browser: Browser | null = null;
let world: EventWorld;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser !== null) world = await openEventWorld(browser);
});
afterAll(async () => {
  await world?.close();
  await browser?.close();
});

const DAY = 86_400_000;
const TERMS = {
  Category: 'economy',
  Summary: 'The decision of the bank.',
  Tags: 'rates, bank',
  'Rules: what makes it YES': 'YES if the first figure that is announced is the one before.',
  'Source (can be empty)': 'https://bank.example/rates',
  'Backup source': 'https://news.example/rates',
  'Threshold and rounding': 'The first figure, as announced.',
  'If tied': 'Cannot be.',
  'If postponed': 'Void after 7 days.',
  'If cancelled': 'Void.',
  'Time zone, IANA': 'Europe/London',
  'Cut-off, UTC': new Date(Date.now() + 30 * DAY).toISOString(),
} as const;

const seen = (fields: object = {}) => ({
  'Page that shows it': 'https://bank.example/rates/march',
  'SHA-256': 'ab'.repeat(32),
  'Time of the fact': new Date(Date.now() - 1_000).toISOString(),
  ...fields,
});

interface Desk {
  readonly editor: Watched;
  readonly admin: Watched;
  readonly resolver: Watched;
  /** Of its record in the office. */
  readonly address: string;
  readonly title: string;
}

/** An editor writes it and sends it to review, another colleague opens it: its colleagues, each at its record. */
async function opened(title: string, more: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const editor = await world.enter('editor', '/office/events/new');
  await act(editor.page, 'begin', { 'Event: what it asks': title, ...TERMS, ...more });
  const link = editor.page.getByRole('link', { name: 'Open it in a new tab' });
  const address = (await link.getAttribute('href')) ?? '';
  await visit(editor.page, `${world.origin}${address}`);
  await act(editor.page, 'describe', { Summary: 'The decision of the bank in March.' });
  await act(editor.page, 'submit');
  const admin = await world.enter('admin', address);
  await act(admin.page, 'approve');
  await standsAt(admin.page, 'Open');
  return { editor, admin, resolver: await world.enter('resolver', address), address, title };
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const pageOf = (title: string) => `/en/events/${slugOf(title)}`;

/** Buys at the price of the moment for so much, of the first outcome. */
async function buys(page: Page, outcome: 'YES' | 'NO', amount: string): Promise<void> {
  await page.locator(`button[data-buy=${outcome}]`).first().click();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  const tick = page.getByRole('region', { name: 'Trade', exact: true }).getByText('I’ve read the rules');
  if (await tick.isVisible()) await tick.click();
  const order = page.locator('button[data-order]:visible');
  await expect.poll(() => order.textContent(), PATIENT).toMatch(/Buy [\d.,]+ (Yes|No) at/);
  await order.click();
  if (await page.getByText('Tap again to place').isVisible()) await order.click();
  await page.locator('[data-part=held]').first().waitFor({ state: 'attached' });
}

/** Two people take the two sides of 16,000 shares: so much is at stake that a result can be questioned for a minute. */
async function largePool(address: string): Promise<void> {
  const [ben, cleo] = await Promise.all([world.enter('ben', address), world.enter('cleo', address)]);
  const marketId = await cleo.page.evaluate(
    async (path) => {
      const event = (await (await fetch(`/api/v2${path}`)).json()) as { markets: { marketId: string }[] };
      return event.markets[0]?.marketId;
    },
    address.replace('/en', ''),
  );
  const place = (page: Page, outcome: string, price: string) =>
    page.evaluate(
      async (body) => {
        const headers = { 'x-requested-with': 'web', 'content-type': 'application/json' };
        const { accessToken } = (await (await fetch('/api/v2/auth/refresh', { headers })).json()) as Record<
          string,
          string
        >;
        const answer = await fetch('/api/v2/orders', {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(body),
        });
        return answer.ok ? 'placed' : answer.text();
      },
      { marketId, outcome, side: 'BUY', type: 'LIMIT', price, shares: '8000' },
    );
  for (const _ of [1, 2]) {
    expect(await place(ben.page, 'YES', '0.50')).toBe('placed');
    expect(await place(cleo.page, 'NO', '0.50')).toBe('placed');
  }
  await Promise.all([ben, cleo].map(({ page }) => page.context().close()));
}

async function isWhole({ page }: Watched, name: string): Promise<void> {
  await quiet(page);
  expect(await overflow(page), name).toBeLessThanOrEqual(0);
  await expect.poll(() => axeViolations(page), { ...PATIENT, message: name }).toEqual([]);
  await keepPicture(page, name);
}

/** The receipt of a market is asked for until it is published, and some acts ask who is there. */
const unexpected = (all: readonly Watched[]) =>
  all
    .flatMap((one) => one.errors)
    .filter(
      (line) =>
        !/401| 403 .*\/acts\/| 404 .*\/(?:transparency\/v1\/events\/|markets\/[\w-]+\/(?:history\?|leave))/.test(line),
    );

const resultOf = (page: Page) => page.locator('[data-part=result]:visible');
const says = (page: Page, part: () => Promise<string>, words: RegExp | string) =>
  expect.poll(part, PATIENT)[typeof words === 'string' ? 'toContain' : 'toMatch'](words as string);

describe('the life of an event', () => {
  test(
    'goes by a clarification, a wrong result, the word of a holder and a panel to the right one',
    async ({ skip }) => {
      if (browser === null) return skip();
      const desk = await opened('Will the bank keep its rate in March?');
      const { editor, resolver, address } = desk;
      const holder = await world.enter('user', pageOf(desk.title));
      const { page } = holder;
      await buys(page, 'YES', '20');
      await largePool(pageOf(desk.title));

      // What is unclear is said by two people; whoever held shares may leave, and comes back in.
      await act(editor.page, 'clarify', {
        'Text, in English': 'The figure of the first release counts, not a revised one.',
      });
      await approve(resolver, 'Clarify the rules of an event');
      await page.reload();
      const leave = page.locator('[data-part=leave]');
      await leave.getByRole('button', { name: /^Sell [\d.,]+ Yes for/ }).click();
      await leave.getByText('Sold. The money is in your balance.').waitFor();
      await says(page, () => page.locator('#rules').innerText(), 'not a revised one');
      await isWhole(holder, 'life-clarified');
      await page.reload();
      await buys(page, 'YES', '30');

      // Closed, and a result that is wrong.
      await visit(editor.page, `${world.origin}${address}`);
      await act(editor.page, 'close');
      await visit(resolver.page, `${world.origin}${address}`);
      await standsAt(resolver.page, 'Closed');
      await act(resolver.page, 'propose', seen({ Outcome: 'NO' }));
      const second = await world.enter('resolver2', address);
      await act(second.page, 'confirm');
      await page.reload();
      const result = resultOf(page);
      await result.getByLabel('Why is it wrong?').fill('The page says that the rate was kept.');
      await result.getByRole('button', { name: 'Send', exact: true }).click();
      await says(page, () => result.innerText(), 'Disputed');

      // A panel of three says otherwise; nobody can question it again.
      await standsAt(second.page, 'Disputed');
      await act(second.page, 'decide', seen({ Outcome: 'YES' }));
      for (const name of ['resolver3', 'resolver4']) {
        const one = await world.enter(name, '/office/approvals');
        await approve(one, 'Decide a disputed event');
        await one.page.context().close();
      }
      await standsAt(second.page, 'Paid');
      await says(page, () => result.innerText(), 'A Yes share pays $1.00, a No share $0.00.');
      await isWhole(holder, 'life-paid');
      const portfolio = await world.enter('user', '/en/portfolio');
      await portfolio.page.getByRole('tab', { name: /^Ended/ }).click();
      await says(portfolio.page, () => portfolio.page.locator('[data-part=portfolio]').innerText(), desk.title);
      await isWhole(portfolio, 'life-portfolio');
      expect(unexpected([holder, editor, desk.admin, resolver, second, portfolio])).toEqual([]);
    },
    LONG,
  );

  test(
    'ends in a dead heat of several outcomes, and is corrected after it was paid',
    async ({ skip }) => {
      if (browser === null) return skip();
      const names = 'Harriers\nRovers\nUnited';
      const desk = await opened('Who wins the summer cup?', { 'Outcomes, a line each': names, Category: 'sports' });
      const { editor, resolver, address } = desk;
      const holder = await world.enter('user', pageOf(desk.title));
      const { page } = holder;
      await buys(page, 'YES', '20');
      await act(editor.page, 'close');
      await standsAt(resolver.page, 'Closed');
      await act(resolver.page, 'propose', seen({ Outcome: 'TIE', 'With a tie of several outcomes': '1,2' }));
      const second = await world.enter('resolver2', address);
      await act(second.page, 'confirm');
      await standsAt(second.page, 'Paid');
      await page.reload();
      const result = resultOf(page);
      await says(page, () => result.innerText(), 'A Yes share pays $0.50, a No share $0.50.');
      await isWhole(holder, 'life-dead-heat');

      // The picture of the finish says who won.
      await visit(resolver.page, `${world.origin}${address}`);
      await act(resolver.page, 'try-correction', seen({ 'Right outcome': 'YES' }));
      const preview = resolver.page.getByRole('region', { name: 'This is what it would do now. Nothing was done.' });
      await says(resolver.page, () => preview.innerText(), /People, real money\s*1\s*Paid, real money\s*\d\d\./);
      await act(resolver.page, 'correct', seen({ 'Right outcome': 'YES' }));
      await approve(second, 'Correct the result of an event that was paid');
      await page.reload();
      await says(page, () => result.innerText(), 'It was paid as Tie before.');
      await says(page, () => result.innerText(), 'A Yes share pays $1.00, a No share $0.00.');
      await expect.poll(() => page.getByText('Balances are being corrected now.').count(), PATIENT).toBe(0);
      await says(page, () => page.locator('#rules').innerText(), 'Result corrected');
      await isWhole(holder, 'life-corrected');
      await visit(page, `${world.origin}/en/portfolio`);
      await page.getByRole('tab', { name: /^Ended/ }).click();
      const row = page.locator('[data-part=portfolio]').getByRole('row').filter({ hasText: 'Harriers' });
      await says(page, () => row.innerText(), 'Result corrected');
      expect(unexpected([holder, editor, desk.admin, resolver, second])).toEqual([]);
    },
    LONG,
  );

  test(
    'is void by two people, for the values that were shown before',
    async ({ skip }) => {
      if (browser === null) return skip();
      const desk = await opened('Will the fair open in June?');
      const { admin } = desk;
      const holder = await world.enter('ben', pageOf(desk.title));
      await buys(holder.page, 'NO', '20');
      await admin.page.reload();
      const preview = admin.page.getByText('A void would pay YES, real money').locator('xpath=..');
      await says(admin.page, () => preview.innerText(), /0\.\d{3}/);
      const value = Number(/0\.\d{3}/.exec(await preview.innerText())?.[0]);
      await act(admin.page, 'void', { Why: 'CANCELLED' });
      const other = await world.enter('admin2', '/office/approvals');
      await approve(other, 'Void an event market');
      await holder.page.reload();
      const result = resultOf(holder.page);
      await says(holder.page, () => result.innerText(), 'It was canceled.');
      await says(holder.page, () => result.innerText(), `A Yes share pays $${value.toFixed(2)}`);
      await isWhole(holder, 'life-void');
      expect(unexpected([holder, desk.editor, admin, other])).toEqual([]);
    },
    LONG,
  );

  test(
    'is talked about, watched for a price, and shown on another site',
    async ({ skip }) => {
      if (browser === null) return skip();
      const desk = await opened('Will the bridge be finished by May?');
      const cleo = await world.enter('cleo', pageOf(desk.title));
      const { page } = cleo;
      await page.getByRole('button', { name: 'Alert me' }).click();
      const sheet = page.getByRole('dialog', { name: 'Alert me' });
      await sheet.getByLabel('Price in cents').fill('60');
      await sheet.getByRole('button', { name: 'Set the alert' }).click();
      await sheet.getByText('Yes at 60¢ or more').waitFor();
      await page.keyboard.press('Escape');
      const ben = await world.enter('ben', pageOf(desk.title));
      await buys(ben.page, 'YES', '400');
      await ben.page.getByLabel('Write a comment').fill('The last part was set today.');
      await ben.page.getByRole('button', { name: 'Post', exact: true }).click();
      await ben.page.getByText('The last part was set today.').waitFor();
      // It came while the page was open: it says so, and shows it.
      await page.getByRole('button', { name: 'Show 1 new comment' }).click();
      await page.getByText('The last part was set today.').waitFor();
      await expect
        .poll(
          async () => {
            await visit(page, `${world.origin}/en/notifications`);
            await quiet(page);
            return page.locator('main').innerText();
          },
          { timeout: 90_000, interval: 2_000 },
        )
        .toContain(desk.title);
      await visit(page, `${world.origin}${pageOf(desk.title)}`);
      await page.getByRole('button', { name: 'Embed' }).click();
      const frame = page.frameLocator('iframe[title=Preview]');
      await frame.getByText(desk.title).first().waitFor();
      expect(await page.getByLabel('Code for your page').inputValue()).toContain('<iframe');
      expect(unexpected([cleo, ben, desk.editor, desk.admin, desk.resolver])).toEqual([]);
    },
    LONG,
  );
});
