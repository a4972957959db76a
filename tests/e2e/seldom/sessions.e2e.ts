import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  axeViolations,
  comesTo,
  keepPicture,
  openBrowser,
  openPage,
  overflow,
  quiet,
  toldErrors,
  visit,
} from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

/** Of every sample person of a sandbox. */
const PASSWORD = 'Sandbox-walk-42';
const DEMO_TOKEN = 'tikvo.demoToken';

let browser: Browser | null = null;
let product: Product;

/** Answers of the API that are no success, as `403 GET /api/v2/…`. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400) refusals.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/"op":"(error|refused)"|PermissionsError/.test(String(payload))) refusals.push(`socket: ${String(payload)}`);
    }),
  );
  return refusals;
}

async function signIn(page: Page, email: string, wish = ''): Promise<void> {
  await visit(page, `${product.origin}/en/auth/login${wish}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
}

function api(token: string, line: string): Promise<Response> {
  const [method = 'GET', path = ''] = line.split(' ');
  const headers = { authorization: `Bearer ${token}`, origin: product.origin, 'x-requested-with': 'test' };
  return fetch(`${product.origin}/api/v2${path}`, { method, headers });
}

const keptToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key) ?? '', DEMO_TOKEN);
const personOf = async (token: string) =>
  ((await (await api(token, 'GET /user/profile')).json()) as { readonly id?: string }).id;

/** Refuses the next call of a path as for a token that holds no more. */
async function refuseOnce(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api/v2${path}`,
    (route) => {
      const error = { code: 'NotSignedIn', title: 'T', message: 'M', action: 'log_in', details: {} };
      return route.fulfill({ status: 401, json: { error, requestId: 'r' } });
    },
    { times: 1 },
  );
}

describe('the session of a page', async () => {
  browser = await openBrowser();
  const missing = browser === null;
  const newPage = () => openPage(browser!, { width: 1_280, height: 900 });
  beforeAll(async () => {
    if (browser !== null) product = await startProduct();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('of a member of staff shows what they have, and says where they have nothing', async () => {
    const { page, errors } = await newPage();
    const refusals = refusalsOf(page);
    const healthy = async (name: string) => {
      await quiet(page);
      expect(await page.getByRole('button', { name: 'Retry' }).count(), name).toBe(0);
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
      expect(await axeViolations(page), name).toEqual([]);
      expect([...refusals, ...errors], name).toEqual([]);
      await keepPicture(page, `staff-${name}`);
    };
    await signIn(page, 'support@sandbox.example');
    await comesTo(page, `${product.origin}/office`);
    await visit(page, `${product.origin}/en/account`);
    await page.getByRole('heading', { name: 'Still to do' }).waitFor();
    await healthy('account');
    expect(await page.getByText(/Total balance|trade with real money/).count()).toBe(0);
    const side = page.getByRole('navigation', { name: 'Account pages' }).first();
    expect(await side.getByRole('link').allInnerTexts()).toEqual(['My Account', 'Notifications', 'Settings']);

    await side.getByRole('link', { name: 'Settings' }).click();
    await comesTo(page, '**/settings/personal');
    const tabs = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link');
    const names = ['Personal', 'Security', 'Notifications', 'Appearance'];
    await expect.poll(() => tabs.allInnerTexts()).toEqual(names);
    for (const name of names) {
      await tabs.filter({ hasText: name }).click();
      await comesTo(page, `**/settings/${name.toLowerCase()}`);
      if (name === 'Security') await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
      await healthy(`settings-${name.toLowerCase()}`);
      expect(await page.getByRole('heading', { name: 'API keys' }).count()).toBe(0);
    }
    for (const path of ['settings/limits', 'trading-history', 'trading']) {
      await visit(page, `${product.origin}/en/${path}`);
      await page.getByRole('heading', { name: 'Staff don’t trade here' }).waitFor();
      await healthy(path.replace('/', '-'));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await healthy('trading-phone');
    await page.getByRole('link', { name: 'Open the demo' }).click();
    await comesTo(page, '**/en/trading/demo');
    await page.context().close();
  });

  test.skipIf(missing)('of a trader leads to the trading page, with their sections', async () => {
    const { page } = await newPage();
    await signIn(page, 'user@sandbox.example');
    await comesTo(page, `${product.origin}/en/trading`);
    await page.getByRole('button', { name: /^Up/ }).first().waitFor();
    await visit(page, `${product.origin}/en/settings/security`);
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'Limits', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Trading history' }).count()).toBeGreaterThan(0);
    await page.context().close();
  });

  test.skipIf(missing)('on a demo path begins whatever token is kept', async () => {
    const { page, errors } = await newPage();
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await expect.poll(() => keptToken(page)).not.toBe('');
    const first = await keptToken(page);
    const person = await personOf(first);
    // A token that holds goes on with its person.
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await page.getByText('Your predictions will appear here').waitFor();
    expect(await personOf(await keptToken(page))).toBe(person);
    // One whose session is over, and one that never was one, give way to a new person.
    await api(await keptToken(page), 'POST /auth/logout');
    for (const bad of [await keptToken(page), 'a.b.c']) {
      await page.evaluate(([key, token]) => localStorage.setItem(key, token), [DEMO_TOKEN, bad] as const);
      await visit(page, `${product.origin}/en/trading-history/demo`);
      await page.getByText('Your predictions will appear here').waitFor();
      const token = await keptToken(page);
      expect(token).not.toBe(bad);
      const now = await personOf(token);
      expect(now).toBeDefined();
      expect(now).not.toBe(person);
    }
    expect(errors, toldErrors(errors)).toEqual([]);
    await page.context().close();
  });

  test.skipIf(missing)('on a demo path is renewed after a 401, and the page goes on', async () => {
    const { page } = await newPage();
    let begun = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/demo-session')) begun += 1;
    });
    await visit(page, `${product.origin}/en/trading-history/demo`);
    await page.getByText('Your predictions will appear here').waitFor();
    expect(begun).toBe(1);
    const person = await personOf(await keptToken(page));
    const search = page.getByRole('searchbox');
    // The token is refused once, the session holds: the same person goes on.
    await refuseOnce(page, '/trade/predictions');
    await search.fill('one');
    await expect.poll(() => begun).toBe(2);
    await quiet(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await personOf(await keptToken(page))).toBe(person);
    // The session itself is over: the page begins anew for somebody new.
    await api(await keptToken(page), 'POST /auth/logout');
    await search.fill('two');
    await expect.poll(() => begun).toBe(4);
    await expect.poll(async () => personOf(await keptToken(page))).not.toBe(person);
    await quiet(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/en/trading-history/demo');
    await page.context().close();
  });

  test.skipIf(missing)(
    'of a signed-in person is renewed after a 401, and at its end leads to sign-in and back',
    async () => {
      const { page } = await newPage();
      // The end of a session is told by the private socket as well: here the page is to learn it from a 401.
      await page.routeWebSocket(/\/private$/, () => undefined);
      let refreshed = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/auth/refresh')) refreshed += 1;
      });
      await signIn(page, 'user@sandbox.example', '?redirect=%2Fen%2Fsettings%2Fpersonal&host=dashboard');
      await comesTo(page, `${product.origin}/en/settings/personal`);
      await quiet(page);
      const before = refreshed;
      await refuseOnce(page, '/notifications/preferences');
      await page.getByRole('link', { name: 'Notifications', exact: true }).last().click();
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      await page.getByRole('button', { name: 'Avatar ready' }).waitFor();
      await expect.poll(() => refreshed).toBe(before + 1);
      // Thrown out from elsewhere.
      const token = await page.evaluate(async () => {
        const answer = await fetch('/api/v2/auth/refresh', { headers: { 'x-requested-with': 'test' } });
        return ((await answer.json()) as { accessToken: string }).accessToken;
      });
      expect((await api(token, 'POST /auth/logout')).status).toBe(200);
      // The bell, which asks by itself where its socket is silent, may learn it first.
      const pressed = page.getByRole('link', { name: 'Limits', exact: true }).click();
      await Promise.all([pressed.catch(() => undefined), comesTo(page, '**/en/auth/login?**')]);
      const query = new URL(page.url()).searchParams;
      expect([query.get('tab'), query.get('redirect')]).toEqual([
        'login',
        expect.stringMatching(/^\/en\/settings\/(limits|notifications)$/),
      ]);
      await page.context().close();
    },
  );

  test.skipIf(missing)('ends elsewhere once its person has proved themselves again', async () => {
    const [own, other] = [(await newPage()).page, (await newPage()).page];
    for (const page of [own, other]) {
      await signIn(page, 'user@sandbox.example', '?redirect=%2Fen%2Fsettings%2Fsecurity&host=dashboard');
      await comesTo(page, `${product.origin}/en/settings/security`);
    }
    await own.getByRole('button', { name: 'Log out everywhere else' }).click();
    await own.getByRole('button', { name: /^Log out \d/ }).click();
    const ask = own.getByRole('dialog').filter({ has: own.getByLabel('Password', { exact: true }) });
    await ask.waitFor();
    expect(new URL(other.url()).pathname).toBe('/en/settings/security');
    await ask.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ask.getByRole('button', { name: 'Confirm' }).click();
    await comesTo(other, '**/en/auth/login?**');
    await own.getByRole('button', { name: 'Log out everywhere else' }).waitFor({ state: 'detached' });
    expect(await axeViolations(own)).toEqual([]);
    await keepPicture(own, 'sessions-ended');
    await Promise.all([own, other].map((page) => page.context().close()));
  });
});
