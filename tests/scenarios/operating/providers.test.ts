/** Messages of an outside provider: from the bytes at the webhook to what a subject does with them. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { mountWebhooks } from '#server/http/calls/webhooks.ts';
import { createJobs, workOn, type Jobs } from '#server/jobs/index.ts';
import { letGo } from '#server/personal-data/index.ts';
import type { Delivery, Provider, Providers } from '#server/providers/index.ts';
import { PROVIDERS_PERSONAL_DATA } from '#server/providers/personal-data.ts';
import { createProviders, DELIVERY } from '#server/providers/providers.ts';
import { createVault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { PRETEND, PRETEND_SEAT, PRETEND_SIMULATOR, signPretend } from '#tests/worlds/pretend-provider.ts';

let db: TestDatabase;
let dataDir: string;
let jobs: Jobs;
let said = '';
const log = pino({}, new Writable({ write: (line, _encoding, done) => ((said += String(line)), done()) }));
const env = {
  PROVIDER_PRETEND_URL: 'http://127.0.0.1:1',
  PROVIDER_PRETEND_API_TOKEN: 'token',
  PROVIDER_PRETEND_WEBHOOK_SECRETS: 'secret',
};
const ada = randomUUID();
let handled: Delivery[] = [];
let failing = 0;

function open(list: readonly Provider[], settings: Readonly<Record<string, string>> = env): Providers {
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  const providers = createProviders({
    config,
    db: db.pool,
    vault: createVault({ config }),
    clock: systemClock,
    log,
    providerList: list,
  });
  providers.add({
    seat: PRETEND_SEAT,
    personOf: (_tx, reference) => Promise.resolve(reference.startsWith('ada') ? ada : null),
    handle: (delivery) => {
      if (failing > 0) {
        failing -= 1;
        return Promise.reject(new Error('not now'));
      }
      handled.push(delivery);
      return Promise.resolve();
    },
  });
  return providers;
}

/** A webhook and a queue on these providers. */
async function openWebhook(providers: Providers) {
  const app = fastify();
  await mountWebhooks(app, { providers });
  jobs = createJobs({ db: db.pool, log });
  jobs.add(
    workOn(
      DELIVERY,
      () =>
        ({ no }, run) =>
          providers.handle(no, run),
    ),
  );
  jobs.start();
  return async (fields: object, { secret = 'secret', to = 'pretend' } = {}) => {
    const payload = Buffer.from(JSON.stringify({ type: 'state', ...fields }));
    const headers = { 'content-type': 'application/json', ...signPretend(payload, { secret, at: Date.now() }) };
    return (await app.inject({ method: 'POST', url: `/webhooks/${to}`, headers, payload })).statusCode;
  };
}

const rows = async () =>
  (
    await db.pool.query<{ event_id: string; outcome: string | null; done: boolean }>(
      'SELECT event_id, outcome, handled_at IS NOT NULL AS done FROM provider_delivery ORDER BY no',
    )
  ).rows;
const settled = () => until('all to be handled', async () => ((await rows()).every(({ done }) => done) ? true : null));

beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-providers-'));
  await db.pool.query("INSERT INTO app_user (id, role, created_at) VALUES ($1, 'USER', now())", [ada]);
});
beforeEach(async () => {
  await db.pool.query('DELETE FROM provider_delivery');
  [handled, said] = [[], ''];
});
afterEach(() => jobs.stop());
afterAll(async () => {
  await db.drop();
  await rm(dataDir, { recursive: true });
});

it('is kept once however often it comes, and acted on until that has succeeded', async () => {
  const send = await openWebhook(open([PRETEND]));
  failing = 1;
  const passed = { id: 'e1', ref: 'ada-1', state: 'ok' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(passed)));
  expect(new Set(answers)).toEqual(new Set([200]));
  await until('its second try', () => (handled.length > 0 ? true : null), 30_000);
  await settled();
  const [only] = handled;
  expect(handled).toHaveLength(1);
  expect(only).toMatchObject({ provider: 'pretend', reference: 'ada-1', outcome: 'PASSED', userId: ada });
  expect(JSON.parse(String(only?.body))).toEqual({ type: 'state', ...passed });
});

it('is refused unless the provider signed it, and is of nobody where there is no such provider', async () => {
  const send = await openWebhook(open([PRETEND]));
  const one = { id: 'e1', ref: 'ada-1', state: 'ok' };
  expect(await send(one, { secret: 'other' })).toBe(401);
  expect(await send(one, { to: 'pretendsim' })).toBe(404);
  expect(await send({ id: 'e1' })).toBe(400);
  expect(await send({ id: 'x'.repeat(201), ref: 'ada-1', state: 'ok' })).toBe(400);
  expect(await send({ id: 'e1', type: 'hello' })).toBe(200);
  expect(await rows()).toEqual([]);
});

it('whose status has no row is an alarm and decides nothing, until a later version knows it', async () => {
  const send = await openWebhook(open([PRETEND]));
  expect(await send({ id: 'e1', ref: 'ada-1', state: 'onHold' })).toBe(200);
  expect(await send({ id: 'e2', ref: 'ada-1', state: 'seen' })).toBe(200);
  await until('the other', async () => ((await rows())[1]?.done === true ? true : null));
  expect(await rows()).toEqual([
    { event_id: 'e1', outcome: null, done: false },
    { event_id: 'e2', outcome: 'IGNORE', done: true },
  ]);
  expect(said).toMatch(/"alarm":"provider","provider":"pretend","status":"onHold"/);
  expect(handled).toEqual([]);
  await jobs.stop();

  const later = open([{ ...PRETEND, statuses: { ...PRETEND.statuses, onHold: 'REFUSED' } }]);
  await openWebhook(later);
  await later.review();
  await settled();
  expect(handled).toMatchObject([{ eventId: 'e1', outcome: 'REFUSED' }]);
});

it('is kept sealed, and what it says is gone with the key of its person; of a stranger only its mark is kept', async () => {
  const send = await openWebhook(open([PRETEND]));
  await send({ id: 'e1', ref: 'ada-1', state: 'ok' });
  await send({ id: 'e2', ref: 'eve-1', state: 'ok' });
  await settled();
  const bodies = async () =>
    (await db.pool.query<{ body: Buffer | null }>('SELECT body FROM provider_delivery ORDER BY no')).rows;
  const [ofAda, ofStranger] = await bodies();
  expect(ofAda?.body?.includes('ada-1')).toBe(false);
  expect(ofStranger).toEqual({ body: null });
  expect(new Set(handled.map(({ userId }) => userId))).toEqual(new Set([ada, null]));
  await transaction(db.pool, (tx) => letGo(tx, PROVIDERS_PERSONAL_DATA, { userId: ada, when: 'atDestruction' }));
  expect(await bodies()).toEqual([{ body: null }, { body: null }]);
});

it('of a simulator takes the same way', async () => {
  const providers = open([PRETEND, PRETEND_SIMULATOR], {});
  await openWebhook(providers);
  const [simulator] = providers.at(PRETEND_SEAT);
  expect(simulator).toMatchObject({ name: 'pretendsim', isSimulator: true });
  await simulator?.calls.begin('ada-2');
  await settled();
  expect(handled).toMatchObject([{ provider: 'pretendsim', reference: 'ada-2', outcome: 'PASSED', userId: ada }]);
});
