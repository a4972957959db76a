import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { OsAccount } from './account.ts';
import { databaseAccount } from './account.ts';
import type { Binaries, Lies } from './binaries.ts';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster, SUPERUSER } from './initdb.ts';
import type { Place } from './place.ts';
import { keptPassword, preparePlace } from './place.ts';
import { choosePort } from './port.ts';
import type { Postmaster } from './postmaster.ts';
import { findPostmaster, isAlive, stopPostmaster, waitUntilReady } from './postmaster.ts';

/** The product's database in a cluster of ours. */
export const DATABASE = 'tikvo';
/** Owns the database and nothing else: rights that a migration revokes are revoked for it. */
export const PRODUCT = 'tikvo';
const START_TIMEOUT_MS = 60_000;
/** Left by a killed server for as long as its last processes live; then a start succeeds. */
const PASSING_START_FAULT = /pre-existing shared memory|could not bind|lock file .* already exists/i;

/** Durability is PostgreSQL's default and said aloud: the engine checks these three when it starts. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
} as const;

export interface EmbeddedDatabase {
  /** Connects to the product's database as its owner, a plain role; holds the password: never log it. */
  readonly url: string;
  /** The same database as the superuser: for administration, never for the product. */
  readonly adminUrl: string;
  readonly pid: number;
  /** True when a server left by a killed process was taken over. */
  readonly adopted: boolean;
  /** Resolves when the server has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Fast and graceful: nothing committed is lost. */
  stop(): Promise<void>;
}

interface Setting {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly account: OsAccount | null;
  readonly password: string;
  readonly productPassword: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that a killed process left running.
 * Throws NoEmbeddedDatabase with one sentence where the platform has none. `signal` calls the start off: its reason is thrown
 * once nothing of the database runs any more. A server that was begun here is stopped before anything is thrown.
 */
export async function startEmbedded(options: {
  readonly dataDir: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly signal?: AbortSignal;
  readonly lies?: Lies;
  /** How long it may take to recover, ms; a minute unless said. */
  readonly patienceMs?: number;
}): Promise<EmbeddedDatabase> {
  const signal = options.signal ?? new AbortController().signal;
  const account = databaseAccount();
  // The place first: where the shared home is the data folder itself, it is opened for the account here.
  const place = preparePlace(resolve(options.dataDir), account, options.lies?.sharedHome);
  const binaries = await prepareBinaries(account, options.lies);
  const password = keptPassword(place.passwordFile);
  const productPassword = keptPassword(place.productPasswordFile);
  const patienceMs = options.patienceMs ?? START_TIMEOUT_MS;
  const setting: Setting = {
    place,
    binaries,
    account,
    password,
    productPassword,
    log: options.log,
    signal,
    patienceMs,
  };
  await ensureCluster(setting);
  const adopted = await adopt(setting);
  const running = adopted ?? (await launchPatiently(setting));
  try {
    await ensureDatabase(urlOf(setting, running.port, 'postgres'), productPassword);
    signal.throwIfAborted();
  } catch (error) {
    // One that was taken over may serve the product while a command asks for it.
    if (adopted === null || signal.aborted) await stopPostmaster(running.pid);
    throw error;
  }
  return {
    url: `postgresql://${PRODUCT}:${productPassword}@127.0.0.1:${running.port}/${DATABASE}`,
    adminUrl: urlOf(setting, running.port, DATABASE),
    pid: running.pid,
    adopted: adopted !== null,
    ended: watch(running.pid),
    stop: () => stopPostmaster(running.pid),
  };
}

/** As the superuser. */
function urlOf(setting: Setting, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${setting.password}@127.0.0.1:${port}/${database}`;
}

/** Takes over a server that still runs on our folder; one that does not answer is stopped. */
async function adopt(setting: Setting): Promise<Postmaster | null> {
  const found = findPostmaster(setting.place.data);
  if (found === null) return null;
  const url = urlOf(setting, found.port, 'postgres');
  const gaveUp = () => setting.signal.aborted || !isAlive(found.pid);
  const ready = await waitUntilReady(url, { timeoutMs: 15_000, gaveUp }).catch(() => false);
  if (ready) {
    setting.log.info({ pid: found.pid }, 'took over the database that was still running');
    return found;
  }
  if (isAlive(found.pid)) {
    if (!setting.signal.aborted) {
      setting.log.warn({ pid: found.pid }, 'the database that was still running does not answer; stopping it');
    }
    await stopPostmaster(found.pid);
  }
  return null;
}

/** Tries again while the processes of a killed server are still ending. */
async function launchPatiently(setting: Setting): Promise<Postmaster> {
  const until = Date.now() + 15_000;
  for (;;) {
    setting.signal.throwIfAborted();
    const outcome = await launch(setting);
    if ('pid' in outcome) return outcome;
    setting.signal.throwIfAborted();
    if (!PASSING_START_FAULT.test(outcome.said) || Date.now() > until) {
      throw new Error(`The database did not start: ${outcome.said.trim()} (see ${setting.place.logFile})`);
    }
    await pause(200);
  }
}

async function launch(setting: Setting): Promise<Postmaster | { readonly said: string }> {
  const { place, binaries, account, signal } = setting;
  const port = await choosePort(place.portFile);
  writeFileSync(place.logFile, '');
  const output = openSync(place.logFile, 'a');
  const child = spawn(
    binaries.postgres,
    ['-D', place.data, '-p', String(port), ...Object.entries(SETTINGS).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      cwd: '/',
      // Its own process group: Ctrl-C reaches us first, and we stop it last.
      detached: true,
      stdio: ['ignore', output, output],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    },
  );
  closeSync(output);
  child.unref();
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code) => {
    failure ??= `exit code ${code}: ${readFileSync(place.logFile, 'utf8').slice(-2000)}`;
  });
  const end = async () => {
    failure ??= `no answer within ${setting.patienceMs / 1000} s`;
    if (child.pid !== undefined) await stopPostmaster(child.pid);
  };
  const ready = await waitUntilReady(urlOf(setting, port, 'postgres'), {
    timeoutMs: setting.patienceMs,
    gaveUp: () => failure !== null || signal.aborted,
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if (ready && child.pid !== undefined && failure === null) {
    // Its later end is watched by pid; by then the folder with the log may be gone.
    child.removeAllListeners('exit');
    return { pid: child.pid, port };
  }
  if (failure === null) await end();
  return { said: failure ?? '' };
}

async function ensureDatabase(url: string, productPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
         EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [PRODUCT, DATABASE],
    );
    if (!rows[0]?.role) {
      await client.query(`CREATE ROLE ${PRODUCT} LOGIN PASSWORD ${client.escapeLiteral(productPassword)}`);
    }
    if (!rows[0]?.database) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${PRODUCT}`);
  } finally {
    await client.end();
  }
}

/** An adopted server is no child of ours, so its end can only be looked for. */
async function watch(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(250, undefined, { ref: false });
}
