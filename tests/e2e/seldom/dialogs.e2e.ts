import type { Browser, Locator, Page } from 'playwright-core';
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

/** Runs in a page: what was pressed last that stands in no dialog. */
function notePressed(): void {
  const note = (event: Event) => {
    const pressed = (event.target as Element).closest('button, a');
    if (pressed !== null && pressed.closest('[role=dialog], [role=menu]') === null) Object.assign(window, { pressed });
  };
  addEventListener('click', note, true);
}

const MOST_STOPS = 150;

/** What is wrong with a sheet by the keyboard: Tab goes round inside of it, one way and the other. */
async function faultsByTab(page: Page, dialog: Locator): Promise<string[]> {
  // A menu or a panel over the page is left by Tab, and should be.
  if ((await dialog.getAttribute('role')) !== 'dialog' || (await dialog.getAttribute('popover')) !== null) return [];
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement));
  if (!(await isInside())) return ['the focus is not in it'];
  await page.keyboard.press('Tab');
  const first = await page.evaluateHandle(() => document.activeElement);
  for (let stops = 1; stops < MOST_STOPS; stops += 1) {
    if (!(await isInside())) return ['Tab leaves it'];
    await page.keyboard.press('Tab');
    if (await first.evaluate((one) => one === document.activeElement)) {
      await page.keyboard.press('Shift+Tab');
      return (await isInside()) ? [] : ['Shift and Tab leave it'];
    }
  }
  return ['Tab does not come round'];
}

/** Where the focus is once a dialog is gone: on what had opened it, or beside that where it is gone. */
const placeAfter = (page: Page) =>
  page.evaluate(() => {
    const { pressed } = window as { readonly pressed?: Element };
    const at = document.activeElement;
    // What opened by itself, before anybody was anywhere, gives nothing back.
    if (pressed === undefined || at === pressed) return 'back';
    const isThere = pressed.isConnected && pressed.checkVisibility();
    if (at === null || at === document.body) return 'nowhere';
    return isThere ? `at ${at.outerHTML.slice(0, 100)}` : 'back';
  });

/** Where the focus comes to rest: it is given back in a task of its own. */
async function placeAfterAll(page: Page): Promise<string> {
  let place = '';
  for (let tries = 0; tries < 50 && place !== 'back'; tries += 1) {
    place = await placeAfter(page);
    if (place !== 'back') await page.waitForTimeout(100);
  }
  return place;
}

/** A walk through all of them, in which each waits for its page, ms. */
const WALK_MS = 480_000;

/** Opens one after the other, and gives what is wrong with each. */
async function walk(at: Opening, locale: string, dialogs: readonly Dialog[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  await at.page.context().addInitScript(notePressed);
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
    await at.page.evaluate(() => Object.assign(window, { pressed: undefined }));
    const dialog = await open(at);
    await dialog.waitFor();
    const byTab = await faultsByTab(at.page, dialog);
    const found = [...byTab, ...(await faultsOf(at.page, `${locale} ${name}`, widths))];
    expect(await dialog.isVisible(), name).toBe(true);
    await at.page.setViewportSize({ width: first, height: SIZES[first] });
    await (close === undefined ? at.page.keyboard.press('Escape') : close(at));
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => at.page.getByRole('dialog').count()).toBe(0);
    const place = await placeAfterAll(at.page);
    faults[name] = place === 'back' ? found : [...found, `the focus is ${place} afterwards`];
  }
  return faults;
}

const none = (dialogs: readonly Dialog[]) => Object.fromEntries(dialogs.map(({ name }) => [name, []]));

describe('what opens over a page breaks no rule of WCAG, and keeps and gives back the focus', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser !== null) world = await openWorld(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  test.skipIf(missing).each(LOCALES)(
    'for a new person, in %s',
    async (locale) => {
      const person = await world.newPerson(`dana-${locale}`);
      const at = { world, person, page: person.page, say: await wordsOf(locale) };
      expect(await walk(at, locale, OF_A_PERSON)).toEqual(none(OF_A_PERSON));
      expect(person.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
    },
    WALK_MS,
  );

  test.skipIf(missing).each(LOCALES)(
    'for somebody who trades, in %s',
    async (locale) => {
      const person = await world.atDevice({ email: TRADER, password: SAMPLE_PASSWORD });
      const at = { world, person, page: person.page, say: await wordsOf(locale) };
      expect(await walk(at, locale, OF_A_TRADER)).toEqual(none(OF_A_TRADER));
      await person.page.context().close();
    },
    WALK_MS,
  );
});
