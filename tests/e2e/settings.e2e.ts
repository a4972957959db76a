import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator } from './authenticator.ts';
import {
  awake,
  axeViolations,
  comesTo,
  keepPicture,
  openBrowser,
  openPage,
  overflow,
  quiet,
  visit,
  type Watched,
} from './browser.ts';
import { sharedProduct, type Product } from './product.ts';
import { drawnCases, seedOfDay, type Case } from './views.ts';

const FIRST = 'Harbour-48-lamp';
const SECOND = 'Meadow+73-stone';
const email = 'mila@mail.test';
/** The password as it stands. */
let password = FIRST;
const PATIENT = { timeout: 60_000 } as const;

let browser: Browser | null = null;
let product: Product;
/** The device of the story, and another of the same person. */
let watched: Watched;
let page: Page;
let other: Page;

/** Each page of a person that `seldom/own-pages.e2e.ts` takes in every language, in the look that the day draws. */
const CASES: readonly Case[] = drawnCases(
  [
    '/account',
    '/notifications',
    ...['personal', 'security', 'notifications', 'limits', 'appearance'].map((one) => `/settings/${one}`),
  ].map((path) => ({ path, times: 1 })),
  seedOfDay(),
);

interface Answer {
  readonly status: number;
  readonly body: { readonly [key: string]: unknown; readonly accessToken?: string };
}

/** Calls the API from a page of the product, with the cookies of its device. */
function call(
  from: Page,
  line: string,
  input: { readonly token?: string; readonly body?: object } = {},
): Promise<Answer> {
  return from.evaluate(
    async ([asked, token, body]) => {
      const [method = 'GET', path = ''] = asked.split(' ');
      const answer = await fetch(`/api/v2${path}`, {
        method,
        headers: {
          'x-requested-with': 'web',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === '' ? {} : { body }),
      });
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    },
    [line, input.token ?? '', input.body === undefined ? '' : JSON.stringify(input.body)] as const,
  );
}

/** What the sign-in page keeps for the pages of this browser: that somebody signed in here. */
async function beKnown(on: Page): Promise<void> {
  await on.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);
}

async function signIn(on: Page, typed = password): Promise<Answer> {
  await visit(on, `${product.origin}/en/about`);
  const answer = await call(on, 'POST /auth/login', { body: { email, password: typed } });
  await beKnown(on);
  return answer;
}

async function openSecurity(): Promise<void> {
  await visit(page, `${product.origin}/en/settings/security`);
  await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
  await page.getByText('This device').waitFor();
}

/** The other device stands on its account page with its private socket open. Answers when that socket closes. */
async function stayOnAccount(): Promise<{ readonly isClosed: () => boolean }> {
  let closed = false;
  let opened = false;
  other.on('websocket', (socket) => {
    if (!socket.url().endsWith('/private')) return;
    opened = true;
    socket.on('close', () => {
      closed = true;
    });
  });
  await visit(other, `${product.origin}/en/account`);
  await other.getByText('Total balance').waitFor();
  await expect.poll(() => opened, PATIENT).toBe(true);
  closed = false;
  return { isClosed: () => closed };
}

/** A device that has not the passkey: after the password it is asked for, and a recovery code stands in for it. */
async function entersByRecoveryCode(code: string): Promise<void> {
  const { page: phone } = await openPage(browser!, { width: 390, height: 844 });
  await visit(phone, `${product.origin}/en/auth/login?redirect=/en/account&host=dashboard`);
  await phone.getByLabel('Email').fill(email);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Log in' }).click();
  await phone.getByRole('heading', { name: 'Confirm with your passkey' }).waitFor();
  await keepPicture(phone, 'auth-second-step-passkey-phone');
  expect(new URL(phone.url()).pathname).toBe('/en/auth/login');
  await phone.getByRole('button', { name: 'Recovery code' }).click();
  await phone.getByLabel('Recovery code').fill(code);
  await phone.getByRole('button', { name: 'Log in' }).click();
  await comesTo(phone, /\/en\/account$/);
  await phone.context().close();
}

async function isSignedOut(): Promise<void> {
  await comesTo(other, /\/en\/auth\/login\?/);
  const address = new URL(other.url());
  expect(address.searchParams.get('redirect')).toBe('/en/account');
  expect(address.searchParams.get('host')).toBe('dashboard');
}

async function openLimits(): Promise<void> {
  await visit(page, `${product.origin}/en/settings/limits`);
  await page.getByRole('heading', { name: 'Self-exclusion' }).waitFor();
}

async function choose(group: string, span: string): Promise<void> {
  await page.getByLabel(group, { exact: true }).getByRole('radio', { name: span, exact: true }).click();
}

/** The word is typed; before it, the press does nothing. */
async function confirmWith(word: string, action: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: action });
  const press = sheet.locator('button[type=submit]');
  expect(await press.getAttribute('aria-disabled')).toBe('true');
  await sheet.getByLabel(`Type ${word} to confirm`).fill(word);
  await press.click();
  await sheet.waitFor({ state: 'detached' });
}

