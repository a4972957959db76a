import { request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, demoPerson, type TestServer } from '#tests/server.ts';
import { connectLive } from '#tests/live-client.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';

let server: TestServer;
let ask: Ask;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
});
afterAll(() => server.stop());

const PREDICTIONS = '/api/v2/trade/predictions';
const REFILL = '/api/v2/user/refresh-demo-balance';

/** A path as it is, which fetch would tidy up. */
function rawGet(path: string): Promise<{ status: number; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}

describe('refused before a route', () => {
  it('an address that is none has a request id and the guards of every answer', async () => {
    const { status, headers } = await rawGet('/%E0%A4%A');
    expect(status).toBe(400);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  it('a body that cannot be read counts against the limit', async () => {
    const { token } = await demoPerson(server.origin);
    const asked = { method: 'PUT', token, body: '{' };
    const first = await ask(REFILL, asked);
    expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([400, '30']);
    for (let no = 1; no < 30; no += 1) await ask(REFILL, asked);
    expect((await ask(REFILL, { method: 'PUT', token })).status).toBe(429);
  });

  it.each([
    ['no JSON', { body: '{' }, 'malformed'],
    ['too large', { body: `{"a":"${'x'.repeat(70_000)}"}` }, 'too_large'],
    ['another type', { body: 'x', headers: { 'content-type': 'text/plain' } }, 'not_json'],
  ])('a body that is %s is named in words of ours', async (_what, asked, word) => {
    const { token } = await demoPerson(server.origin);
    const { status, json } = await ask(PREDICTIONS, { method: 'POST', token, ...asked });
    expect({ status, fields: json['error']?.['details']?.['fields'] }).toEqual({ status: 400, fields: { body: word } });
  });

  it('a method that a path does not have is told those it has', async () => {
    const wrong = await ask('/api/v2/config', { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(wrong.json).toMatchObject({ error: { code: 'MethodNotAllowed' } });
    const { status, headers } = await ask(PREDICTIONS, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const one = await ask(`${PREDICTIONS}/x`, { method: 'PUT' });
    expect([one.status, one.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('answers that say what is', () => {
  it('a broken cursor is a mistake, not the end of a list', async () => {
    const { token } = await demoPerson(server.origin);
    const { status, json } = await ask(`${PREDICTIONS}?cursor=zzz`, { token });
    expect({ status, fields: json['error']?.['details']?.['fields'] }).toEqual({
      status: 400,
      fields: { cursor: 'malformed' },
    });
  });

  it('a refresh without a cookie is not signed in, header or not', async () => {
    const answer = async (headers: Record<string, string>) => {
      const { status, json } = await ask('/api/v2/auth/refresh', { headers });
      return { status, code: json['error']?.['code'], details: json['error']?.['details'] };
    };
    const refused = { status: 401, code: 'NotSignedIn' };
    expect(await answer({ 'x-requested-with': 'test' })).toEqual({ ...refused, details: {} });
    // A program that forgot the header finds it named.
    expect(await answer({})).toEqual({ ...refused, details: { header: 'X-Requested-With' } });
  });

  it('the snapshot of ticks has its chain head', async () => {
    await until('a price', async () => {
      const { json } = await ask('/api/v2/trade/pairs');
      const first = (json['crypto'] as unknown as { id: string; price: number | null }[])[0];
      return first?.price ?? null;
    });
    const client = await connectLive(server.origin, '/public');
    client.say({ op: 'subscribe', channels: ['ticks:BTC-USD'] });
    const snapshot = await client.next('a snapshot', (one) => String(one['ch']) === 'ticks:BTC-USD');
    client.end();
    expect(snapshot).toMatchObject({ snapshot: true, data: { head: expect.stringMatching(/^[0-9a-f]{16}$/) } });
  });
});

describe('a refill under an Idempotency-Key', () => {
  const place = async (token: string) => {
    const { json } = await ask('/api/v2/trade/pairs', { token });
    const pair = (json['crypto'] as unknown as { id: string; payouts: Record<string, number> }[])[0];
    const body = { pair: pair?.id, direction: 'UP', stake: '2500.00', durationSec: 300, payout: pair?.payouts['300'] };
    expect((await ask(PREDICTIONS, { method: 'POST', token, body })).status).toBe(201);
  };
  const cash = async (token: string) => (await ask('/api/v2/user/profile', { token })).json['totalBalance'];

  it('is done once; its repeat gets the stored bytes and moves nothing', async () => {
    const { token } = await demoPerson(server.origin);
    const headers = { 'idempotency-key': 'refill 1' };
    const first = await ask(REFILL, { method: 'PUT', token, headers });
    await place(token);
    const again = await ask(REFILL, { method: 'PUT', token, headers });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await cash(token)).toBe(7_500);
    const other = await ask(REFILL, { method: 'PUT', token, headers, body: {} });
    expect(other.json).toMatchObject({ error: { code: 'IdempotencyConflict' } });
    expect(other.status).toBe(409);
    await ask(REFILL, { method: 'PUT', token });
    expect(await cash(token)).toBe(10_000);
  });

  it('is done once by many at a time, and is one for each person', async () => {
    const [one, other] = [await demoPerson(server.origin), await demoPerson(server.origin)];
    await place(one.token);
    const headers = { 'idempotency-key': 'refill 2' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(REFILL, { method: 'PUT', token: one.token, headers })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect((await ask(REFILL, { method: 'PUT', token: other.token, headers })).status).toBe(200);
  });
});

describe('a route beside the API answers as the OpenAPI document says', () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded') => ({
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  const noHour = '/transparency/v1/hours/2001-01-01T00';
  const [json, html] = ['application/json', 'text/html'];

  it.each([
    { path: '/healthz', status: 200, type: json },
    { path: '/readyz', status: 200, type: json },
    { path: '/metrics', status: 200, type: 'text/plain' },
    { path: '/csp-report', asked: post('{}', 'application/csp-report'), status: 204, type: '' },
    { path: '/csp-report', asked: post('a=b'), status: 400, type: json },
    { path: '/transparency/v1/{file}', at: '/transparency/v1/index.json', status: 200, type: json },
    { path: '/transparency/v1/{file}', at: '/transparency/v1/nothing.json', status: 404, type: json },
    { path: '/transparency/v1/{folder}/{file}', at: '/transparency/v1/keys/1.json', status: 200, type: json },
    { path: '/transparency/v1/{folder}/{file}', at: `${noHour}.json`, status: 404, type: json },
    { path: '/transparency/v1/{folder}/{part}/{file}', at: `${noHour}/admit.ndjson`, status: 404, type: json },
    { path: '/files/{name}', at: '/files/nobody.png', status: 404, type: json },
    { path: '/api/v2/openapi.json', status: 200, type: json },
    {
      path: '/unsubscribe',
      at: '/unsubscribe?token=none',
      asked: post('List-Unsubscribe=One-Click'),
      status: 404,
      type: 'text/plain',
    },
    { path: '/unsubscribe', at: '/unsubscribe?token=none', asked: post('a=b'), status: 400, type: json },
    { path: '/auth/social', asked: post('code=c&state=s&extra=x'), status: 303, type: '' },
    { path: '/auth/social', asked: post(`code=${'x'.repeat(20_000)}`), status: 400, type: json },
    { path: '/dev/inbox', status: 200, type: html },
    { path: '/dev/inbox/{id}', at: '/dev/inbox/01a1fa8e-da08-7372-9c63-05753897e71c', status: 404, type: html },
    { path: '/dev/pay/{token}', at: '/dev/pay/none', status: 404, type: html },
    { path: '/dev/pay/{token}', at: '/dev/pay/none', asked: post('does=pay'), status: 404, type: json },
    { path: '/api/docs', status: 200, type: html },
    { path: '/api/docs/programs', status: 200, type: html },
  ])('$path: $status $type', async ({ path, at = path, asked, status, type }) => {
    const answer = await ask(at, { ...asked, headers: { accept: 'text/html', ...asked?.headers } });
    const { json: document } = await ask('/api/v2/openapi.json');
    const method = asked === undefined ? 'get' : 'post';
    const documented = document['paths']?.[path]?.[method]?.['responses']?.[String(status)];
    expect([answer.status, documented], 'documented').toEqual([status, expect.anything()]);
    for (const name of Object.keys(documented?.['headers'] ?? {}))
      expect(answer.headers.get(name), name).not.toBeNull();
    expect(answer.headers.get('location')).toBe(status === 303 ? '/auth/social?code=c&state=s' : null);
    const contents = Object.entries((documented?.['content'] ?? {}) as Record<string, { schema: { $ref?: string } }>);
    expect([answer.headers.get('content-type')?.split(';')[0] ?? '', answer.text === '']).toEqual([type, type === '']);
    expect(contents.map(([name]) => name)).toEqual(type === '' ? [] : [type]);
    for (const [, { schema }] of contents) {
      const check = new Ajv2020({ strict: false }).compile(
        schema.$ref === undefined ? schema : (document['components']?.['schemas']?.['Refusal'] as unknown as object),
      );
      expect([check(type === json ? answer.json : answer.text), check.errors]).toEqual([true, null]);
    }
  });

  it('and the document tells lists and ticks apart', async () => {
    const { json: document } = await ask('/api/v2/openapi.json');
    const found = document['paths']?.['/transparency/v1/{folder}/{part}/{file}']?.['get']?.['responses']?.[String(200)];
    expect(found?.['content']).toEqual({
      'application/x-ndjson': { schema: { type: 'string' } },
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    });
  });
});
