import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import type { PairsWire } from '#protocol/trading.ts';
import { DOUBLE_TAP_MS } from '#web/features/trading/ticket/ticket.ts';
import type { Width } from '../views.ts';
import { agreedToOldTexts, approved, played } from './pasts.ts';
import { PASSWORD, type Person, type World } from './people.ts';
import type { Say } from './words.ts';

export interface Opening {
  readonly world: World;
  readonly person: Person;
  readonly page: Page;
  readonly say: Say;
}

/** Something that opens over a page. Those of one path are opened one after the other, without a new load. */
export interface Dialog {
  readonly name: string;
  readonly path: string;
  /** Before its page is loaded. */
  readonly before?: (at: Opening) => Promise<unknown>;
  readonly open: (at: Opening) => Promise<Locator>;
  /** Other than by Escape. */
  readonly close?: (at: Opening) => Promise<unknown>;
  /** What it is looked at in, opened in the first: a wide screen and a phone, unless told otherwise. */
  readonly widths?: readonly [Width, ...Width[]];
}

/** The smallest picture. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const sheet = ({ page }: Opening, name: string) => page.getByRole('dialog', { name, exact: true });

/** Presses what is called so on the page by the keyboard, and answers the sheet of that title. */
async function presses(at: Opening, button: string, title: string): Promise<Locator> {
  await at.page.getByRole('main').getByRole('button', { name: button, exact: true }).first().press('Enter');
  return sheet(at, title);
}

/** The first yes to a row that is called as others are is found by its panel or its row. */
async function pressesIn(at: Opening, row: string, button: string): Promise<void> {
  const rows = at.page.locator('main div, main section').filter({ hasText: row });
  await rows
    .filter({ has: at.page.getByRole('button', { name: button, exact: true }) })
    .last()
    .getByRole('button', { name: button, exact: true })
    .press('Enter');
}

export async function opensStepUp(at: Opening): Promise<Locator> {
  const { page, say } = at;
  const terms = await presses(at, say('keys:new'), say('keys:create_title'));
  await terms.getByLabel(say('keys:name')).fill('Robot');
  await terms.locator('button[type=submit]').click();
  return page.getByRole('dialog', { name: say('settings:step.title') });
}

async function seesSecret(at: Opening): Promise<Locator> {
  const ask = await opensStepUp(at);
  await ask.locator('input').fill(PASSWORD);
  await ask.locator('button[type=submit]').click();
  return sheet(at, at.say('keys:secret_title'));
}

/** Ticks that what is shown once is kept, and goes. */
async function keeps(at: Opening, kept: string): Promise<void> {
  await at.page.getByRole('dialog').getByLabel(kept).check();
  await at.page
    .getByRole('dialog')
    .getByRole('button', { name: at.say('settings:recovery.done') })
    .click();
}

async function opensOtp(at: Opening): Promise<Locator> {
  const dialog = await presses(at, at.say('settings:otp.set_up'), at.say('settings:otp.title'));
  await dialog.getByRole('img', { name: at.say('settings:otp.qr') }).waitFor();
  return dialog;
}

async function seesCodes(at: Opening): Promise<Locator> {
  const dialog = await opensOtp(at);
  const secret = (await dialog.locator('p.font-mono').innerText()).replaceAll(' ', '');
  await dialog.getByLabel(at.say('settings:otp.code')).fill(generateSync({ secret }));
  return sheet(at, at.say('settings:recovery.title'));
}

/** Taps until the first question, then the second yes, has an answer over the page. */
async function taps({ page }: Opening, direction: 'UP' | 'DOWN', answer: Locator): Promise<Locator> {
  const button = page.locator(`button[data-direction=${direction}][aria-disabled=false]`);
  await button.waitFor();
  for (let tries = 0; tries < 20 && !(await answer.isVisible()); tries += 1) {
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(DOUBLE_TAP_MS + 200);
  }
  return answer;
}

