import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { EmbeddedDatabase } from '#server/db/index.ts';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { findPostmaster, isAlive, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { scratch } from './scratch.ts';

/** What a test file needs to make databases of its own. */
export interface DatabaseServer {
  /** As the product connects: a plain role. */
  readonly url: string;
  /** As the superuser, who makes and drops databases and plants faults; with TEST_DATABASE_URL the same as `url`. */
  readonly adminUrl: string;
  readonly template: string;
}

/** Of these folders only: test servers keep theirs in folders of other names. */
const PREFIX = 'tikvo-postgres-';
const quiet = { info: () => undefined, warn: () => undefined };

/**
 * Set-up of a test run: one PostgreSQL for all files, begun when the first file asks for it, with the migrated
 * template that `testDatabase()` copies. TEST_DATABASE_URL points the run at another server instead.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<DatabaseServer> | null = null;
  let embedded: EmbeddedDatabase | null = null;
  const folder = mkdtempSync(join(scratch(), `${PREFIX}${process.pid}-`));

  async function start(): Promise<DatabaseServer> {
    const given = process.env['TEST_DATABASE_URL'];
    if (given === undefined || given === '') {
      await sweep();
      embedded = await startEmbedded({ dataDir: folder, log: quiet });
    }
    return makeTemplate(given ? { url: given, adminUrl: given } : embedded!);
  }

  const door = createServer((socket) => {
    socket.on('error', () => undefined);
    (server ??= start()).then(
      (found) => socket.end(JSON.stringify(found)),
      (error: Error) => socket.end(JSON.stringify({ error: error.message })),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  process.env['TIKVO_TEST_DATABASE_DOOR'] = String((door.address() as AddressInfo).port);

  return async () => {
    door.close();
    const found = await server?.catch(() => null);
    if (embedded !== null) await (embedded as EmbeddedDatabase).stop();
    else if (found) await dropTemplate(found);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function makeTemplate({ url, adminUrl }: Pick<DatabaseServer, 'url' | 'adminUrl'>): Promise<DatabaseServer> {
  const template = `tikvo_template_${process.pid}`;
  const admin = createPool(adminUrl, { max: 1 });
  await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${template} OWNER ${ownerOf(url)}`);
  await admin.end();
  const pool = createPool(withDatabase(url, template), { max: 1 });
  try {
    await migrate(pool);
    // Each transfer is held against the grammar at once; elsewhere invariant I4 does it each minute.
    await pool.query('SELECT ledger_check_grammar(true)');
  } finally {
    await pool.end();
  }
  return { url, adminUrl, template };
}

/** Who is to own a database that is used by this address. */
export function ownerOf(url: string): string {
  const { username } = new URL(url);
  return username === '' ? 'CURRENT_USER' : `"${decodeURIComponent(username)}"`;
}

async function dropTemplate({ adminUrl, template }: DatabaseServer): Promise<void> {
  const admin = createPool(adminUrl, { max: 1 });
  await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  await admin.end();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Ends and removes what runs that were killed have left. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(scratch()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const folder = join(scratch(), name);
    const left = findPostmaster(join(folder, 'postgres', 'data'));
    if (left !== null) await stopPostmaster(left.pid);
    rmSync(folder, { recursive: true, force: true });
  }
}
