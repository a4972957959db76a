import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationMessage, preferencesWire } from '#protocol/notifications.ts';
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

let server: TestServer;
let ask: Ask;
let ada: Person;
/** Another process of the same installation: what it commits, the server shows. */
let mail: Mail;

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  ada = await personOf(server, 'USER');
  const { config, pool: db } = server;
  const parts = { config, db, clock: systemClock, log: createLog(config), vault: createVault({ config }) };
  mail = createMail(parts);
});
afterAll(() => server.stop());

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
