/** The back office as staff use it: they log in, find a person by email, and write a note; an auditor sees it and changes nothing. An officer decides on a document. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { card } from '#tests/worlds/documents-world.ts';
import {
  axeViolations,
  comesTo,
  openBrowser,
  openPage,
  overflow,
  quiet,
  toldErrors,
  visit,
  type Watched,
} from './browser.ts';
import { sharedProduct, type Product } from './product.ts';

const NOTE = `Called about a result, ${Date.now()}`;

let browser: Browser | null = null;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
});

/** Comes to the address, is led to the login and back. */
async function enter(name: string, at = 'office/people'): Promise<Watched> {
  if (browser === null) throw new Error('there is no browser');
  const watched = await openPage(browser, { width: 1440, height: 900 });
  const { page } = watched;
  await page.goto(`${product.origin}/${at}`);
  await comesTo(page, /\/auth\/login/);
  await page.locator('input[type=email]').fill(`${name}@sandbox.example`);
  await page.locator('input[type=password]').fill(SAMPLE_PASSWORD);
  await page.keyboard.press('Enter');
  await comesTo(page, new RegExp(`/${at}$`));
  await page.locator('h1').first().waitFor();
  return watched;
}

/** Ctrl K, the whole address, Enter. */
async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('An email, an id, a desk, an act').fill('user@sandbox.example');
  await page.getByRole('option', { name: /Sample Person/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sample Person' }).waitFor();
}

test('support finds a person by email and writes a note; an auditor reads it and changes nothing', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const support = await enter('support');
  await find(support.page);
  await support.page.keyboard.press('w');
  await support.page.keyboard.type(NOTE);
  await support.page.keyboard.press('Control+Enter');
  await support.page.getByRole('listitem').filter({ hasText: NOTE }).waitFor();
  expect(await axeViolations(support.page)).toEqual([]);
  await support.page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(support.page)).toBeLessThanOrEqual(0);
  await support.page.context().close();

  const auditor = await enter('auditor');
  await find(auditor.page);
  await auditor.page.getByText(NOTE).waitFor();
  expect(await auditor.page.locator('textarea[data-note]').count()).toBe(0);
  await auditor.page.getByText('Nothing can be done here now.').waitFor();
  const errors = [...support.errors, ...auditor.errors].filter((line) => !line.includes('401'));
  expect(errors, toldErrors(errors)).toEqual([]);
  await auditor.page.context().close();
}, 180_000);

test('a person sends a document, an officer sends it back, and the person sees what is wrong and where', async ({
  skip,
}) => {
  if (browser === null) return skip('there is no browser');
  const person = await enter('user', 'en/verification');
  await person.page.getByRole('link', { name: 'Proof of residence' }).click();
  const sent = person.page.locator('section#proofOfResidence');
  const attach = (buffer: Buffer) =>
    sent.locator('input[type=file]').setInputFiles({ name: 'bill.jpg', mimeType: 'image/jpeg', buffer });
  const blank = { width: 640, height: 420, channels: 3, background: '#9ab' } as const;
  await attach(await sharp({ create: blank }).jpeg().toBuffer());
  await sent.getByText('The image is unreadable.').waitFor();
  // The network goes away for a moment: what was chosen is sent when it is back.
  await person.page.context().setOffline(true);
  await attach(await card());
  await sent.getByText('Check your connection and try again.').waitFor();
  await sent.getByRole('button', { name: 'Retry' }).waitFor();
  await person.page.context().setOffline(false);
  await sent.getByRole('img', { name: 'Proof of residence' }).waitFor();
  await sent.getByRole('button', { name: 'Send for review' }).click();
  await sent.getByText('Under review').waitFor();

  const officer = await enter('compliance', 'office/documents');
  await officer.page.getByRole('row').filter({ hasText: 'Proof of residence' }).first().click();
  await officer.page.keyboard.press('Enter');
  await officer.page.getByText('Yours', { exact: true }).waitFor();
  await officer.page.getByRole('button', { name: 'Send back' }).click();
  const act = officer.page.getByRole('dialog');
  await act.getByLabel('What is wrong').selectOption('blurred');
  await act.getByLabel('Where on the picture').selectOption('top_right');
  await act.getByLabel('Reason').fill('The print cannot be read');
  await act.getByRole('button', { name: 'Send back' }).click();
  await act.waitFor({ state: 'detached' });

  await sent.getByText('The picture is blurred.').waitFor();
  await sent.getByRole('img', { name: 'The part with the problem is marked.' }).waitFor();
  expect(await axeViolations(person.page)).toEqual([]);
  await visit(person.page, `${product.origin}/en/notifications`);
  // A second notice that comes while the first is pressed moves it away.
  await quiet(person.page);
  await person.page.getByRole('link', { name: 'Proof of residence: send it again' }).click();
  await comesTo(person.page, /\/en\/verification(\?|#|$)/);
  // The blank picture is refused with 422, and the network was away for a moment: for the worker of the offline page too.
  const errors = [...person.errors, ...officer.errors].filter(
    (line) => !/401|422|ERR_INTERNET_DISCONNECTED|error occurred when fetching the script/.test(line),
  );
  expect(errors, toldErrors(errors)).toEqual([]);
  await Promise.all([person, officer].map(({ page }) => page.context().close()));
}, 180_000);

test('a person writes to support, an agent answers, and the person reads it where they wrote', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const person = await enter('user', 'en/account');
  await person.page.goto(`${product.origin}/en/support?about=withdrawal:w-17`);
  for (const [label, words] of [
    ['First name', 'Sample'],
    ['Last name', 'Person'],
    ['Email', 'user@sandbox.example'],
    ['Message', 'Where is it?'],
  ] as const)
    await person.page.getByLabel(label, { exact: true }).fill(words);
  await person.page.getByRole('button', { name: 'Please agree to the terms' }).waitFor();
  await person.page.getByLabel('I agree to the terms for support tickets.').check();
  await person.page.getByRole('button', { name: 'Send ticket' }).click();
  const heading = await person.page.getByText(/^We’ve received your ticket T-/).textContent();
  const number = /T-\d+/.exec(heading ?? '')?.[0] ?? '';
  await person.page.getByRole('link', { name: 'Open the ticket' }).click();
  await person.page.getByRole('listitem').filter({ hasText: 'Where is it?' }).waitFor();
  expect(await axeViolations(person.page)).toEqual([]);

  const agent = await enter('support', 'office/tickets');
  await agent.page.getByRole('row').filter({ hasText: number }).click();
  await agent.page.keyboard.press('Enter');
  await agent.page.getByRole('heading', { name: number }).waitFor();
  await agent.page.getByRole('button', { name: 'Answer', exact: true }).click();
  const act = agent.page.getByRole('dialog');
  await act.getByLabel('Your words').fill('It was sent.');
  await act.getByLabel('Reason').fill('asked for');
  await act.getByRole('button', { name: 'Answer', exact: true }).click();
  await act.waitFor({ state: 'detached' });

  await person.page.getByRole('listitem').filter({ hasText: 'It was sent.' }).waitFor();
  await person.page.getByText('Waiting for your reply').first().waitFor();
  const errors = [...person.errors, ...agent.errors].filter((line) => !line.includes('401'));
  expect(errors, toldErrors(errors)).toEqual([]);
  await Promise.all([person, agent].map(({ page }) => page.context().close()));
}, 180_000);
