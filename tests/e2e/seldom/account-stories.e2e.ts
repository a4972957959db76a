import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awake, comesTo, openBrowser, openPage, visit } from '../browser.ts';
import { mailLink } from '../mails.ts';
import { openWorld, PASSWORD, proves, type Person, type World } from './people.ts';
import { agreedToOldTexts, played, told } from './pasts.ts';

const PATIENT = { timeout: 60_000 } as const;
const NEW_PASSWORD = 'Meadow+73-stone';

let browser: Browser | null = null;
let world: World;
/** Whoever asked for a higher limit first: the minute until their second yes passes beside the other stories, however slow they are. */
let patient: Person;
let secondYes: Promise<void>;

const at = (path: string) => `${world.origin}/en${path}`;

/** The row of a limit: the line with its button, and what is said below. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Edit ${name}`, exact: true }).locator('xpath=../..');

/** Gives the second yes to a higher amount of one prediction as soon as the page that stays open asks for it. */
async function saysYesAgain(page: Page): Promise<void> {
  const stake = rowOf(page, 'Maximum per prediction');
  await stake.getByText(/^Raise to \$25\.00\? Confirm by /).waitFor({ timeout: 120_000 });
  await stake.getByText('Up to $10.00').waitFor();
  await stake.getByRole('button', { name: 'Confirm change' }).click();
  await stake.getByText('Up to $25.00').waitFor();
  await expect.poll(() => stake.getByRole('button', { name: 'Cancel request' }).count()).toBe(0);
}

/** Opens the link of a mail in a browser that knows nobody, as a mailbox elsewhere does. */
async function openLink(wanted: Parameters<typeof mailLink>[1]): Promise<Page> {
  const link = await mailLink(world.origin, wanted);
  const { page } = await openPage(browser!, { width: 390, height: 844 });
  await visit(page, link);
  return page;
}

async function presses(page: Page, button: string, then: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText(then).waitFor();
  await page.context().close();
}

