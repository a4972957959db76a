import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import type { Caller } from '#protocol/endpoint.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { CALLERS, POLICY } from './policy.ts';

type Case = 'own' | 'other' | 'none';
type Outcome = 'allow' | 'sign-in' | 'deny' | 'absent';

/** A request that is right in every way but, perhaps, for who sends it. */
const SAMPLES: Readonly<Record<string, { query?: string; body?: unknown; headers?: Record<string, string> }>> = {
  'POST /api/v2/auth/demo-session': { body: {} },
  'GET /api/v2/auth/refresh': { headers: { 'x-requested-with': 'test' } },
  'POST /api/v2/auth/page-view': { body: {} },
  'GET /api/v2/trade/bars': { query: '?pair=BTC-USD&resolution=1m' },
  'POST /api/v2/trade/predictions': {
    body: { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 },
  },
};

let server: TestServer;
let ask: Ask;
/** Operations of the document: `GET /api/v2/config` -> the operation. */
let operations: Map<string, Record<string, unknown>>;
beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  const { json } = await ask('/api/v2/openapi.json');
  operations = new Map(
    Object.entries(json['paths'] as unknown as Record<string, Record<string, Record<string, unknown>>>).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one] as const),
    ),
  );
});
afterAll(() => server.stop());

function outcomeOf({ status, json }: Answered): Outcome {
  const code = String(json['error']?.['code'] ?? '');
  if (status === 401 && code === 'NotSignedIn') return 'sign-in';
  if (status === 403 && code === 'PermissionsError') return 'deny';
  if (status === 404 && code === 'NotFound') return 'absent';
  return 'allow';
}

function expected(route: string, caller: Caller, object: Case): Outcome {
  const row = POLICY[route];
  if (row === undefined) throw new Error(`${route} has no row in the policy table`);
  if (!row.allow.includes(caller)) return caller === 'VISITOR' ? 'sign-in' : 'deny';
  if (row.always !== undefined) return row.always;
  return row.owned === true && object !== 'own' ? 'absent' : 'allow';
}

async function placeOne(person: Person): Promise<string> {
  const placed = await ask('/api/v2/trade/predictions', {
    method: 'POST',
    token: person.token,
    body: { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.5 },
  });
  if (placed.status !== 201) throw new Error(`no prediction: ${placed.text}`);
  return String(placed.json['id']);
}

describe('routes (R-26)', () => {
  it('are the same in the router, in the document and in the policy table', () => {
    const mounted = server.routes
      .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const others = server.routes.filter(({ method }) => method === 'OPTIONS').map(({ url }) => url);
    expect(mounted.length).toBeGreaterThanOrEqual(18);
    expect(mounted.toSorted()).toEqual([...operations.keys()].toSorted());
    expect(mounted.toSorted()).toEqual(Object.keys(POLICY).toSorted());
    expect(others).toEqual(['/*']);
    console.log(
      `routes: ${mounted.length} in the router, ${operations.size} in the document, ${Object.keys(POLICY).length} in the policy table, 0 gaps`,
    );
  });
});

describe('authorisation (R-28)', () => {
  it('is what the policy table says, for every caller, route and object', async () => {
    const stranger = await personOf(server, 'DEMO');
    const foreign = await placeOne(stranger);
    const wrong: string[] = [];
    const counts: Record<Outcome, number> = { allow: 0, 'sign-in': 0, deny: 0, absent: 0 };
    let cells = 0;
    for (const who of CALLERS) {
      for (const route of operations.keys()) {
        const cases: readonly Case[] = POLICY[route]?.owned === true ? ['own', 'other', 'none'] : ['none'];
        for (const object of cases) {
          const want = expected(route, who, object);
          const got = outcomeOf(await callAs(who, { route, object, foreign }));
          counts[got] += 1;
          cells += 1;
          if (got !== want) wrong.push(`${who} ${route} (${object}): ${got}, not ${want}`);
        }
      }
    }
    console.log(
      `matrix: ${CALLERS.length} callers x ${operations.size} routes = ${cells} cells, ${JSON.stringify(counts)}, ${wrong.length} wrong`,
    );
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThanOrEqual(CALLERS.length * operations.size);
    for (const outcome of Object.values(counts)) expect(outcome).toBeGreaterThan(0);
  });
});

/** One cell. Each has a person of his own: a logout may not spoil the next. */
async function callAs(who: Caller, cell: { route: string; object: Case; foreign: string }): Promise<Answered> {
  const person = who === 'VISITOR' ? null : await personOf(server, who as Role);
  const [method = '', path = ''] = cell.route.split(' ');
  let id = cell.object === 'other' ? cell.foreign : randomUUID();
  if (cell.object === 'own' && person !== null && (who === 'USER' || who === 'DEMO')) id = await placeOne(person);
  const sample = SAMPLES[cell.route] ?? {};
  return ask(`${path.replace('{id}', id)}${sample.query ?? ''}`, {
    method,
    ...(person === null ? {} : { token: person.token }),
    ...(sample.body === undefined ? {} : { body: sample.body }),
    ...(sample.headers === undefined ? {} : { headers: sample.headers }),
  });
}

describe('ids of others (R-29)', () => {
  it('answer like ids that do not exist, on every route the document marks', async () => {
    const marked = [...operations].filter(([, operation]) => operation['x-owner'] !== undefined);
    expect(marked.length).toBeGreaterThanOrEqual(1);
    let tried = 0;
    for (const [first, second] of [
      ['DEMO', 'DEMO'],
      ['USER', 'USER'],
      ['USER', 'DEMO'],
      ['DEMO', 'USER'],
    ] as const) {
      const [one, other] = [await personOf(server, first), await personOf(server, second)];
      const ids = [await placeOne(one), await placeOne(other)];
      for (const [route] of marked) {
        const [method = '', path = ''] = route.split(' ');
        for (const [person, foreign] of [
          [one, ids[1] ?? ''],
          [other, ids[0] ?? ''],
        ] as const) {
          const his = await ask(path.replace('{id}', foreign), { method, token: person.token });
          const none = await ask(path.replace('{id}', randomUUID()), { method, token: person.token });
          expect(his.status).toBe(404);
          expect({ ...(his.json as object), requestId: '' }).toEqual({ ...(none.json as object), requestId: '' });
          tried += 1;
        }
      }
      const search = await ask(`/api/v2/trade/predictions?search=${ids[1]}`, { token: one.token });
      const cursor = await ask(`/api/v2/trade/predictions?cursor=${ids[1]}`, { token: one.token });
      for (const { text } of [search, cursor]) expect(text).not.toContain(ids[1]);
      tried += 2;
    }
    console.log(`id swaps: ${tried} tried, 0 read`);
  });
});
