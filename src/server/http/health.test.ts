import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { createPairCache } from '#server/engine-client/index.ts';
import { runningVersion } from '#server/version.ts';
import { testDatabase } from '#tests/database.ts';
import { feedIsUp, mountHealth, statusOf } from './health.ts';

const pair = (
  status: 'CLOSED' | 'OFFLINE' | 'WARMING' | 'ONLINE' | 'DEGRADED',
  reason: 'starting' | 'stale' | null = null,
) => ({
  status,
  reason,
});

describe('the feed is up', () => {
  it.each([
    ['prices flow', [pair('ONLINE'), pair('WARMING')], true],
    ['few sources flow', [pair('DEGRADED'), pair('OFFLINE', 'stale')], true],
    ['every market is closed', [pair('CLOSED'), pair('CLOSED')], true],
    ['some markets are closed and the others are dead', [pair('CLOSED'), pair('OFFLINE', 'stale')], false],
    ['stocks are closed and coins warm up', [pair('CLOSED'), pair('WARMING')], false],
    ['stocks are closed and coins have not begun', [pair('CLOSED'), pair('OFFLINE', 'starting')], false],
    ['all is dead', [pair('OFFLINE', 'stale')], false],
    ['nothing is known', [], false],
  ])('when %s: %#', (_when, boards, up) => {
    expect(feedIsUp(boards)).toBe(up);
  });
});

describe('the word of /readyz', () => {
  const all = { database: true, feed: true, engine: true, disk: true, signer: true };
  const noFeed = { ...all, feed: false };
  const min = 60_000;
  it.each([
    ['all is there', all, { ownership: 'owner', sinceStartMs: min, wasReady: false }, 'ok'],
    ['the signer is away', { ...all, signer: false }, { ownership: 'owner', sinceStartMs: min, wasReady: true }, 'ok'],
    [
      'the disk is full',
      { ...all, disk: false },
      { ownership: 'owner', sinceStartMs: min, wasReady: true },
      'unavailable',
    ],
    ['it begins', noFeed, { ownership: 'starting', sinceStartMs: min, wasReady: false }, 'starting'],
    [
      'half an hour has no feed',
      noFeed,
      { ownership: 'owner', sinceStartMs: 30 * min, wasReady: false },
      'unavailable',
    ],
    ['the feed is lost', noFeed, { ownership: 'owner', sinceStartMs: min, wasReady: true }, 'unavailable'],
    ['another owns the shard', noFeed, { ownership: 'standby', sinceStartMs: 90 * min, wasReady: false }, 'standby'],
    [
      'it stands by without a database',
      { ...noFeed, database: false },
      { ownership: 'standby', sinceStartMs: 90 * min, wasReady: false },
      'unavailable',
    ],
  ] as const)('%s', (...[, ready, since, word]) => {
    expect(statusOf(ready, since)).toBe(word);
  });
});

/** Nobody listens there. */
const NOBODY = 'postgresql://nobody@127.0.0.1:1/none';

/** The routes of the machine, with an engine that knows no pair and a database that does not answer unless one is given. */
function mounted(databaseUrl = NOBODY) {
  const config = readConfig({
    PUBLIC_ORIGIN: 'https://app.example.com',
    SMTP_URL: 'smtp://relay.internal:587',
    MAIL_FROM: 'post@example.com',
    METRICS_TOKEN: 'a-token-of-the-scraper',
  });
  const bus = createLocalBus();
  bus.answer('prices.board', () => []);
  const db = createPool(databaseUrl, { max: 1, retryMs: 0 });
  const app = fastify();
  const pairCache = createPairCache({ bus, clock: systemClock });
  const proofs = { signerAnswers: () => Promise.resolve(false) };
  const placed: number[] = [];
  const status = { placed: (ms: number) => placed.push(ms) };
  const registry = mountHealth(app, { config, db, bus, clock: systemClock, pairCache, proofs, status });
  const close = async () => {
    await app.close();
    await db.end();
    bus.close();
  };
  return { app, db, registry, placed, close };
}

describe('the word on a public host', () => {
  it('is whether all is well; what ails it and which version it has are for who runs it', async () => {
    const { app, close } = mounted();
    const ask = async (url: string, host: string) => {
      const { statusCode, body } = await app.inject({ url, headers: { host } });
      return [statusCode, JSON.parse(body)] as const;
    };
    const parts = { database: false, feed: false, engine: false, disk: true, signer: false };
    expect(await ask('/healthz', '127.0.0.1:3000')).toEqual([200, { status: 'ok', ...runningVersion() }]);
    expect(await ask('/readyz', '127.0.0.1:3000')).toEqual([503, { status: 'starting', parts, warnings: [] }]);
    for (const host of ['app.example.com', 'APP.example.com.:443']) {
      expect(await ask('/healthz', host)).toEqual([200, { status: 'ok' }]);
      expect(await ask('/readyz', host)).toEqual([503, { status: 'starting' }]);
    }
    await close();
  });
});

describe('what is counted of answers', () => {
  it('is told by routes, pages apart from what is nowhere, and beside it which version runs', async () => {
    const { app, registry, close } = mounted();
    app.get('/orders/:id', () => 'one');
    app.setNotFoundHandler((request, reply) =>
      request.url === '/en' ? reply.type('text/html; charset=utf-8').send('<p>') : reply.code(404).send({}),
    );
    for (const url of ['/orders/1', '/orders/2', '/en', '/nowhere']) await app.inject({ url });
    const text = await registry.metrics();
    const counted = [...text.matchAll(/^tikvo_http_request_seconds_count\{route="([^"]+)",[^}]*\} (\d+)$/gm)];
    expect(counted.map(([, route, count]) => [route, count])).toEqual([
      ['/orders/:id', '2'],
      ['page', '1'],
      ['none', '1'],
    ]);
    const { version, commit } = runningVersion();
    expect(text).toContain(`tikvo_build_info{version="${version}",commit="${commit ?? ''}"} 1`);
    await close();
  });

  it('is told to the status of what was placed, and of nothing else', async () => {
    const { app, placed, close } = mounted();
    app.post('/api/v2/trade/predictions', (_request, reply) => reply.code(201).send({}));
    app.post('/api/v2/orders', (_request, reply) => reply.code(201).send({}));
    app.post('/api/v2/support/tickets', (_request, reply) => reply.code(201).send({}));
    app.get('/api/v2/trade/predictions', () => ({}));
    for (const url of ['/api/v2/trade/predictions', '/api/v2/orders', '/api/v2/support/tickets'])
      await app.inject({ url, method: 'POST' });
    await app.inject({ url: '/api/v2/trade/predictions' });
    expect(placed).toHaveLength(2);
    expect(Math.min(...placed)).toBeGreaterThan(0);
    await close();
  });

  it('is told beside how many connections to the database are in use, and who waits for one', async () => {
    const database = await testDatabase();
    const { db, registry, close } = mounted(database.url);
    const counted = async () => {
      const text = await registry.getSingleMetricAsString('tikvo_database_connections');
      return Object.fromEntries([...text.matchAll(/state="(\w+)"\} (\d+)/g)].map(([, state, count]) => [state, count]));
    };
    const first = await db.connect();
    const second = db.connect();
    expect(await counted()).toEqual({ busy: '1', idle: '0', waiting: '1' });
    first.release();
    (await second).release();
    expect(await counted()).toEqual({ busy: '0', idle: '1', waiting: '0' });
    await close();
    await database.drop();
  });
});
