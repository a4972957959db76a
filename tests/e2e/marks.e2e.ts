import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { PAYLOADS } from './marks.ts';
import { startProduct, type Product } from './product.ts';

const PERSON = { email: 'mara@mail.test', password: 'Harbour-48-lamp' };

/** Addresses that carry what a stranger wrote. */
const REFLECTED: readonly ((text: string) => string)[] = [
  (text) => `/en/${text}`,
  (text) => `/en/trading/demo?pair=${text}`,
  (text) => `/en/auth/login?tab=${text}&redirect=${text}&host=${text}&ref=${text}&utm_source=${text}`,
  (text) => `/en/auth/reset-password?token=${text}&email=${text}`,
  (text) => `/en/unsubscribe?token=${text}&lang=${text}`,
];

interface Heard {
  /** Scripts of strangers that ran. */
  ran: number;
  /** Scripts that reached the page as script and were stopped by its policy alone. */
  stopped: string[];
}

/** Listens for marks on a page. */
async function listen(page: Page): Promise<Heard> {
  const heard: Heard = { ran: 0, stopped: [] };
  await page.exposeFunction('__mark', () => {
    heard.ran += 1;
  });
  page.on('dialog', (dialog) => {
    heard.ran += 1;
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) heard.stopped.push(message.text());
  });
  return heard;
}

describe('what strangers write (R-38)', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  let page: Page;
  let heard: Heard;

  beforeAll(async () => {
    if (browser === null) return;
    product = await startProduct();
    ({ page } = await openPage(browser, { width: 1_024, height: 768 }));
    heard = await listen(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  function call(path: string, init: { readonly method: string; readonly body: unknown; readonly agent?: string }) {
    return fetch(`${product.origin}/api/v2${path}`, {
      method: init.method,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'web',
        ...(init.agent === undefined ? {} : { 'user-agent': init.agent }),
      },
      body: JSON.stringify(init.body),
    });
  }

  test.skipIf(missing)('runs where nothing holds it: the marker works', async () => {
    if (browser === null) return;
    const { page: bare } = await openPage(browser, { width: 800, height: 600 });
    const naive = await listen(bare);
    for (const text of PAYLOADS) await bare.setContent(`<p title="${text}">${text}</p>`);
    await expect.poll(() => naive.ran).toBeGreaterThan(20);
    await bare.context().close();
  });

  test.skipIf(missing)('is refused as a name, and is text on the pages and in the mails that show it', async () => {
    const made = await call('/auth/registration', {
      method: 'POST',
      body: { ...PERSON, country: 'PT', residentDeclaration: true },
    });
    expect(made.status).toBe(201);
    const { accessToken } = (await made.json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    for (const text of PAYLOADS) {
      const body = JSON.stringify({ firstName: text, lastName: text, nickname: text });
      const named = await fetch(`${product.origin}/api/v2/user/updatePersonalInfo`, { method: 'POST', headers, body });
      // Either its signs are no name's, or it is one of too many.
      expect([400, 429], text).toContain(named.status);
    }
    // A device is named after what its browser says of itself; a header takes no other than these signs. As many as the limit of sign-ins lets by.
    for (const text of PAYLOADS.filter((_text, index) => index % 7 === 1)) {
      const agent = text.replace(/[^\x20-\x7e]/g, '');
      expect((await call('/auth/login', { method: 'POST', body: PERSON, agent })).status, text).toBe(200);
    }
    await page.goto(`${product.origin}/en/auth/login`);
    await page.getByLabel('Email').fill(PERSON.email);
    await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((address) => !address.pathname.includes('/auth/'));
    await page.goto(`${product.origin}/en/settings/security`, { waitUntil: 'networkidle' });
    await page.getByText('This device').first().waitFor();
    await page.goto(`${product.origin}/dev/inbox`);
    const mails = await page
      .locator('a[href*="/dev/inbox/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(mails.length).toBeGreaterThan(1);
    for (const mail of mails.slice(0, 12)) await page.goto(new URL(mail, product.origin).href, { waitUntil: 'load' });
    expect(heard).toEqual({ ran: 0, stopped: [] });
  });

  test.skipIf(missing)(
    'is text where an address brings it',
    async () => {
      for (const text of PAYLOADS) {
        for (const addressOf of REFLECTED) {
          await page.goto(`${product.origin}${addressOf(encodeURIComponent(text))}`, { waitUntil: 'domcontentloaded' });
        }
      }
      expect(heard).toEqual({ ran: 0, stopped: [] });
      console.log(`R-38: ${PAYLOADS.length} payloads, 0 ran, 0 stopped by the policy alone`);
      // Hundreds of pages, one after the other.
    },
    900_000,
  );
});
