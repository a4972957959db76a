import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_PUSH_DEVICES } from '#protocol/notification-kinds.ts';
import { notificationMessage, preferencesWire, pushAnswer } from '#protocol/notifications.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import { createLog } from '#server/logging/log.ts';
import { systemClock } from '#server/clock.ts';
import { createMail, type Mail } from '#server/mail/index.ts';
import { createVault } from '#server/vault/index.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { connectLive } from '#tests/live-client.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { startPushService, type PushService } from '#tests/worlds/push-service.ts';

let server: TestServer;
let ask: Ask;
let ada: Person;
/** Another process of the same installation: what it commits, the server shows. */
let mail: Mail;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({ env: { PUSH_ORIGIN: service.origin } });
  ask = caller(server.origin);
  ada = await personOf(server, 'USER');
  const { config, pool: db } = server;
  const parts = { config, db, clock: systemClock, log: createLog(config), vault: createVault({ config }) };
  mail = createMail(parts);
});
afterAll(async () => {
  await server.stop();
  await service.stop();
});

const link = () => `${server.config.origins.main}/en/settings/security`;
/** As a sign-in does it. */
const newDevice = () =>
  transaction(server.pool, async (tx) => {
    await record(tx, [{ kind: 'security.changed', userId: ada.id, what: 'new_device' }]);
    await mail.send(tx, {
      userId: ada.id,
      to: 'ada@example.org',
      kind: 'new_device',
      language: 'en',
      values: { at: new Date().toISOString(), device: '<b>Lynx</b>', country: '', link: link() },
    });
  });

describe('the live badge', () => {
  it('begins with a snapshot, and grows within a moment of the commit', async () => {
    const client = await connectLive(server.origin, '/private');
    client.say({ op: 'auth', token: ada.token });
    client.say({ op: 'subscribe', channels: ['notification'] });
    const first = await client.next('the snapshot', (message) => String(message['ch']) === 'notification');
    expect(first).toMatchObject({ snapshot: true, data: { unread: 0, item: null } });
    await newDevice();
    const news = await client.next('the news', (message) => Number(message['data']?.['unread']) === 1);
    expect(notificationMessage.parse(news['data'])).toMatchObject({
      item: { kind: 'security', values: { what: 'new_device' } },
    });
    const { json } = await ask('/api/v2/notifications', { token: ada.token });
    expect(json).toMatchObject({ unread: 1, nextCursor: null, items: [{ kind: 'security', isRead: false }] });
    const read = await ask('/api/v2/notifications/read', { method: 'POST', token: ada.token, body: { all: true } });
    expect(read.json).toEqual({ unread: 0 });
    await client.next(
      'the badge to go',
      (message) => Number(message['data']?.['unread']) === 0 && message['snapshot'] === undefined,
    );
    client.end();
  });

  it('is for the person alone', async () => {
    const bob = await personOf(server, 'USER');
    const client = await connectLive(server.origin, '/private');
    client.say({ op: 'auth', token: bob.token });
    client.say({ op: 'subscribe', channels: ['notification'] });
    await client.next('the snapshot', (message) => String(message['ch']) === 'notification');
    await newDevice();
    await until('it to be announced', async () => {
      const { rows } = await server.pool.query('SELECT 1 FROM notification WHERE NOT told');
      return rows.length === 0 ? true : null;
    });
    expect(client.messages.filter((message) => String(message['ch']) === 'notification')).toHaveLength(1);
    client.end();
  });
});

describe('switches over the API', () => {
  it('are turned and kept; a locked one is refused', async () => {
    const body = { changes: [{ kind: 'prediction_settled', channel: 'email', on: true }] };
    const turned = await ask('/api/v2/notifications/preferences', { method: 'PUT', token: ada.token, body });
    expect(preferencesWire.parse(turned.json).kinds[0]).toMatchObject({ kind: 'prediction_settled', email: 'on' });
    const locked = { changes: [{ kind: 'limits', channel: 'app', on: false }] };
    const refused = await ask('/api/v2/notifications/preferences', { method: 'PUT', token: ada.token, body: locked });
    expect([refused.status, refused.json['error']?.['code']]).toEqual([400, 'InvalidRequest']);
  });
});

