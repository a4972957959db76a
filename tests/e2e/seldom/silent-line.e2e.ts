import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPicture, openBrowser, openPage, visit } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';

const PATIENT = { timeout: 60_000 } as const;

/** Nothing comes through any more, and nobody says so: what a lost Wi-Fi looks like. */
let silent = false;

async function takeLines(page: Page): Promise<void> {
  await page.routeWebSocket(/\/public$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => silent || server.send(message));
    server.onMessage((message) => silent || socket.send(message));
  });
}

describe('a line that falls silent without an end', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;

  beforeAll(async () => {
    if (!missing) product = await startProduct();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing).each([
    { name: 'landing', path: '/en' },
    { name: 'crypto', path: '/en/crypto' },
    { name: 'feeds', path: '/en/feeds' },
  ])('is told of on the page $name, and forgotten when prices come again', async ({ name, path }) => {
    if (browser === null) return;
    const { page } = await openPage(browser, { width: 1024, height: 768 });
    await takeLines(page);
    await visit(page, `${product.origin}${path}`);
    const said = page.getByText('Reconnecting…').first();
    const isSaid = () => said.isVisible();
    await expect.poll(isSaid, PATIENT).toBe(false);
    silent = true;
    await expect.poll(isSaid, PATIENT).toBe(true);
    await keepPicture(page, `silent-${name}`);
    silent = false;
    await expect.poll(isSaid, PATIENT).toBe(false);
    await page.context().close();
  });
});
