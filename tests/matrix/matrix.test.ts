import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import type { Caller } from '#protocol/endpoint.ts';
import { createPool } from '#server/db/index.ts';
import { BODIES } from '#tests/fuzz/bodies.ts';
import { chance } from '#tests/fuzz/chance.ts';
import { operationsOf, type Document } from '#tests/fuzz/document.ts';
import { Exercised, PROTOCOL } from '#tests/fuzz/exercised.ts';
import { fuzzRequest, type Operation } from '#tests/fuzz/requests.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { OBJECTS, proveAgain, pushSubscription, restingOrder } from './objects.ts';
import { CALLERS, POLICY } from './policy.ts';
import { signedInPerson } from './signed-in.ts';

type Case = 'own' | 'other' | 'none';
type Outcome = 'allow' | 'sign-in' | 'deny' | 'absent';

const UNKNOWN_TOKEN = 'x'.repeat(43);

function today(): string {
  const now = new Date();
  return `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}&day=${now.getUTCDate()}`;
}

/** Where the document cannot say what a right request is. */
const SAMPLES: Readonly<Record<string, { query?: string; body?: unknown }>> = {
  'GET /api/v2/trade/bars': { query: '?pair=BTC-USD&resolution=1m' },
  'GET /api/v2/trade/rounds': { query: '?pair=BTC-USD' },
  'GET /api/v2/trade/chances': { query: '?window=5m' },
  'GET /api/v2/trade/sale-quotes': { query: '?ids=01990000-0000-7000-8000-000000000000' },
  'GET /api/v2/trade/statistics': { query: '?days=30' },
  'GET /api/v2/ticks': { query: `?market=crypto&pair=BTC-USD&${today()}&hours=0` },
  'GET /api/v2/auth/activate': { query: `?token=${UNKNOWN_TOKEN}` },
  'POST /api/v2/auth/reset-password': { body: { token: UNKNOWN_TOKEN, password: 'Another-8-Lantern' } },
  'POST /api/v2/auth/registration': {
    body: { email: 'newcomer@example.com', password: 'Harbour-7-Lantern', country: 'DE', residentDeclaration: true },
  },
  'POST /api/v2/auth/telegram': { body: { login: { id: 1, auth_date: 1, hash: '0'.repeat(64) } } },
  'POST /api/v2/trade/scheduled': {
    body: { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, price: '1', minPayout: 0.5 },
  },
  'POST /api/v2/notifications/read': { body: { ids: ['0198f0a0-0000-7000-8000-000000000000'] } },
  'POST /api/v2/notifications/push': { body: pushSubscription() },
  'POST /api/v2/user/api-keys': { body: { name: 'key', kind: 'bearer', realm: 'real', scopes: ['read'] } },
  'POST /api/v2/markets/{id}/sets': { body: { move: 'sell', shares: '1' } },
  'GET /api/v2/events': { query: '?sort=volume' },
  'GET /api/v2/rulings': { query: '?search=postponed' },
  'GET /api/v2/events/{id}/comments': { query: '?sort=best' },
  'GET /api/v2/office/search': { query: '?q=nobody' },
  'GET /api/v2/transaction/requests': { query: '?direction=in' },
  'POST /api/v2/office/views': { body: { desk: 'people', name: 'Mine', filter: '', shared: false } },
  'POST /api/v2/transaction/transactions': { body: { type: 'payment' } },
  'POST /api/v2/transaction/address-book': {
    body: { network: 'ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', label: 'Wallet' },
  },
  'POST /api/v2/transaction/address-book/{id}/proof/signature': {
    body: { nonce: '0'.repeat(32), signature: '0x00' },
  },
  'POST /api/v2/transaction/address-book/saved-only': { body: { on: true } },
  'POST /api/v2/transaction/deposit/estimate': { body: { token: 'USDT', network: 'local', amount: '5' } },
  'POST /api/v2/transaction/deposit/find': { body: { network: 'local', txHash: `0x${'0'.repeat(64)}` } },
  'POST /api/v2/transaction/deposit/faucet': { body: { token: 'USDT' } },
  'GET /api/v2/transaction/fiat-offers': { query: '?fiat=EUR&amount=100' },
  'POST /api/v2/transaction/create-fiat-order': {
    body: { offer: 'fiatsim.card', fiat: 'EUR', amount: '100', receive: '1' },
  },
  'POST /api/v2/transaction/test-fiat-notification': {
    body: { order: '0198f0a0-0000-7000-8000-000000000000', does: 'pay' },
  },
  'POST /api/v2/transaction/withdraw': { body: { transfer: true, to: 'nobody@example.com', amount: '5' } },
  'POST /api/v2/transaction/withdraw/estimate': { body: { transfer: true } },
  'POST /api/v2/transaction/requests': { body: { amount: '5' } },
  'POST /api/v2/user/close': { body: { leaveBalance: true } },
  'PUT /api/v2/user/mail-word': { body: { word: 'blue heron' } },
  'PUT /api/v2/user/limits': { body: { limits: [{ name: 'stake', amount: '50' }] } },
  'POST /api/v2/trade/predictions/{id}/sell': { body: { minCredit: '0.01' } },
  'POST /api/v2/user/updatePersonalInfo': { body: { nickname: 'Somebody' } },
  'POST /api/v2/auth/otp/verify': { body: { token: '123456', otpToken: 'x'.repeat(43) } },
  'POST /api/v2/trade/predictions': {
    body: { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 },
  },
};

