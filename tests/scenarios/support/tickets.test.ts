/** Tickets of support by HTTP: a visitor by the link of a mail, a person by their session, and the agents who answer. */
import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { systemClock } from '#server/clock.ts';
import { forgetOldTickets, runSupportClock } from '#server/support/clock.ts';
import type { SupportParts } from '#server/support/contract.ts';
import { createVault } from '#server/vault/index.ts';
import { mailLink } from '#tests/e2e/mails.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  agent = await personOf(server, 'SUPPORT');
});
afterAll(() => server.stop());

const ASKED = { firstName: 'Ada', lastName: 'Long', email: 'ada@people.example', message: 'Where is it?', terms: true };
const begin = (body: object, token?: string, language = 'en') =>
  ask('/api/v2/support/tickets', {
    method: 'POST',
    body,
    headers: { 'accept-language': language },
    ...(token === undefined ? {} : { token }),
  });
const act = (id: string, name: string, fields: object = {}) =>
  actsBy(office)(`tickets/${id}`, name, agent)({ reason: 'asked for', fields });
const write = (id: string, message: string, { token }: Person) =>
  ask(`/api/v2/support/tickets/${id}/messages`, { method: 'POST', token, body: { message } });
const said = ({ json }: { readonly json: { readonly [key: string]: unknown } }) =>
  (json['messages'] as { by: string; text: string }[]).map(({ by, text }) => `${by}: ${text}`);

