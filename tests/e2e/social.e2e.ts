import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOidcWorld, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { axeViolations, comesTo, keepPicture, openBrowser, openPage, overflow, quiet, visit } from './browser.ts';
import { startProduct, type Product } from './product.ts';

/** A person every sandbox has, with a confirmed address. */
const SAMPLE = { email: 'user@sandbox.example', password: 'Sandbox-walk-42' };
const PASSWORD = 'Lighthouse9-by-the-sea';
/** Questions of one place about addresses in a quarter of an hour that ask for no patience. */
const GUESSES_FREE = 30;
const TRADING = /\/en\/trading$/;
/** Language, width and theme in which the linked accounts are looked at; the first two without the long run. */
const LOOKS = (
  [
    ['en', 1440, 'dark'],
    ['ar', 390, 'light'],
    ['en', 390, 'dark'],
    ['ar', 1440, 'light'],
    ['de', 320, 'light'],
  ] as const
).slice(0, process.env['E2E_ALL'] === undefined ? 2 : undefined);

describe('people who arrive', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let provider: OidcWorld | undefined;
  let product: Product;
  let page: Page;

  beforeAll(async () => {
    if (browser === null) return;
    product = await startProduct(async (port) => {
      await provider?.close();
      provider = await openOidcWorld(`http://localhost:${port}/auth/social`);
      // An address that is handed on is believed of this machine: one visitor stands elsewhere.
      const telegram = { TELEGRAM_BOT: 'tikvo_test_bot', TELEGRAM_BOT_TOKEN: '1234567890:AAtest-token-of-a-bot' };
      // Apple's way is a form, posted from another site: here by the same provider.
      const apple = Object.entries(provider.env).map(([name, value]) => [name.replace('LOCAL', 'APPLE'), value]);
      return { ...provider.env, ...Object.fromEntries(apple), ...telegram, TRUSTED_PROXIES: '127.0.0.1,::1' };
    });
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await provider?.close();
  });

  /** A browser that has signed in nowhere yet presses the provider's button; the provider answers as it was told. */
  async function arrives(
    who: Parameters<OidcWorld['answerAs']>[0],
    from: Readonly<Record<string, string>> = {},
    by = 'Local',
  ): Promise<void> {
    await page?.context().close();
    ({ page } = await openPage(browser!, { width: 1440, height: 900 }));
    await page.context().setExtraHTTPHeaders(from);
    provider?.answerAs(who);
    await visit(page, `${product.origin}/en/auth/login`);
    await page.getByRole('button', { name: `Continue with ${by}` }).click();
  }

  /** A place whose free sign-ups of this quarter of an hour are used up: its header. */
  async function spentPlace(address: string): Promise<Readonly<Record<string, string>>> {
    const elsewhere = { 'x-forwarded-for': address };
    const tries = await Promise.all(
      Array.from({ length: GUESSES_FREE + 1 }, async (_one, index) => {
        const answer = await fetch(`${product.origin}/api/v2/auth/registration`, {
          method: 'POST',
          headers: { ...elsewhere, origin: product.origin, 'content-type': 'application/json' },
          body: JSON.stringify({
            email: `try-${index}@mail.test`,
            password: PASSWORD,
            country: 'US',
            residentDeclaration: true,
          }),
        });
        return answer.status;
      }),
    );
    expect(tries).toContain(429);
    return elsewhere;
  }

  /** Statuses of the answers to a call of this page, as they come. */
  function answersTo(path: string): readonly number[] {
    const sent: number[] = [];
    page.on('response', (answer) => {
      if (answer.request().method() === 'POST' && answer.url().endsWith(path)) sent.push(answer.status());
    });
    return sent;
  }

  /** Opens an account on this browser, whose page is one of ours. The status. */
  const registers = (email: string) =>
    page.evaluate(
      async (text) => {
        const headers = { 'x-requested-with': 'web', 'content-type': 'application/json' };
        return (await fetch('/api/v2/auth/registration', { method: 'POST', headers, body: text })).status;
      },
      JSON.stringify({ email, password: PASSWORD, country: 'PT', residentDeclaration: true }),
    );

  const profile = () =>
    page.evaluate(async () => {
      const headers = { 'x-requested-with': 'test' };
      const session = (await (await fetch('/api/v2/auth/refresh', { headers })).json()) as { accessToken: string };
      const answer = await fetch('/api/v2/user/profile', {
        headers: { authorization: `Bearer ${session.accessToken}` },
      });
      return (await answer.json()) as { email: string; country: string; verifications: { email: boolean } };
    });

  async function livesInPortugal(at: Page): Promise<void> {
    const countries = at.getByLabel('Country of residence');
    await countries.locator('option[value=PT]').waitFor({ state: 'attached' });
    await countries.selectOption('PT');
    await at.getByLabel('I am not a resident of the USA or Canada.').check();
    await at.getByLabel(/I’m 18 or older/).check();
  }

  const newcomer = { subject: 'newcomer-1', email: 'newcomer@mail.test' };

  test.skipIf(missing)(
    'somebody new says where they live and agrees, and has an account; the next time they are in at once',
    async () => {
      await arrives(newcomer);
      await page.getByRole('heading', { name: 'One more thing' }).waitFor();
      await quiet(page);
      expect(await axeViolations(page)).toEqual([]);
      await keepPicture(page, 'social-sign-up');
      const countries = page.getByLabel('Country of residence');
      await countries.locator('option[value=US]').waitFor({ state: 'attached' });
      await countries.selectOption('US');
      await page.getByRole('heading', { name: 'Not available here' }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await keepPicture(page, 'social-not-available');
      await page.getByRole('button', { name: 'Choose a different country' }).click();
      await page.getByLabel('Country of residence').selectOption('PT');
      await page.getByLabel('I am not a resident of the USA or Canada.').check();
      await page.getByLabel(/I’m 18 or older/).check();
      await page.locator('form button[type=submit][aria-disabled=false]').click();
      await comesTo(page, TRADING);
      expect(await profile()).toMatchObject({ email: newcomer.email, country: 'PT', verifications: { email: true } });
      await arrives(newcomer);
      await comesTo(page, TRADING);
    },
  );

  test.skipIf(missing)(
    'comes back by a form that another site posts, which no cookie of ours goes along with',
    async () => {
      const who = { subject: 'by-form-1', email: 'by-form@mail.test' };
      await arrives(who, {}, 'Apple');
      await page.getByRole('heading', { name: 'One more thing' }).waitFor();
      await livesInPortugal(page);
      await page.locator('form button[type=submit][aria-disabled=false]').click();
      await comesTo(page, TRADING);
      // Who is signed in here and comes again is believed as well: the cookies of the first time wait, and count again.
      await page.goto(`${product.origin}/en/about`);
      await page.context().clearCookies({ name: 'tikvo.known' });
      const posted = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/auth/social'),
      );
      await visit(page, `${product.origin}/en/auth/login`);
      await page.getByRole('button', { name: 'Continue with Apple' }).click();
      const headers = await (await posted).allHeaders();
      // Of another site; `sec-fetch-site` is added by the network, and not always told.
      expect(headers['origin']).toBe(provider?.issuer);
      expect(headers['cookie'] ?? '').not.toMatch(/social=|refresh=/);
      await comesTo(page, TRADING);
      expect(await profile()).toMatchObject({ email: who.email, country: 'PT' });
    },
  );

  test.skipIf(missing)(
    'fills in their form after many tries from their place: it waits and sends itself again',
    async () => {
      await arrives({ subject: 'newcomer-2' }, await spentPlace('203.0.113.78'));
      await page.getByRole('heading', { name: 'One more thing' }).waitFor();
      const completed = answersTo('/auth/social/complete');
      await page.getByLabel('Email').fill('second@mail.test');
      await livesInPortugal(page);
      const held = page.getByText('One moment', { exact: true }).waitFor();
      await page.locator('form button[type=submit][aria-disabled=false]').click();
      await held;
      await keepPicture(page, 'social-patience');
      await comesTo(page, TRADING);
      expect(completed).toEqual([429, 201]);
    },
  );

  test.skipIf(missing)('whose address has an account here links them by its password, once', async () => {
    const who = { subject: 'sample-1', email: SAMPLE.email };
    await arrives(who);
    await page.getByText(SAMPLE.email).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill('Another-word-9');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').getByText('Wrong email or password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(SAMPLE.password);
    await page.keyboard.press('Enter');
    await comesTo(page, TRADING);
    await arrives(who);
    await comesTo(page, TRADING);
    expect(await profile()).toMatchObject({ email: SAMPLE.email });
  });

  test.skipIf(missing)(
    'who turns round at the provider, or comes with an answer to nothing, is told so and led back',
    async () => {
      await arrives('cancel');
      const failed = page.getByRole('heading', { name: 'That didn’t work. Try again or use your email.' });
      await failed.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back' }).click();
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await visit(page, `${product.origin}/en/auth/social?code=made-up&state=made-up`);
      await failed.waitFor();
      expect(await page.evaluate(() => document.cookie)).not.toContain('tikvo.known=1');
    },
  );

  const linked = () => page.locator('section', { has: page.getByRole('heading', { name: 'Linked accounts' }) });

  async function logsInForSecurity(email: string): Promise<void> {
    await visit(page, `${product.origin}/en/auth/login?ref=friend-7&redirect=/en/settings/security&host=dashboard`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await comesTo(page, /\/en\/settings\/security$/);
  }

  /** The panel in other sizes, themes and directions, for people; the page is then as it was. */
  async function keepLooks(): Promise<void> {
    for (const [path, width, theme] of LOOKS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((wanted) => localStorage.setItem('tikvo.theme', wanted), theme);
      await visit(page, `${product.origin}/${path}/settings/security`);
      const panel = page.locator('section.card', { has: page.locator('bdi', { hasText: 'Local' }) });
      await panel.scrollIntoViewIfNeeded();
      await quiet(page);
      expect(await axeViolations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await keepPicture(page, `settings-links-${path}-${width}-${theme}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `${product.origin}/en/settings/security`);
  }

  test.skipIf(missing)('links an account elsewhere in the settings, comes in by it, and takes it away', async () => {
    const email = 'linker@mail.test';
    await page?.context().close();
    ({ page } = await openPage(browser!, { width: 1440, height: 900 }));
    await visit(page, `${product.origin}/en/about`);
    expect(await registers(email)).toBe(201);
    await page.context().clearCookies();
    const logins = page.waitForRequest((request) => request.url().endsWith('/auth/login'));
    await logsInForSecurity(email);
    expect((await logins).postDataJSON()).toMatchObject({ email, referral: 'friend-7' });

    await linked().getByText('Not linked').first().waitFor();
    await quiet(page);
    await page.getByRole('button', { name: 'Essential only' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'settings-links-none');
    provider?.answerAs('cancel');
    await linked().getByRole('button', { name: 'Link Local' }).click();
    await page.getByRole('heading', { name: 'We couldn’t link the account' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'social-not-linked');
    await page.getByRole('link', { name: 'Open security settings' }).click();
    await linked().getByText('Not linked').first().waitFor();

    provider?.answerAs({ subject: 'linker-1' });
    await linked().getByRole('button', { name: 'Link Local' }).click();
    await page.getByText('Local is linked').waitFor();
    await comesTo(page, /\/en\/settings\/security$/);
    await linked().getByRole('button', { name: 'Unlink Local' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'settings-links-toast');
    await keepLooks();

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await comesTo(page, `${product.origin}/en#logged-out`);
    await visit(page, `${product.origin}/en/auth/login?redirect=/en/settings/security&host=dashboard`);
    await page.getByRole('button', { name: 'Continue with Local' }).click();
    await comesTo(page, /\/en\/settings\/security$/);
    expect(await profile()).toMatchObject({ email });

    await linked().getByRole('button', { name: 'Unlink Local' }).click();
    const sure = page.getByRole('dialog', { name: 'Unlink this account?' });
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'settings-unlink');
    await sure.getByRole('button', { name: 'Unlink' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Account unlinked').waitFor();
    await linked().getByRole('button', { name: 'Link Local' }).waitFor();
  });

  test.skipIf(missing)('keeps the account elsewhere that is their only way in, and is told why', async () => {
    await arrives(newcomer);
    await comesTo(page, TRADING);
    await visit(page, `${product.origin}/en/settings/security`);
    await linked().getByRole('button', { name: 'Unlink Local' }).click();
    const sheet = page.getByRole('dialog', { name: 'This is your only way to log in' });
    await sheet.getByRole('link', { name: 'Set a password' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'settings-unlink-last');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    await linked().getByRole('button', { name: 'Unlink Local' }).waitFor();
  });

  test.skipIf(missing)(
    'signs up after many tries from one address: the form waits and sends itself again',
    async () => {
      const elsewhere = await spentPlace('203.0.113.77');
      const { page: visitor } = await openPage(browser!, { width: 390, height: 844 });
      await visitor.context().setExtraHTTPHeaders(elsewhere);
      const sent: number[] = [];
      visitor.on('response', (answer) => {
        if (answer.url().endsWith('/auth/registration')) sent.push(answer.status());
      });
      await visit(visitor, `${product.origin}/en/auth/login?tab=register`);
      await visitor.getByLabel('Email').fill('patient@mail.test');
      await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await livesInPortugal(visitor);
      const held = visitor.getByText('One moment', { exact: true }).waitFor();
      await visitor.getByRole('button', { name: 'Create account' }).click();
      await held;
      await keepPicture(visitor, 'auth-patience');
      await visitor.getByRole('heading', { name: 'Account created' }).waitFor();
      expect(sent).toEqual([429, 201]);
      // Elsewhere the session is ended: what the page still asks for leads to the sign-in, and back to where they were going.
      await visitor.evaluate(async () => {
        const headers = { 'x-requested-with': 'web' };
        const session = (await (await fetch('/api/v2/auth/refresh', { headers })).json()) as { accessToken: string };
        const own = { ...headers, authorization: `Bearer ${session.accessToken}` };
        await fetch('/api/v2/auth/logout', { method: 'POST', headers: own });
      });
      await visitor.getByLabel('Code from the email').fill('123456');
      const refused = visitor.getByRole('alert').filter({ hasText: 'Please log in' });
      await refused.waitFor();
      expect(await axeViolations(visitor)).toEqual([]);
      await keepPicture(visitor, 'auth-way-on');
      await refused.getByRole('link', { name: 'Log in' }).click();
      await visitor.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await visitor.context().close();
    },
  );

  test.skipIf(missing)(
    'seems to be where nobody is served: is told so beside the sign-in, until they say that they live elsewhere',
    async () => {
      const { page: visitor } = await openPage(browser!, { width: 390, height: 844 });
      await visitor.context().setExtraHTTPHeaders({ 'x-forwarded-for': '8.8.8.8' });
      const note = visitor.getByText(/^It looks like you’re in a place we don’t serve: United States\./);
      await visit(visitor, `${product.origin}/en/auth/login`);
      await note.waitFor();
      expect(await axeViolations(visitor)).toEqual([]);
      await keepPicture(visitor, 'auth-region-note');
      await visitor.getByRole('button', { name: 'I live somewhere else' }).click();
      await note.waitFor({ state: 'detached' });
      const asked = visitor.waitForResponse((answer) => answer.url().endsWith('/auth/regions'));
      await visit(visitor, `${product.origin}/en/auth/login`);
      await asked;
      await quiet(visitor);
      expect(await note.count()).toBe(0);
      await visitor.context().close();
    },
  );

  test.skipIf(missing)('changes an address after many tries from one place: the form waits there too', async () => {
    await page.context().close();
    ({ page } = await openPage(browser!, { width: 1440, height: 900 }));
    await visit(page, `${product.origin}/en/about`);
    expect(await registers('mover@mail.test')).toBe(201);
    await page.context().addCookies([{ name: 'tikvo.known', value: '1', url: product.origin }]);
    await page.context().setExtraHTTPHeaders(await spentPlace('203.0.113.79'));
    await visit(page, `${product.origin}/en/settings/personal`);
    const row = page.locator('section', { has: page.getByRole('heading', { name: 'Email', exact: true }) });
    await row.getByRole('button', { name: 'Change', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Change your email' });
    await sheet.getByLabel('New email').fill('moved@mail.test');
    const sent = answersTo('/user/change-email');
    await sheet.getByRole('button', { name: 'Send links' }).click();
    const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await sheet.getByText('One moment', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, 'change-email-patience');
    await sheet.waitFor({ state: 'hidden' });
    expect(sent.slice(-2)).toEqual([429, 200]);
  });
});
