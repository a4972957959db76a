/** A newcomer on a phone shows who they are, and an officer at a desk decides: what each of them sees, and the mails. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { axeViolations, openBrowser, overflow, toldErrors, visit } from '../browser.ts';
import { mailText } from '../mails.ts';
import { acts, opens, sends } from '../verifying.ts';
import { openWorld, type Person, type World } from './people.ts';

const PATIENT = { timeout: 60_000 } as const;

let browser: Browser | null = null;
let world: World;

beforeAll(async () => {
  browser = await openBrowser();
  if (browser !== null) world = await openWorld(browser);
}, 180_000);
afterAll(async () => {
  if (browser === null) return;
  await world.close();
  await browser.close();
});

const at = (desk: 'cases' | 'documents', text: string) => ({ origin: world.origin, desk, text });
const chip = (page: Page, document: string, says: string) =>
  page.locator(`section#${document}`).getByText(says, { exact: true }).waitFor(PATIENT);
const mailed = (person: Person, subject: RegExp) => mailText(world.origin, { to: person.email, subject });

test('a newcomer with a name like one of the list, and three documents that end in three ways', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const person = await world.newPerson('teodora');
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await world.confirmEmail(person.email);
  await visit(page, `${world.origin}/en/verification`);
  await page.getByLabel('Legal first name').fill('Teodora');
  await page.getByLabel('Legal last name').fill('Ombrelaz');
  await page.getByLabel('Date of birth').fill('1988-04-02');
  await page.getByRole('button', { name: 'Check my name' }).click();
  await chip(page, 'name', 'Under review');

  const officer = await world.atDevice({ email: 'compliance@sandbox.example', password: SAMPLE_PASSWORD });
  await opens(officer.page, at('cases', 'Waiting'));
  await acts(officer.page, 'Decide', { Outcome: 'cleared' });
  // The page goes on to what is next by itself.
  await page.locator('section#governmentId').waitFor(PATIENT);
  await mailed(person, /Legal name: approved/);

  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await axeViolations(page)).toEqual([]);
  await sends(page, 'governmentId', ['front', 'back']);
  await sends(page, 'selfieWithId', ['front']);
  await sends(page, 'proofOfResidence', ['front']);

  await page.locator('a[href$="#governmentId"]').locator('visible=true').first().click();
  await opens(officer.page, at('documents', 'Government ID'));
  await acts(officer.page, 'Approve');
  await chip(page, 'governmentId', 'Approved');
  await mailed(person, /Government ID: approved/);

  await page.locator('a[href$="#proofOfResidence"]').locator('visible=true').first().click();
  await opens(officer.page, at('documents', 'Proof of residence'));
  await acts(officer.page, 'Send back', { 'What is wrong': 'older_than_3_months' });
  await chip(page, 'proofOfResidence', 'Send again');
  await page.getByText('The document is older than 3 months.').waitFor(PATIENT);
  await mailed(person, /Proof of residence: send it again/);

  await page.locator('a[href$="#selfieWithId"]').locator('visible=true').first().click();
  await opens(officer.page, at('documents', 'Selfie with ID'));
  await acts(officer.page, 'Refuse for good', { Why: 'other_person' });
  await chip(page, 'selfieWithId', 'Refused');
  await page.getByRole('button', { name: 'Appeal' }).waitFor(PATIENT);
  await mailed(person, /Selfie with ID: refused/);

  // What was sent back is said on every page of theirs.
  await visit(page, `${world.origin}/en/notifications`);
  const bar = page.getByRole('region', { name: 'Verification' });
  await bar.getByText('Proof of residence: send it again').waitFor(PATIENT);
  await bar.getByRole('link', { name: 'Verification' }).click();
  await page.locator('section#proofOfResidence').waitFor(PATIENT);
  const errors = [...person.errors, ...officer.errors].filter((line) => !line.includes('401'));
  expect(errors, toldErrors(errors)).toEqual([]);
}, 300_000);