describe('the settings of a person', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await sharedProduct();
    watched = await openPage(browser, { width: 1440, height: 900 });
    ({ page } = watched);
    other = (await openPage(browser, { width: 390, height: 844 })).page;
    await visit(page, `${product.origin}/en/about`);
    const made = await call(page, 'POST /auth/registration', {
      body: { email, password: FIRST, country: 'PT', residentDeclaration: true },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await beKnown(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('the account says what is still to do, and leads there', async () => {
    await visit(page, `${product.origin}/en/account`);
    await page.getByRole('heading', { name: 'Still to do' }).waitFor();
    await page.getByText('Not Verified').first().waitFor();
    await expect.poll(() => page.getByText('$0.00').count(), PATIENT).toBeGreaterThanOrEqual(5);
    await page.getByRole('link', { name: 'Enter your name' }).click();
    await comesTo(page, /\/en\/settings\/personal$/);
  });

  test.skipIf(missing)('edits wait for Save, and ask before they are left', async () => {
    await page.getByLabel('Display name').fill('mila-k');
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    // The router lets go of the question in a transition: until it is gone, it holds the focus.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Legal first name').fill('Mila');
    await page.locator('button[aria-disabled=true]', { hasText: 'Add your last name' }).waitFor();
    await page.getByLabel('Legal last name').fill('Kovar');
    await page.getByLabel('Date of birth').fill('1990-05-17');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('You have unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'mila-k' }).waitFor();
    await page.reload();
    await awake(page);
    await expect.poll(() => page.getByLabel('Legal first name').inputValue(), PATIENT).toBe('Mila');
    await keepPicture(page, 'settings-personal');
  });

  test.skipIf(missing)('a page whose code is gone is asked of the server, after a word on edits', async () => {
    await page.route(/\/assets\/settings-appearance-/, (route) => route.fulfill({ status: 404 }));
    await page.getByLabel('Display name').fill('mila-x');
    const appearance = page.getByRole('link', { name: 'Appearance' });
    const asked = new Promise((told) => page.once('dialog', (one) => told(one.dismiss())));
    await appearance.click();
    await asked;
    expect(await page.getByLabel('Display name').inputValue()).toBe('mila-x');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await appearance.click();
    await page.waitForURL(/\/en\/settings\/appearance$/, { waitUntil: 'domcontentloaded' });
    await page.unrouteAll();
    await visit(page, `${product.origin}/en/settings/personal`);
  });

  test.skipIf(missing)('a picture is drawn', async () => {
    await page.getByRole('button', { name: 'Generate' }).click();
    await expect
      .poll(() => page.locator('main img').evaluate((image: HTMLImageElement) => image.naturalWidth), PATIENT)
      .toBe(256);
  });

  test.skipIf(missing)('one session is ended, its socket closes and its page asks to sign in', async () => {
    expect((await signIn(other, FIRST)).status).toBe(200);
    const socket = await stayOnAccount();
    await openSecurity();
    await page.getByRole('button', { name: /^Log out Chrome/ }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Password', { exact: true }).fill(FIRST);
    expect(socket.isClosed()).toBe(false);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(socket.isClosed, PATIENT).toBe(true);
    await isSignedOut();
    await expect.poll(() => page.getByRole('button', { name: /^Log out Chrome/ }).count(), PATIENT).toBe(0);
  });

  test.skipIf(missing)('a new password ticks its rules and signs other devices out', async () => {
    expect((await signIn(other, FIRST)).status).toBe(200);
    await stayOnAccount();
    await openSecurity();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill(FIRST);
    await dialog.getByRole('textbox', { name: 'New password' }).fill('meadow');
    await dialog.getByRole('button', { name: '5 rules left' }).waitFor();
    await dialog.getByRole('textbox', { name: 'New password' }).fill(SECOND);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your other devices have been logged out.').waitFor();
    password = SECOND;
    await isSignedOut();
    expect((await signIn(other, FIRST)).body['error']).toMatchObject({ code: 'WrongCredentials' });
    expect((await signIn(other)).status).toBe(200);
  });

  test.skipIf(missing)('everywhere else is ended at once, and named', async () => {
    await stayOnAccount();
    await openSecurity();
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await page.getByRole('button', { name: 'Log out 1 device' }).click();
    await page.getByText('1 device was logged out').waitFor();
    await isSignedOut();
    await expect.poll(() => page.getByRole('button', { name: 'Log out everywhere else' }).count(), PATIENT).toBe(0);
    // The proof given above does not go along into a new session.
    expect((await signIn(page)).status).toBe(200);
  });

  test.skipIf(missing)('the authenticator app goes on by its code, and off after a step-up', async () => {
    await openSecurity();
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = (await dialog.locator('p.font-mono').innerText()).replaceAll(' ', '');
    await dialog.getByLabel('6-digit code').fill(generateSync({ secret }));
    await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10);
    const recovery = await dialog.getByRole('listitem').first().innerText();
    await keepPicture(page, 'settings-recovery');
    await dialog.getByLabel('I’ve saved these codes in a safe place').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 codes left').waitFor();
    expect((await signIn(other)).body['otpRequired']).toBe(true);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.waitFor();
    await ask.getByRole('button', { name: 'Use a recovery code' }).click();
    await ask.getByLabel('Recovery code').fill(recovery);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Authenticator app turned off').waitFor();
    expect((await signIn(other)).body['accessToken']).toBeTypeOf('string');
  });

  test.skipIf(missing)('a passkey is added and taken away', async () => {
    const devtools = await addAuthenticator(page);
    await openSecurity();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    const recovery = await codes.getByRole('listitem').first().innerText();
    await codes.getByLabel('I’ve saved these codes in a safe place').check();
    await codes.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not used yet').waitFor();
    await page.getByText('Strong').waitFor();
    await page.getByText('10 codes left').waitFor();
    await keepPicture(page, 'settings-passkey');
    await entersByRecoveryCode(recovery);
    await openSecurity();
    await page.getByText('9 codes left').waitFor();
    await page.getByRole('button', { name: /^Remove Chrome/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    // A step-up of the last five minutes may hold; else the passkey itself gives one.
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    const gone = page.getByText('No passkeys yet');
    await ask.or(gone).first().waitFor();
    if (await ask.isVisible()) await ask.getByRole('button', { name: 'Use passkey' }).click();
    await gone.waitFor();
    await expect.poll(() => page.getByText('Password only').count(), PATIENT).toBe(1);
    await devtools.detach();
  });

  test.skipIf(missing).each(CASES)(
    '$path in $locale at $width px, $theme, is whole',
    async ({ path, locale, width, height, theme, colours }) => {
      await page.setViewportSize({ width, height });
      await page.evaluate(
        (wanted) => {
          localStorage.setItem('tikvo.theme', wanted.theme);
          localStorage.setItem('tikvo.colours', wanted.colours);
        },
        { theme, colours },
      );
      await visit(page, `${product.origin}/${locale}${path}`);
      await page.locator('main .card').first().waitFor();
      await quiet(page);
      expect(await page.getAttribute('html', 'data-theme')).toBe(theme);
      await expect.poll(() => page.locator('h1').count()).toBe(1);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
      await keepPicture(page, `dashboard-${locale}${path.replaceAll('/', '-')}-${width}-${theme}`);
    },
  );

  test.skipIf(missing)('looks apply at once and stay', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `${product.origin}/en/settings/appearance`);
    await page.getByRole('main').getByRole('button', { name: 'Light' }).click();
    await expect.poll(() => page.getAttribute('html', 'data-theme'), PATIENT).toBe('light');
    await page
      .getByRole('main')
      .getByRole('button', { name: /Blue and orange/ })
      .click();
    await expect.poll(() => page.getAttribute('html', 'data-colours'), PATIENT).toBe('blind');
    await page.getByRole('link', { name: 'Deutsch' }).last().click();
    await comesTo(page, /\/de\/settings\/appearance/);
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  });

  test.skipIf(missing)(
    'a limit, a break and a self-exclusion are set by the screen, and real money is refused',
    async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openLimits();
      // By keys alone: the sheet begins in its field, and gives the focus back.
      await page.getByRole('button', { name: 'Set Maximum per prediction' }).press('Enter');
      await page.getByRole('dialog').getByLabel('Amount in US dollars').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('10');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Edit Maximum per prediction' }).and(page.locator(':focus')).waitFor();

      await choose('Break', '7 days');
      await page.getByRole('button', { name: 'Take a break: 7 days' }).click();
      await confirmWith('BREAK', 'Take a break: 7 days');
      await page.getByText(/^You’re taking a break until /).waitFor();

      await openLimits();
      await choose('Self-exclusion', '1 year');
      await page.getByRole('button', { name: 'Exclude myself' }).click();
      await confirmWith('EXCLUDE', 'Exclude myself');
      await page.getByText(/^You’ve closed trading for yourself until .*\. You can still withdraw/).waitFor();
      await keepPicture(page, 'settings-excluded');
      // A year, and no button that ends it or makes it shorter.
      const { accessToken: token = '' } = (await call(page, 'GET /auth/refresh')).body;
      const { pause } = (await call(page, 'GET /user/limits', { token })).body as {
        pause: { state: string; until: string };
      };
      expect(pause.state).toBe('EXCLUDED');
      expect(Date.parse(pause.until) - Date.now()).toBeGreaterThan(364 * 86_400_000);
      const placed = await call(page, 'POST /trade/predictions', {
        token,
        body: { pair: 'BTC-USD', direction: 'UP', stake: '5.00', durationSec: 60, payout: 0.1 },
      });
      expect(placed.body['error']).toMatchObject({ code: 'SelfExcluded' });
    },
  );

  test.skipIf(missing)('nothing went to the console as an error', () => {
    const own = watched.errors.filter((text) => !/status of 4\d\d/.test(text));
    expect(own).toEqual([]);
  });
});