async function logsIn(email: string, password: string): Promise<Page> {
  const { page } = await openPage(browser!, { width: 1_024, height: 768 });
  await visit(page, `${at('/auth/login')}?redirect=/en/account&host=dashboard`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  return page;
}

async function isLetIn(email: string, password: string): Promise<void> {
  const page = await logsIn(email, password);
  await comesTo(page, /\/en\/account$/);
  await page.context().close();
}

async function isKeptOut(email: string, password: string): Promise<void> {
  const page = await logsIn(email, password);
  await page.getByRole('alert').getByText('Wrong email or password').waitFor();
  await page.context().close();
}

describe('what people seldom do to their account', async () => {
  browser = await openBrowser();
  const missing = browser === null;

  beforeAll(async () => {
    if (browser !== null) world = await openWorld(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  test.skipIf(missing)('a higher limit waits for a second yes, and is dropped before', async () => {
    patient = await world.newPerson('paula');
    const { page, call } = patient;
    const limits = [
      { name: 'stake', amount: '10.00' },
      { name: 'session', minutes: 60 },
    ];
    expect((await call('PUT /user/limits', { limits })).status).toBe(200);
    await visit(page, at('/settings/limits'));
    const wishes = async (name: string, label: string, text: string) => {
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const sheet = page.getByRole('dialog', { name });
      await sheet.getByLabel(label).fill(text);
      await sheet.getByText('Takes 1 minute. Then we’ll ask you to confirm again.').first().waitFor();
      await sheet.locator('button[type=submit]').click();
      await sheet.waitFor({ state: 'detached' });
    };
    await wishes('Maximum per prediction', 'Amount in US dollars', '25');
    await wishes('Daily time limit', 'Minutes per day', '120');
    const stake = rowOf(page, 'Maximum per prediction');
    const session = rowOf(page, 'Daily time limit');
    await stake.getByText(/^Will rise to \$25\.00 on .*, after you confirm again$/).waitFor();
    expect(await stake.getByRole('button', { name: 'Confirm change' }).count()).toBe(0);
    await stake.getByText('Up to $10.00').waitFor();
    await session.getByRole('button', { name: 'Cancel request' }).click();
    await session.getByText(/after you confirm again$/).waitFor({ state: 'detached' });
    expect(await session.innerText()).toContain('0 of 1 hr');
    secondYes = saysYesAgain(page);
    // What it says is heard by the last story.
    secondYes.catch(() => undefined);
  });

  test.skipIf(missing)(
    'the e-mail changes once both mailboxes have said yes, and stays where one says no',
    async () => {
      const [before, after] = ['mira@mail.test', 'mira.new@mail.test'];
      const { page, call } = await world.newPerson('mira');
      await world.confirmEmail(before);
      const other = (await world.atDevice({ email: before })).page;
      await visit(other, at('/account'));
      await other.getByText('Total balance').waitFor();

      await visit(page, at('/settings/personal'));
      const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Email', exact: true }) });
      await panel.getByRole('button', { name: 'Change', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Change your email' });
      await sheet.getByRole('button', { name: 'Enter your new email' }).waitFor();
      await sheet.getByLabel('New email').fill(after);
      await sheet.getByRole('button', { name: 'Send links' }).click();
      await proves(page);
      await panel.getByText('Both addresses still have to confirm').waitFor();

      const fresh = { to: after, subject: /^Confirm your new email$/, path: 'confirm-email' };
      const notice = { to: before, subject: /^Confirm your email change$/, path: 'confirm-email' };
      const said = await mailLink(world.origin, fresh);
      await presses(await openLink(fresh), 'Confirm change', 'Thank you. Now the other address has to confirm too.');
      await panel.getByText('Your current address still has to confirm').waitFor();
      expect(new URL(other.url()).pathname).toBe('/en/account');
      await presses(await openLink(notice), 'Confirm change', 'Your email has been changed.');
      await comesTo(other, /\/en\/auth\/login\?/);
      // The page stays open and follows; whoever has just proven themselves reads the address in clear.
      await panel.getByText('to confirm').waitFor({ state: 'detached' });
      await panel.getByText(after, { exact: true }).waitFor();
      expect(await panel.getByText(before, { exact: true }).count()).toBe(0);
      expect((await call('GET /user/profile')).json['email']).toBe(after);
      await isKeptOut(before, PASSWORD);
      await isLetIn(after, PASSWORD);
      // A link works once, and says afterwards what it did.
      const late = (await openPage(browser!, { width: 390, height: 844 })).page;
      await visit(late, said);
      await presses(late, 'Confirm change', 'Your email has been changed.');

      expect((await call('POST /user/change-email', { email: 'mira.third@mail.test' })).status).toBe(200);
      // Asked for elsewhere: only what this page knows to wait is asked after.
      await page.reload();
      await panel.getByText('Both addresses still have to confirm').waitFor();
      await presses(await openLink({ ...notice, to: after }), 'Cancel change', 'Canceled. Nothing has changed.');
      await panel.getByText('to confirm').waitFor({ state: 'detached' });
      await panel.getByText(after, { exact: true }).waitFor();
      expect((await call('GET /user/profile')).json['email']).toBe(after);
    },
  );

  test.skipIf(missing)('a file of everything is asked for, made, told of by mail and kept', async () => {
    const { page, email } = await world.newPerson('elsa');
    await visit(page, at('/settings/personal'));
    await page.getByRole('button', { name: 'Request' }).click();
    await proves(page);
    await page.getByText('We’re preparing your file').waitFor();
    await page.getByText(/^Ready\. You can download it until /).waitFor();
    const link = await mailLink(world.origin, {
      to: email,
      subject: /^Your data is ready$/,
      path: 'settings/personal',
    });
    await visit(page, link);
    const parts = page.getByRole('list', { name: 'Parts of the file' }).getByRole('link');
    await parts.first().waitFor();
    const names = await parts.allInnerTexts();
    expect(names).toContain('account.json');
    let whole = '';
    for (const name of names) {
      const arrives = page.waitForEvent('download');
      await parts.filter({ hasText: name }).first().click();
      const download = await arrives;
      expect(download.suggestedFilename()).toBe(name);
      const text = await readFile(await download.path(), 'utf8');
      JSON.parse(text);
      whole += text;
    }
    expect(whole).toContain(email);
  });

  test.skipIf(missing)('an account is closed, and kept by the link of its mail', async () => {
    const { page, email } = await world.newPerson('clara');
    await visit(page, at('/settings/personal'));
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Close your account' });
    const press = sheet.locator('button[type=submit]');
    expect(await press.innerText()).toBe('Confirm that you want to close your account');
    await sheet.getByLabel('I want to close my account.').check();
    // The socket tells of the end of the session, and often before the answer does.
    await page.route('**/api/v2/user/close*', async (route) => {
      const response = await route.fetch();
      await page.waitForTimeout(500);
      await route.fulfill({ response });
    });
    await press.click();
    await proves(page);
    await comesTo(page, (url) => url.pathname === '/en/account-closing');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(at('/account'));
    await comesTo(page, /\/en\/auth\/login\?/);
    await isKeptOut(email, PASSWORD);
    const mail = { to: email, subject: /^Your account is about to close$/, path: 'keep-account' };
    const link = await mailLink(world.origin, mail);
    // A look at the link keeps nothing: the press does.
    await (await openLink(mail)).context().close();
    await isKeptOut(email, PASSWORD);
    await presses(await openLink(mail), 'Keep my account', 'Your account stays open.');
    await isLetIn(email, PASSWORD);
    const again = (await openPage(browser!, { width: 390, height: 844 })).page;
    await visit(again, link);
    await presses(again, 'Keep my account', 'Your account stays open.');
  });

  test.skipIf(missing)('the reminder pauses the screen, until it is answered in one of three ways', async () => {
    const person = await world.newPerson('rita');
    const { page } = person;
    await visit(page, at('/settings/limits'));
    await page.getByLabel('Activity reminder', { exact: true }).getByRole('radio', { name: '15 min' }).click();
    const set = async () => (await person.call('GET /user/limits')).json['realityCheckMinutes'];
    await expect.poll(set, PATIENT).toBe(15);
    const sheet = page.getByRole('dialog', { name: 'Activity reminder' });
    const reminded = async () => {
      await played(world.db, { person, minutes: 16 });
      await visit(page, at('/trading'));
      await sheet.getByText('You’ve been trading for 16 min.').waitFor();
    };
    const isNotDue = async () => {
      // The page before may have asked just now.
      await page.goto('about:blank');
      const asked = page.waitForResponse((answer) => answer.url().endsWith('/user/reality-check'));
      await visit(page, at('/trading'));
      expect(await (await asked).json()).toMatchObject({ due: false });
      expect(await sheet.count()).toBe(0);
    };
    await isNotDue();
    await reminded();
    await sheet.getByRole('button', { name: 'Keep trading' }).click();
    await sheet.waitFor({ state: 'detached' });
    await isNotDue();
    await reminded();
    await sheet.getByRole('link', { name: 'View history' }).click();
    await comesTo(page, at('/trading-history'));
    await page.getByRole('heading', { level: 1, name: 'Trading history' }).waitFor();
    await isNotDue();
    await reminded();
    await sheet.getByRole('link', { name: 'Stop for now' }).click();
    await comesTo(page, at(''));
    await isNotDue();
  });

  test.skipIf(missing)('a new version of a text asks for a new yes, on every page but one', async () => {
    const person = await world.newPerson('agnes');
    const { page } = person;
    await agreedToOldTexts(world.db, { person, documents: ['terms', 'risk'] });
    await visit(page, at('/account'));
    const sheet = page.getByRole('dialog', { name: 'Our terms have changed' });
    await sheet.waitFor();
    expect(await sheet.getByRole('listitem').count()).toBe(2);
    expect(await sheet.getByRole('listitem').first().innerText()).toMatch(/You agreed to the version of .*2020/);
    await page.keyboard.press('Escape');
    await sheet.getByRole('link', { name: 'Personal settings' }).click();
    await comesTo(page, at('/settings/personal'));
    await awake(page);
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
    expect(await sheet.count()).toBe(0);
    await visit(page, at('/trading'));
    await sheet.getByRole('button', { name: 'I have read and agree' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect((await person.call('GET /user/consents')).json['toAccept']).toEqual([]);
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/user/consents'));
    await visit(page, at('/account'));
    await asked;
    await page.getByText('Total balance').waitFor();
    expect(await sheet.count()).toBe(0);
  });

  test.skipIf(missing)('older notifications come by a press, page after page', async () => {
    const person = await world.newPerson('nils');
    const { page } = person;
    await told(world.db, { person, count: 65 });
    await visit(page, at('/notifications'));
    const list = page.locator('main li');
    const more = page.getByRole('button', { name: 'Load more' });
    for (const shown of [30, 60]) {
      await expect.poll(() => list.count(), PATIENT).toBe(shown);
      await more.click();
    }
    await expect.poll(() => list.count(), PATIENT).toBe(65);
    await more.waitFor({ state: 'detached' });
    const times = await list.locator('time').evaluateAll((all) => all.map((one) => (one as HTMLTimeElement).dateTime));
    expect(times).toEqual([...new Set(times)].toSorted().toReversed());
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect.poll(() => list.getByText('New', { exact: true }).count(), PATIENT).toBe(0);
    expect(await list.count()).toBe(65);
  });

  test.skipIf(missing)('a forgotten password is set anew by the link of the mail, once', async () => {
    const { page, email } = await world.newPerson('frida');
    await visit(page, at('/account'));
    await page.getByText('Total balance').waitFor();
    const { page: elsewhere } = await openPage(browser!, { width: 390, height: 844 });
    await visit(elsewhere, at('/auth/forgot-password'));
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByRole('button', { name: 'Send email' }).click();
    await elsewhere.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    const mail = { to: email, subject: /^Set a new password$/, path: 'auth/reset-password' };
    const link = await mailLink(world.origin, mail);
    await visit(elsewhere, link);
    await elsewhere.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await elsewhere.getByLabel('New password').fill('meadow');
    await elsewhere.getByRole('button', { name: 'Use 8 or more characters' }).waitFor();
    await elsewhere.getByLabel('New password').fill(NEW_PASSWORD);
    await elsewhere.getByRole('button', { name: 'Set new password' }).click();
    await elsewhere.getByRole('heading', { name: 'Password changed' }).waitFor();
    // Whoever was signed in is out.
    await comesTo(page, /\/en\/auth\/login\?/);
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/en/account');
    await isKeptOut(email, PASSWORD);
    await isLetIn(email, NEW_PASSWORD);
    await visit(elsewhere, link);
    await elsewhere.getByLabel('New password').fill(PASSWORD);
    await elsewhere.getByRole('button', { name: 'Set new password' }).click();
    await elsewhere.getByText('This link has already been used').waitFor();
    await isLetIn(email, NEW_PASSWORD);
    await elsewhere.context().close();
  });

  test.skipIf(missing).each([
    ['/auth/login', ['username webauthn', 'current-password']],
    ['/auth/register', ['username', 'new-password']],
    ['/auth/forgot-password', ['username']],
    [`/auth/reset-password?token=${'a'.repeat(43)}`, ['new-password']],
  ] as const)('%s takes what a password manager fills in, and what is pasted', async (path, wanted) => {
    const { page } = await openPage(browser!, { width: 390, height: 844 });
    await visit(page, at(path));
    for (const kind of wanted) {
      const field = page.locator(`input[autocomplete="${kind}"]`).first();
      await field.waitFor();
      const pasted = await field.evaluate((one) =>
        one.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      );
      expect(pasted, `${kind}: a paste goes through`).toBe(true);
      await field.focus();
      await page.keyboard.insertText('Harbour-48-lamp');
      expect(await field.inputValue()).toBe('Harbour-48-lamp');
    }
    await page.context().close();
  });

  test.skipIf(missing)('the higher limit holds after the second yes, which the open page asked for', async () => {
    const { page, email, errors } = patient;
    await secondYes;
    const mail = { to: email, subject: /^Your higher limit is now active$/, path: 'settings/limits' };
    await visit(page, await mailLink(world.origin, mail));
    await rowOf(page, 'Maximum per prediction').getByText('Up to $25.00').waitFor();
    expect(errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
  });
});
