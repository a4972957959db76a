import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuthenticator } from '../authenticator.ts';
import { comesTo, openBrowser, openPage, toldErrors, visit } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

const VIEW = { width: 1024, height: 768 };
const PASSWORD = 'Harbour-7-Lantern';

describe('several hosts of one site', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  let evil: Server;
  const origins = { main: '', auth: '', dashboard: '', events: '' };
  const email = `hosts.${Date.now()}@example.com`;

  beforeAll(async () => {
    if (missing) return;
    product = await startProduct((port) => {
      origins.main = `http://tikvo.localhost:${port}`;
      origins.auth = `http://auth.tikvo.localhost:${port}`;
      origins.dashboard = `http://dashboard.tikvo.localhost:${port}`;
      origins.events = `http://events.tikvo.localhost:${port}`;
      return {
        PUBLIC_ORIGIN: origins.main,
        AUTH_ORIGIN: origins.auth,
        DASHBOARD_ORIGIN: origins.dashboard,
        EVENTS_ORIGIN: origins.events,
      };
    });
    evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>evil</title>');
    });
    await new Promise<void>((done) => evil.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    evil?.close();
    await browser?.close();
    await product?.stop();
  });

  /** A call of the API by a script of the page that is open; the status, or why the browser kept the answer to itself. */
  function callFrom(page: Page, path: string, init: Readonly<Record<string, unknown>> = {}): Promise<number | string> {
    return page.evaluate(
      async ([address, options]) => {
        try {
          return (await fetch(address, { credentials: 'include', ...options })).status;
        } catch (error) {
          return (error as Error).name;
        }
      },
      [`${origins.main}/api/v2${path}`, init] as const,
    );
  }

  test.skipIf(missing)('each page stands on its own host', async () => {
    if (browser === null) return;
    const { page } = await openPage(browser, VIEW);
    for (const [from, path, to] of [
      ['main', '/en/auth/login?tab=login', 'auth'],
      ['dashboard', '/de/auth/login', 'auth'],
      ['auth', '/en/trading/demo?pair=ETH-USD', 'main'],
      ['events', '/en/about', 'main'],
      ['main', '/en/about', 'main'],
    ] as const) {
      await page.goto(`${origins[from]}${path}`);
      expect(page.url()).toBe(`${origins[to]}${path}`);
    }
  });

  test.skipIf(missing)('a sign-in on one host holds on the others, and nowhere else', async () => {
    if (browser === null) return;
    const { page } = await openPage(browser, VIEW);
    await page.goto(`${origins.auth}/en/auth/login`);
    const body = JSON.stringify({
      email,
      password: PASSWORD,
      country: 'DE',
      residentDeclaration: true,
    });
    const json = { 'content-type': 'application/json' };
    expect(await callFrom(page, '/auth/registration', { method: 'POST', headers: json, body })).toBe(201);
    const cookies = await page.context().cookies();
    const refresh = cookies.find(({ name }) => name === 'refresh');
    // No leading dot: the cookie belongs to the host of the API alone, and is sent from sister hosts for they are one site.
    expect(refresh).toMatchObject({ domain: 'tikvo.localhost', httpOnly: true, sameSite: 'Strict', path: '/' });
    const again = { headers: { 'x-requested-with': 'web' } };
    for (const one of ['auth', 'main'] as const) {
      await page.goto(`${origins[one]}/en/${one === 'auth' ? 'auth/login' : 'about'}`);
      expect(await callFrom(page, '/auth/refresh', again), one).toBe(200);
    }
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    expect(await callFrom(page, '/auth/refresh', again)).toBe('TypeError');
    expect(await callFrom(page, '/auth/refresh', { mode: 'no-cors' })).toBe(0);
    // What the stranger tried did not end the session.
    await page.goto(`${origins.main}/en/about`);
    expect(await callFrom(page, '/auth/refresh', again)).toBe(200);
  });

  test.skipIf(missing)(
    'a page of the dashboard sends to the auth host, and the sign-in there leads back to it',
    async () => {
      if (browser === null) return;
      const { page, errors } = await openPage(browser, VIEW);
      const sentAway = () =>
        comesTo(
          page,
          (url) => url.origin === origins.auth && url.searchParams.get('redirect') === '/en/settings/security',
        );
      await page.goto(`${origins.dashboard}/en/settings/security`);
      await sentAway();
      expect(new URL(page.url()).searchParams.get('host')).toBe('dashboard');
      await visit(page, page.url());
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await comesTo(page, `${origins.dashboard}/en/settings/security`);
      // Its own device among the sessions: the page on this host has been answered by the API of another.
      await page.getByText('This device').waitFor();
      await page.goto(`${origins.dashboard}/en/account`);
      await page.getByText('Total balance').waitFor();
      // No page stands on the events host yet; a script there has the session too.
      await page.goto(`${origins.events}/en/no-such-page`);
      expect(new URL(page.url()).origin).toBe(origins.events);
      expect(await callFrom(page, '/auth/refresh', { headers: { 'x-requested-with': 'web' } })).toBe(200);
      // The session has ended elsewhere: the next page of the dashboard is answered 401 and asks to sign in.
      await page.context().clearCookies({ name: 'refresh' });
      await page.goto(`${origins.dashboard}/en/settings/security`);
      await sentAway();
      expect(errors.filter((text) => !/status of 4(01|04)/.test(text))).toEqual([]);
      await page.context().close();
    },
  );

  test.skipIf(missing)(
    'a passkey of the dashboard signs in on the auth host, and a logout on one host ends the pages of the others',
    async () => {
      if (browser === null) return;
      const { page, errors } = await openPage(browser, VIEW);
      await addAuthenticator(page);
      const security = `${origins.dashboard}/en/settings/security`;
      await page.goto(security);
      await comesTo(page, (url) => url.origin === origins.auth);
      await visit(page, page.url());
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await comesTo(page, security);
      await page.getByRole('button', { name: 'Add passkey' }).click();
      const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
      const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
      await ask.or(codes).first().waitFor();
      if (await ask.isVisible()) {
        await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await ask.getByRole('button', { name: 'Confirm' }).click();
      }
      await codes.getByLabel('I’ve saved these codes in a safe place').check();
      await codes.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Not used yet').waitFor();

      const logsOut = async () => {
        const other = await page.context().newPage();
        await visit(other, `${origins.main}/en/trading`);
        await other.locator('[data-chart=ready]').waitFor();
        await page.getByRole('button', { name: 'Account menu' }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
        await comesTo(page, `${origins.main}/en#logged-out`);
        await comesTo(
          other,
          (url) => url.origin === origins.auth && url.searchParams.get('redirect') === '/en/trading',
        );
        await other.close();
        const left = (await page.context().cookies()).filter(
          ({ name }) => name === 'refresh' || name === 'tikvo.known',
        );
        expect(left).toEqual([]);
        expect(await callFrom(page, '/auth/refresh', { headers: { 'x-requested-with': 'web' } })).toBe(401);
      };
      await logsOut();

      // The key was made for what the hosts share, so the auth host may ask for it.
      await visit(page, `${origins.auth}/en/auth/login?redirect=/en/settings/security&host=dashboard`);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await comesTo(page, security);
      await page.getByText('This device').waitFor();
      await page.getByText(/^Used /).waitFor();
      await page.goto(`${origins.main}/en/trading`);
      await page.locator('[data-chart=ready]').waitFor();
      await logsOut();
      expect(errors.filter((text) => !/status of 4(01|04)/.test(text))).toEqual([]);
      await page.context().close();
    },
  );

  test.skipIf(missing)('a page opened by a name of the machine that is none of the hosts is live too', async () => {
    if (browser === null) return;
    const { page } = await openPage(browser, VIEW);
    await visit(page, `http://127.0.0.1:${new URL(origins.main).port}/en/trading/demo`);
    await page.locator('button[data-direction=UP][aria-disabled=false]').waitFor();
    expect(await page.getByText('Reconnecting').count()).toBe(0);
    await page.context().close();
  });

  test.skipIf(missing)(
    'a page that may be kept runs by hash, and the browser asks whether it still holds',
    async () => {
      if (browser === null) return;
      const { page, errors } = await openPage(browser, VIEW);
      const first = await page.goto(`${origins.main}/en/about`);
      const policy = first?.headers()['content-security-policy'] ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/);
      expect(policy).not.toContain('nonce-');
      expect(await page.content()).not.toMatch(/<script[^>]* nonce="\w/);
      const tag = first?.headers()['etag'] ?? '';
      const again = await fetch(`${product.origin}/en/about`, { headers: { 'if-none-match': tag, host: 'x' } });
      expect(again.status).toBe(304);
      expect(errors, toldErrors(errors)).toEqual([]);
      const other = await page.goto(`${origins.main}/en/trading/demo`);
      expect(other?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w-]+';/);
      expect(errors.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
    },
  );
});