/** A small picture that says where it was taken; `no`: another one. */
function picture(no = 0): Promise<Buffer> {
  const plain = sharp({ create: { width: 40 + no, height: 30, channels: 3, background: 'white' } });
  return plain
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' } })
    .jpeg()
    .toBuffer();
}
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj
trailer<</Root 1 0 R>>`;

function attach(path: string, bytes: Buffer | string, token?: string) {
  const body = new FormData();
  body.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'file');
  return ask(`/api/v2/${path}`, { method: 'POST', body, ...(token === undefined ? {} : { token }) });
}
const filesIn = ({ json }: { readonly json: { readonly [key: string]: unknown } }) =>
  (json['messages'] as { by: string; text: string; files: { url: string; width: number }[] }[]).map(
    ({ by, text, files }) => ({ by, text, files: files.length }),
  );
const firstUrl = ({ json }: { readonly json: { readonly [key: string]: unknown } }) =>
  (json['messages'] as { files: { url: string }[] }[]).flatMap(({ files }) => files)[0]?.url ?? '';
/** What the address of a file shows. */
const see = (url: string) => fetch(`${server.origin}${new URL(url).pathname}`);
const uploadReason = ({ json }: Awaited<ReturnType<Ask>>) => json['error']?.['details']?.['reason'];

/** What runs by itself, in so many days. */
async function inDays(days: number): Promise<void> {
  const clock = { ...systemClock, now: () => Date.now() + days * DAY_MS };
  const vault = createVault({ config: server.config });
  // Whom it asks whether they were helped is another test’s (desk.test.ts).
  const mail = { send: () => Promise.resolve() };
  const contactOf = () => Promise.resolve(null);
  const parts = { db: server.pool, clock, config: server.config, vault, mail, contactOf } as unknown as SupportParts;
  await runSupportClock(parts);
  await forgetOldTickets(parts);
}

it('answers a visitor by mail, in their language, until the ticket closes and is forgotten', async () => {
  const demo = await personOf(server, 'DEMO');
  const begun = await begin({ ...ASKED, about: { kind: 'withdrawal', ref: 'w-1' } }, demo.token, 'de');
  expect([begun.status, begun.json['state']], begun.text).toEqual([201, 'NEW']);
  const id = String(begun.json['id']);
  // Nothing of it is theirs by their token: whoever practises is a visitor.
  expect((await ask('/api/v2/support/tickets', { token: demo.token })).status).toBe(403);

  const mailed = (subject: RegExp) => mailLink(server.origin, { to: ASKED.email, subject, path: 'support' });
  const token = new URL(await mailed(/ist eingegangen/)).searchParams.get('token');
  const read = () => ask('/api/v2/support/by-link', { method: 'POST', body: { token } });
  expect(said(await read())).toEqual(['person: Where is it?']);
  for (const wrong of [`${id}.x`, `${String(token)}=`, 'x'])
    expect(
      (await ask('/api/v2/support/by-link', { method: 'POST', body: { token: wrong } })).json['error']?.['code'],
    ).toBe('IncorrectToken');

  expect(rowsOf(await office('/api/v2/office/desks/tickets', agent)).map((row) => row.id)).toContain(id);
  const page = await office(`/api/v2/office/desks/tickets/${id}`, agent);
  expect(page.text).toContain('A*** L***');
  expect(page.text).not.toContain(ASKED.email);
  await proveAgain(server, agent.id);
  expect((await act(id, 'show-sender')).text).toContain(ASKED.email);
  expect((await act(id, 'reply')).json['error']?.['details']?.['fields']).toEqual({ message: 'missing' });
  expect((await act(id, 'reply', { canned: 'withdrawal', message: 'Bis bald.' })).json['said']).toBe(
    'Your answer is on its way.',
  );
  // The mail of the answer opens the same ticket.
  expect(new URL(await mailed(/^Antwort auf/)).searchParams.get('token')).toBe(token);
  const answered = await read();
  expect(answered.json['state']).toBe('WAITING_USER');
  expect(said(answered)[1]).toMatch(/^support: Guten Tag Ada,\n\ndie meisten Auszahlungen[^]*\n\nBis bald\.$/);

  const more = await ask('/api/v2/support/by-link/messages', { method: 'POST', body: { token, message: 'Danke' } });
  expect([more.json['state'], said(more).at(-1)]).toEqual(['OPEN', 'person: Danke']);
  const rate = (rating: string) => ask('/api/v2/support/by-link/rating', { method: 'POST', body: { token, rating } });
  expect((await rate('SOLVED')).json['error']?.['code']).toBe('NotFound');
  expect((await act(id, 'solve')).json['said']).toBe('It is solved.');
  expect((await read()).json).toMatchObject({ isRatable: true, rating: null });
  expect((await rate('UNSOLVED')).json['rating']).toBe('UNSOLVED');
  expect((await rate('SOLVED')).json['rating']).toBe('SOLVED');
  expect((await office(`/api/v2/office/desks/tickets/${id}`, agent)).text).toContain('They say');
  await inDays(13);
  expect((await read()).json['state']).toBe('RESOLVED');
  await inDays(15);
  expect((await read()).json['state']).toBe('CLOSED');
  const late = await ask('/api/v2/support/by-link/messages', { method: 'POST', body: { token, message: 'Noch da?' } });
  expect(late.json['error']?.['code']).toBe('TicketClosed');
  await inDays(400);
  expect((await read()).json['error']?.['code']).toBe('IncorrectToken');
});

it('asks a team, whose own people find it at their desk and hand it back', async () => {
  const [ada, resolver, cashier] = [
    await personOf(server, 'USER'),
    await personOf(server, 'RESOLVER'),
    await personOf(server, 'CASHIER'),
  ];
  const id = String((await begin(ASKED, ada.token)).json['id']);
  await act(id, 'take');
  await act(id, 'escalate', { team: 'settlement' });
  const asked = async (team: string) =>
    rowsOf(await office(`/api/v2/office/desks/tickets?filter=${encodeURIComponent(`team=${team}`)}`, resolver)).map(
      (row) => row.id,
    );
  expect(await asked('settlement')).toContain(id);
  expect(await asked('cashier')).not.toContain(id);
  const waits = async (person: Person) =>
    (await office('/api/v2/office/frame', person)).json['counts']?.['tickets'] ?? 0;
  expect(await waits(resolver)).toBe(1);
  expect(await waits(cashier)).toBe(0);

  const handBack = (person: Person) =>
    actsBy(office)(`tickets/${id}`, 'hand-back', person)({ reason: 'looked at', fields: {} });
  expect((await handBack(cashier)).json['error']?.['details']).toMatchObject({ why: 'Settlement was asked.' });
  // Whoever was asked answers the agent, not the person.
  const reply = actsBy(office)(`tickets/${id}`, 'reply', resolver);
  expect((await reply({ reason: 'looked at', fields: { message: 'Paid.' } })).status).toBe(403);
  expect((await handBack(resolver)).json['said']).toBe('The agent has it again.');
  expect(await asked('settlement')).not.toContain(id);
});

it('tells a person of the answer, and shows their ticket to nobody else', async () => {
  const [ada, ben] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const id = String((await begin(ASKED, ada.token)).json['id']);
  expect((await ask(`/api/v2/support/tickets/${id}`, { token: ben.token })).status).toBe(404);
  expect((await write(id, 'Mine?', ben)).status).toBe(404);

  expect((await act(id, 'take')).json['said']).toBe('It is yours.');
  expect((await act(id, 'escalate', { team: 'settlement' })).json['said']).toBe('Settlement is asked.');
  expect((await act(id, 'reply', { message: 'Now?' })).status).toBe(422);
  expect((await act(id, 'hand-back')).json['said']).toBe('The agent has it again.');
  expect((await act(id, 'complaint')).json['said']).toBe('It is a complaint.');
  expect((await act(id, 'reply', { message: 'It was\u202E sent.' })).status).toBe(200);
  const told = await until('the notification', async () => {
    const { json } = await ask('/api/v2/notifications', { token: ada.token });
    return (json['items'] as unknown as { kind: string; values: object }[]).find(({ kind }) => kind === 'support');
  });
  expect(told.values).toEqual({ ticket: id });
  const shown = await ask(`/api/v2/support/tickets/${id}`, { token: ada.token });
  expect(said(shown)).toEqual(['person: Where is it?', 'support: It was sent.']);

  // Without a reply it is solved after a week; a reply opens it again.
  await inDays(8);
  expect((await write(id, 'Still not here', ada)).json['state']).toBe('OPEN');
  expect((await act(id, 'spam')).json['said']).toBe('It is spam.');
  expect((await ask(`/api/v2/support/tickets/${id}`, { token: ada.token })).json['state']).toBe('CLOSED');
  expect((await write(id, 'Hello?', ada)).json['error']?.['code']).toBe('TicketClosed');
});

it('hears from its person, and nobody else, whether it was solved, once it has ended', async () => {
  const [ada, ben] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const id = String((await begin(ASKED, ada.token)).json['id']);
  const rate = ({ token }: Person) =>
    ask(`/api/v2/support/tickets/${id}/rating`, { method: 'PUT', token, body: { rating: 'UNSOLVED' } });
  expect((await rate(ada)).status).toBe(404);
  await act(id, 'take');
  await act(id, 'reply', { message: 'It was sent.' });
  await act(id, 'solve');
  expect([(await rate(ben)).status, (await rate(ada)).json['rating']]).toEqual([404, 'UNSOLVED']);
  expect((await write(id, 'Not here', ada)).json).toMatchObject({
    state: 'OPEN',
    isRatable: false,
    rating: 'UNSOLVED',
  });
});

it('takes five tickets of a person in a day, and lets no agent answer their own', async () => {
  for (let count = 0; count < 5; count++) expect((await begin(ASKED, agent.token)).status).toBe(201);
  expect((await begin(ASKED, agent.token)).json['error']?.['code']).toBe('TicketLimit');
  const { json } = await ask('/api/v2/support/tickets', { token: agent.token });
  const [own] = json['items'] as unknown as { id: string }[];
  expect((await act(own?.id ?? '', 'take')).json['error']?.['details']?.['why']).toMatch(/yours/);
});

it('says to everybody how long first answers took today, once there are five', async () => {
  const times = async () => (await ask('/api/v2/support/times')).json;
  const asker = await personOf(server, 'USER');
  await server.pool.query('UPDATE support_ticket SET first_answer_at = NULL');
  for (let count = 0; count < 5; count++) {
    expect(await times()).toEqual({ answered: count, halfMs: null, mostMs: null });
    const { json } = await begin(ASKED, asker.token);
    expect((await act(String(json['id']), 'reply', { message: 'Here.' })).status).toBe(200);
  }
  await server.pool.query(
    `UPDATE support_ticket SET opened_at = first_answer_at - (row.no * interval '10 minutes')
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS no FROM support_ticket WHERE first_answer_at IS NOT NULL) row
     WHERE row.id = support_ticket.id`,
  );
  expect(await times()).toEqual({ answered: 5, halfMs: 1_800_000, mostMs: 2_880_000 });
});

it('shows the receipt beside a ticket that questions its result, and opens it in the checker', async () => {
  const demo = await personOf(server, 'DEMO');
  const placed = await ask('/api/v2/trade/predictions', {
    method: 'POST',
    token: demo.token,
    body: { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 },
  });
  const prediction = String(placed.json['id']);
  const { json } = await begin({ ...ASKED, about: { kind: 'prediction', ref: `${prediction} CREDIT` } }, demo.token);
  const id = String(json['id']);
  const page = await office(`/api/v2/office/desks/tickets/${id}`, agent);
  expect(page.text).toContain('BTC-USD UP');
  expect(page.text).toContain('Fingerprint');
  const opened = await act(id, 'receipt');
  expect(opened.json['opens'], opened.text).toMatch(/\/en\/verify#r=/);
  const packed = Buffer.from(String(opened.json['opens']).split('#r=')[1] ?? '', 'base64url');
  expect(JSON.parse(inflateRawSync(packed).toString())).toMatchObject({ type: 'receipt', id: prediction });

  const other = await begin({ ...ASKED, about: { kind: 'prediction', ref: 'no-id' } }, demo.token);
  expect((await act(String(other.json['id']), 'receipt')).json['error']?.['details']?.['why']).toMatch(/no prediction/);
});

it('takes pictures and PDFs of a person, drawn anew, and those of an agent with an answer', async () => {
  const [ada, ben] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const id = String((await begin(ASKED, ada.token)).json['id']);
  const path = `support/tickets/${id}/files`;
  expect((await attach(path, await picture(), ben.token)).status).toBe(404);
  const taken = await attach(path, await picture(), ada.token);
  expect(filesIn(taken), taken.text).toEqual([{ by: 'person', text: 'Where is it?', files: 1 }]);
  // Sent again, because its answer was lost, it is the same file.
  expect(filesIn(await attach(path, await picture(), ada.token))[0]?.files).toBe(1);
  const url = firstUrl(taken);
  const seen = await see(url);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const bytes = Buffer.from(await seen.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40 });
  expect(bytes.includes('SECRET-OWNER')).toBe(false);
  const { rows } = await server.pool.query<{ sealed: Buffer }>('SELECT sealed FROM support_file WHERE ticket = $1', [
    id,
  ]);
  await expect(sharp(rows[0]?.sealed).metadata()).rejects.toThrow('unsupported image format');
  // Nobody makes an address of their own.
  expect((await see(`${url.slice(0, -3)}${url.endsWith('AAA') ? 'BBB' : 'AAA'}`)).status).toBe(404);

  expect(filesIn(await attach(path, PDF, ada.token))[0]?.files).toBe(2);
  expect(uploadReason(await attach(path, '<svg xmlns="http://www.w3.org/2000/svg"/>', ada.token))).toBe(
    'WRONG_FORMAT_FILE',
  );
  for (const no of [1, 2, 3]) expect((await attach(path, await picture(no), ada.token)).status).toBe(200);
  expect(uploadReason(await attach(path, await picture(9), ada.token))).toBe('TOO_MANY_FILES');

  const ofAgent = async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await picture(5))]), 'file');
    return office(`/api/v2/office/tickets/${id}/files`, agent, { method: 'POST', body });
  };
  expect((await ofAgent()).json['error']?.['details']?.['why']).toMatch(/Answer first/);
  expect((await act(id, 'take')).status).toBe(200);
  expect((await act(id, 'reply', { message: 'Like this.' })).status).toBe(200);
  expect((await ofAgent()).json).toEqual({ status: 'ok' });
  const shown = await office(`/api/v2/office/desks/tickets/${id}`, agent);
  expect(shown.text).toContain('Files');
  // After an answer a file is a message of its own, and brings the ticket back to the agent.
  const more = await attach(path, await picture(6), ada.token);
  expect(more.json['state']).toBe('OPEN');
  expect(filesIn(more)).toEqual([
    { by: 'person', text: 'Where is it?', files: 5 },
    { by: 'support', text: 'Like this.', files: 1 },
    { by: 'person', text: '', files: 1 },
  ]);
});

it('takes files of a visitor by the link of the mail, and forgets them with the ticket', async () => {
  const email = 'files@people.example';
  const id = String((await begin({ ...ASKED, email })).json['id']);
  const link = await mailLink(server.origin, { to: email, subject: /ticket/, path: 'support' });
  const token = new URL(link).searchParams.get('token') ?? '';
  const to = (word: string) => `support/by-link/files?token=${encodeURIComponent(word)}`;
  expect((await attach(to(`${token}x`), await picture())).json['error']?.['code']).toBe('IncorrectToken');
  const taken = await attach(to(token), await picture());
  expect(filesIn(taken), taken.text).toEqual([{ by: 'person', text: 'Where is it?', files: 1 }]);
  expect((await act(id, 'spam')).status).toBe(200);
  expect((await attach(to(token), await picture(1))).json['error']?.['code']).toBe('TicketClosed');
  await inDays(31);
  expect((await see(firstUrl(taken))).status).toBe(404);
  expect((await server.pool.query('SELECT FROM support_file WHERE ticket = $1', [id])).rowCount).toBe(0);
});
