import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { watchLog } from '#tests/abuse/watched-log.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { personOf } from '#tests/people.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';
import { REQUEST_HINTS } from './bodies.ts';
import { chance, type Chance } from './chance.ts';
import { operationsOf, type Document } from './document.ts';
import { Exercised, PROTOCOL } from './exercised.ts';
import type { Hints, Schema } from './generate.ts';
import { journalsSince, markOfJournals } from './journals.ts';
import { CLASSES, fuzzRequest, type FuzzRequest, type Operation, type RequestClass } from './requests.ts';

/** Requests a route. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? '300');
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261120');
const CHECK_EVERY = 500;
/** Right requests at most to an operation that none has reached yet. */
const MORE = 200;

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Nothing of the inside may be told. */
const LEAKS: readonly RegExp[] = [
  /\bat [\w.<>]+ \(?(file:\/\/)?\/\S+:\d+/,
  /node_modules|\/src\/server\//,
  /syntax error at|relation "|duplicate key value|violates .* constraint|invalid input syntax/,
  /\b(SELECT|INSERT INTO|DELETE FROM)\b[^"]{0,80}\b(FROM|VALUES|WHERE)\b/,
  /-----BEGIN|postgres(ql)?:\/\//,
  /root:x:0:0/,
];

let server: TestServer;
let operations: readonly Operation[];
let hints: Hints;
const ids: string[] = [];
/** One that does not exist, and those that take orders: none in the minute before an hour that all windows share. */
const markets: string[] = ['3f0c8a52-8f6f-8b1e-9d5c-2a6b7c8d9e0f'];
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
  operations = operationsOf((await (await fetch(`${server.origin}/api/v2/openapi.json`)).json()) as Document);
  hints = await readHints();
});
afterAll(async () => {
  await server.stop();
  watched.close('API fuzz');
});

/** Good pairs, payouts that are still given, and ids that exist: else nearly every order would end at its first gate. */
async function readHints(): Promise<Hints> {
  const { token } = await demoPerson(server.origin, '10.255.0.1');
  const answer = await fetch(`${server.origin}/api/v2/trade/pairs`, { headers: { authorization: `Bearer ${token}` } });
  const pairs = Object.values((await answer.json()) as Record<string, { id: string; status: string }[]>).flat();
  markets.push(...(await openMarkets(token)), ...(await openMarkets(null)));
  const online = pairs.filter((pair) => pair.status === 'online').map((pair) => pair.id);
  return {
    pair: (dice) => dice.pick(online),
    durationSec: (dice) => dice.pick([15, 60, 300]),
    payout: (dice) => dice.pick([0.5, 0.7]),
    minPayout: (dice) => dice.pick([0.5, 0.9]),
    // Either a price or a time: a price.
    at: () => undefined,
    stake: (dice) => dice.pick(['1', '2.50', 5]),
    limit: (dice) => String(1 + dice.below(200)),
    depth: () => '5',
    hours: (dice) => dice.pick(['0', '13,14', '20-23']),
    step: () => '60',
    lossCapDay: (dice) => dice.pick(['10', 2.5]),
    marketId: (dice) => dice.pick(markets),
    outcome: (dice) => dice.pick(['UP', 'DOWN']),
    price: (dice) => dice.pick(['0.45', '0.02', 0.5]),
    worstPrice: (dice) => dice.pick(['0.9', 0.5]),
    shares: (dice) => dice.pick(['10', '2.5', 1]),
    timeInForce: (dice) => dice.pick(['GTC', 'FAK', 'FOK']),
    // Only GTD may have one.
    expiresAt: () => undefined,
    scopes: (dice) => [dice.pick(['read', 'trade', 'predict'])],
    side: (dice) => dice.pick(['BUY', 'BUY', 'SELL']),
    id: (dice) =>
      ids.length > 0 && dice.below(4) > 0
        ? dice.pick(dice.below(2) > 0 ? ids : markets)
        : '01a1fa8e-da08-7372-9c63-05753897e71c',
    email: (dice) => `someone${dice.below(1_000)}@example.com`,
    password: (dice) => dice.pick(['Harbour-7-Lantern', 'short', 'Another-8-Lantern']),
    country: (dice) => dice.pick(['DE', 'SE', 'US', 'ZZ']),
    provider: (dice) => dice.pick(['google', 'telegram', 'nobody']),
    amount: (dice) => dice.pick(['100', '0.5', null]),
    from: (dice) => String(Date.now() - dice.below(3_600_000)),
    to: () => new Date().toISOString(),
    cursor: (dice) =>
      ids.length > 0 ? `${dice.pick(['predictions', 'scheduled', 'orders'])}.${dice.pick(ids)}` : 'none',
    'POST /api/v2/orders': (dice) => {
      const [outcome, side] = [dice.pick(['UP', 'DOWN']), dice.pick(['BUY', 'SELL'])];
      const order = { marketId: dice.pick(markets), outcome, side };
      if (dice.below(2) === 0) return undefined;
      return dice.pick([
        { ...order, type: 'LIMIT', price: dice.pick(['0.45', '0.02']), shares: '10' },
        { ...order, side: 'BUY', type: 'MARKET', amount: '5', worstPrice: '0.9', timeInForce: 'FAK' },
      ]);
    },
    'POST /api/v2/auth/telegram': (dice) => {
      const login = { id: 1 + dice.below(1_000_000), auth_date: Math.floor(Date.now() / 1_000), hash: 'a1'.repeat(32) };
      return dice.below(2) === 0 ? undefined : { login };
    },
    ...REQUEST_HINTS,
    // Money is left there.
    'POST /api/v2/user/close': (dice) => (dice.below(2) === 0 ? undefined : { leaveBalance: true }),
  };
}

