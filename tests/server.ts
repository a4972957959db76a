import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { DestinationStream } from 'pino';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import { readNetworks } from '#server/config/networks.ts';
import { openEngineRuntime } from '#server/engine-runtime.ts';
import { createLog } from '#server/logging/log.ts';
import { openEarlyListener } from '#server/http/early-listener.ts';
import { SignerClient } from '#server/proofs/index.ts';
import { KeyStore } from '#server/proofs/keys/key-store.ts';
import { listenForSigning } from '#server/proofs/signing/signer-port.ts';
import { prepareDatabase } from '#server/supervisor/prepare-database.ts';
import { serve, type WebThread } from '#server/serve.ts';
import { testDatabase } from './database.ts';

export interface TestServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly bus: Bus;
  readonly pool: Pool;
  readonly databaseUrl: string;
  /** The same database as the superuser. */
  readonly adminUrl: string;
  readonly config: Config;
  /** Method and pattern of every route that was mounted. */
  readonly routes: WebThread['routes'];
  stop(): Promise<void>;
}

/**
 * The whole product on a database of its own: http, sockets, engine, prices, joined by a bus in one thread; the signer behind its socket.
 * `env` are settings as a person would give them. Resolves when /readyz says so.
 */
export async function startTestServer(
  options: {
    feed?: 'simulated' | 'replay';
    env?: Readonly<Record<string, string>>;
    /** Where the lines of the log go, instead of to stdout. */
    log?: DestinationStream;
  } = {},
): Promise<TestServer> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tikvo-server-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    FEED: options.feed ?? 'simulated',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    // A network of real money wants one; this is the one of test money.
    DEPOSIT_XPUB: readNetworks({}).depositXpub,
    ...options.env,
  });
  const log = createLog(config, options.log);
  const bus = createLocalBus();
  await prepareDatabase(database.url, config, log);
  const parts = { config, databaseUrl: database.url, bus, clock: systemClock, log };
  const engine = openEngineRuntime(parts);
  const { socket } = config.signer;
  const signing = await listenForSigning({ signer: new KeyStore(dataDir), path: socket, mode: 0o600, log });
  const web = await serve({ ...parts, signer: new SignerClient(socket), early: await openEarlyListener(config) });
  await engine.started;
  const origin = `http://127.0.0.1:${web.port}`;
  await untilReady(origin);
  if (config.feed === 'simulated') await untilOnline(origin);
  return {
    origin,
    bus,
    pool: database.pool,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    config,
    routes: web.routes,
    stop: async () => {
      await web.drain();
      await engine.stop();
      await web.close();
      await signing.close();
      bus.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    if ((await fetch(`${origin}/readyz`)).ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`not ready after 90 s: ${await (await fetch(`${origin}/readyz`)).text()}`);
}

/** Crypto never closes; its simulated pairs have their first prices within a moment. */
async function untilOnline(origin: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { crypto } = (await (await fetch(`${origin}/api/v2/trade/pairs`)).json()) as { crypto: { status: string }[] };
    if (crypto.every(({ status }) => status === 'online')) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('simulated crypto pairs were not online after 60 s');
}

/** A new demo person: their token and id. Another `address` has an hourly quota and limits of its own. */
export async function demoPerson(origin: string, address?: string): Promise<{ token: string; id: string }> {
  const response = await fetch(`${origin}/api/v2/auth/demo-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(address === undefined ? {} : { 'x-forwarded-for': address }) },
    body: '{}',
  });
  if (response.status !== 201) throw new Error(`demo-session answered ${response.status}: ${await response.text()}`);
  const { accessToken, user } = (await response.json()) as { accessToken: string; user: { id: string } };
  return { token: accessToken, id: user.id };
}
