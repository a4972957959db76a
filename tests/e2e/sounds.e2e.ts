import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, keepPicture, openBrowser, openPage, overflow, visit } from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const PATIENT = { timeout: 60_000 } as const;

let browser: Browser | null = null;
let product: Product;
let page: Page;

/** Notes that the page has struck; the device itself is the browser's. */
const struck = () => page.evaluate(() => (window as { struck?: number }).struck ?? 0);

describe('sounds', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    product = await sharedProduct();
    ({ page } = await openPage(browser, { width: 1_440, height: 900 }));
    await page.addInitScript(() => {
      class Counting extends AudioContext {
        override createOscillator() {
          Object.assign(window, { struck: ((window as { struck?: number }).struck ?? 0) + 1 });
          return super.createOscillator();
        }
      }
      Object.assign(window, { AudioContext: Counting });
    });
    await visit(page, `${product.origin}/en/about`);
    await page.evaluate(async () => {
      const body = { email: 'tove@mail.test', password: 'Harbour-48-lamp', country: 'PT', residentDeclaration: true };
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'web' };
      await fetch('/api/v2/auth/registration', { method: 'POST', headers, body: JSON.stringify(body) });
    });
    await page.context().addCookies([
      { name: 'tikvo.known', value: '1', url: product.origin },
      { name: 'tikvo.consent', value: 'needed', url: product.origin },
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  test.skipIf(missing)('have a volume that rests while they are off', async () => {
    await visit(page, `${product.origin}/en/settings/appearance`);
    const slider = page.getByRole('slider', { name: 'Volume' });
    await slider.waitFor();
    expect(await slider.isDisabled()).toBe(true);
    await page.getByRole('switch', { name: 'Sounds' }).click();
    await expect.poll(() => slider.isEnabled(), PATIENT).toBe(true);
  });

  test.skipIf(missing)(
    'stand beside motion, of which there is less where it is chosen, whatever the device wants',
    async () => {
      await visit(page, `${product.origin}/en/settings/appearance`);
      const less = page.getByRole('switch', { name: 'Reduce motion' });
      const moves = () => less.evaluate((element) => getComputedStyle(element).transitionDuration !== '0s');
      const shown = async () => [await less.getAttribute('aria-checked'), await moves()];
      await expect.poll(shown).toEqual(['false', true]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.poll(shown).toEqual(['true', false]);
      await less.click();
      await expect.poll(shown).toEqual(['false', true]);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await less.click();
      await expect.poll(shown).toEqual(['true', false]);
      await page.reload();
      await expect.poll(shown).toEqual(['true', false]);
      await keepPicture(page, 'less-motion');
    },
  );

  test.skipIf(missing).each([
    { locale: 'en', width: 1_440, name: 'Volume', louder: 'ArrowRight', shown: /^55%$/ },
    {
      locale: 'ar',
      width: 320,
      sounds: 'الأصوات',
      name: 'مستوى الصوت',
      louder: 'ArrowLeft',
      shown: /^60\u200e?%\u200e?$/,
    },
  ])('are made louder by keys, play one, and stay so: $locale', async ({ locale, width, ...said }) => {
    await page.setViewportSize({ width, height: 800 });
    await visit(page, `${product.origin}/${locale}/settings/appearance`);
    const slider = page.getByRole('slider', { name: said.name });
    await expect.poll(() => slider.isEnabled(), PATIENT).toBe(true);
    const before = await struck();
    await slider.focus();
    await page.keyboard.press(said.louder);
    await expect.poll(() => slider.getAttribute('aria-valuetext'), PATIENT).toMatch(said.shown);
    await expect.poll(() => page.getByText(said.shown).isVisible()).toBe(true);
    await expect.poll(struck, PATIENT).toBe(before + 2);
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await keepPicture(page, `sounds-${locale}-${width}`);
    await page.reload();
    await expect.poll(() => slider.getAttribute('aria-valuetext'), PATIENT).toMatch(said.shown);
  });
});