/** Places a real prediction, on the terms of the moment, and gives its id. */
export async function opensPrediction({ call }: Person, durationSec: 30 | 60 | 600): Promise<string> {
  const { crypto } = (await call('GET /trade/pairs')).json as unknown as PairsWire;
  const pair = crypto.find(({ id }) => id === 'BTC-USD');
  const payout = pair?.payouts[durationSec];
  const terms = { pair: 'BTC-USD', direction: 'UP', stake: '5.00', durationSec, payout };
  const placed = await call('POST /trade/predictions', terms, { 'idempotency-key': randomUUID() });
  if (placed.status >= 300) throw new Error(JSON.stringify(placed.json));
  return String(placed.json['id']);
}

async function opensSale(at: Opening): Promise<Locator> {
  // The button names the value as soon as it is known.
  const [named = ''] = at.say('trading:sale.for', { amount: '$' }).split('$');
  const name = new RegExp(`^(${at.say('trading:sale.open')}$|${named.replace(/[^\p{L}]+$/u, '')} )`, 'u');
  await at.page.getByRole('button', { name }).first().press('Enter');
  const dialog = sheet(at, at.say('trading:sale.title'));
  await dialog.locator('button[aria-disabled=false]').waitFor();
  return dialog;
}

/** Of somebody who has just signed up. */
export const OF_A_PERSON: readonly Dialog[] = [
  {
    name: 'a limit',
    path: '/settings/limits',
    open: (at) => {
      const name = at.say('limits:name.stake');
      return presses(at, at.say('limits:set_name', { name }), name);
    },
  },
  {
    name: 'the word of a self-exclusion',
    path: '/settings/limits',
    open: (at) => presses(at, at.say('limits:exclusion.start'), at.say('limits:exclusion.start')),
  },
  {
    name: 'a change of e-mail',
    path: '/settings/personal',
    open: async (at) => {
      await pressesIn(at, at.say('privacy:email.unconfirmed'), at.say('privacy:email.change'));
      return sheet(at, at.say('privacy:email.sheet'));
    },
  },
  {
    name: 'the end of the account',
    path: '/settings/personal',
    open: (at) => presses(at, at.say('privacy:close.open'), at.say('privacy:close.sheet')),
  },
  {
    name: 'a picture',
    path: '/settings/personal',
    open: async (at) => {
      const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
      await at.page.locator('main input[type=file]').setInputFiles(file);
      return sheet(at, at.say('settings:avatar.title'));
    },
  },
  {
    name: 'a new password',
    path: '/settings/security',
    before: ({ world, person }) => world.atDevice(person),
    open: async (at) => {
      await pressesIn(at, at.say('settings:password.text'), at.say('settings:change'));
      return sheet(at, at.say('settings:password.change'));
    },
  },
  {
    name: 'a word for mails',
    path: '/settings/security',
    open: async (at) => {
      await pressesIn(at, at.say('settings:word.none'), at.say('settings:set'));
      return sheet(at, at.say('settings:word.sheet'));
    },
  },
  {
    name: 'the end of other sessions',
    path: '/settings/security',
    open: (at) => presses(at, at.say('settings:sessions.end_others'), at.say('settings:sessions.end_others')),
  },
  {
    name: 'a new API key',
    path: '/settings/security',
    open: (at) => presses(at, at.say('keys:new'), at.say('keys:create_title')),
  },
  {
    name: 'the question who is there',
    path: '/settings/security',
    open: opensStepUp,
    close: async ({ page, say }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: say('settings:step.title') }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'the secret of an API key',
    path: '/settings/security',
    open: seesSecret,
    close: (at) => keeps(at, at.say('keys:kept')),
  },
  { name: 'the authenticator app', path: '/settings/security', open: opensOtp },
  {
    name: 'recovery codes',
    path: '/settings/security',
    open: seesCodes,
    close: (at) => keeps(at, at.say('settings:recovery.kept')),
  },
  {
    name: 'the menu of the person',
    path: '/account',
    widths: [1_440, 1_024],
    open: async ({ page, say }) => {
      await page.getByRole('button', { name: say('account:user_menu') }).press('Enter');
      return page.getByRole('menu');
    },
  },
  {
    name: 'a balance that is too low',
    path: '/trading',
    before: ({ world, person }) => approved(world.db, { person }),
    open: (at) => taps(at, 'UP', sheet(at, at.say('trading:funds.title'))),
  },
  {
    name: 'the reminder of time and result',
    path: '/trading?reminded',
    before: async ({ world, person }) => {
      await person.call('PUT /user/limits', { realityCheckMinutes: 15 });
      await played(world.db, { person, minutes: 16 });
    },
    open: (at) => Promise.resolve(sheet(at, at.say('limits:safe.reality_check'))),
  },
  {
    name: 'a new version of a text',
    path: '/notifications',
    before: ({ world, person }) => agreedToOldTexts(world.db, { person, documents: ['terms', 'privacy'] }),
    open: (at) => Promise.resolve(sheet(at, at.say('account:agree.title'))),
    close: ({ page, say }) => page.getByRole('button', { name: say('account:agree.yes') }).click(),
  },
];

