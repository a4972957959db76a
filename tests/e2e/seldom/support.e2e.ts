/** Tickets from a result and by mail: an agent in a browser of their own answers both, and the answers come back by mail. */
import { createTransport } from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { until } from '#tests/http-calls.ts';
import { freePort } from '#tests/started.ts';
import { comesTo, openBrowser, openPage, toldErrors, visit } from '../browser.ts';
import { mailText } from '../mails.ts';
import { startProduct, type Product } from '../product.ts';

const SUPPORT = 'help@tikvo.example';
const [ADA, BEN] = ['ada@people.example', 'ben@people.example'];

let browser: Browser | null = null;
let product: Product;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const settings = { FEED: 'simulated', SUPPORT_ADDRESS: SUPPORT, SUPPORT_SMTP_PORT: String(port) };
  [browser, product] = await Promise.all([openBrowser(), startProduct(() => settings)]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function ask(token: string | null, path: string, body?: unknown): Promise<Record<string, string | null>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${product.origin}/api/v2${path}`, { ...init, headers });
  return (await answer.json()) as Record<string, string | null>;
}

/** A demo session with a prediction that has its result. */
async function predicted(): Promise<{ readonly token: string; readonly id: string }> {
  const token = String((await ask(null, '/auth/demo-session', {}))['accessToken']);
  const body = { pair: 'BTC-USD', direction: 'UP', stake: '5', durationSec: 15, payout: 0.5 };
  const id = await until('a prediction', async () => (await ask(token, '/trade/predictions', body))['id'] ?? null);
  await until('its result', async () => (await ask(token, `/trade/predictions/${id}`))['outcome']);
  return { token, id };
}

/** Opens the ticket of a number in the agent’s browser, and answers it. */
async function answer(agent: Page, number: string, words: string): Promise<void> {
  await agent.goto(`${product.origin}/office/tickets`);
  await agent.getByRole('row').filter({ hasText: number }).click();
  await agent.keyboard.press('Enter');
  await agent.getByRole('heading', { name: number }).waitFor();
  await agent.getByRole('button', { name: 'Answer', exact: true }).click();
  const act = agent.getByRole('dialog');
  await act.getByLabel('Your words').fill(words);
  await act.getByLabel('Reason').fill('asked for');
  await act.getByRole('button', { name: 'Answer', exact: true }).click();
  await act.waitFor({ state: 'detached' });
}

const comesBack = (to: string, words: string) =>
  until(`"${words}" in the mailbox of ${to}`, async () => {
    const text = await mailText(product.origin, { to, subject: /T-\d+/ });
    return text.includes(words) ? text : null;
  });

test('a result is disputed, a mail is written, and both are answered by mail', async ({ skip }) => {
  if (browser === null) return skip('there is no browser');
  const { token, id } = await predicted();
  const person = await openPage(browser, { width: 390, height: 844 });
  await person.page.addInitScript((held) => localStorage.setItem('tikvo.demoToken', held), token);
  await visit(person.page, `${product.origin}/en/trading-history/receipt/demo?id=${id}`);
  await person.page.waitForSelector('[data-verdict]');
  await person.page.getByRole('link', { name: 'Dispute this result' }).click();
  await comesTo(person.page, /\/en\/support\?about=/);
  for (const [label, words] of [
    ['First name', 'Ada'],
    ['Last name', 'Long'],
    ['Email', ADA],
    ['Message', 'The price was another.'],
  ] as const)
    await person.page.getByLabel(label, { exact: true }).fill(words);
  await person.page.getByLabel('I agree to the terms for support tickets.').check();
  await person.page.getByRole('button', { name: 'Send ticket' }).click();
  const heading = await person.page.getByText(/^We’ve received your ticket T-/).textContent();
  const ofResult = /T-\d+/.exec(heading ?? '')?.[0] ?? '';

  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  await transport.sendMail({ from: `Ben Short <${BEN}>`, to: SUPPORT, subject: 'My money', text: 'Where is it?' });
  transport.close();
  const ofMail = /T-\d+/.exec(await mailText(product.origin, { to: BEN, subject: /T-\d+/ }))?.[0] ?? '';

  const agent = await openPage(browser, { width: 1440, height: 900 });
  await agent.page.goto(`${product.origin}/office/tickets`);
  await comesTo(agent.page, /\/auth\/login/);
  await agent.page.locator('input[type=email]').fill('support@sandbox.example');
  await agent.page.locator('input[type=password]').fill(SAMPLE_PASSWORD);
  await agent.page.keyboard.press('Enter');
  await comesTo(agent.page, /\/office\/tickets$/);
  await answer(agent.page, ofResult, 'The receipt names each tick.');
  // What it is about stands beside it.
  await agent.page
    .getByText(/BTC-USD UP/)
    .first()
    .waitFor();
  await answer(agent.page, ofMail, 'It was sent yesterday.');

  expect(await comesBack(ADA, 'The receipt names each tick.')).toContain(ofResult);
  expect(await comesBack(BEN, 'It was sent yesterday.')).toContain(ofMail);
  const errors = [...person.errors, ...agent.errors].filter((line) => !line.includes('401'));
  expect(errors, toldErrors(errors)).toEqual([]);
}, 180_000);
