import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage, quiet, visit } from '../browser.ts';
import {
  FREE_TEXTS,
  inHeader,
  PASSWORD,
  type Called,
  type FreeText,
  type Writer,
  recoveryCodes,
  ticketOf,
} from './free-texts.ts';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { readConfig } from '#server/config/config.ts';
import { PAYLOADS } from './marks.ts';
import { startProduct, type Product } from '../product.ts';

const EACH = 5;
const ALL = process.env['E2E_ALL'] !== undefined;
/** In the short run four of them, by one writer. */
const TEXTS = ALL ? PAYLOADS : PAYLOADS.filter((_text, index) => index % 16 === 1);
/** A person may suggest five ideas a day: five payloads a person, in all of their fields, meet no limit. */
const SHARES = Array.from({ length: Math.ceil(TEXTS.length / EACH) }, (_, no) =>
  TEXTS.slice(no * EACH, (no + 1) * EACH),
);

/** InvalidRequest, InvalidEmail. */
const REFUSED: ReadonlySet<number> = new Set([400, 422]);

/** Addresses that carry what a stranger wrote. */
const REFLECTED: readonly ((text: string) => string)[] = [
  (text) => `/en/${text}`,
  (text) => `/en/trading/demo?pair=${text}`,
  (text) => `/en/auth/login?tab=${text}&redirect=${text}&host=${text}&ref=${text}&utm_source=${text}`,
  (text) => `/en/auth/reset-password?token=${text}&email=${text}`,
  (text) => `/en/unsubscribe?token=${text}&lang=${text}`,
  (text) => `/en/auth/social?code=${text}&state=${text}&error=${text}&error_description=${text}`,
  (text) => `/en/confirm-email?token=${text}`,
];

interface Heard {
  /** Scripts of strangers that ran. */
  ran: number;
  /** Scripts that reached the page as script and were stopped by its policy alone. */
  stopped: string[];
}

/** Listens for marks on a page. */
async function listen(page: Page): Promise<Heard> {
  const heard: Heard = { ran: 0, stopped: [] };
  await page.exposeFunction('__mark', () => {
    heard.ran += 1;
  });
  page.on('dialog', (dialog) => {
    heard.ran += 1;
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) heard.stopped.push(message.text());
  });
  return heard;
}

/** A text as a page shows it: spaces of all kinds are one, and signs without a shape are none. */
function seen(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}

