import { generateSync } from 'otplib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, visit, type Watched } from './browser.ts';
import { startProduct, type Product } from './product.ts';

const EMAIL = 'ines@mail.test';
const PASSWORD = 'Harbour-48-lamp';

let browser: Browser | null = null;
let product: Product;
let watched: Watched;
let page: Page;

/** A main button that is off says what is missing, and its press moves the focus there. */
async function leadsTo(within: Locator, says: string, field: Locator): Promise<void> {
  const press = within.locator('button[type=submit]');
  await expect.poll(() => press.innerText()).toBe(says);
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await press.press('Enter');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
}

async function open(path: string, button: string): Promise<Locator> {
  await visit(page, `${product.origin}/en/settings/${path}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  return sheet;
}

describe('forms of the settings', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await startProduct();
    watched = await openPage(browser, { width: 1_280, height: 900 });
    ({ page } = watched);
    const context = page.context();
    const made = await context.request.post(`${product.origin}/api/v2/auth/registration`, {
      headers: { 'x-requested-with': 'web' },
      data: { email: EMAIL, password: PASSWORD, country: 'PT', residentDeclaration: true },
    });
    expect(made.status()).toBe(201);
    await context.addCookies(
      ['tikvo.known=1', 'tikvo.consent=needed'].map((text) => {
        const [name = '', value = ''] = text.split('=');
        return { name, value, url: product.origin };
      }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('lead to what is missing: limits and breaks', async () => {
    const limit = await open('limits', 'Set: Amount of one prediction');
    await leadsTo(limit, 'Enter an amount from 1.00', limit.getByLabel('Amount in US dollars'));
    await visit(page, `${product.origin}/en/settings/limits`);
    await page.getByLabel('Time-out', { exact: true }).getByRole('radio', { name: '7 days', exact: true }).click();
    await page.getByRole('button', { name: 'Start a break: 7 days' }).click();
    const word = page.getByRole('dialog');
    await leadsTo(word, 'Type BREAK to confirm', word.getByLabel('Type BREAK to confirm'));
  });

  test.skipIf(missing)('lead to what is missing: another email, the end of the account', async () => {
    const email = await open('personal', 'Change');
    await leadsTo(email, 'Enter the new email', email.getByLabel('New email'));
    const close = await open('personal', 'Close');
    await leadsTo(close, 'Tick that you want this', close.getByLabel('I want to close my account.'));
  });

  test.skipIf(missing)('lead to what is missing: a key, who one is, its secret', async () => {
    const terms = await open('security', 'New key');
    await leadsTo(terms, 'Give the key a name', terms.getByLabel('Name', { exact: true }));
    await terms.getByLabel('Name', { exact: true }).fill('bot');
    await terms.getByRole('button', { name: 'Make the key' }).click();
    const ask = page.getByRole('dialog', { name: 'Please confirm that it is you' });
    const password = ask.getByLabel('Password', { exact: true });
    await leadsTo(ask, 'Enter your current password', password);
    await password.fill(PASSWORD);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    const secret = page.getByRole('dialog', { name: 'Keep this secret now' });
    const kept = secret.getByLabel('I have kept the secret in a safe place');
    await leadsTo(secret, 'Tick that you have kept the secret', kept);
  });

  test.skipIf(missing)('lead to what is missing: the app and its codes', async () => {
    const sheet = await open('security', 'Set up');
    await sheet.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    await leadsTo(sheet, 'Enter the 6 digits of the app', sheet.getByLabel('6-digit code'));
    const secret = (await sheet.locator('p.font-mono').innerText()).replaceAll(' ', '');
    await sheet.getByLabel('6-digit code').fill(generateSync({ secret }));
    await sheet.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
    const kept = sheet.getByLabel('I have kept the codes in a safe place');
    await leadsTo(sheet, 'Tick that you have kept the codes', kept);
    await kept.check();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 codes left').waitFor();
  });

  test.skipIf(missing)('nothing went to the console as an error', () => {
    expect(watched.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