/** Of somebody who has money and trades it. */
export const OF_A_TRADER: readonly Dialog[] = [
  {
    name: 'an address to withdraw to',
    path: '/address-book',
    open: (at) => presses(at, at.say('cashier:book.add'), at.say('cashier:book.add')),
  },
  {
    name: 'a request for money',
    path: '/pay-user',
    open: (at) => presses(at, at.say('cashier:req.ask'), at.say('cashier:req.ask')),
  },
  {
    name: 'the camera',
    path: '/verification',
    open: (at) => presses(at, at.say('verification:camera.action'), at.say('verification:camera.title')),
  },
  {
    name: 'the way over a phone',
    path: '/verification',
    widths: [1_440, 1_024],
    open: (at) => presses(at, at.say('verification:phone.action'), at.say('verification:phone.action')),
  },
  {
    name: 'a scheduled prediction',
    path: '/trading?pair=BTC-USD',
    open: (at) => presses(at, at.say('later:open'), at.say('later:title')),
  },
  {
    name: 'the keys',
    path: '/trading?pair=BTC-USD',
    widths: [1_440, 1_024],
    open: (at) => presses(at, at.say('trading:keys.title'), at.say('trading:keys.title')),
  },
  {
    name: 'the prices as a table',
    path: '/trading?pair=BTC-USD',
    widths: [1_440, 1_024],
    open: (at) => presses(at, at.say('trading:chart.table'), at.say('trading:chart.table_title', { pair: 'BTC/USD' })),
  },
  {
    name: 'an early sale',
    path: '/trading?pair=BTC-USD',
    before: async (at) => {
      await at.person.call('PUT /user/limits', { limits: [{ name: 'stake', amount: '10.00' }] });
      await opensPrediction(at.person, 600);
    },
    widths: [1_440, 1_024],
    open: opensSale,
  },
  {
    name: 'open predictions on a phone',
    path: '/trading?pair=BTC-USD',
    widths: [390, 320],
    open: async (at) => {
      await at.page.getByRole('button', { name: at.say('trading:open.all') }).press('Enter');
      return sheet(at, at.say('trading:tabs.label'));
    },
  },
  {
    name: 'an early sale on a phone',
    path: '/trading?pair=BTC-USD',
    widths: [390, 320],
    open: async (at) => {
      await at.page.getByRole('button', { name: at.say('trading:open.all') }).press('Enter');
      return opensSale(at);
    },
    close: async ({ page, say }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: say('trading:sale.title') }).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'a refusal',
    path: '/trading?pair=BTC-USD',
    open: (at) => taps(at, 'UP', at.page.getByRole('dialog')),
  },
];
