import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, openBrowser, openPage, overflow, visit } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const EMAIL = 'nora@mail.test';

let browser: Browser | null = null;
let product: Product;
let page: Page;
let token = '';

/** Calls the API as the page's own scripts do. */
function call(line: string, body: object): Promise<{ readonly status: number; readonly accessToken?: string }> {
  return page.evaluate(
    async ([asked, bearer, text]) => {
      const [method = 'GET', path = ''] = asked.split(' ');
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'web' };
      const auth = bearer === '' ? {} : { authorization: `Bearer ${bearer}` };
      const answer = await fetch(`/api/v2${path}`, { method, headers: { ...headers, ...auth }, body: text });
      return { status: answer.status, ...((await answer.json()) as { accessToken?: string }) };
    },
    [line, token, JSON.stringify(body)] as const,
  );
}

/** Opens a mail to the person in the inbox. The post goes out by a job of its own, a moment after what it tells of. */
async function openMail(name: string): Promise<void> {
  const mail = page.getByRole('row').filter({ hasText: EMAIL }).getByRole('link', { name });
  const arrived = async () => {
    await visit(page, `${product.origin}/dev/inbox`);
    return mail.count();
  };
  await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(0);
  await mail.first().click();
}

async function healthy(): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

describe('notifications', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await sharedProduct();
    ({ page } = await openPage(browser, { width: 1_280, height: 900 }));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('come from the inbox to the bell, the list and the end of mails', async () => {
    await visit(page, `${product.origin}/en/about`);
    const person = { email: EMAIL, password: 'Harbour-48-lamp', country: 'PT', residentDeclaration: true };
    const made = await call('POST /auth/registration', person);
    expect(made.status).toBe(201);
    token = made.accessToken ?? '';
    // What the sign-up form leaves behind: pages ask for a session only where somebody signed in.
    await page.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);

    await visit(page, `${product.origin}/dev/inbox`);
    await healthy();
    await openMail('Confirm your email');
    await page.frameLocator('iframe').getByRole('link', { name: 'Confirm email' }).first().click();
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await page.getByRole('button', { name: 'Confirm email' }).waitFor({ state: 'detached' });

    await visit(page, `${product.origin}/en/settings/notifications`);
    const avatar = page.getByRole('button', { name: 'Avatar ready' });
    await avatar.focus();
    await page.keyboard.press('Space');
    await page.getByText('Saved').waitFor();
    const byEmail = page.getByRole('checkbox', { name: 'Avatar ready: By email' });
    await expect.poll(() => byEmail.isChecked(), { timeout: 60_000 }).toBe(true);
    await healthy();

    await visit(page, `${product.origin}/en/notifications`);
    await page.getByText('There is nothing here yet').waitFor();
    expect((await call('POST /user/generateAvatar', {})).status).toBe(200);
    await page.getByText('Your avatar is ready').waitFor();
    const bell = page.getByRole('button', { name: 'Notifications: 1 unread' });
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Notifications: 1 unread' });
    await panel.getByRole('link', { name: /Your avatar is ready/ }).waitFor();
    expect(await panel.getByRole('link', { name: 'See all notifications' }).getAttribute('href')).toBe(
      '/en/notifications',
    );
    await healthy();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await expect.poll(() => bell.evaluate((one) => one === document.activeElement), { timeout: 60_000 }).toBe(true);
    await healthy();
    // Where no socket opens, the number is asked for.
    const tab = await page.context().newPage();
    await tab.routeWebSocket(/\/private$/, (socket) => socket.close());
    await visit(tab, `${product.origin}/en/account`);
    await tab.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor();
    await tab.close();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell.waitFor({ state: 'detached' });

    await openMail('Your avatar is ready');
    await page.locator('pre').getByRole('link', { name: '/unsubscribe' }).click();
    await page.getByRole('checkbox', { name: 'Too many emails' }).check();
    await page.getByLabel('Anything else you’d like to tell us?').fill('<img src=x onerror=alert(1)>');
    await healthy();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor();
    await visit(page, `${product.origin}/en/settings/notifications`);
    await page.getByRole('button', { name: 'Resume emails' }).waitFor();
  });
});