describe('what is told by push', () => {
  const PUSH = '/api/v2/notifications/push';
  const on = (person: Person, body: object) => ask(PUSH, { method: 'POST', token: person.token, body });
  const devices = async ({ token }: Person) => (await ask(PUSH, { token })).json['devices'] as unknown as object[];
  const changed = (person: Person) =>
    record(server.pool, [{ kind: 'security.changed', userId: person.id, what: 'password_changed' }]);
  const came = ({ taken }: { readonly taken: readonly unknown[] }, count: number) =>
    until(`push ${count}`, () => (taken.length === count ? true : null));

  it('comes to a browser that asked for it, in the language of its person, and says no more than its kind', async () => {
    const eve = await personOf(server, 'USER');
    await server.pool.query("UPDATE app_user SET language = 'de' WHERE id = $1", [eve.id]);
    const browser = service.subscribe();
    const { json } = await on(eve, browser.subscription);
    expect(pushAnswer.parse(json).devices).toMatchObject([{ isHere: true }]);
    await record(server.pool, [
      { kind: 'deposit.seen', userId: eve.id, depositId: randomUUID(), amount: '5000000' },
      { kind: 'withdrawal.paid', userId: eve.id, withdrawalId: randomUUID(), amount: '7000000' },
    ]);
    await came(browser, 1);
    expect(browser.read()).toEqual({
      title: 'Ihre Auszahlung ist angekommen',
      text: expect.stringContaining('Netzwerk'),
      url: `${server.config.origins.dashboard}/de/wallet-history`,
      tag: 'withdrawal_paid',
      lang: 'de',
      dir: 'ltr',
    });
    const { headers, body } = browser.taken[0] ?? { headers: {}, body: Buffer.alloc(0) };
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect([Number(headers['ttl']) > 86_000, String(headers['topic']).length, body.length % 512]).toEqual([
      true,
      32,
      103,
    ]);
    const claims = { aud: service.origin, exp: expect.any(Number), sub: 'mailto:post@localhost' };
    expect(browser.sender(String(json['key']))).toEqual(claims);
    const { rows } = await server.pool.query<{ row: string }>('SELECT push_device::text AS row FROM push_device');
    expect(rows.filter(({ row }) => row.includes(service.origin))).toEqual([]);
  });

  it('comes later where the service asks to wait, and no more where it knows the browser no longer', async () => {
    const eve = await personOf(server, 'USER');
    const browser = service.subscribe();
    await on(eve, browser.subscription);
    browser.answers.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
    await changed(eve);
    await came(browser, 1);
    expect(browser.answers).toEqual([]);
    browser.answers.push({ status: 410 });
    await changed(eve);
    await until('the browser to be forgotten', async () => ((await devices(eve)).length === 0 ? true : null));
    expect(browser.taken).toHaveLength(1);
  });

  it('ends with the switch of a kind, with the press on remove, and with the session', async () => {
    const eve = await personOf(server, 'USER');
    const browser = service.subscribe();
    await on(eve, browser.subscription);
    const changes = [{ kind: 'security', channel: 'push', on: false }];
    await ask('/api/v2/notifications/preferences', { method: 'PUT', token: eve.token, body: { changes } });
    await changed(eve);
    await record(server.pool, [{ kind: 'balance.adjusted', userId: eve.id, way: 'credit', amount: '1000000' }]);
    await came(browser, 1);
    expect(browser.read()).toMatchObject({ tag: 'balance_adjusted' });
    // The same browser is another person's as soon as they ask for it.
    await on(ada, browser.subscription);
    expect([await devices(eve), (await devices(ada)).length]).toEqual([[], 1]);
    await on(eve, browser.subscription);
    const id = pushAnswer.parse((await ask(PUSH, { token: eve.token })).json).devices[0]?.id ?? '';
    const remove = ({ token }: Person, of = id) => ask(`${PUSH}/${of}`, { method: 'DELETE', token });
    expect([(await remove(ada)).status, (await remove(eve, 'none')).status]).toEqual([404, 404]);
    expect((await remove(eve)).json['devices']).toEqual([]);
    await on(eve, browser.subscription);
    await ask('/api/v2/auth/logout', { method: 'POST', token: eve.token });
    await until('the browser to be forgotten', async () => {
      const { rowCount } = await server.pool.query('SELECT 1 FROM push_device WHERE user_id = $1', [eve.id]);
      return rowCount === 0 ? true : null;
    });
  });

  it('goes to no address inside and to none without https', async () => {
    const { subscription } = service.subscribe();
    const refused = async (over: object) => {
      const { status, json } = await on(ada, { ...subscription, ...over });
      return [status, Object.keys(json['error']?.['details']?.['fields'] ?? {})];
    };
    for (const endpoint of [
      'https://127.0.0.1/a',
      'http://push.example.org/a',
      'https://[::1]/a',
      'https://10.0.0.7/a',
    ])
      expect(await refused({ endpoint }), endpoint).toEqual([400, ['endpoint']]);
    expect(await refused({ p256dh: 'A'.repeat(87) })).toEqual([400, ['p256dh']]);
  });

  it('is of the ten browsers that were added last', async () => {
    const eve = await personOf(server, 'USER');
    const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM session WHERE user_id = $1', [eve.id]);
    for (let no = 0; no < 11; no += 1) {
      await on(eve, service.subscribe().subscription);
      // As of another browser: one session has one.
      await server.pool.query('UPDATE push_device SET session_id = $2 WHERE session_id = $1', [
        rows[0]?.id,
        randomUUID(),
      ]);
    }
    const { rowCount } = await server.pool.query('SELECT 1 FROM push_device WHERE user_id = $1', [eve.id]);
    expect(rowCount).toBe(MOST_PUSH_DEVICES);
  });
});

