import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/logging/log.ts';
import { openEarlyListener } from '#server/http/early-listener.ts';
import { SignerClient } from '#server/proofs/index.ts';
import { prepareDatabase } from '#server/supervisor/prepare-database.ts';
import { serve, type WebThread } from '#server/serve.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { caller, until } from '#tests/http-calls.ts';
import { connectLive } from '#tests/live-client.ts';
import { demoPerson } from '#tests/server.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let database: TestDatabase;
let dataDir: string;
let bus: Bus;
let web: WebThread;
let origin: string;

/** The web thread with nobody behind it: the engine is starting, restarting or gone. */
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tikvo-server-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    FEED: 'simulated',
    LOG_LEVEL: 'silent',
  });
  bus = createLocalBus();
  await prepareDatabase(database.url, config, createLog(config));
  web = await serve({
    early: await openEarlyListener(config),
    config,
    databaseUrl: database.url,
    bus,
    clock: systemClock,
    log: createLog(config),
    signer: new SignerClient(config.signer.socket),
  });
  origin = `http://127.0.0.1:${web.port}`;
});
afterAll(async () => {
  await web.close();
  bus.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('without an engine', () => {
  it('is alive but not ready, and says what is missing', async () => {
    const ask = caller(origin);
    expect((await ask('/healthz')).status).toBe(200);
    // The database is asked in a time of its own, which this machine may miss once.
    await expect
      .poll(async () => (await ask('/readyz')).json)
      .toEqual({
        status: 'starting',
        parts: { database: true, feed: false, engine: false, disk: true, signer: false },
        warnings: [],
      });
    expect((await ask('/readyz')).status).toBe(503);
  });

  it('answers 503 with a time to come back where the engine is needed, and the rest as ever', async () => {
    const ask = caller(origin);
    const { token } = await demoPerson(origin);
    const pairs = await ask('/api/v2/trade/pairs');
    expect(pairs.status).toBe(503);
    expect(pairs.headers.get('retry-after')).toBe('2');
    expect(pairs.json).toMatchObject({ error: { code: 'UnexpectedError', details: {} } });
    const body = { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 60, payout: 0.8 };
    expect((await ask('/api/v2/trade/predictions', { method: 'POST', token, body })).status).toBe(503);
    expect((await ask('/api/v2/user/profile', { token })).json).toMatchObject({ totalBalance: 10_000 });
  });
});

const PLACED: Prediction = {
  id: '01900000-0000-7000-8000-000000000000',
  realm: 'demo',
  userId: '',
  pairId: 'BTC-USD',
  feed: 'simulated',
  direction: 'UP',
  stake: usdt(10_000_000n),
  payoutBps: 8_200,
  durationMs: 60_000,
  status: 'ADMITTED',
  outcome: null,
  voidReason: null,
  admittedAt: 1_800_000_000_000,
  kAdm: 4,
  hAdm: '',
  salt: '',
  rulesHash: '',
  shard: 0,
  batch: 1,
  entry: null,
  expiresAt: null,
  exit: null,
  credit: null,
  settledAt: null,
};

describe('what is committed while the engine is away', () => {
  it('is told to its person all the same', async () => {
    const { token, id: userId } = await demoPerson(origin);
    const client = await connectLive(origin, '/private');
    client.say({ op: 'auth', token });
    client.say({ op: 'subscribe', channels: ['prediction'] });
    await client.next('the snapshot', (one) => String(one['ch']) === 'prediction');
    const prediction = { ...PLACED, userId };
    bus.publish('trading.prediction', { userId, realm: 'demo', prediction });
    const told = await client.next(
      'the prediction',
      (one) => one['snapshot'] === undefined && Number(one['seq']) === 2,
    );
    expect(told).toMatchObject({ ch: 'prediction', data: { id: PLACED.id, pair: 'BTC-USD', stake: 10 } });
    client.end();
  });
});

describe('a stop (R-15)', () => {
  it('answers what was accepted and takes nothing new', async () => {
    const { token } = await demoPerson(origin);
    const ask = caller(origin);
    let answerBoard: (() => void) | undefined;
    // A question to the engine keeps the request open until the stop has begun.
    bus.answer('prices.board', () => new Promise((resolve) => (answerBoard = () => resolve([]))));
    const accepted = ask('/api/v2/trade/pairs', { token });
    await until('the question', () => answerBoard);
    const stopped = web.drain();
    await expect(
      until('no new connections', async () => {
        await fetch(`${origin}/healthz`, { headers: { connection: 'close' } });
        return null;
      }),
    ).rejects.toThrow('fetch failed');
    answerBoard?.();
    expect(await accepted).toMatchObject({ status: 200, json: { crypto: [] } });
    await stopped;
  });
});
