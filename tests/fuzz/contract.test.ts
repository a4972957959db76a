import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Answered, type Ask, type Asked } from '#tests/http-calls.ts';
import { PASSWORD } from '#tests/identity-world.ts';
import { proveAgain, restingOrder } from '#tests/matrix/objects.ts';
import { personOf, type Person } from '#tests/people.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';
import { signedHeaders } from '#tests/sign-in/signed-request.ts';
import { chance } from './chance.ts';
import { Contract } from './contract.ts';
import { operationsOf, type Document } from './document.ts';
import { startPrism, type Prism } from './prism.ts';
import { fuzzRequest } from './requests.ts';

let server: TestServer;
let document: Document;
let contract: Contract;
let prism: Prism | null = null;
let ask: Ask;
let demo: Person;
let eva: Person;
beforeAll(async () => {
  server = await startTestServer();
  document = (await caller(server.origin)('/api/v2/openapi.json')).json as unknown as Document;
  contract = await Contract.read(document);
  const folder = process.env['PRISM_DIR'];
  if (folder !== undefined) prism = await startPrism(folder, document, server.origin);
  ask = prism?.ask ?? contract.watch(server.origin);
  [demo, eva] = [await demoPerson(server.origin), await personOf(server, 'USER')];
  await proveAgain(server, eva.id);
});
afterAll(async () => {
  await prism?.stop();
  await server.stop();
});

const API = '/api/v2';
const CSV = { accept: 'text/csv' };
const SCRIPT = { 'x-requested-with': 'contract' };

/** A call that has to come to this. No price on a busy machine, or too many calls on a quick one, is told and asked again. */
async function comesTo(status: number, path: string, asked: Asked = {}): Promise<Answered> {
  const answered = await until(`${path} to be answered`, async () => {
    const one = await ask(`${API}${path}`, asked);
    return one.status === 503 || (one.status === 429 && status !== 429) ? null : one;
  });
  expect([path, answered.status, answered.status === status ? '' : answered.text]).toEqual([path, status, '']);
  return answered;
}

const post = (token: string | undefined, body: unknown, headers: Record<string, string> = {}): Asked => ({
  method: 'POST',
  ...(token === undefined ? {} : { token }),
  body,
  headers,
});
const once = () => ({ 'idempotency-key': randomUUID() });
const idOf = ({ json }: Answered) => String(json['id']);

/** An order that rests in an open round. */
const orderOf = (token: string) =>
  until('an open round', async () => {
    const order = await restingOrder(token, ask);
    return order['marketId'] === undefined ? null : order;
  });

/** Long enough to be sold. */
const PREDICTION = { pair: 'BTC-USD', direction: 'UP', stake: '1.50', durationSec: 300, payout: 0.5 };

