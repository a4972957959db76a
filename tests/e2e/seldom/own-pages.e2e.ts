import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { LOCALE_FACTS, type Locale } from '#web/i18n/locales.ts';
import { PAGES } from '#web/routes.ts';
import { axeViolations, keepPicture, openBrowser, overflow, quiet, visit } from '../browser.ts';
import { drawnCases, everyLanguage, seedOfDay } from '../views.ts';
import { opensPrediction } from './dialogs.ts';
import { told } from './pasts.ts';
import { openWorld, putOn, type Person, type World } from './people.ts';

const TRADER = 'user@sandbox.example';
const STOPS = PAGES.filter(({ signedIn }) => signedIn === true).map(({ path }) => ({ path: `/${path}` }));
const CASES =
  process.env['E2E_ALL'] === '1'
    ? everyLanguage(STOPS)
    : drawnCases(
        STOPS.map((stop) => ({ ...stop, times: 4 })),
        seedOfDay(),
      );
/** Pictures for people: a picture costs as much as a look. */
const PICTURED: readonly Locale[] = ['en', 'de', 'ar', 'hi'];

let browser: Browser | null = null;
let world: World;
let person: Person;
/** The prediction whose result is checked. */
let settled = '';
/** The address that is open. */
let here = '';

/** Somebody whose pages have something to show. */
async function hasLived(): Promise<void> {
  const limits = [
    { name: 'stake', amount: '100.00' },
    { name: 'loss_week', amount: '500.00' },
    { name: 'session', minutes: 600 },
  ];
  await person.call('PUT /user/limits', { limits, realityCheckMinutes: 60 });
  await person.call('PUT /user/limits', { limits: [{ name: 'stake', amount: '200.00' }] });
  await person.call('POST /user/generateAvatar', {});
  await told(world.db, { person, count: 40 });
  settled = await opensPrediction(person, 30);
  for (const durationSec of [60, 600] as const) await opensPrediction(person, durationSec);
  await (await world.atDevice({ email: TRADER, password: SAMPLE_PASSWORD })).page.context().close();
}

describe('each page of a person in each language', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser === null) return;
    world = await openWorld(browser);
    person = await world.atDevice({ email: TRADER, password: SAMPLE_PASSWORD });
    await hasLived();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  test.skipIf(missing).each(CASES)(
    '$path in $locale at $width px, $theme, is whole',
    async ({ path, locale, width, height, theme, colours }) => {
      const { page } = person;
      await page.setViewportSize({ width, height });
      const address = `${world.origin}/${locale}${path}${path.endsWith('/receipt') ? `?id=${settled}` : ''}`;
      if (here !== address) {
        await visit(page, address);
        await page
          .locator(path === '/trading' ? '[data-chart=ready]' : 'main .card:visible')
          .first()
          .waitFor();
      }
      here = address;
      await page.evaluate((wanted) => localStorage.setItem('tikvo.colours', wanted), colours);
      await putOn(page, theme);
      await quiet(page);
      expect(await page.getAttribute('html', 'lang')).toBe(LOCALE_FACTS[locale].lang);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await axeViolations(page)).toEqual([]);
      if (PICTURED.includes(locale))
        await keepPicture(page, `own-${locale}${path.replaceAll('/', '-')}-${width}-${theme}`);
    },
  );

  test.skipIf(missing)('nothing went to the console as an error', () => {
    expect(person.errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
