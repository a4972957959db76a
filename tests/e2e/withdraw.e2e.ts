/** Money from the first deposit to the wallet of its person: a newcomer deposits, trades, pays a friend, and takes the rest to an address. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { LOCAL_NETWORK } from '#domain/cashier/networks.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { LocalRpc } from '#server/networks/local/rpc.ts';
import { DOUBLE_TAP_MS } from '#web/features/trading/ticket/ticket.ts';
import { axeViolations, openBrowser, openPage, overflow, toldErrors, visit, type Watched } from './browser.ts';
import { mailLink } from './mails.ts';
import { sharedProduct, type Product } from './product.ts';
import { acts, opens, sends, untilDone } from './verifying.ts';

const PASSWORD = 'Harbour-48-lamp';
/** Of nobody here. */
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let browser: Browser | null = null;
let product: Product;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser !== null) product = await sharedProduct();
}, 180_000);
afterAll(async () => {
  await browser?.close();
});

/** A device where somebody is signed in, who has answered about cookies. */
async function enter(line: 'login' | 'registration', body: Readonly<Record<string, unknown>>): Promise<Watched> {
  const { origin } = product;
  const watched = await openPage(browser!, { width: 1_440, height: 900 });
  const context = watched.page.context();
  const headers = { origin, 'x-requested-with': 'web' };
  const answer = await context.request.post(`${origin}/api/v2/auth/${line}`, { data: body, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  await context.addCookies(
    ['tikvo.known=1', 'tikvo.consent=needed'].map((cookie) => {
      const [name = '', value = ''] = cookie.split('=');
      return { name, value, url: origin };
    }),
  );
  return watched;
}
const newcomer = (name: string) =>
  enter('registration', { email: `${name}@mail.test`, password: PASSWORD, country: 'PT', residentDeclaration: true });
const staff = (name: string) => enter('login', { email: `${name}@sandbox.example`, password: SAMPLE_PASSWORD });

/** What an address has of the test coin, in the chain itself: 10^-6. */
async function onChain(address: string): Promise<bigint> {
  const rpc = new LocalRpc(await readFile(join(product.dataDir, 'chain', 'url'), 'utf8'));
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt(String(await rpc.call('eth_call', [{ to: LOCAL_NETWORK.tokens[0]?.address, data }, 'latest'])));
}

/** A name that no list knows, and a document that an officer approves. */
async function verifies(page: Page, email: string): Promise<void> {
  const { origin } = product;
  await visit(page, await mailLink(origin, { to: email, subject: /^Confirm your email$/, path: 'auth/activate' }));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  await visit(page, `${origin}/en/verification`);
  await page.getByLabel('Legal first name').fill('Marta');
  await page.getByLabel('Legal last name').fill('Lindqvist');
  await page.getByLabel('Date of birth').fill('1988-04-02');
  await page.getByRole('button', { name: 'Check my name' }).click();
  await page.locator('section#governmentId').waitFor();
}

/** Two taps that are no double tap, until the prediction is there. */
async function places(page: Page, direction: 'UP' | 'DOWN', open: number): Promise<void> {
  const button = page.locator(`button[data-direction=${direction}][aria-disabled=false]`);
  const rows = page.locator('tr[data-prediction]');
  for (let tries = 0; tries < 20 && (await rows.count()) < open; tries += 1) {
    await button.click();
    await page.waitForTimeout(DOUBLE_TAP_MS + 200);
  }
  await expect.poll(() => rows.count()).toBe(open);
}

async function isWhole(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
}

const focused = (of: Locator) => expect.poll(() => of.evaluate((one) => one === document.activeElement)).toBe(true);

/** Opens a review by the keyboard, leaves it, comes back to where it was opened, and opens it again. */
async function reviews(page: Page, button: string): Promise<Locator> {
  const opener = page.getByRole('button', { name: button, exact: true });
  const review = page.getByRole('dialog');
  await opener.press('Enter');
  await review.waitFor();
  await page.keyboard.press('Escape');
  await review.waitFor({ state: 'detached' });
  await focused(opener);
  await page.keyboard.press('Enter');
  return review;
}

/** Reviews a payment and makes it. */
async function pays(page: Page, { to, amount }: { readonly to: string; readonly amount: string }): Promise<void> {
  await page.getByLabel('Recipient').fill(to);
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  const review = await reviews(page, 'Review');
  await review.getByRole('button', { name: `Pay $${amount}.00` }).press('Enter');
  await untilDone(page, PASSWORD);
}

test('a newcomer’s money comes in, is traded, paid to a friend, taken back, and arrives at a wallet of their own', async ({
  skip,
}) => {
  if (browser === null) return skip('there is no browser');
  const { origin } = product;
  const stamp = Date.now().toString(36);
  const friend = await newcomer(`friend-${stamp}`);
  const { page, errors } = await newcomer(`marta-${stamp}`);
  const to = `friend-${stamp}@mail.test`;
  await verifies(page, `marta-${stamp}@mail.test`);

  // Before anything else is there, the one button leads to what is missing, by the keyboard.
  await visit(page, `${origin}/en/withdraw`);
  await page.getByRole('button', { name: 'Enter an address' }).press('Enter');
  await page.keyboard.type(WALLET);
  await page.getByRole('button', { name: 'Enter an amount' }).press('Enter');
  await page.keyboard.type('20');
  await page.getByText('19.00 USDT').waitFor();
  await page.getByRole('button', { name: /^\d things to fix first$/ }).press('Enter');
  await focused(page.locator('[data-gate=deposit][data-state=open]'));

  await visit(page, `${origin}/en/verification`);
  await sends(page, 'governmentId', ['front', 'back']);
  const officer = await staff('compliance');
  await opens(officer.page, { origin, desk: 'documents', text: 'Government ID' });
  await acts(officer.page, 'Approve');
  await page.locator('section#governmentId').getByText('Approved', { exact: true }).waitFor();

  await visit(page, `${origin}/en/deposit`);
  await page.getByRole('button', { name: 'Send me test USDT' }).click();
  await page.locator('[data-deposit][data-status=CREDITED]').waitFor();

  // Both ways at once: whatever the price does, what was staked counts.
  await visit(page, `${origin}/en/trading`);
  await page.locator('[data-chart=ready]').waitFor();
  await page.getByRole('radio', { name: '30s', exact: true }).click();
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('50');
  await places(page, 'UP', 1);
  await places(page, 'DOWN', 2);
  await expect.poll(() => page.locator('tr[data-prediction]').count(), { timeout: 90_000 }).toBe(0);

  await visit(page, `${origin}/en/pay-user`);
  await pays(page, { to, amount: '5' });
  await pays(page, { to, amount: '7' });
  await page.getByText('$7.00 to').waitFor();
  // The newest is the first.
  await page
    .getByRole('button', { name: /^Recall/ })
    .first()
    .click();
  await page.getByText('$7.00 to').waitFor({ state: 'detached' });
  await visit(friend.page, `${origin}/en/wallet-history`);
  await friend.page.getByRole('banner').getByText('$5.00').waitFor();

  const before = await onChain(WALLET);
  await visit(page, `${origin}/en/withdraw`);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(WALLET);
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('20');
  const review = await reviews(page, 'Check your withdrawal');
  await review.getByRole('button', { name: 'Withdraw $20.00' }).press('Enter');
  await untilDone(page, PASSWORD);
  await page.getByText('Our team is checking it').waitFor();
  await isWhole(page);
  const cashier = await staff('cashier');
  await opens(cashier.page, { origin, desk: 'withdrawals', text: '$20.00' });
  await acts(cashier.page, 'Approve');
  await page.locator('[data-withdrawal][data-state=PAID]').waitFor();
  await page.getByText('Arrived', { exact: true }).waitFor();
  expect((await onChain(WALLET)) - before).toBe(19_000_000n);
  await isWhole(page);

  await visit(page, `${origin}/en/wallet-history`);
  await page.getByText('Recalled').first().waitFor();
  await isWhole(page);
  // The newest of them, with its address in full.
  const opener = page.getByRole('button', { name: /^Details: …/ }).first();
  await opener.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Withdrawal' });
  await sheet.getByText(new RegExp(WALLET, 'i')).waitFor();
  await isWhole(page);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await focused(opener);
  // The question who is there comes by a 403.
  const told = [...errors, ...friend.errors, ...officer.errors, ...cashier.errors].filter(
    (line) => !line.includes('status of 403'),
  );
  expect(told, toldErrors(told)).toEqual([]);
}, 600_000);

/** Saves an address in the book that is open. */
async function saves(
  page: Page,
  { address, name }: { readonly address: string; readonly name: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Add address' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add address' });
  await sheet.getByLabel('Address', { exact: true }).fill(address);
  await sheet.getByLabel('Name', { exact: true }).fill(name);
  await sheet.getByRole('button', { name: 'Save address' }).click();
  await untilDone(page, PASSWORD);
  await page.getByText(address).waitFor();
}

/** With the wallet of the browser, and with a signature from elsewhere. */
test('a person signs for two wallets of their own, and the book says so', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const { origin } = product;
  const { page, errors } = await newcomer(`wallets-${Date.now().toString(36)}`);
  const [near, far] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())];
  // What an extension of the browser puts into each page: one account, which signs whatever it is asked to.
  await page.exposeFunction('signForTest', (raw: Hex) => near.signMessage({ message: { raw } }));
  await page.addInitScript((address) => {
    const sign = (globalThis as unknown as { signForTest: (text: unknown) => Promise<string> }).signForTest;
    Object.assign(globalThis, {
      ethereum: {
        request: async ({ method, params }: { method: string; params?: readonly unknown[] }) =>
          method === 'eth_requestAccounts' ? [address.toLowerCase()] : sign(params?.[0]),
      },
    });
  }, near.address);

  await visit(page, `${origin}/en/address-book`);
  await saves(page, { address: far.address, name: 'Far' });
  await saves(page, { address: near.address, name: 'Near' });

  await page.getByRole('button', { name: 'Prove it’s yours: Near' }).click();
  const sheet = page.getByRole('dialog', { name: 'Prove this wallet is yours' });
  await sheet.getByText('wants you to sign in with your Ethereum account').waitFor();
  await isWhole(page);
  await sheet.getByRole('button', { name: 'Sign with my browser wallet' }).click();
  await page.getByText(/^Proved /).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The wallet of the browser has another account; the text is signed elsewhere.
  await page.getByRole('button', { name: 'Prove it’s yours: Far' }).click();
  await sheet.getByRole('button', { name: 'Sign with my browser wallet' }).click();
  await sheet.getByText('Your browser wallet shows another account.').waitFor();
  const message = await sheet.locator('pre').textContent();
  await sheet.getByLabel('Signature').fill(await near.signMessage({ message: message ?? '' }));
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.getByText('We couldn’t confirm this').waitFor();
  await isWhole(page);
  await sheet.getByLabel('Signature').fill(await far.signMessage({ message: message ?? '' }));
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => page.getByText(/^Proved /).count()).toBe(2);
  await isWhole(page);
  // The question who is there comes by a 403, a wrong signature by a 422.
  const told = errors.filter((line) => !line.includes('status of 403') && !line.includes('status of 422'));
  expect(told, toldErrors(told)).toEqual([]);
}, 300_000);