describe('the contract', () => {
  it('holds of predictions and entries, with their repeats, receipts and refusals', async () => {
    const key = once();
    for (const { token } of [demo, eva]) {
      await comesTo(201, '/trade/predictions', post(token, { ...PREDICTION, stake: 2, direction: 'DOWN' }));
    }
    const placed = await comesTo(201, '/trade/predictions', post(demo.token, PREDICTION, key));
    const again = await comesTo(201, '/trade/predictions', post(demo.token, PREDICTION, key));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await comesTo(409, '/trade/predictions', post(demo.token, { ...PREDICTION, stake: '3' }, key));
    const late = { ...PREDICTION, validUntil: new Date(Date.now() - 60_000).toISOString() };
    for (const [status, body] of [
      [422, late],
      [422, { ...PREDICTION, payout: 0.99 }],
      [422, { ...PREDICTION, stake: '999999' }],
      [400, { ...PREDICTION, direction: 'SIDEWAYS' }],
      [400, { ...PREDICTION, realm: 'real' }],
    ] as const)
      await comesTo(status, '/trade/predictions', post(demo.token, body));
    await comesTo(401, '/trade/predictions', post(undefined, PREDICTION));
    await until('the entry', async () => {
      const { json } = await comesTo(200, `/trade/predictions/${idOf(placed)}`, { token: demo.token });
      return String(json['status']) === 'ADMITTED' ? null : json;
    });
    for (const part of ['', '/sale-quote', '/receipt', '/picture'])
      await comesTo(200, `/trade/predictions/${idOf(placed)}${part}`, { token: demo.token });
    await comesTo(404, `/trade/predictions/${randomUUID()}`, { token: demo.token });
    const sell = `/trade/predictions/${idOf(placed)}/sell`;
    const held = await comesTo(422, sell, post(demo.token, { minCredit: '0.01', validUntil: late.validUntil }));
    expect(held.json['error']?.['code']).toBe('RequestExpired');
    await comesTo(422, sell, post(demo.token, { minCredit: '900' }));
    const entry = { pair: 'ETH-USD', direction: 'UP', stake: '1', durationSec: 60, minPayout: 0.5 };
    const waits = await comesTo(201, '/trade/scheduled', post(demo.token, { ...entry, price: '1' }, once()));
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await comesTo(201, '/trade/scheduled', post(demo.token, { ...entry, at }));
    await comesTo(400, '/trade/scheduled', post(demo.token, entry));
    for (const status of [200, 200])
      await comesTo(status, `/trade/scheduled/${idOf(waits)}`, { method: 'DELETE', token: demo.token });
    expect(contract.violations).toEqual([]);
  });

  it('holds of orders on a book', async () => {
    const order = await orderOf(demo.token);
    const key = once();
    const rests = await comesTo(201, '/orders', post(demo.token, order, key));
    await comesTo(201, '/orders', post(demo.token, order, key));
    await comesTo(400, '/orders', post(demo.token, order));
    for (const over of [
      { price: '0.02', postOnly: true },
      { price: 0.03 },
      { side: 'BUY', price: '0.04', outcome: 'DOWN' },
    ])
      await comesTo(201, '/orders', post(demo.token, { ...order, ...over }, once()));
    const { shares: _shares, price: _price, ...bare } = order;
    const market = { ...bare, type: 'MARKET', amount: '5', worstPrice: '0.99', timeInForce: 'FAK' };
    await ask(`${API}/orders`, post(demo.token, market, once()));
    for (const [status, over] of [
      [400, { price: '0.455' }],
      [400, { price: '0.4551' }],
      [400, { shares: '0.5' }],
      [404, { marketId: randomUUID() }],
      [422, { price: '0.01', timeInForce: 'FOK' }],
    ] as const)
      await comesTo(status, '/orders', post(demo.token, { ...order, ...over }, once()));
    const id = String(order['marketId']);
    const { token } = demo;
    for (const part of ['', '/book', '/book?depth=5', '/fills', '/fills?limit=2', '/history', '/history?step=60'])
      await comesTo(200, `/markets/${id}${part}`, { token });
    await comesTo(200, `/markets/${id}/history?from=${Date.now() - 60_000}&to=${new Date().toISOString()}`, { token });
    await comesTo(404, `/markets/${id}`);
    for (let times = 0; times < 2; times += 1)
      await comesTo(200, `/orders/${idOf(rests)}`, { method: 'DELETE', token, headers: once() });
    await comesTo(200, '/orders/heartbeat', post(token, { seconds: 30 }));
    await comesTo(200, '/orders/heartbeat', post(token, { seconds: 0 }));
    await comesTo(200, `/orders?marketId=${id}`, { method: 'DELETE', token });
    await comesTo(200, '/orders', { method: 'DELETE', token, headers: once() });
    expect(contract.violations).toEqual([]);
  });

  it('holds of every list: pages, spans by number and by text, CSV in each form, and what they refuse', async () => {
    const { token } = demo;
    const now = Date.now();
    const [from, to] = [new Date(now - 3_600_000).toISOString(), new Date(now + 60_000).toISOString()];
    for (const list of ['/trade/predictions', '/trade/scheduled', '/orders', '/fills', '/positions', '/sets']) {
      await comesTo(200, list, { token });
      await comesTo(200, `${list}?from=${from}&to=${to}&search=btc&limit=3`, { token });
      await comesTo(200, `${list}?from=${now - 3_600_000}&to=${now}`, { token });
      await comesTo(200, `${list}?from=${encodeURIComponent('2026-11-25T12:00:00+02:00')}`, { token });
      await comesTo(200, list, { token, headers: CSV });
      for (const how of ['point', 'comma']) await comesTo(200, `${list}?spreadsheet=${how}`, { token, headers: CSV });
      for (const wrong of ['from=2026-11-25', 'limit=201', 'limit=x', 'cursor=zzz', 'spreadsheet=comma', 'sort=asc'])
        await comesTo(400, `${list}?${wrong}`, { token });
      await comesTo(401, list);
    }
    const cut = await comesTo(200, '/trade/scheduled?limit=1', { token, headers: CSV });
    expect(cut.headers.get('x-truncated')).toBe('true');
    const first = await comesTo(200, '/trade/scheduled?limit=1', { token });
    await comesTo(200, `/trade/scheduled?limit=1&cursor=${String(first.json['nextCursor'])}`, { token });
    expect(contract.violations).toEqual([]);
  });

  it('holds of what everybody may read', async () => {
    const bars = `/trade/bars?pair=BTC-USD&resolution=1m`;
    const now = new Date();
    const day = `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}&day=${now.getUTCDate()}&hours=${now.getUTCHours()}`;
    const ticks = `/ticks?market=crypto&pair=BTC-USD&${day}`;
    for (const path of [
      '/config',
      '/trade/pairs',
      bars,
      `${bars}&from=${now.getTime() - 600_000}`,
      `${bars}&from=${new Date(now.getTime() - 600_000).toISOString()}`,
      '/trade/rounds?pair=BTC-USD',
      '/trade/chances?window=5m',
      '/trade/feed/incidents',
      `/trade/feed/incidents?pair=BTC-USD&from=${now.getTime() - 600_000}&limit=5`,
      '/auth/regions',
      '/auth/social',
      '/auth/getting-started?email=nobody%40example.com',
      `${ticks}&limit=3`,
      `${ticks}&limit=3&spreadsheet=comma`,
    ])
      await comesTo(200, path);
    for (const more of ['', '&gz=1', '&spreadsheet=comma', '&spreadsheet=point&gz=1'])
      await comesTo(200, `${ticks}${more}`, { headers: CSV });
    await comesTo(400, `${ticks}&gz=1`);
    await comesTo(400, `${ticks}&limit=3`, { headers: CSV });
    await comesTo(422, ticks.replace(/year=\d+/, 'year=2020'));
    await comesTo(404, `${bars.replace('BTC-USD', 'ZZZ-USD')}`);
    for (const path of [
      '/healthz',
      '/readyz',
      '/metrics',
      '/api/v2/openapi.json',
      '/api/docs',
      '/api/docs/programs',
      '/api/docs/font.woff2',
      '/dev/inbox',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    for (const path of [
      '/transparency/v1/keys/root.json',
      '/transparency/v1/none.json',
      '/files/none.png',
      '/dev/inbox/none',
    ])
      await ask(path);
    const report = { 'csp-report': { 'effective-directive': 'img-src', 'script-sample': 'x' } };
    await ask('/webhooks/none', post(undefined, {}));
    await ask('/csp-report', { ...post(undefined, report), headers: { 'content-type': 'application/csp-report' } });
    expect(contract.violations).toEqual([]);
  });

  it('holds of an account, from its sign-up to its last day', async () => {
    const email = `reader-${randomUUID().slice(0, 8)}@example.com`;
    const born = { email, password: PASSWORD, country: 'SE', residentDeclaration: true };
    const signedUp = await comesTo(201, '/auth/registration', post(undefined, born));
    await comesTo(409, '/auth/registration', post(undefined, born));
    await comesTo(422, '/auth/registration', post(undefined, { ...born, country: 'CA' }));
    await comesTo(400, '/auth/registration', post(undefined, { ...born, password: 'short' }));
    const id = String(signedUp.json['user']?.['id']);
    await comesTo(200, '/auth/login', post(undefined, { email, password: PASSWORD, rememberMe: true }));
    await comesTo(422, '/auth/login', post(undefined, { email, password: 'Wrong-7-Lantern' }));
    const cookie = signedUp.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    await comesTo(401, '/auth/refresh', { headers: SCRIPT });
    const renewed = await comesTo(200, '/auth/refresh', { headers: { ...SCRIPT, cookie } });
    const token = String(renewed.json['accessToken']);
    await ask(`${API}/auth/send-activation`, { token, headers: SCRIPT });
    await comesTo(200, '/auth/forgot-password', post(undefined, { email }));
    await comesTo(422, '/auth/activate?code=000000', { token, headers: SCRIPT });
    await proveAgain(server, id);
    await comesTo(200, '/user/updatePersonalInfo', post(token, { nickname: `reader ${email.slice(7, 15)}` }));
    const profile = await comesTo(200, '/user/profile', { token });
    await comesTo(200, `/user/profile/public?id=${String(profile.json['publicId'] ?? id)}`, { token });
    for (const path of [
      '/user/sessions',
      '/user/sign-ins',
      '/user/sign-ins?limit=1',
      '/user/referrerLink',
      '/user/security',
      '/user/passkeys',
      '/user/consents',
      '/user/change-email',
      '/user/export',
      '/user/limits',
      '/user/reality-check',
      '/user/api-keys',
      '/notifications',
      '/notifications?limit=5',
      '/notifications/preferences',
      '/auth/otp/generate',
    ])
      await comesTo(200, path, { token });
    for (const [path, body] of [
      ['/user/consents', { cookies: 'needed_only' }],
      ['/notifications/read', { all: true }],
      ['/user/reality-check', { answered: true }],
      ['/user/passkeys/options', undefined],
      ['/auth/step-up/options', undefined],
      ['/user/generateAvatar', {}],
      ['/auth/page-view', {}],
      ['/user/export', undefined],
      ['/user/change-email', { email: `new-${email}` }],
      ['/user/changePassword', { password: PASSWORD, newPassword: 'Another-8-Lantern' }],
    ] as const)
      await ask(`${API}${path}`, post(token, body));
    await ask(`${API}/notifications/preferences`, { method: 'PUT', token, body: { emailPaused: true } });
    await ask(`${API}/user/limits`, { method: 'PUT', token, body: { realityCheckMinutes: 60 } });
    await ask(`${API}/user/change-email`, { method: 'DELETE', token });
    await ask(`${API}/user/sessions`, { method: 'DELETE', token });
    await comesTo(403, '/user/refresh-demo-balance', { method: 'PUT', token });
    await comesTo(200, '/user/refresh-demo-balance', { method: 'PUT', token: demo.token, headers: once() });
    await ask(`${API}/user/close`, post(token, { leaveBalance: true }));
    await ask(`${API}/auth/logout`, post(token, undefined));
    expect(contract.violations).toEqual([]);
  });

  it('holds of keys, bearer and signing', async () => {
    const base = {
      name: 'Bot',
      realm: 'demo',
      scopes: ['read', 'trade', 'predict'],
      ratePerMin: 600,
      lossCapDay: '50',
    };
    const bearer = await comesTo(201, '/user/api-keys', post(eva.token, { ...base, kind: 'bearer' }));
    const signing = await comesTo(201, '/user/api-keys', post(eva.token, { ...base, kind: 'hmac', name: 'Two' }));
    await comesTo(400, '/user/api-keys', post(eva.token, { ...base, kind: 'bearer', lossCapDay: '0' }));
    await comesTo(200, '/user/api-keys', { token: eva.token });
    const token = String(bearer.json['secret']);
    await comesTo(201, '/trade/predictions', post(token, PREDICTION));
    await comesTo(422, '/trade/predictions', post(token, { ...PREDICTION, stake: '60' }));
    await comesTo(201, '/orders', post(token, await orderOf(token), once()));
    for (const path of ['/orders', '/trade/predictions', '/positions']) await comesTo(200, path, { token });
    const bare = await comesTo(200, '/orders', { token, headers: CSV });
    expect(bare.text.startsWith('id,')).toBe(true);
    await comesTo(403, '/user/profile', { token });
    const key = { id: String(signing.json['key']?.['id']), secret: String(signing.json['secret']) };
    for (const path of ['/orders?limit=5', '/trade/predictions', '/fills'])
      await comesTo(200, path, { headers: signedHeaders(key, `${API}${path}`) });
    const body = PREDICTION;
    const signed = signedHeaders(key, `${API}/trade/predictions`, { method: 'POST', body });
    await comesTo(201, '/trade/predictions', post(undefined, body, signed));
    await comesTo(401, '/trade/predictions', post(undefined, body, signed));
    const id = String(bearer.json['key']?.['id']);
    await comesTo(200, `/user/api-keys/${id}`, { method: 'DELETE', token: eva.token });
    await comesTo(401, '/orders', { token });
    expect(contract.violations).toEqual([]);
  });

  it('holds where too much is asked', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const refused = await until('a refusal of the rate', async () => {
      const answered = await ask(`${API}/auth/demo-session`, post(undefined, {}, from));
      return answered.status === 429 ? answered : null;
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(contract.violations).toEqual([]);
  });

  it('holds of right calls to each operation, drawn from the document alone', async () => {
    const dice = chance(20_261_125);
    const hints = { pair: () => 'BTC-USD', provider: () => 'google', scopes: () => ['read'] };
    let token = '';
    for (const [no, operation] of operationsOf(document).entries()) {
      // One who signs out, or leaves, is nobody afterwards.
      if (no % 6 === 0) ({ token } = await personOf(server, no % 4 === 0 ? 'USER' : 'DEMO'));
      const { method, url, headers, body } = fuzzRequest(operation, { class_: 'valid', chance: dice, hints });
      await ask(url, { method, token, headers, ...(body === null ? {} : { body }) });
    }
    expect(contract.violations).toEqual([]);
  });

  it('was never left, by what was asked nor by what was answered', () => {
    const { calls, violations } = prism ?? contract;
    console.log(
      prism === null ? contract.line : `Prism judged ${calls} calls and found ${violations.length} violations`,
    );
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(300);
  });
});

describe('the judge of the contract', () => {
  const PATH = `${API}/trade/pairs`;
  const ALWAYS = { 'x-request-id': 'r', 'ratelimit-limit': '5', 'ratelimit-remaining': '4', 'ratelimit-reset': '0' };
  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
  const GOOD = {
    path: PATH,
    status: 200,
    headers: { ...ALWAYS, ...JSON_TYPE },
    text: '{"crypto":[],"forex":[],"comms":[],"stocks":[]}',
  };
  it.each([
    ['a right answer', {}, 0],
    ['a field too many', { text: '{"crypto":[],"forex":[],"comms":[],"stocks":[],"bonds":[]}' }, 1],
    ['a status that is not told', { status: 418 }, 1],
    ['a type that is not told', { headers: { ...ALWAYS, 'content-type': 'text/csv' } }, 1],
    ['a header that is not told', { headers: { ...ALWAYS, ...JSON_TYPE, 'x-truncated': 'true' } }, 1],
    ['a header that is no number', { headers: { ...ALWAYS, ...JSON_TYPE, 'ratelimit-limit': 'many' } }, 1],
    [
      'a promised header that is missing',
      { headers: { ...JSON_TYPE, 'x-request-id': 'r', 'ratelimit-limit': '5', 'ratelimit-reset': '0' } },
      1,
    ],
    ['a query that is taken and not told', { path: `${PATH}?sort=asc` }, 1],
    ['a path that is not told', { path: `${API}/none` }, 1],
  ])('sees %s', async (_what, over, violations) => {
    const judge = await Contract.read(document);
    const { path, headers, ...answer } = { ...GOOD, ...over };
    judge.judge(path, {}, { ...answer, headers: new Headers(headers) });
    expect(judge.violations).toHaveLength(violations);
  });
});