describe('the inbox of the sandbox', () => {
  it('lists kept mails and shows one, its markup shut in a frame', async () => {
    await newDevice();
    const list = await ask('/dev/inbox');
    expect(list.status).toBe(200);
    expect(list.text).toContain('This is a simulator');
    expect(list.text).toContain('ada@example.org');
    expect(list.text).toMatch(/>\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}<\/time>/);
    const path = /\/dev\/inbox\/[0-9a-f-]{36}/.exec(list.text)?.[0] ?? '';
    const one = await ask(path);
    expect(one.text).toContain('sandbox="allow-top-navigation-by-user-activation"');
    expect(one.text).toContain(`<a href="${link()}">`);
    expect(one.text).not.toContain('<b>Lynx');
    expect(one.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await ask('/dev/inbox/nothing')).status).toBe(404);
    expect((await ask('/dev/inbox/018f0000-0000-7000-8000-000000000001')).status).toBe(404);
  });
});

describe("a person's own word", () => {
  it('is set over the API, stands in each mail to their confirmed address, and goes as it came', async () => {
    const eve = await personOf(server, 'USER');
    const word = (of: string | null) =>
      ask('/api/v2/user/mail-word', { method: 'PUT', token: eve.token, body: { word: of } });
    const kept = async (kind: 'new_device' | 'email_change') => {
      const to = `${kind}@example.org`;
      const values = { at: new Date().toISOString(), device: 'Lynx', country: '', wait: '60000', link: link() };
      await transaction(server.pool, (tx) => mail.send(tx, { userId: eve.id, to, kind, language: 'en', values }));
      return (await mail.kept(20)).find((one) => one.to === to);
    };
    expect((await word('blue heron')).json['error']?.['code']).toBe('StepUpRequired');
    await proveAgain(server, eve.id);
    expect((await word('abc')).status).toBe(400);
    expect((await word('  blue\theron ')).json).toEqual({ word: 'blue heron' });
    expect((await ask('/api/v2/user/mail-word', { token: eve.token })).json).toEqual({ word: 'blue heron' });
    expect((await ask('/api/v2/user/mail-word', { token: ada.token })).json).toEqual({ word: null });
    const { rows } = await server.pool.query<{ word: Buffer }>('SELECT word FROM mail_word');
    expect(rows.map((row) => row.word.includes('heron'))).toEqual([false]);
    expect((await kept('new_device'))?.text).toContain('Your email word: blue heron');
    // A new address is not proved to be theirs yet.
    expect((await kept('email_change'))?.text).not.toContain('heron');
    expect((await word(null)).json).toEqual({ word: null });
    expect((await kept('new_device'))?.text).not.toContain('heron');
  });
});

describe('the end of mails', () => {
  it('is one call of a mail provider, without session or page', async () => {
    const bob = await personOf(server, 'USER');
    const token = mail.unsubscribeToken(bob.id);
    const urlencoded = 'application/x-www-form-urlencoded';
    const multipart = 'multipart/form-data; boundary=x';
    const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const post = async (of: string, body?: string, type = urlencoded) => {
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': type };
      return (
        await ask(`/unsubscribe?token=${of}`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
      ).status;
    };
    // Whoever follows links does not say the word, and ends nobody's mails.
    for (const [body, type] of [
      [],
      [''],
      ['List-Unsubscribe=Yes'],
      ['a=One-Click'],
      [part.replace('List-', 'x'), multipart],
    ])
      expect([body, await post(token, body, type)]).toEqual([body, 400]);
    expect(await mail.hasUnsubscribed(server.pool, bob.id)).toBe(false);
    expect(await post(`${token}0`, 'List-Unsubscribe=One-Click')).toBe(404);
    expect(await post(token, 'List-Unsubscribe=One-Click')).toBe(200);
    expect(await mail.hasUnsubscribed(server.pool, bob.id)).toBe(true);
    const eve = await personOf(server, 'USER');
    expect(await post(mail.unsubscribeToken(eve.id), part, multipart)).toBe(200);
  });

  it('takes reasons and a comment, and no token but ours', async () => {
    const bob = await personOf(server, 'USER');
    const body = { token: mail.unsubscribeToken(bob.id), reasons: ['too_many_emails', 'other'], comment: '<script>' };
    expect((await ask('/api/v2/user/unsubscribe-emails', { method: 'POST', body })).json).toEqual({ status: 'ok' });
    const { rows } = await server.pool.query<{ reasons: string[] }>(
      'SELECT reasons FROM unsubscribe_answer WHERE user_id = $1',
      [bob.id],
    );
    expect(rows).toEqual([{ reasons: ['too_many_emails', 'other'] }]);
    const foreign = await ask('/api/v2/user/unsubscribe-emails', { method: 'POST', body: { ...body, token: 'x.y' } });
    expect([foreign.status, foreign.json['error']?.['code']]).toEqual([expect.any(Number), 'IncorrectToken']);
    const unknown = await ask('/api/v2/user/unsubscribe-emails', {
      method: 'POST',
      body: { ...body, reasons: ['bored'] },
    });
    expect(unknown.json['error']?.['code']).toBe('InvalidRequest');
  });
});
