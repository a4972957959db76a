import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { createPool, startEmbedded } from '#server/db/index.ts';
import { scratch } from '../../scratch.ts';
import { openPage, type View, type Watched } from '../browser.ts';
import { mailLink } from '../mails.ts';
import { startProduct, type Settings } from '../product.ts';
import type { Theme } from '../views.ts';

export const PASSWORD = 'Harbour-48-lamp';
const WIDE: View = { width: 1_440, height: 900 };
const SILENT = { info: () => undefined, warn: () => undefined };

interface Answer {
  readonly status: number;
  readonly json: { readonly [key: string]: unknown };
}

/** Somebody with an account, at a device where they are signed in. */
export interface Person extends Watched {
  readonly email: string;
  readonly id: string;
  /** Calls the API with the session of the device. */
  readonly call: (line: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** A product with short waits, its database, and people who came by the API: what they do is seen in pages, how they came is not. */
export interface World {
  readonly origin: string;
  readonly db: Pool;
  newPerson(name: string): Promise<Person>;
  /** A person who exists, at another device. */
  atDevice(who: { readonly email: string; readonly password?: string }): Promise<Person>;
  /** As the link of the first mail does. */
  confirmEmail(email: string): Promise<void>;
  /** The operator's shell, on the data of the running product: what it says. */
  admin(...words: string[]): Promise<string>;
  close(): Promise<void>;
}

/** `WAITS=short` (docs/operations.md): a day is a minute. */
export async function openWorld(browser: Browser, settings: Settings = {}): Promise<World> {
  const dataDir = await mkdtemp(join(scratch(), 'tikvo-e2e-people-'));
  const product = await startProduct(() => ({ FEED: 'simulated', WAITS: 'short', DATA_DIR: dataDir, ...settings }));
  const { origin } = product;
  // It is running: this finds it, and leaves it to its product.
  const { url } = await startEmbedded({ dataDir, log: SILENT });
  const db = createPool(url, { max: 2, name: 'e2e people' });

  async function enter(line: string, body: { readonly email: string; readonly password: string }): Promise<Person> {
    const watched = await openPage(browser, WIDE);
    const context = watched.page.context();
    const { status, json } = await callFrom(context, { origin, line, body });
    if (status >= 300) throw new Error(`${line}: ${status} ${JSON.stringify(json)}`);
    // What the sign-in form leaves behind: pages ask for a session only where somebody signed in. The cookies have their answer.
    await context.addCookies([
      { name: 'tikvo.known', value: '1', url: origin },
      { name: 'tikvo.consent', value: 'needed', url: origin },
    ]);
    const call: Person['call'] = async (asked, input, headers = {}) => {
      const renewed = await callFrom(context, { origin, line: 'GET /auth/refresh' });
      const bearer = { authorization: `Bearer ${String(renewed.json['accessToken'])}` };
      const sent = input === undefined ? {} : { body: input };
      return callFrom(context, { origin, line: asked, headers: { ...bearer, ...headers }, ...sent });
    };
    const id = String((await call('GET /user/profile')).json['id']);
    return { ...watched, email: body.email, id, call };
  }

  return {
    origin,
    db,
    newPerson(name) {
      const body = { email: `${name}@mail.test`, password: PASSWORD, country: 'PT', residentDeclaration: true };
      return enter('POST /auth/registration', body);
    },
    atDevice: ({ email, password = PASSWORD }) => enter('POST /auth/login', { email, password }),
    async confirmEmail(email) {
      const link = await mailLink(origin, { to: email, subject: /^Confirm your email$/, path: 'auth/activate' });
      const { search } = new URL(link);
      const headers = { 'x-requested-with': 'web', origin };
      const answer = await fetch(`${origin}/api/v2/auth/activate${search}`, { headers });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async admin(...words) {
      const { PATH, HOME, TMPDIR } = process.env;
      const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: new URL(origin).port, FEED: 'simulated' };
      return (await promisify(execFile)(process.execPath, ['build/server/admin.js', ...words], { env })).stdout;
    },
    async close() {
      await db.end();
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Asked {
  readonly origin: string;
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** With the cookies of a device, and what the API sets is kept there. */
async function callFrom(context: BrowserContext, { origin, line, headers, body }: Asked): Promise<Answer> {
  const [method = 'GET', path = ''] = line.split(' ');
  const answer = await context.request.fetch(`${origin}/api/v2${path}`, {
    method,
    headers: { 'x-requested-with': 'web', origin, ...headers },
    ...(body === undefined ? {} : { data: body }),
  });
  return { status: answer.status(), json: (await answer.json()) as Answer['json'] };
}

/** As the switch of the page does: what is open stays open. */
export async function putOn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((wanted) => {
    localStorage.setItem('tikvo.theme', wanted);
    dispatchEvent(new Event('tikvo:appearance'));
  }, theme);
  expect(await page.getAttribute('html', 'data-theme')).toBe(theme);
}

/** Gives the password where the page asks who is there. */
export async function proves(page: Page, password = PASSWORD): Promise<void> {
  const ask = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await ask.getByLabel('Password', { exact: true }).fill(password);
  await ask.getByRole('button', { name: 'Confirm' }).click();
  await ask.waitFor({ state: 'detached' });
}
