import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, openBrowser, openPage, overflow, toldErrors, visit } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

let browser: Browser | null = null;
let product: Product;

describe('the first deposit', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser !== null) product = await sharedProduct();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing).each([
    ['wide', 1_440, 900],
    ['phone', 390, 844],
  ])('of a newcomer is two taps away, and seen from its block to the balance: %s', async (name, width, height) => {
    const { page, errors } = await openPage(browser!, { width, height });
    const { origin } = product;
    const person = { email: `depositor-${name}@mail.test`, password: 'Harbour-48-lamp', country: 'PT' };
    const made = await page.request.post(`${origin}/api/v2/auth/registration`, {
      data: { ...person, residentDeclaration: true },
      headers: { origin, 'x-requested-with': 'web' },
    });
    expect(made.status()).toBe(201);
    // What the sign-up form leaves behind, and an answer about cookies.
    await page.context().addCookies([
      { name: 'tikvo.known', value: '1', url: origin },
      { name: 'tikvo.consent', value: 'needed', url: origin },
    ]);
    await visit(page, `${origin}/en/account`);
    await page.getByRole('banner').getByRole('link', { name: 'Deposit', exact: true }).click();
    await page.getByRole('img', { name: 'QR code of your address' }).waitFor();
    await expect.poll(() => page.locator('[data-part=deposit-address]').textContent()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await page.getByText('No deposits yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);

    const sent = page.waitForResponse((response) => response.url().endsWith('/deposit/faucet'));
    await page.getByRole('button', { name: 'Send me test USDT' }).click();
    const { txHash } = (await (await sent).json()) as { readonly txHash: string };
    const row = page.locator('[data-deposit]').first();
    await row.getByText(/^Confirmations: \d of 5$/).waitFor();
    await page.locator('[data-deposit][data-status=CREDITED]').waitFor({ timeout: 60_000 });
    await page.getByText('Deposit credited: $100.00').waitFor();
    await page.getByRole('banner').getByText('$100.00').waitFor();

    await page.getByLabel('Transaction hash').fill(txHash);
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByText('We have it').waitFor();
    await page.getByLabel('Transaction hash').fill(`0x${'0'.repeat(64)}`);
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.getByText('None of our networks has this transaction.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });

  test.skipIf(missing).each([
    ['wide', 1_440, 900],
    ['phone', 390, 844],
  ])('of fiat money goes to the page of its provider and back: %s', async (_name, width, height) => {
    const { page, errors } = await openPage(browser!, { width, height });
    const { origin } = product;
    const signedIn = await page.request.post(`${origin}/api/v2/auth/login`, {
      data: { email: 'user@sandbox.example', password: 'Sandbox-walk-42', rememberMe: true },
      headers: { origin, 'x-requested-with': 'web' },
    });
    expect(signedIn.status()).toBe(200);
    await page.context().addCookies([
      { name: 'tikvo.known', value: '1', url: origin },
      { name: 'tikvo.consent', value: 'needed', url: origin },
    ]);
    await visit(page, `${origin}/en/deposit`);
    await page.getByRole('link', { name: 'Fiat', exact: true }).click();
    const offers = page.getByRole('radiogroup', { name: 'Offers' });
    await offers.getByText('Simulated Bank').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await offers.getByText('Simulated Card').click();
    await page.getByRole('button', { name: 'Pay 100.00 EUR' }).click();

    await page.getByRole('heading', { name: 'Simulated payment' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('paid', { exact: true }).waitFor();
    await page
      .getByRole('link', { name: /^Back to/ })
      .first()
      .click();
    await page.locator('[data-part=fiat-status][data-status=CREDITED]').waitFor({ timeout: 60_000 });
    await page.getByText('$104.26 is on your balance.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });
});
