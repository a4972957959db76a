import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import { usdt } from '#domain/money.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, startEmbedded, transaction } from '#server/db/index.ts';
import { createAccountAdmin } from '#server/identity/index.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { recordSignUp } from '#server/privacy/index.ts';
import { createVault } from '#server/vault/index.ts';
import { giveCheckedName } from '#server/verification/index.ts';
import { comesTo, openPage, visit, type Watched } from '../browser.ts';
import { startProduct } from '../product.ts';
import { scratch } from '../../scratch.ts';
import { proves } from './people.ts';

const SILENT = { info: () => undefined, warn: () => undefined };
const WIDE = { width: 1_440, height: 900 } as const;
const CASH = usdt(50_000_000_000n);

/** Beside the colleagues of every sandbox: an event takes two who void it, and a panel of three besides the one who proposed. */
const MORE_STAFF: Readonly<Record<string, Role>> = { resolver3: 'RESOLVER', resolver4: 'RESOLVER' };
/** People with money, beside the person of every sandbox. */
const MORE_PEOPLE = ['ben', 'cleo'] as const;

export interface EventWorld {
  readonly origin: string;
  /** Signed in at a device of their own, at this page. */
  enter(name: string, at: string): Promise<Watched>;
  close(): Promise<void>;
}

/** A product with short waits (a day is a minute) whose house maker has money, with all who take part in the life of an event. */
export async function openEventWorld(browser: Browser): Promise<EventWorld> {
  const dataDir = await mkdtemp(join(scratch(), 'tikvo-e2e-events-'));
  const product = await startProduct(() => ({ FEED: 'simulated', WAITS: 'short', DATA_DIR: dataDir }));
  const { origin } = product;
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: new URL(origin).port, FEED: 'simulated' };
  await openPeople(env);
  const command = ['build/server/admin.js', 'fund-maker', '5000', 'story', '--reason', 'for the story'];
  await promisify(execFile)(process.execPath, command, { env });
  return {
    origin,
    async enter(name, at) {
      const watched = await openPage(browser, WIDE);
      const { page } = watched;
      await visit(page, `${origin}/en/auth/login`);
      await page.locator('input[type=email]').fill(`${name}@sandbox.example`);
      await page.locator('input[type=password]').fill(SAMPLE_PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.includes('/auth/'));
      await visit(page, `${origin}${at}`);
      return watched;
    },
    async close() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As the sample people of a sandbox are opened. */
async function openPeople(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const config = readConfig(env);
  // It is running: this finds it, and leaves it to its product.
  const { url } = await startEmbedded({ dataDir: config.dataDir, log: SILENT });
  const db = createPool(url, { max: 1, name: 'e2e event people' });
  try {
    const vault = createVault({ config });
    const accounts = await createAccountAdmin({ config, vault, clock: systemClock });
    const staff = Object.entries(MORE_STAFF);
    for (const [name, role] of [...staff, ...MORE_PEOPLE.map((one) => [one, 'USER'] as const)])
      await transaction(db, async (tx) => {
        const country = role === 'USER' ? 'PT' : null;
        const email = `${name}@sandbox.example`;
        const made = await accounts.open(tx, { email, role, password: SAMPLE_PASSWORD, country, language: 'en' }, null);
        if (!made.ok) throw new Error(`${email} was not opened`);
        const { userId: ownerId } = made.value;
        await giveCheckedName({ vault }, tx, { userId: ownerId, first: 'Sample', last: name, birthDate: '1990-05-17' });
        await recordSignUp({ clock: systemClock })(tx, { userId: ownerId, locale: 'en' });
        if (role === 'USER')
          await grantSandbox(tx, { mode: config.mode, ownerId, amount: CASH, refId: `story/${name}` });
      });
  } finally {
    await db.end();
  }
}

type Fields = Readonly<Record<string, string>>;

async function write(field: Locator, value: string): Promise<void> {
  if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
  else await field.fill(value);
}

/** Does an act of the record that a colleague has before them, as they would: opens it, fills it in, says why. */
export async function act(page: Page, name: string, fields: Fields = {}): Promise<void> {
  // Others may have moved it since the page was read.
  await page.reload();
  await page.locator(`button[data-act="${name}"]:not([aria-disabled=true])`).click();
  const sheet = page.getByRole('dialog').first();
  for (const [label, value] of Object.entries(fields))
    await write(sheet.getByLabel(label, { exact: false }).first(), value);
  await sheet.getByLabel('Reason').fill(`It is time: ${name}.`);
  await sheet.locator('button[type=submit]').click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const gone = page.locator(`[role=dialog]`).first().waitFor({ state: 'detached' });
  await Promise.race([proof.waitFor(), gone]);
  if (await proof.isVisible()) await proves(page, SAMPLE_PASSWORD);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Says yes to the newest request of this title. */
export async function approve({ page }: Watched, title: string): Promise<void> {
  await visit(page, `${new URL(page.url()).origin}/office/approvals`);
  const row = page.getByRole('row').filter({ hasText: title }).first();
  await row.click();
  await page.keyboard.press('Enter');
  await comesTo(page, /\/office\/approvals\/[\w-]+$/);
  await act(page, 'approve');
}

/** The page anew, once the market stands so at its desk. */
export async function standsAt(page: Page, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.locator('h1').first().waitFor();
        return page
          .locator('header')
          .filter({ has: page.locator('h1') })
          .last()
          .innerText();
      },
      { timeout: 90_000, interval: 1_000 },
    )
    .toContain(state);
}