describe('what strangers write (R-38)', async () => {
  const browser: Browser | null = await openBrowser();
  const missing = browser === null;
  let product: Product;
  let page: Page;
  let heard: Heard;
  /** Of staff, in the back office. */
  let office: Page;
  let atDesks: Heard;
  let unsubscribeToken = '';

  beforeAll(async () => {
    if (browser === null) return;
    // A network, whose node never answers: addresses of it can be saved.
    const { depositXpub } = readConfig({});
    product = await startProduct(() => ({ RPC_ETHEREUM: 'http://127.0.0.1:9', DEPOSIT_XPUB: depositXpub }));
    ({ page } = await openPage(browser, { width: 1_024, height: 768 }));
    heard = await listen(page);
    ({ page: office } = await openPage(browser, { width: 1_440, height: 900 }));
    atDesks = await listen(office);
    const data = { email: 'admin@sandbox.example', password: SAMPLE_PASSWORD };
    const headers = { 'x-requested-with': 'web' };
    const entered = await office.request.post(`${product.origin}/api/v2/auth/login`, { data, headers });
    if (!entered.ok()) throw new Error(`staff: ${entered.status()}`);
    for (const [name, value] of [
      ['tikvo.known', '1'],
      ['tikvo.consent', 'needed'],
    ] as const)
      await office.context().addCookies([{ name, value, url: product.origin }]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** The mails that the inbox of the sandbox has for an address, newest first: subject and address of the page. */
  async function mailsTo(email: string): Promise<{ readonly path: string; readonly subject: string }[]> {
    const html = await (await fetch(`${product.origin}/dev/inbox`)).text();
    const rows = [...html.matchAll(/<bdi>([^<]*)<\/bdi><\/td><td><a href="([^"]+)"><bdi>([^<]*)<\/bdi>/g)];
    return rows.flatMap(([, to, path = '', subject = '']) => (to === email ? [{ path, subject }] : []));
  }

  async function mailTo(email: string, subject: string): Promise<string> {
    const found = async () => (await mailsTo(email)).find((mail) => mail.subject.includes(subject))?.path ?? null;
    await expect.poll(found).not.toBeNull();
    return (await fetch(`${product.origin}${await found()}`)).text();
  }

  function callerFrom(address: string, token: string): Writer['call'] {
    return async (line, body, headers = {}): Promise<Called> => {
      const [method = 'GET', ...rest] = line.split(' ');
      const answer = await fetch(`${product.origin}/api/v2${rest.join(' ')}`, {
        method,
        headers: {
          'x-forwarded-for': address,
          'x-requested-with': 'web',
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const json = await answer.json().catch(() => ({}));
      return { status: answer.status, json: json as Called['json'] };
    };
  }

  async function newWriter(no: number): Promise<Writer> {
    const email = `mara${no}@mail.test`;
    const address = `10.77.0.${no + 1}`;
    const body = { email, password: PASSWORD, country: 'PT', residentDeclaration: true };
    const made = await callerFrom(address, '')('POST /auth/registration', body);
    expect(made.status).toBe(201);
    const call = callerFrom(address, String(made.json['accessToken']));
    // Names of keys and new addresses are taken from one who has just proved themselves.
    expect((await call('POST /auth/step-up', { password: PASSWORD })).status).toBe(200);
    if (no === 0) unsubscribeToken = await tokenOfMails(email, call);
    return { origin: product.origin, email, unsubscribeToken, call };
  }

  /** The token at the foot of a mail that is not of the account itself: asked for, and caused. */
  async function tokenOfMails(email: string, call: Writer['call']): Promise<string> {
    const activation = await mailTo(email, 'Confirm');
    const token = /activate\?token=([\w.-]+)/.exec(activation)?.[1] ?? '';
    expect((await call(`GET /auth/activate?token=${token}`)).status).toBe(200);
    const changes = [{ kind: 'avatar_ready', channel: 'email', on: true }];
    expect((await call('PUT /notifications/preferences', { changes })).status).toBe(200);
    expect((await call('POST /user/generateAvatar', {})).status).toBe(200);
    const notice = await mailTo(email, 'avatar');
    return /unsubscribe\?token=([\w.-]+)/.exec(notice)?.[1] ?? '';
  }

  interface Count {
    readonly field: string;
    sent: number;
    stored: number;
    refused: number;
    limited: number;
    otherwise: string[];
  }

  /** Writes each text into each field; what of them the product took, by field. */
  async function write(writer: Writer, texts: readonly string[], counts: Map<string, Count>) {
    const kept: { readonly field: FreeText; readonly text: string }[] = [];
    for (const field of FREE_TEXTS) {
      const none = { field: field.name, sent: 0, stored: 0, refused: 0, limited: 0, otherwise: [] };
      const count: Count = counts.get(field.name) ?? none;
      counts.set(field.name, count);
      for (const text of texts) {
        const status = await field.write(writer, text);
        count.sent += 1;
        if (status === 429) count.limited += 1;
        else if (REFUSED.has(status)) count.refused += 1;
        else if (status < 300) count.stored += 1;
        if (status < 300) kept.push({ field, text });
        if (field.takes(text) ? status >= 300 : !REFUSED.has(status)) count.otherwise.push(`${status} for ${text}`);
      }
    }
    return kept;
  }

  test.skipIf(missing)('runs where nothing holds it: the marker works', async () => {
    if (browser === null) return;
    const { page: bare } = await openPage(browser, { width: 800, height: 600 });
    const naive = await listen(bare);
    for (const text of TEXTS) await bare.setContent(`<p title="${text}">${text}</p>`);
    await expect.poll(() => naive.ran).toBeGreaterThan(TEXTS.length / 4);
    await bare.context().close();
  });

  test.skipIf(missing)(
    'is refused, or is text on the pages and in the mails that show it',
    async () => {
      const counts = new Map<string, Count>();
      let mails = 0;
      for (const [no, texts] of SHARES.entries()) {
        const writer = await newWriter(no);
        const kept = await write(writer, texts, counts);
        const told = kept.filter(({ field }) => field.shown !== undefined);
        await lookAtPages(writer, { texts, kept });
        await lookAtDesks(writer, kept);
        mails += await lookAtMails(
          writer,
          told.map(({ field, text }) => (field.shown === 'mails' ? inHeader(text) : text)),
        );
      }
      const rows = [...counts.values()];
      console.table(
        Object.fromEntries(
          rows.map(({ field, sent, stored, refused, limited }) => [field, { sent, stored, refused, limited }]),
        ),
      );
      const sum = (of: 'sent' | 'stored' | 'refused' | 'limited') => rows.reduce((all, row) => all + row[of], 0);
      console.log(
        `R-38: ${TEXTS.length} payloads x ${rows.length} fields = ${sum('sent')}: ${sum('stored')} stored, ${sum('refused')} refused, ` +
          `${sum('limited')} rate-limited, ${mails} mails looked at, ${heard.ran} ran, ${heard.stopped.length} stopped by the policy alone`,
      );
      expect(rows.flatMap(({ field, otherwise }) => otherwise.map((what) => `${field}: ${what}`))).toEqual([]);
      expect(sum('limited')).toBe(0);
      console.log(`R-38: in the back office ${atDesks.ran} ran, ${atDesks.stopped.length} stopped by the policy alone`);
      expect([heard, atDesks]).toEqual(Array(2).fill({ ran: 0, stopped: [] }));
    },
    900_000,
  );

  /** Staff read what a writer wrote: their record with all its parts, the ticket, the ideas; and search for it. */
  async function lookAtDesks(
    writer: Writer,
    kept: readonly { readonly field: FreeText; readonly text: string }[],
  ): Promise<void> {
    const { origin, email } = writer;
    const reads = async (desk: 'tickets' | 'ideas') => {
      const texts = kept.flatMap(({ field, text }) => (field.atDesk === desk ? [seen(text)] : []));
      const missed = async () => {
        const all = seen(await office.locator('body').innerText());
        return texts.filter((text) => !all.includes(text));
      };
      await expect.poll(missed).toEqual([]);
    };
    await visit(office, `${origin}/office/tickets/${ticketOf.get(email)}`);
    await reads('tickets');
    await visit(office, `${origin}/office/ideas`);
    await reads('ideas');
    const id = String((await writer.call('GET /user/profile')).json['id']);
    await visit(office, `${origin}/office/people/${id}`);
    const tabs = office.getByRole('tab');
    await tabs.first().waitFor();
    for (let no = 0; no < (await tabs.count()); no += 1) {
      await tabs.nth(no).click();
      await quiet(office);
    }
    await visit(office, `${origin}/office/audit`);
    await quiet(office);
    await office.keyboard.press('Control+k');
    const search = office.getByPlaceholder('An email, an id, a desk, an act');
    for (const { text } of kept.slice(0, 3)) await search.fill(text.slice(0, 80));
    await quiet(office);
  }

  /** The pages of a signed-in person: each name that was kept is read there as it was written. */
  async function lookAtPages(
    writer: Writer,
    { texts, kept }: { readonly texts: readonly string[]; readonly kept: readonly { field: FreeText; text: string }[] },
  ): Promise<void> {
    const { origin, email } = writer;
    const context = page.context();
    await context.clearCookies();
    const data = { email, password: PASSWORD };
    const headers = { 'x-requested-with': 'web', 'user-agent': inHeader(texts[0] ?? '') };
    const entered = await context.request.post(`${origin}/api/v2/auth/login`, { data, headers });
    expect(entered.status()).toBe(200);
    const { otpToken } = (await entered.json()) as { otpToken?: string };
    if (otpToken !== undefined) {
      const step = { data: { otpToken, token: recoveryCodes.get(email)?.pop() }, headers };
      const second = await context.request.post(`${origin}/api/v2/auth/otp/verify`, step);
      if (!second.ok()) throw new Error(`the second step was answered ${second.status()}`);
    }
    await context.addCookies([{ name: 'tikvo.known', value: '1', url: origin }]);
    await visit(page, `${origin}/en/settings/security`);
    await page.getByText('This device').first().waitFor();
    const names = kept.flatMap(({ field, text }) => (field.shown === 'security page' ? [seen(text)] : []));
    const missingNames = async () => {
      const all = seen(await page.locator('body').innerText());
      return names.filter((name) => !all.includes(name));
    };
    await expect.poll(missingNames).toEqual([]);
    for (const path of ['notifications', 'account', 'settings/personal', 'settings/notifications']) {
      await visit(page, `${origin}/en/${path}`);
      await quiet(page);
    }
    await visit(page, `${origin}/en/trading-history`);
    const search = page.getByRole('searchbox', { name: 'Search by trade ID' });
    await search.waitFor();
    for (const text of texts) await search.fill(text);
    await quiet(page);
    await visit(page, `${origin}/en/unsubscribe?token=${writer.unsubscribeToken}`);
    const comment = page.getByLabel('Anything else you’d like to tell us?');
    for (const text of texts) await comment.fill(text);
  }

  /** Opens all mails to the writer; each text is read in one of them as it was written. */
  async function lookAtMails(writer: Writer, texts: readonly string[]): Promise<number> {
    const all = async () => (await mailsTo(writer.email)).length;
    // A mail for each, and those of the sign-up and of the sign-in by the browser.
    await expect.poll(all).toBeGreaterThanOrEqual(texts.length + 1);
    const mails = await mailsTo(writer.email);
    let read = '';
    for (const { path } of mails) {
      await page.goto(new URL(path, writer.origin).href, { waitUntil: 'load' });
      read += ` ${seen(await page.locator('pre').innerText())}`;
    }
    expect(texts.filter((text) => !read.includes(seen(text)))).toEqual([]);
    return mails.length;
  }

  test.skipIf(missing)(
    'is text where an address brings it',
    async () => {
      const texts = ALL ? TEXTS : TEXTS.slice(0, 1);
      for (const text of texts) {
        for (const addressOf of REFLECTED) {
          await page.goto(`${product.origin}${addressOf(encodeURIComponent(text))}`, { waitUntil: 'domcontentloaded' });
        }
      }
      const pages = texts.length * REFLECTED.length;
      console.log(
        `R-38: ${pages} addresses of pages, ${heard.ran} ran, ${heard.stopped.length} stopped by the policy alone`,
      );
      expect(heard).toEqual({ ran: 0, stopped: [] });
      // Hundreds of pages, one after the other.
    },
    900_000,
  );
});
