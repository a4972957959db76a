/**
 * R-13 as programs meet it: operations are sent again and again under their keys, over HTTP, on 32 connections, while the server is killed
 * with kill -9 in the middle of it and started again by its parent. Each has exactly one effect, and one answer, byte for byte.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roundsWire } from '#protocol/exchange.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { caller, until } from '#tests/http-calls.ts';
import { demoPerson } from '#tests/server.ts';
import { buildServer, freePort, start } from '#tests/started.ts';
import type { Started } from '#tests/started.ts';
import { SEED, chanceOf, progress, sayAgainOnFailure } from './chance.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const { operations: OPERATIONS, times: TIMES, group: GROUP, kills: KILLS } = SIZE.retries;
const GROUPS = OPERATIONS / GROUP;
const CONNECTIONS = 32;
/** The parent starts a server again five times a minute, and no more. */
const KILLS_A_MINUTE = 4;
/**
 * They say "not now": of a server that comes up or waits for prices, of a busy minute, of a key whose first request is on its way. Asked
 * again; no other refusal is allowed.
 */
const NOT_NOW = [429, 503];
const isNotNow = ({ status, text }: { readonly status: number; readonly text: string }) =>
  NOT_NOW.includes(status) || (status === 409 && text.includes('"reason":"running"'));
/** Only there the children of a process can be found. */
const onLinux = process.platform === 'linux';

interface Operation {
  readonly path: string;
  readonly token: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
  /** Every answer with a success, `status body` -> how often. */
  readonly answers: Map<string, number>;
  /** How many of them said that they were made for the first time. */
  firsts: number;
}

interface Heard {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

const chance = chanceOf('retries');
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const wrong: string[] = [];
const notNow = new Map<string, number>();
const killedAt: number[] = [];

let build: ReturnType<typeof buildServer>;
let db: TestDatabase;
let dataDir: string;
let server: Started;

beforeAll(async () => {
  build = buildServer();
  db = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-retries-'));
  server = start({ build: build.folder, dataDir, port: await freePort(), env: { DATABASE_URL: db.url } });
  await server.answers('/readyz');
}, 180_000);
afterAll(async () => {
  agent.destroy();
  server.process.kill('SIGTERM');
  await server.ended;
  await db.drop();
  rmSync(dataDir, { recursive: true, force: true });
  build.remove();
});

/** One request; null where nobody answered. */
function send({ path, token, key }: Operation, body: Record<string, unknown>): Promise<Heard | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  return new Promise((resolve) => {
    const asked = request(`${server.origin}${path}`, { method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('error', () => resolve(null));
      const replayed = answer.headers['idempotency-replayed'] === 'true';
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text, replayed }));
    });
    asked.once('error', () => resolve(null));
    asked.end(JSON.stringify(body));
  });
}

const codeOf = ({ status, text }: Heard) => /"code":"(\w+)"/.exec(text)?.[1] ?? `${status}`;

/** Asks until there is an answer that counts: a success, or a refusal that must not be. */
async function ask(operation: Operation): Promise<void> {
  for (;;) {
    const heard = await send(operation, operation.body);
    if (heard !== null && heard.status < 300) {
      const answer = `${heard.status} ${heard.text}`;
      operation.answers.set(answer, (operation.answers.get(answer) ?? 0) + 1);
      if (!heard.replayed) operation.firsts += 1;
      return;
    }
    const why = heard === null ? 'no answer' : codeOf(heard);
    notNow.set(why, (notNow.get(why) ?? 0) + 1);
    if (heard !== null && !isNotNow(heard)) {
      wrong.push(`${operation.path} ${operation.key}: ${heard.status} ${heard.text.slice(0, 300)}`);
      return;
    }
    // Asking without a rest would starve the one that is to come up.
    await pause(200);
  }
}

/** A round that stays open for a while: an order that is asked again after a kill must still have a market. */
function openRound(token: string): Promise<string> {
  const ask = caller(server.origin);
  return until('a round for orders', async () => {
    const answer = await ask('/api/v2/trade/rounds?pair=BTC-USD', { token }).catch(() => null);
    const parsed = roundsWire.safeParse(answer?.json);
    const late = Date.now() + 5 * 60_000;
    return parsed.data?.items.find(({ status, endsAt }) => status === 'OPEN' && Date.parse(endsAt) > late)?.marketId;
  });
}

/** People of their own, so that nobody's minute is full. Two of three predict, the third orders. */
async function operationsOf(group: number): Promise<readonly Operation[]> {
  const made: Operation[] = [];
  await server.answers('/readyz');
  for (let no = 0; no < GROUP; no += 1) {
    const { token } = await demoPerson(server.origin, `10.${group}.${no >> 8}.${no & 255}`);
    const orders = no % 3 === 2;
    const body = orders
      ? { marketId: await openRound(token), outcome: 'UP', side: 'BUY', type: 'LIMIT', price: '0.01', shares: '10' }
      : { pair: 'BTC-USD', direction: no % 2 === 0 ? 'UP' : 'DOWN', stake: '1.00', durationSec: 60, payout: 0.5 };
    const path = orders ? '/api/v2/orders' : '/api/v2/trade/predictions';
    made.push({ path, token, key: randomUUID(), body, answers: new Map(), firsts: 0 });
  }
  return made;
}

