/** A newcomer on a phone shows who they are, and staff decide at desks: what each of them sees, and the mails. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import QRCode from 'qrcode';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { scratch } from '../../scratch.ts';
import {
  axeViolations,
  comesTo,
  openBrowser,
  openPage,
  overflow,
  toldErrors,
  visit,
  type Watched,
} from '../browser.ts';
import { mailLink, mailText } from '../mails.ts';
import { acts, clearsByKeys, opens, sends } from '../verifying.ts';
import { act } from './event-world.ts';
import { openWorld, PASSWORD, type Person, type World } from './people.ts';

const PATIENT = { timeout: 60_000 } as const;
const PHONE = { width: 390, height: 844 } as const;
/** A step that staff decided is seen by its person within this time, ms. */
const SEEN_MS = 2_000;

let browser: Browser | null = null;
let world: World;
let folder = '';

beforeAll(async () => {
  browser = await openBrowser();
  if (browser === null) return;
  folder = await mkdtemp(join(scratch(), 'tikvo-e2e-verification-'));
  world = await openWorld(browser, await withFfprobe());
}, 180_000);
afterAll(async () => {
  if (browser === null) return;
  await world.close();
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Where this machine has no ffprobe, something in its place that finds every video right. */
async function withFfprobe(): Promise<Readonly<Record<string, string>>> {
  const isThere = await promisify(execFile)('ffprobe', ['-version']).then(
    () => true,
    () => false,
  );
  if (isThere) return {};
  const told = `{"format":{"duration":"3"},"streams":[{"codec_type":"video","codec_name":"vp9","width":640,"height":480}]}`;
  await writeFile(join(folder, 'ffprobe'), `#!/bin/sh\necho '${told}'\n`, { mode: 0o700 });
  return { PATH: `${folder}:${process.env['PATH']}` };
}

const at = (desk: 'cases' | 'documents', text: string) => ({ origin: world.origin, desk, text });
const chip = (page: Page, document: string, says: string) =>
  page.locator(`section#${document}`).getByText(says, { exact: true }).waitFor(PATIENT);
const mailed = (to: string, subject: RegExp) => mailText(world.origin, { to, subject });
const staff = (name: string) => world.atDevice({ email: `${name}@sandbox.example`, password: SAMPLE_PASSWORD });
const expectNoErrors = (...all: readonly Watched[]) => {
  const errors = all.flatMap((one) => one.errors).filter((line) => !/401|403|422/.test(line));
  expect(errors, toldErrors(errors)).toEqual([]);
};

/** Signs up by the form on a phone, and presses the link of the first mail. */
async function signsUp(email: string): Promise<Watched> {
  if (browser === null) throw new Error('there is no browser');
  const watched = await openPage(browser, PHONE);
  const { page } = watched;
  await visit(page, `${world.origin}/en/auth/login`);
  const choice = page.locator('[data-consent-choice=needed]');
  if (await choice.isVisible()) await choice.click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  const countries = page.getByLabel('Country of residence');
  // Read by the page once it is awake: what was typed before may be lost.
  await countries.locator('option[value=PT]').waitFor({ state: 'attached' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await countries.selectOption('PT');
  await page.getByLabel('I am not a resident of the USA or Canada.').check();
  await page.getByLabel(/I’m 18 or older/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Account created' }).waitFor();
  await visit(
    page,
    await mailLink(world.origin, { to: email, subject: /^Confirm your email$/, path: 'auth/activate' }),
  );
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  return watched;
}

async function givesName(page: Page, first: string, last: string): Promise<void> {
  await visit(page, `${world.origin}/en/verification`);
  await page.getByLabel('Legal first name').fill(first);
  await page.getByLabel('Legal last name').fill(last);
  await page.getByLabel('Date of birth').fill('1988-04-02');
  await page.getByRole('button', { name: 'Check my name' }).click();
}

/** A version of the list of the US Treasury: each entry a name and its remarks. */
async function addsList(...entries: readonly (readonly [name: string, remarks: string])[]): Promise<void> {
  const path = join(folder, 'sdn.csv');
  const rows = entries.map(
    ([name, remarks], no) => `${9_000 + no},"${name}","individual","TEST",${'-0- ,'.repeat(7)}"${remarks}"`,
  );
  await writeFile(path, `${rows.join('\n')}\n`);
  const [, no = ''] = /^List (\d+) has/.exec(await world.admin('add-list', path)) ?? [];
  const ended = async () =>
    (await world.db.query('SELECT 1 FROM screening_sheet WHERE list_no = $1 AND ended_at IS NOT NULL', [no])).rowCount;
  await expect.poll(ended).toBe(1);
}
const casesOf = async (email: string) =>
  (
    await world.db.query<{ open: boolean }>(
      `SELECT c.ended_at IS NULL AS open FROM verification_case c JOIN account_standing s USING (user_id)
       WHERE s.user_id = $1 ORDER BY c.id`,
      [ids.get(email)],
    )
  ).rows.map(({ open }) => (open ? 'open' : 'ended'));
const ids = new Map<string, string>();

/** Does something at a desk, and has the person see what it means: how long after its answer, ms. */
async function seenAfter(officer: Page, does: () => Promise<void>, sees: () => Promise<void>): Promise<number> {
  let answeredAt = 0;
  const note = (answer: { url(): string; ok(): boolean }) => {
    if (answer.url().includes('/acts/') && answer.ok()) answeredAt = Date.now();
  };
  officer.on('response', note);
  const [seenAt] = await Promise.all([sees().then(() => Date.now()), does()]);
  officer.off('response', note);
  return seenAt - answeredAt;
}

/** Records with the camera of the phone, and sends it. */
async function recordsVideo(page: Page): Promise<void> {
  await page.locator('a[href$="#complianceVideo"]').locator('visible=true').first().click(PATIENT);
  const panel = page.locator('section#complianceVideo');
  await panel.getByRole('button', { name: 'Camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Take a picture' });
  await camera.getByRole('button', { name: 'Start recording' }).and(page.locator(':not([aria-disabled=true])')).click();
  await page.waitForTimeout(1_500);
  await camera.getByRole('button', { name: 'Stop' }).click();
  await panel.getByText('ready to send').waitFor(PATIENT);
  await panel.getByRole('button', { name: 'Send for review' }).click();
  await panel.getByText('Under review').waitFor(PATIENT);
}

test('a newcomer with a name like one of the list, and four documents that end in three ways', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const email = 'teodora@mail.test';
  const person = await signsUp(email);
  const { page } = person;
  await givesName(page, 'Teodora', 'Ombrelaz');
  await chip(page, 'name', 'Under review');

  const officer = await staff('compliance');
  await opens(officer.page, at('cases', 'Waiting'));
  const seen: number[] = [];
  const decided = async (does: () => Promise<void>, sees: () => Promise<void>) =>
    void seen.push(await seenAfter(officer.page, does, sees));
  // The page goes on to what is next by itself.
  await decided(
    () => acts(officer.page, 'Decide', { Outcome: 'cleared' }),
    () => page.locator('section#governmentId').waitFor(PATIENT),
  );
  await mailed(email, /Legal name: approved/);

  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await axeViolations(page)).toEqual([]);
  await sends(page, 'governmentId', ['front', 'back']);
  await sends(page, 'selfieWithId', ['front']);
  await sends(page, 'proofOfResidence', ['front']);
  await recordsVideo(page);

  const looksAt = (document: string) => page.locator(`a[href$="#${document}"]`).locator('visible=true').first().click();
  await looksAt('governmentId');
  await opens(officer.page, at('documents', 'Government ID'));
  await decided(
    () => acts(officer.page, 'Approve'),
    () => chip(page, 'governmentId', 'Approved'),
  );
  await mailed(email, /Government ID: approved/);

  await looksAt('proofOfResidence');
  await opens(officer.page, at('documents', 'Proof of residence'));
  await decided(
    () => acts(officer.page, 'Send back', { 'What is wrong': 'older_than_3_months' }),
    () => chip(page, 'proofOfResidence', 'Send again'),
  );
  await page.getByText('The document is older than 3 months.').waitFor(PATIENT);
  await mailed(email, /Proof of residence: send it again/);

  await looksAt('selfieWithId');
  await opens(officer.page, at('documents', 'Selfie with ID'));
  await decided(
    () => acts(officer.page, 'Refuse for good', { Why: 'other_person' }),
    () => chip(page, 'selfieWithId', 'Refused'),
  );
  await page.getByRole('button', { name: 'Appeal' }).waitFor(PATIENT);
  await mailed(email, /Selfie with ID: refused/);

  await looksAt('complianceVideo');
  await opens(officer.page, at('documents', 'Compliance video'));
  await decided(
    () => acts(officer.page, 'Approve'),
    () => chip(page, 'complianceVideo', 'Approved'),
  );
  await mailed(email, /Compliance video: approved/);
  console.log(`decisions were seen after ${seen.join(', ')} ms`);
  expect(seen.filter((ms) => ms > SEEN_MS)).toEqual([]);

  // What was sent back is said on every page of theirs.
  await visit(page, `${world.origin}/en/notifications`);
  const bar = page.getByRole('region', { name: 'Verification' });
  await bar.getByText('Proof of residence: send it again').waitFor(PATIENT);
  await bar.getByRole('link', { name: 'Verification' }).click();
  await page.locator('section#proofOfResidence').waitFor(PATIENT);
  expectNoErrors(person, officer);
}, 400_000);

test('a name of the list that was cleared is a case again once its entry changes, and not before', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const person = await world.newPerson('ilmara');
  ids.set(person.email, person.id);
  await world.confirmEmail(person.email);
  const [entry, other] = ['BELLWEATHERTON, Ilmara Listed', 'ZUNDERLAND, Ann'];
  await addsList([entry, 'DOB 1988.']);
  await givesName(person.page, 'Ilmara', 'Belweatherton');
  await chip(person.page, 'name', 'Under review');
  await expect.poll(() => casesOf(person.email)).toEqual(['open']);
  const officer = await staff('compliance');
  await opens(officer.page, at('cases', 'Waiting'));
  await clearsByKeys(officer.page);
  await person.page.locator('section#governmentId').waitFor(PATIENT);

  await addsList([entry, 'DOB 1988.'], [other, '-0- ']);
  expect(await casesOf(person.email)).toEqual(['ended']);
  await addsList([entry, 'DOB 1988; nationality Malta.'], [other, '-0- ']);
  await expect.poll(() => casesOf(person.email)).toEqual(['ended', 'open']);
  await person.page.goto(`${world.origin}/en/verification#name`);
  await person.page.reload();
  await chip(person.page, 'name', 'Under review');
  expectNoErrors(person, officer);
}, 300_000);

test('a balance is adjusted by two officers and by neither alone; an auditor sees it and changes nothing', async ({
  skip,
}) => {
  if (browser === null) return skip('there is no browser');
  const person = await world.newPerson('adele');
  const [cashier, admin, auditor] = [await staff('cashier'), await staff('admin'), await staff('auditor')];
  const record = `${world.origin}/office/people/${person.id}`;
  const asks = async ({ page }: Watched, amount: string) => {
    await visit(page, record);
    await act(page, 'adjust-balance', { Direction: 'credit', Amount: amount, Ticket: 'T-7' });
  };
  const balance = async () => {
    await visit(auditor.page, record);
    await auditor.page.getByText('In open stakes').waitFor();
    return (await auditor.page.locator('body').innerText()).match(/Balance\s+\$?([\d,.]+)/)?.[1];
  };
  /** The page of the newest request. */
  const reads = async ({ page }: Watched) => {
    await visit(page, `${world.origin}/office/approvals`);
    await page.getByRole('row').filter({ hasText: 'Adjust a balance' }).first().click(PATIENT);
    await page.keyboard.press('Enter');
    await comesTo(page, /\/office\/approvals\/[\w-]+$/);
    await page.locator('h1').first().waitFor();
  };
  for (const [name, maker, checker, amount, after] of [
    ['cashier', cashier, admin, '25', '25.00'],
    ['admin', admin, cashier, '5', '30.00'],
  ] as const) {
    const before = await balance();
    await asks(maker, amount);
    await reads(maker);
    const own = maker.page.locator('button[data-act=approve]');
    await own.waitFor({ state: 'attached' });
    expect(await own.getAttribute('aria-disabled')).toBe('true');
    expect(await approvesByProgram([maker, await staff(name)], maker.page.url())).toEqual(Array(6).fill(422));
    expect(await balance()).toBe(before);
    await reads(checker);
    await act(checker.page, 'approve');
    expect(await balance()).toBe(after);
  }
  // On the record and at the desks an auditor has no act that can be done.
  for (const open of [() => visit(auditor.page, record), () => reads(auditor)]) {
    await open();
    await auditor.page.getByText('Nothing can be done here now.').waitFor();
    expect(await auditor.page.locator('button[data-act]:not([aria-disabled=true])').count()).toBe(0);
  }
  for (const name of ['adjust-balance', 'block', 'hold-payouts']) {
    const answer = await auditor.call(`POST /office/desks/people/${person.id}/acts/${name}`, { reason: 'a test' });
    expect(answer.status, name).toBe(403);
  }
  expect(await balance()).toBe('30.00');
  expectNoErrors(cashier, admin, auditor);
}, 300_000);

/** Approves a request past its page, from several sessions in turn: the status of each answer. */
async function approvesByProgram(sessions: readonly Person[], url: string): Promise<readonly number[]> {
  const path = `/office/desks/approvals/${url.split('/').at(-1)}`;
  const statuses: number[] = [];
  for (const session of sessions) {
    await session.call('POST /auth/step-up', { password: SAMPLE_PASSWORD });
    const { json } = await session.call(`GET ${path}`);
    const shown = json['acts'] as readonly { readonly id: string; readonly fields: readonly { value?: string }[] }[];
    const digest = shown.find(({ id }) => id === 'approve')?.fields[0]?.value;
    const body = { reason: 'a test', fields: { digest } };
    for (const _try of [1, 2, 3]) statuses.push((await session.call(`POST ${path}/acts/approve`, body)).status);
  }
  return statuses;
}

test('documents come from a phone that reads the code of the desktop, by its camera', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const person = await world.newPerson('marta');
  await world.confirmEmail(person.email);
  await givesName(person.page, 'Marta', 'Lindqvist');
  const panel = person.page.locator('section#governmentId');
  await panel.waitFor(PATIENT);
  const made = person.page.waitForResponse((answer) => /hand-?overs?/i.test(answer.url()) && answer.ok());
  await panel.getByRole('button', { name: 'Use my phone' }).click();
  const { link } = (await (await made).json()) as { readonly link: string };
  const address = `${world.origin}/en/phone#${link}`;
  expect(await looksLike(person.page, address)).toBe(true);

  const phone = await openPage(browser, PHONE);
  await visit(phone.page, address);
  const choice = phone.page.locator('[data-consent-choice=needed]');
  if (await choice.isVisible()) await choice.click();
  await phone.page.getByRole('button', { name: 'Start' }).click();
  const there = phone.page.locator('section#governmentId');
  await there.waitFor(PATIENT);
  await person.page.getByText('Your phone is connected.').waitFor(PATIENT);
  expect(phone.page.url()).not.toContain(link);
  for (const side of ['front', 'back']) {
    // Beside the drop zone of its side.
    const zone = there.locator(`[data-part="governmentId-${side}"]`).locator('xpath=..');
    await zone.getByRole('button', { name: 'Camera' }).click();
    const camera = phone.page.getByRole('dialog', { name: 'Take a picture' });
    const take = camera.getByRole('button', { name: 'Take picture' });
    await take.and(phone.page.locator(':not([aria-disabled=true])')).click();
    await camera.waitFor({ state: 'detached' });
    await there.locator(`[data-part="governmentId-${side}"]`).waitFor({ state: 'detached', ...PATIENT });
  }
  expect(await axeViolations(phone.page)).toEqual([]);
  expect(await overflow(phone.page)).toBeLessThanOrEqual(0);
  await there.getByRole('button', { name: 'Send for review' }).click();
  // The phone goes on to what is next; the desktop shows what was sent.
  await phone.page.locator('section#selfieWithId').waitFor(PATIENT);
  await person.page.keyboard.press('Escape');
  await person.page.locator('a[href$="#governmentId"]').locator('visible=true').first().click();
  await chip(person.page, 'governmentId', 'Under review');
  // The code is used up: another phone is told so.
  const stranger = await openPage(browser, PHONE);
  await visit(stranger.page, address);
  await stranger.page.getByRole('button', { name: 'Start' }).click();
  await stranger.page.locator('[role=alert][data-code=LinkUsed]').waitFor();
  expectNoErrors(person, phone);
  await Promise.all([phone, stranger].map(({ page }) => page.context().close()));
}, 300_000);

/** Does the code that the page shows say this, square by square? */
async function looksLike(page: Page, text: string): Promise<boolean> {
  const { size, data } = QRCode.create(text).modules;
  const picture = page.getByRole('img', { name: 'Use my phone' });
  await picture.waitFor();
  const dark = await picture.evaluate((image: HTMLImageElement, squares: number) => {
    const { naturalWidth: width } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    // Two squares of white are left on each side.
    const middle = (no: number) => Math.floor(((no + 2.5) * width) / (squares + 4));
    return Array.from({ length: squares * squares }, (_, no) => {
      const [x, y] = [middle(no % squares), middle(Math.floor(no / squares))];
      return (context?.getImageData(x, y, 1, 1).data[0] ?? 255) < 128 ? 1 : 0;
    });
  }, size);
  return dark.every((one, no) => one === data[no]);
}