/** Whoever calls these may not be who they were afterwards: each caller sends somebody else. */
const SPOILING = /\/(logout|close|exclusion|reset-password|change-email|limits)$|DELETE .*\/user\/sessions$/;

/** Of the server's log. */
const lines: string[] = [];
let server: TestServer;
let ask: Ask;
/** Operations of the document: `GET /api/v2/config` -> the operation. */
let operations: Map<string, Record<string, unknown>>;
let requests: Map<string, Operation>;
/** Somebody of each role, signed in as people are. */
const signedIn = new Map<Caller, Person>();
beforeAll(async () => {
  const env = { RPC_ETHEREUM: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' };
  server = await startTestServer({ env, log: { write: (line) => void lines.push(line) } });
  ask = caller(server.origin);
  const { json } = await ask('/api/v2/openapi.json');
  requests = new Map(
    operationsOf(json as unknown as Document).map((one) => [`${one.method} ${one.path}`, one] as const),
  );
  operations = new Map(
    Object.entries(json['paths'] as unknown as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
    ),
  );
  for (const role of CALLERS) {
    if (role !== 'VISITOR') signedIn.set(role, await signedInPerson(server, ask, role));
  }
});
afterAll(() => server.stop());

function outcomeOf({ status, json }: Answered): Outcome {
  const code = String(json['error']?.['code'] ?? '');
  if (status === 401 && code === 'NotSignedIn') return 'sign-in';
  if (status === 403 && code === 'PermissionsError') return 'deny';
  // Beside the API absence is a page.
  if (status === 404 && (code === 'NotFound' || code === '')) return 'absent';
  return 'allow';
}

function expected(route: string, caller: Caller, object: Case): Outcome {
  const row = POLICY[route];
  if (row === undefined) throw new Error(`${route} has no row in the policy table`);
  if (!row.allow.includes(caller)) return caller === 'VISITOR' ? 'sign-in' : 'deny';
  if (row.always !== undefined) return row.always;
  return row.owned === true && object !== 'own' ? 'absent' : 'allow';
}

async function someoneNew(role: Role): Promise<Person & { role: Role }> {
  const person = await personOf(server, role);
  await proveAgain(server, person.id);
  return { ...person, role };
}

async function objectOf(route: string, owner: Person & { role: Role }): Promise<string> {
  const make = OBJECTS[route];
  if (make === undefined) throw new Error(`nothing makes the objects of ${route}`);
  return make(owner, { server, ask });
}

describe('routes (R-26)', () => {
  it('are the same in the router, in the document and in the policy table', () => {
    const mounted = server.routes
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const others = server.routes.filter(({ method }) => method === 'OPTIONS').map(({ url }) => url);
    expect(mounted.toSorted()).toEqual(PROTOCOL.toSorted());
    expect(mounted.toSorted()).toEqual([...operations.keys()].toSorted());
    expect(mounted.toSorted()).toEqual(Object.keys(POLICY).toSorted());
    expect(others).toEqual(['/*']);
    console.log(
      `routes: ${mounted.length} in the router, ${PROTOCOL.length} in the protocol table, ${operations.size} in the document, ${Object.keys(POLICY).length} in the policy table, 0 gaps`,
    );
  });
});

describe('authorisation (R-28)', () => {
  it('is what the policy table says, for every caller, route and object', async () => {
    const foreign = new Map<string, string>();
    for (const [route, row] of Object.entries(POLICY).filter(([, { owned }]) => owned === true)) {
      const role = row.allow.find((one) => one === 'USER') ?? row.allow.find((one) => one !== 'VISITOR');
      foreign.set(route, await objectOf(route, await someoneNew((role ?? 'USER') as Role)));
    }
    const wrong: string[] = [];
    const counts: Record<Outcome, number> = { allow: 0, 'sign-in': 0, deny: 0, absent: 0 };
    let cells = 0;
    const exercised = new Exercised();
    for (const who of CALLERS) {
      for (const route of operations.keys()) {
        const cases: readonly Case[] = POLICY[route]?.owned === true ? ['own', 'other', 'none'] : ['none'];
        for (const object of cases) {
          const want = expected(route, who, object);
          const answer = await callAs(who, { route, object, foreign: foreign.get(route) ?? '' });
          const got = outcomeOf(answer);
          exercised.note(route, answer);
          counts[got] += 1;
          cells += 1;
          if (got !== want) wrong.push(`${who} ${route} (${object}): ${got}, not ${want}`);
        }
      }
    }
    console.log(
      `matrix: ${CALLERS.length} callers x ${operations.size} routes = ${cells} cells, ${JSON.stringify(counts)}, ${wrong.length} wrong`,
    );
    console.log(`matrix: ${exercised.line}`);
    expect(wrong).toEqual([]);
    expect(exercised.never).toEqual([]);
    expect(cells).toBeGreaterThanOrEqual(CALLERS.length * operations.size);
    for (const outcome of Object.values(counts)) expect(outcome).toBeGreaterThan(0);
  }, 600_000);
});

describe('an auditor', () => {
  /** What everybody with an account may write: of that account alone. */
  const OWN = /\/(?:user|auth|notifications|watch-list|alerts|support|ideas)(?:\/|$)/;

  it('is refused each write of the back office, and may elsewhere write what is of their own account alone', async () => {
    const writes = Object.entries(POLICY).filter(([route]) => !route.startsWith('GET '));
    const office = writes.filter(([route]) => route.includes('/office/'));
    const outcomes = new Map<string, Outcome>();
    for (const [route] of office)
      outcomes.set(route, outcomeOf(await callAs('AUDITOR', { route, object: 'none', foreign: '' })));
    expect([...outcomes].filter(([, outcome]) => outcome !== 'deny')).toEqual([]);
    const elsewhere = writes.filter(
      ([route, { allow }]) => !route.includes('/office/') && allow.includes('AUDITOR') && !allow.includes('VISITOR'),
    );
    expect(elsewhere.map(([route]) => route).filter((route) => !OWN.test(route))).toEqual([]);
    console.log(
      `an auditor: ${office.length} of ${office.length} writes of the back office refused, ${elsewhere.length} of their own account`,
    );
    expect(office.length).toBeGreaterThan(10);
  });
});

/** One cell. Objects and whatever ends a session get a person of their own: one cell may not spoil the next. */
async function callAs(who: Caller, cell: { route: string; object: Case; foreign: string }): Promise<Answered> {
  const isSpent = POLICY[cell.route]?.owned === true || SPOILING.test(cell.route);
  const person = who === 'VISITOR' ? null : isSpent ? await someoneNew(who as Role) : (signedIn.get(who) ?? null);
  let id = cell.object === 'other' ? cell.foreign : randomUUID();
  if (cell.object === 'own' && person !== null && POLICY[cell.route]?.allow.includes(who) === true) {
    id = await objectOf(cell.route, { ...person, role: who as Role });
  }
  return send(cell.route, { person, id });
}

async function send(route: string, { person, id }: { person: Person | null; id: string }): Promise<Answered> {
  const [method = '', path = ''] = route.split(' ');
  const right = rightRequest(route, id);
  const sent =
    route === 'POST /api/v2/orders'
      ? { ...right, body: JSON.stringify(await restingOrder(person?.token ?? null, ask)) }
      : right;
  return ask(SAMPLES[route]?.query === undefined ? sent.url : `${path}${SAMPLES[route]?.query ?? ''}`, {
    method,
    headers: { ...sent.headers, 'x-requested-with': 'test' },
    ...(person === null ? {} : { token: person.token }),
    ...(sent.body === null ? {} : { body: sent.body }),
  });
}

/** A request that is right in every way but, perhaps, for who sends it. */
function rightRequest(route: string, id: string) {
  const operation = requests.get(route);
  if (operation === undefined) throw new Error(`${route} is not in the document`);
  const hints = {
    id: () => id,
    at: () => '0',
    email: () => `nobody.${randomUUID()}@example.com`,
    country: () => 'DE',
    document: () => 'selfieWithId',
  };
  const made = fuzzRequest(operation, { class_: 'valid', chance: chance(1), hints });
  const sample = SAMPLES[route]?.body ?? BODIES[route];
  const [path = '', query = ''] = made.url.split('?');
  // Which values of these fit each other the document cannot say, and what does not fit is refused whoever asks.
  const pairs = query.split('&').filter((pair) => !/^(?:from|to|cursor|spreadsheet)=/.test(pair));
  const url = pairs.join('') === '' ? path : `${path}?${pairs.join('&')}`;
  return { ...made, url, ...(sample === undefined ? {} : { body: JSON.stringify(sample) }) };
}

describe('ids of others (R-29)', () => {
  it('answer like ids that do not exist, on every route the document marks', async () => {
    const marked = [...operations].filter(([, operation]) => operation['x-owner'] !== undefined);
    expect(marked.map(([route]) => route).toSorted()).toEqual(Object.keys(OBJECTS).toSorted());
    let tried = 0;
    const answers = ({ json }: Answered) => ({ ...(json as object), requestId: '' });
    for (const [route] of marked) {
      const [method = ''] = route.split(' ');
      const call = (id: string, { token }: Person) => {
        const { url, headers, body } = rightRequest(route, id);
        return ask(url, { method, token, headers, ...(body === null ? {} : { body }) });
      };
      const roles = (POLICY[route]?.allow ?? []).filter((one) => one !== 'VISITOR') as Role[];
      for (const first of roles) {
        const [one, other] = [await someoneNew(first), await someoneNew(roles.at(tried % roles.length) ?? first)];
        for (const [thief, owner] of [
          [one, other],
          [other, one],
        ] as const) {
          const id = await objectOf(route, owner);
          const theirs = await call(id, thief);
          const none = await call(randomUUID(), thief);
          expect(theirs.status, `${route} as ${thief.role}`).toBe(404);
          expect(answers(theirs)).toEqual(answers(none));
          // Nothing was done to it either: its owner can still do what the thief could not, or hears which rule is against it.
          expect([200, 422], route).toContain((await call(id, owner)).status);
          tried += 1;
        }
      }
    }
    const [one, other] = [await someoneNew('USER'), await someoneNew('USER')];
    const id = await objectOf('GET /api/v2/trade/predictions/{id}', other);
    for (const query of [`search=${id}`, `cursor=predictions.${id}`]) {
      const found = await ask(`/api/v2/trade/predictions?${query}`, { token: one.token });
      expect(found.text).not.toContain(id);
      tried += 1;
    }
    console.log(`id swaps: ${tried} tried, 0 read`);
  });
});

// The last: it ends the server's connections.
describe('a database that can write nothing for a while (R-07)', () => {
  it('is an outage on every route: 503 with Retry-After and an id that is in the log, never a fault', async () => {
    const calls: { route: string; person: Person | null; id: string }[] = [];
    for (const [route, { allow, owned }] of Object.entries(POLICY)) {
      // Whose word it is that something is away (tests/chaos/api-outage.test.ts).
      if (route === 'GET /readyz') continue;
      const role = allow.includes('USER') ? 'USER' : allow.find((one) => one !== 'VISITOR');
      const owner = role !== undefined && owned === true ? await someoneNew(role as Role) : null;
      const id = owner === null ? randomUUID() : await objectOf(route, owner);
      const person = owner ?? (role === undefined ? null : (signedIn.get(role) ?? null));
      calls.push({ route, person: allow.includes('VISITOR') ? null : person, id });
    }
    const answers = new Map<string, Answered>();
    await whileReadOnly(async () => {
      for (const { route, person, id } of calls) answers.set(route, await send(route, { person, id }));
    });
    const away = [...answers].filter(([, { status }]) => status === 503);
    const bad = [...answers].filter(
      ([, answer]) => answer.status === 500 || (answer.status === 503 && !isWell(answer)),
    );
    console.log(`read-only: ${answers.size} routes, ${away.length} answered 503`);
    expect(bad.map(([route, { status, text }]) => `${route}: ${status} ${text}`)).toEqual([]);
    // Most of what writes was let as far as the database.
    expect(away.length).toBeGreaterThan(30);
  }, 300_000);

  const isWell = ({ headers, json }: Answered) =>
    headers.get('retry-after') !== null && lines.some((line) => line.includes(String(json['requestId'])));

  async function whileReadOnly(work: () => Promise<void>): Promise<void> {
    const url = new URL(server.databaseUrl);
    const admin = createPool(server.databaseUrl, { max: 1, settings: { default_transaction_read_only: 'off' } });
    const set = async (value: string) => {
      await admin.query(`ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = ${value}`);
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
        [url.pathname.slice(1)],
      );
    };
    await set('on');
    await work();
    await set('off');
    await admin.end();
    await expect.poll(async () => (await ask('/readyz')).status, { timeout: 60_000 }).toBe(200);
  }
});