/** Of the rounds that are open now, as the holder of the token sees them. */
async function openMarkets(token: string | null): Promise<string[]> {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.origin}/api/v2/trade/rounds?pair=BTC-USD`, { headers });
  const { items } = (await answer.json()) as { items: { marketId: string; status: string }[] };
  return items.filter(({ status }) => status === 'OPEN').map(({ marketId }) => marketId);
}

interface Sent {
  readonly operation: Operation;
  readonly class_: RequestClass;
  readonly request: FuzzRequest;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const checks = new Map<Schema, ReturnType<Ajv2020['compile']>>();

/** What is wrong with an answer; an empty list when nothing is. */
function faultsOf({ operation }: Sent, answer: { status: number; type: string; text: string }): string[] {
  const faults: string[] = [];
  const { status, type, text } = answer;
  const isRefusal = status === 503 && text.includes('"PriceFeedError"');
  const isStarting = status === 503 && operation.path === '/readyz';
  if (status >= 500 && !isRefusal && !isStarting) faults.push(`status ${status}`);
  for (const leak of LEAKS) if (leak.test(text)) faults.push(`tells ${String(leak)}`);
  // A path that a changed parameter leads elsewhere is nobody's: 404 in the form of the catalogue.
  const schema = operation.answers.get(String(status)) ?? refusalSchema();
  if (!operation.answers.has(String(status)) && status !== 404 && status !== 400) faults.push(`undocumented ${status}`);
  // Documented as something else than JSON.
  if (operation.answers.get(String(status)) === null) return faults;
  if (!type.includes('application/json'))
    return status === 200 || status === 204 ? faults : [...faults, `no JSON: ${type}`];
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  if (!check(JSON.parse(text)))
    faults.push(`outside its schema: ${ajv.errorsText(check.errors)} in ${text.slice(0, 80)}`);
  return faults;
}

function refusalSchema(): Schema {
  const [schema] = operations.find(({ path }) => path === '/api/v2/config')?.answers.get('400')?.allOf ?? [];
  if (schema === undefined) throw new Error('the document has no refusal');
  return schema;
}

/** People of every role in turn, each for some requests: what one request did to a person hides little. */
const ROLES: readonly Role[] = [
  'USER',
  'DEMO',
  'USER',
  'DEMO',
  'SUPPORT',
  'USER',
  'DEMO',
  'ADMIN',
  'AUDITOR',
  'COMPLIANCE',
];
const REQUESTS_EACH = 6;

/** Accounts and addresses in turn, so that the limits of one do not hide the routes. */
class Crowd {
  #person: { token: string; left: number } = { token: '', left: 0 };
  /** Two who stay: what they made can be found again. */
  #steady: string[] = [];
  #keys: string[] = [];
  #made = 0;
  #asked = 0;

  async headers(dice: Chance, operation: Operation): Promise<Record<string, string>> {
    this.#asked += 1;
    const address = `10.${(this.#asked >> 14) & 255}.${(this.#asked >> 6) & 255}.${this.#asked & 63}`;
    const base = { 'x-forwarded-for': address, 'x-requested-with': 'fuzz' };
    const who = dice.below(20);
    if (who < 2) return base;
    if (who < 4) return { ...base, authorization: 'Bearer a.b.c' };
    if (who === 4) return { ...base, authorization: `Bearer ${await this.#key(dice)}` };
    const from: Record<string, string> = who === 5 ? { origin: 'https://foreign.example' } : {};
    return { ...base, ...from, authorization: `Bearer ${await this.#token(dice, operation)}` };
  }

  async #token(dice: Chance, operation: Operation): Promise<string> {
    const isLast = operation.path.endsWith('/logout');
    if (this.#steady.length < 2) this.#steady.push(await this.#newcomer(this.#steady.length === 0 ? 'USER' : 'DEMO'));
    if (/\/(trade|orders|markets|positions|fills)(\/|$)/.test(operation.path)) return dice.pick(this.#steady);
    if (this.#person.left === 0 || isLast) {
      const role = ROLES[this.#made % ROLES.length] ?? 'USER';
      this.#made += 1;
      this.#person = { token: await this.#newcomer(role), left: REQUESTS_EACH };
    }
    this.#person.left -= 1;
    return this.#person.token;
  }

  /** An API key that lives and may do little, one that was revoked, and what only looks like one. */
  async #key(dice: Chance): Promise<string> {
    if (this.#keys.length === 0) {
      const token = await this.#newcomer('USER');
      const [poor, revoked] = [await newKey(token), await newKey(token)];
      await send({ method: 'DELETE', url: `${API_KEYS}/${revoked.id}`, headers: {}, body: null }, signedInBy(token));
      this.#keys = [poor.secret, revoked.secret, `tk_${'0a'.repeat(16)}_${'x'.repeat(43)}`, 'tk_'];
    }
    return dice.pick(this.#keys);
  }

  async #newcomer(role: Role): Promise<string> {
    const { token, id } = await personOf(server, role);
    await proveAgain(server, id);
    watched.hide(token);
    return token;
  }
}

const API_KEYS = '/api/v2/user/api-keys';
const signedInBy = (token: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': '10.255.0.2' });

async function newKey(token: string): Promise<{ readonly id: string; readonly secret: string }> {
  const body = JSON.stringify({ name: 'Fuzz', kind: 'bearer', realm: 'demo', scopes: ['read'], ratePerMin: 1_200 });
  const made = await send({ method: 'POST', url: API_KEYS, headers: {}, body }, signedInBy(token));
  const { key, secret } = JSON.parse(made.text) as { readonly key: { readonly id: string }; readonly secret: string };
  watched.hide(secret);
  return { id: key.id, secret };
}

describe('API fuzz (R-27, R-30)', () => {
  it(`of ${REQUESTS} requests a route finds nothing`, { timeout: 1_500_000 }, async () => {
    const dice = chance(SEED);
    const crowd = new Crowd();
    const faults: string[] = [];
    const counts = Object.fromEntries(CLASSES.map((class_) => [class_, { sent: 0, ok: 0, refused: 0 }]));
    const times: number[] = [];
    const answered = new Set<Operation>();
    const exercised = new Exercised();
    let sent = 0;
    const tryOne = async (operation: Operation, class_: RequestClass) => {
      const headers = await crowd.headers(dice, operation);
      const mark = await markOfJournals(server.pool);
      const request = fuzzRequest(operation, { class_, chance: dice, hints });
      const at = performance.now();
      const answer = await send(request, headers);
      times.push(performance.now() - at);
      sent += 1;
      exercised.note(nameOf(operation), answer);
      const count = counts[class_];
      if (count !== undefined) {
        count.sent += 1;
        if (answer.status < 400) {
          count.ok += 1;
          answered.add(operation);
        } else count.refused += 1;
      }
      const wrong = faultsOf({ operation, class_, request }, answer);
      if (answer.status >= 400 && (await journalsSince(server.pool, mark)) !== 0)
        wrong.push('wrote a journal on a refusal');
      for (const fault of wrong) {
        faults.push(
          `${class_}: ${request.method} ${request.url.slice(0, 200)} ${typeof request.body === 'string' ? request.body.slice(0, 200) : ''} -> ${fault}`,
        );
      }
      harvest(operation, answer);
      if (sent % CHECK_EVERY === 0) faults.push(...(await brokenInvariants()));
    };
    for (const operation of operations) {
      for (let no = 0; no < REQUESTS; no += 1) await tryOne(operation, CLASSES[no % CLASSES.length] ?? 'valid');
    }
    // The dice may have led no request past the door of an operation that few may call: it gets right ones until one is.
    for (const operation of operations) {
      for (let no = 0; no < MORE && exercised.never.includes(nameOf(operation)); no += 1)
        await tryOne(operation, 'valid');
    }
    faults.push(...(await brokenInvariants()));
    times.sort((one, other) => one - other);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    console.log(
      `fuzz: ${sent} requests on ${operations.length} routes (seed ${SEED}), ${JSON.stringify(counts)}, p99 ${p99.toFixed(1)} ms, ${faults.length} faults`,
    );
    const closed = operations.filter((operation) => !answered.has(operation));
    console.log(`fuzz: ${exercised.line}`);
    console.log(`never more than refused: ${closed.map(nameOf).join(', ')}`);
    expect(faults.slice(0, 30)).toEqual([]);
    expect(exercised.never).toEqual([]);
    expect(operations.length).toBe(PROTOCOL.length);
    for (const { sent: number } of Object.values(counts)) expect(number).toBeGreaterThan(0);
    // Staff’s routes refuse most of the crowd.
    expect(counts['valid']?.ok).toBeGreaterThan(sent / 16);
    expect(counts['hostile']?.refused).toBeGreaterThan(sent / 20);
    expect(ids.length).toBeGreaterThan(0);
  });
});

describe('the judge of the fuzz', () => {
  const good = JSON.stringify({
    error: { code: 'NotFound', title: 't', message: 'm', action: 'okay', details: {} },
    requestId: 'r',
  });
  it.each([
    ['a right refusal', { status: 404, text: good }, 0],
    ['a crash', { status: 500, text: good.replace('NotFound', 'UnexpectedError') }, 1],
    ['a bare 503', { status: 503, text: good.replace('NotFound', 'UnexpectedError') }, 1],
    ['a code that the route does not name', { status: 400, text: good }, 1],
    ['a body outside its schema', { status: 404, text: '{"message":"no"}' }, 1],
    ['a field too many', { status: 404, text: good.replace('"requestId"', '"sql":1,"requestId"') }, 1],
    ['a stack', { status: 404, text: good.replace('"m"', '"at run (/app/main.js:1:2)"') }, 1],
    ['an error of the database', { status: 404, text: good.replace('"m"', '"syntax error at or near"') }, 1],
    ['a query', { status: 404, text: good.replace('"m"', '"SELECT id FROM account"') }, 1],
    ['a page in place of JSON', { status: 404, type: 'text/html', text: '<p>no</p>' }, 1],
    ['a status nobody documented', { status: 418, text: good }, 1],
  ])('sees %s', (_what, answer, faults) => {
    const operation = operations.find(({ path }) => path === '/api/v2/config');
    if (operation === undefined) throw new Error('no such operation');
    const request = { method: 'GET', url: '/', headers: {}, body: null };
    const found = faultsOf({ operation, class_: 'valid', request }, { type: 'application/json', ...answer });
    expect(found).toHaveLength(faults);
  });
});

describe('what counts as exercised', () => {
  const CONFIG = 'GET /api/v2/config';
  it.each([
    ['an answer', { status: 200, text: '{}' }, true],
    ['a refusal of its own', { status: 404, text: '{"error":{"code":"NotFound"}}' }, true],
    ['nobody signed in', { status: 401, text: '{"error":{"code":"NotSignedIn"}}' }, false],
    ['a form that it does not take', { status: 400, text: '{"error":{"code":"InvalidRequest"}}' }, false],
  ])('%s', (_what, answer, counts) => {
    const exercised = new Exercised();
    exercised.note(CONFIG, answer);
    expect(exercised.never.includes(CONFIG)).toBe(!counts);
    expect(exercised.never).toHaveLength(PROTOCOL.length - (counts ? 1 : 0));
  });

  it('is only what the table has', () => {
    expect(() => new Exercised().note('GET /api/v2/nothing', { status: 200, text: '' })).toThrow('not in the protocol');
  });
});

async function send(request: FuzzRequest, headers: Record<string, string>) {
  const response = await fetch(`${server.origin}${request.url}`, {
    method: request.method,
    // What is judged is our answer, not that of the page it leads to.
    redirect: 'manual',
    headers: {
      ...headers,
      // A form says by itself what it is, with its boundary.
      ...(typeof request.body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...request.headers,
    },
    ...(request.body === null ? {} : { body: request.body }),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** Ids of answers feed later requests. */
function harvest(operation: Operation, answer: { status: number; text: string }): void {
  if (operation.method !== 'POST' || answer.status !== 201 || !/\/(predictions|orders|scheduled)$/.test(operation.path))
    return;
  ids.push(String((JSON.parse(answer.text) as { id: string }).id));
}

async function brokenInvariants(): Promise<string[]> {
  const { invariants } = await checkLedger(server.pool, { window: 'all' });
  return invariants.filter((one) => one.found > 0).map((one) => `invariant ${one.name}: ${one.found} rows`);
}