/** Each operation so many times in an order that was drawn; after `killAfter` answers the server is killed. */
async function playGroup(operations: readonly Operation[], killAfter: number | null): Promise<void> {
  const wanted = operations
    .flatMap((operation) => Array.from({ length: TIMES }, () => ({ operation, place: chance.next() })))
    .toSorted((one, other) => one.place - other.place);
  let answered = 0;
  const connection = async () => {
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      await ask(next.operation);
      answered += 1;
      if (answered === killAfter) process.kill(server.children().server ?? 0, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

/** So many groups of all, drawn. */
function killed(): ReadonlySet<number> {
  const groups = Array.from({ length: GROUPS }, (_, no) => ({ no, place: chance.next() }));
  return new Set(
    groups
      .toSorted((one, other) => one.place - other.place)
      .slice(0, KILLS)
      .map(({ no }) => no),
  );
}

async function restOfParent(): Promise<void> {
  const last = killedAt.at(-KILLS_A_MINUTE);
  if (last !== undefined) await pause(Math.max(0, last + 61_000 - performance.now()));
  killedAt.push(performance.now());
}

/** What one operation must not have done. */
async function faultsOf(operation: Operation): Promise<readonly string[]> {
  const faults: string[] = [];
  const told = [...operation.answers.values()].reduce((sum, count) => sum + count, 0);
  if (operation.answers.size !== 1) faults.push(`${operation.key}: ${operation.answers.size} different answers`);
  if (told !== TIMES) faults.push(`${operation.key}: ${told} answers of ${TIMES}`);
  if (operation.firsts > 1) faults.push(`${operation.key}: made for the first time ${operation.firsts} times`);
  const change = 'stake' in operation.body ? { stake: '2.00' } : { shares: '11' };
  const other = await send(operation, { ...operation.body, ...change });
  if (other?.status !== 409) faults.push(`${operation.key}: another body was answered ${other?.status}`);
  return faults;
}

it.runIf(onLinux)(
  `${OPERATIONS} operations, ${TIMES} times each from ${CONNECTIONS} connections, ${KILLS} kills in between, seed ${SEED}`,
  async () => {
    sayAgainOnFailure();
    const kills = killed();
    const all: Operation[] = [];
    const begin = performance.now();
    for (let group = 0; group < GROUPS; group += 1) {
      const operations = await operationsOf(group);
      all.push(...operations);
      const killAfter = kills.has(group) ? Math.floor(GROUP * TIMES * (0.2 + chance.next() * 0.6)) : null;
      if (killAfter !== null) await restOfParent();
      await playGroup(operations, killAfter);
      progress('groups of retried operations', { done: group + 1, of: GROUPS, every: 4 });
    }
    const seconds = (performance.now() - begin) / 1_000;
    const faults: string[] = [...wrong];
    for (const operation of all) faults.push(...(await faultsOf(operation)));
    process.stdout.write(
      `retries: ${OPERATIONS} operations x ${TIMES} on ${CONNECTIONS} connections in ${seconds.toFixed(1)} s, ${killedAt.length} kills, ` +
        `${(KILLS / GROUPS) * 100} % of the operations with one in between; asked again after ${JSON.stringify([...notNow])}\n`,
    );
    expect(faults).toEqual([]);
    expect(notNow.get('no answer'), 'the kills were noticed').toBeGreaterThan(0);
    await expectEffects(all);
  },
  LIMIT_MS,
);

/** As many rows as operations, each under the id that its answer told. */
async function expectEffects(all: readonly Operation[]): Promise<void> {
  const ids = all.flatMap(({ answers }) => [...answers.keys()].map((text) => /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]));
  expect(new Set(ids).size).toBe(all.length);
  const { rows } = await db.pool.query<{ made: string; told: string; stored: string; conflicts: string }>(
    `WITH made AS (SELECT id FROM prediction UNION ALL SELECT o.id FROM market_order o WHERE o.user_id IN (SELECT user_id FROM idem))
     SELECT (SELECT count(*) FROM made) AS made, (SELECT count(*) FROM made WHERE id = ANY($1::uuid[])) AS told,
       (SELECT count(*) FROM idem) AS stored`,
    [ids],
  );
  expect(rows[0]).toEqual({ made: `${all.length}`, told: `${all.length}`, stored: `${all.length}` });
  const report = await checkLedger(db.pool, { window: 'all' });
  expect(reportLines(report).filter(() => !report.healthy)).toEqual([]);
}
