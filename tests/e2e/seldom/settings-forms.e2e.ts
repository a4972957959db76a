import { generateSync } from 'otplib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, visit, type Watched } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

const EMAIL = 'ines@mail.test';
const PASSWORD = 'Harbour-48-lamp';

let browser: Browser | null = null;
let product: Product;
let watched: Watched;
let page: Page;

/** The press of a main button that is off moves the focus to a field; what the button says of it. */
async function leadsTo(within: Locator, field: Locator): Promise<string> {
  const press = within.locator('button[type=submit]');
  const says = await press.innerText();
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await press.press('Enter');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  return says;
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
    if (made.status() !== 201) throw new Error(await made.text());
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
    const limit = await open('limits', 'Set Maximum per prediction');
    expect(await leadsTo(limit, limit.getByLabel('Amount in US dollars'))).toBe('Enter 1.00 or more');
    await visit(page, `${product.origin}/en/settings/limits`);
    await page.getByLabel('Break', { exact: true }).getByRole('radio', { name: '7 days', exact: true }).click();
    await page.getByRole('button', { name: 'Take a break: 7 days' }).click();
    const word = page.getByRole('dialog');
    expect(await leadsTo(word, word.getByLabel('Type BREAK to confirm'))).toBe('Type BREAK to confirm');
  });

  test.skipIf(missing)('lead to what is missing: another email, the end of the account', async () => {
    const email = await open('personal', 'Change');
    expect(await leadsTo(email, email.getByLabel('New email'))).toBe('Enter your new email');
    const close = await open('personal', 'Close');
    expect(await leadsTo(close, close.getByLabel('I want to close my account.'))).toBe(
      'Confirm that you want to close your account',
    );
  });

  test.skipIf(missing)('lead to what is missing: a key, who one is, its secret', async () => {
    const terms = await open('security', 'New key');
    expect(await leadsTo(terms, terms.getByLabel('Name', { exact: true }))).toBe('Enter a name for the key');
    await terms.getByLabel('Name', { exact: true }).fill('bot');
    await terms.getByRole('button', { name: 'Create key' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const password = ask.getByLabel('Password', { exact: true });
    expect(await leadsTo(ask, password)).toBe('Enter your current password');
    await password.fill('Wrong-word-1');
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await ask.getByRole('alert').getByText('That password isn’t right').waitFor();
    await password.fill(PASSWORD);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    const secret = page.getByRole('dialog', { name: 'Save this secret now' });
    const kept = secret.getByLabel('I’ve saved the secret in a safe place');
    expect(await leadsTo(secret, kept)).toBe('Confirm that you’ve saved the secret');
  });

  test.skipIf(missing)('lead to what is missing: the app and its codes', async () => {
    const sheet = await open('security', 'Set up');
    await sheet.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const code = sheet.getByLabel('6-digit code');
    expect(await leadsTo(sheet, code)).toBe('Enter the 6 digits from your app');
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    const secret = (await sheet.locator('p.font-mono').innerText()).replaceAll(' ', '');
    await code.fill(generateSync({ secret }));
    await sheet.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const kept = sheet.getByLabel('I’ve saved these codes in a safe place');
    expect(await leadsTo(sheet, kept)).toBe('Confirm that you’ve saved the codes');
    await kept.check();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 codes left').waitFor();
  });

  test.skipIf(missing)(
    'of a new password take a paste, are known to password managers, and say that it is the old one',
    async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
      const sheet = await open('security', 'Change');
      const [now, next] = [sheet.getByLabel('Current password'), sheet.getByRole('textbox', { name: 'New password' })];
      await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
      for (const [field, complete] of [
        [now, 'current-password'],
        [next, 'new-password'],
      ] as const) {
        expect(await field.getAttribute('autocomplete')).toBe(complete);
        await field.focus();
        await page.keyboard.press('ControlOrMeta+V');
        expect(await field.inputValue()).toBe(PASSWORD);
      }
      expect(await sheet.locator('input[autocomplete=username]').inputValue()).toBe(EMAIL);
      await sheet.getByRole('button', { name: 'Change password' }).click();
      await sheet.getByText('That’s already your password. Choose a different one.').waitFor();
      expect(await next.getAttribute('aria-invalid')).toBe('true');
    },
  );

  test.skipIf(missing)('of sign-in and sign-up take a paste and are known to password managers', async () => {
    const { page: visitor } = await openPage(browser!, { width: 1_280, height: 900 });
    await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
    for (const [path, password] of [
      ['login', 'current-password'],
      ['register', 'new-password'],
    ] as const) {
      await visit(visitor, `${product.origin}/en/auth/${path}`);
      await visitor.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
      expect(await visitor.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toContain('username');
      const field = visitor.getByLabel('Password', { exact: true });
      expect(await field.getAttribute('autocomplete')).toBe(password);
      await field.focus();
      await visitor.keyboard.press('ControlOrMeta+V');
      expect(await field.inputValue()).toBe(PASSWORD);
    }
    await visitor.context().close();
  });

  test.skipIf(missing)('nothing went to the console as an error', () => {
    expect(watched.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
