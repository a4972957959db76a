import type { Browser, Page } from 'playwright-core';
import type { EventCard } from '#protocol/events/events.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, comesTo, keepPicture, openBrowser, openPage, overflow, quiet, visit } from './browser.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { WITH_EVENTS, resolveYes, sampleEventsOf } from './events.ts';
import { sharedProduct, type Product } from './product.ts';

const PATIENT = { timeout: 60_000 } as const;

let browser: Browser | null = null;
let product: Product;
let open: EventCard;
let toEnd: EventCard;
let paid: EventCard;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === null) return;
  product = await sharedProduct(WITH_EVENTS);
  ({ open, toEnd, paid } = await sampleEventsOf(product.origin));
});
afterAll(async () => {
  await browser?.close();
});

/** The receipt of a market is asked for until it is published, and a book on which nobody traded has no history. */
const unexpected = (errors: readonly string[]) =>
  errors.filter((error) => !/ 404 .*\/(?:transparency\/v1\/events\/|markets\/[\w-]+\/history\?)/.test(error));

const order = (page: Page) => page.locator('button[data-order]:visible');

/** Presses the order button; a second time where the slip asks. */
async function send(page: Page): Promise<void> {
  await order(page).click();
  if (await page.getByText('Tap again to place').isVisible()) await order(page).click();
}

async function isWhole(page: Page, name: string): Promise<void> {
  await quiet(page);
  expect(await overflow(page), name).toBeLessThanOrEqual(0);
  await expect.poll(() => axeViolations(page), { ...PATIENT, message: name }).toEqual([]);
  await keepPicture(page, name);
}

describe('an event, found and traded on a phone', () => {
  test('is found by a word, and read by a visitor', async ({ skip }) => {
    if (browser === null) return skip();
    const { page, errors } = await openPage(browser, { width: 390, height: 844 });
    await visit(page, `${product.origin}/en/events`);
    expect(await page.locator('[data-event]').count()).toBeGreaterThan(3);
    const search = page.getByRole('searchbox', { name: 'Search events' });
    await search.fill('no such words');
    await search.press('Enter');
    await comesTo(page, /search=no/);
    await page.getByText('No events here').waitFor();
    await search.fill('bitcoin be above');
    await search.press('Enter');
    await comesTo(page, /search=bitcoin/);
    await expect.poll(() => page.locator('[data-event]').count(), PATIENT).toBe(1);
    await page.getByRole('link', { name: open.title, exact: true }).click();
    await comesTo(page, new RegExp(`/en/events/${open.slug}$`));
    await page.getByRole('heading', { level: 1, name: open.title }).waitFor();
    const rules = page.getByRole('region', { name: 'Rules and source' });
    await expect.poll(() => rules.innerText(), PATIENT).toContain('YES if BTC-USD is above 150,000.00');
    // The chance stands in the title, so that a link tells it.
    expect(await page.title()).toMatch(/\d+\s?%/);
    // A visitor is led to practice money by the slip.
    await page.locator('button[data-buy=YES]').click();
    await page.getByRole('link', { name: 'Practice with demo money' }).locator('visible=true').last().click();
    await comesTo(page, new RegExp(`/en/events/${open.slug}/demo`));
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test('is watched by a visitor once they have signed in', async ({ skip }) => {
    if (browser === null) return skip();
    const { page, errors } = await openPage(browser, { width: 390, height: 844 });
    await visit(page, `${product.origin}/en/events?category=crypto`);
    await page.getByRole('link', { name: `Log in to watch ${open.title}` }).click();
    await comesTo(page, /auth\/login/);
    await page.getByLabel('Email').fill('user@sandbox.example');
    await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD);
    await page.keyboard.press('Enter');
    await comesTo(page, /\/en\/events\?category=crypto$/);
    const star = page.getByRole('button', { name: `Watch ${open.title}` });
    await expect.poll(() => star.getAttribute('aria-pressed'), PATIENT).toBe('true');
    await page.getByRole('link', { name: 'Watching' }).click();
    await comesTo(page, /watching=1/);
    await expect.poll(() => page.locator('[data-event]').count(), PATIENT).toBe(1);
    await isWhole(page, 'events-phone-watching');
    // Off the list, its card stays, so that a wrong press can be undone; its page says the same.
    await expect.poll(() => star.getAttribute('aria-pressed'), PATIENT).toBe('true');
    await star.click();
    await expect.poll(() => star.getAttribute('aria-pressed'), PATIENT).toBe('false');
    expect(await page.locator('[data-event]').count()).toBe(1);
    await page.getByRole('link', { name: open.title, exact: true }).click();
    await comesTo(page, new RegExp(`/en/events/${open.slug}$`));
    await expect.poll(() => star.getAttribute('aria-pressed'), PATIENT).toBe('false');
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  });

  test('is bought of the house once its rules are read, and pays who held it to its end', async ({ skip }) => {
    if (browser === null) return skip();
    const { page, errors } = await openPage(browser, { width: 390, height: 844, theme: 'light' });
    await visit(page, `${product.origin}/en/events/${toEnd.slug}/demo`);
    await page.locator('button[data-buy=YES]').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: 'Amount', exact: true }).fill('10');
    await expect.poll(() => order(page).textContent(), PATIENT).toContain('Read the rules first');
    await sheet.getByText('I’ve read the rules').click();
    await expect.poll(() => order(page).textContent(), PATIENT).toMatch(/Buy [\d.]+ Yes at/);
    await isWhole(page, 'event-phone-slip');
    await send(page);
    const held = page.locator('[data-part=held]');
    await held.waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => held.innerText(), PATIENT).toMatch(/[\d.]+ Yes at \d+/);
    // The house sold it, and says so.
    await expect.poll(() => page.locator('[data-part=house]').innerText(), PATIENT).toMatch(/Our shares\s+[\d.]+ No/);
    await page.getByRole('tab', { name: 'Positions' }).click();
    await page.locator('[data-position]:visible').first().waitFor();
    await isWhole(page, 'event-phone-held');

    await resolveYes(product.origin, toEnd.slug);
    const result = page.locator('[data-part=result]:visible');
    await expect.poll(() => result.innerText(), PATIENT).toContain('A Yes share pays $1.00, a No share $0.00.');
    await expect.poll(() => held.count(), PATIENT).toBe(0);
    // Bought for 10.00 at some 70 cents.
    await page.getByRole('tab', { name: 'Closed' }).click();
    await expect.poll(() => page.locator('[data-part=yours]').innerText(), PATIENT).toMatch(/\+\$?[34]\.\d\d/);
    // Its receipt is published with the hour; the page looks until then.
    await expect
      .poll(
        () => page.locator('[data-proof]:visible, [data-part=result]:visible [aria-live]').last().innerText(),
        PATIENT,
      )
      .toContain('hour');
    await isWhole(page, 'event-phone-paid');
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  });

  test('shows its result with its proof once it is paid', async ({ skip }) => {
    if (browser === null) return skip();
    const { page, errors } = await openPage(browser, { width: 1440, height: 900 });
    await visit(page, `${product.origin}/en/events/${paid.slug}`);
    const result = page.locator('[data-part=result]:visible');
    await expect.poll(() => result.innerText(), PATIENT).toContain('A Yes share pays $1.00, a No share $0.00.');
    expect(await result.getByRole('link').first().getAttribute('href')).toMatch(/^https:/);
    expect(await page.locator('button[data-order]:visible').count()).toBe(0);
    await isWhole(page, 'event-paid');
    expect(unexpected(errors)).toEqual([]);
    await page.context().close();
  });
});
