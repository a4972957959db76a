import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { axeViolations, keepPicture, openBrowser, overflow, quiet, visit } from '../browser.ts';
import { SIZES, type Theme, type Width } from '../views.ts';
import { OF_A_PERSON, OF_A_TRADER, type Dialog, type Opening } from './dialogs.ts';
import { openWorld, putOn, type World } from './people.ts';
import { wordsOf } from './words.ts';

const TRADER = 'user@sandbox.example';
const LOCALES = ['en', 'ar'] as const;
const USUAL: NonNullable<Dialog['widths']> = [1_440, 390];
const THEMES: readonly Theme[] = ['dark', 'light'];

let browser: Browser | null = null;
let world: World;

/** Everything that is wrong in both themes at the widths, while it stays open. */
async function faultsOf(page: Page, name: string, widths: readonly Width[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: SIZES[width] });
    for (const theme of THEMES) {
      await putOn(page, theme);
      const found = await axeViolations(page);
      if ((await overflow(page)) > 0) found.push('wider than the window');
      faults.push(...found.map((fault) => `${width} ${theme}: ${fault}`));
    }
    await keepPicture(page, `dialog-${name.replaceAll(' ', '-')}-${width}`);
  }
  return faults;
}

/** Opens one after the other, and gives what is wrong with each. */
async function walk(at: Opening, locale: string, dialogs: readonly Dialog[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  let here = '';
  for (const { name, path, before, open, close, widths = USUAL } of dialogs) {
    await before?.(at);
    const [first] = widths;
    await at.page.setViewportSize({ width: first, height: SIZES[first] });
    if (path !== here) {
      await visit(at.page, `${at.world.origin}/${locale}${path}`);
      await quiet(at.page);
    }
    here = path;
    const dialog = await open(at);
    await dialog.waitFor();
    faults[name] = await faultsOf(at.page, `${locale} ${name}`, widths);
    expect(await dialog.isVisible(), name).toBe(true);
    await (close === undefined ? at.page.keyboard.press('Escape') : close(at));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => at.page.getByRole('dialog').count()).toBe(0);
  }
  return faults;
}

const none = (dialogs: readonly Dialog[]) => Object.fromEntries(dialogs.map(({ name }) => [name, []]));

describe('what opens over a page breaks no rule of WCAG', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser !== null) world = await openWorld(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  test.skipIf(missing).each(LOCALES)('for a new person, in %s', async (locale) => {
    const person = await world.newPerson(`dana-${locale}`);
    const at = { world, person, page: person.page, say: await wordsOf(locale) };
    expect(await walk(at, locale, OF_A_PERSON)).toEqual(none(OF_A_PERSON));
    expect(person.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });

  test.skipIf(missing).each(LOCALES)('for somebody who trades, in %s', async (locale) => {
    const person = await world.atDevice({ email: TRADER, password: SAMPLE_PASSWORD });
    const at = { world, person, page: person.page, say: await wordsOf(locale) };
    expect(await walk(at, locale, OF_A_TRADER)).toEqual(none(OF_A_TRADER));
    await person.page.context().close();
  });
});
