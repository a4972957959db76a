import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratch } from '#tests/scratch.ts';
import { processesOf } from '#tests/started.ts';
import { createPool, startEmbedded } from '../index.ts';
import { canEnter } from './account.ts';
import { sentenceOf } from './initdb.ts';
import { choosePort } from './port.ts';
import { findPostmaster, isAlive } from './postmaster.ts';

const quiet = { info: () => undefined, warn: () => undefined };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(scratch(), 'tikvo-cluster-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('is not made for a user without a name, which is said in a sentence', () => {
  const said = 'initdb: error: could not look up effective user ID 4242: user does not exist\n';
  expect(sentenceOf(said, '/d')).toMatch(
    /^The user of this process \(uid 4242\) has no name on this machine, and .*, or set DATABASE_URL\.$/,
  );
  expect(sentenceOf('initdb: error: no room\n', '/d')).toBe(
    'The database could not be made in /d: initdb: error: no room',
  );
});

describe('embedded database', () => {
  it('keeps its data over a restart, durably set, behind a password', async () => {
    const first = await startEmbedded({ dataDir, log: quiet });
    const pool = createPool(first.url);
    await pool.query('CREATE TABLE kept AS SELECT 42 AS n');
    const { rows } = await pool.query(`SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')`);
    expect(new Set(rows.map((row: { setting: string }) => row.setting))).toEqual(new Set(['on']));
    expect(rows).toHaveLength(3);
    const role = await pool.query(`SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
      (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()) AS owner
      FROM pg_roles WHERE rolname = current_user`);
    expect(role.rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owner: 'tikvo',
      },
    ]);
    await expect(pool.query('SET session_replication_role = replica')).rejects.toThrow('permission denied');
    await pool.end();
    await first.stop();
    await first.ended;
    expect(isAlive(first.pid)).toBe(false);
    const second = await startEmbedded({ dataDir, log: quiet });
    const again = createPool(second.url);
    expect((await again.query('SELECT n FROM kept')).rows).toEqual([{ n: 42 }]);
    await again.end();
    const stranger = createPool(second.url.replace(/:[^:@]+@/, ':wrong@'), { retryMs: 0 });
    await expect(stranger.query('SELECT 1')).rejects.toThrow('password authentication failed');
    await stranger.end();
    await second.stop();
    for (const file of ['password', 'password.product']) {
      expect(statSync(join(dataDir, 'postgres', file)).mode & 0o777, file).toBe(0o600);
    }
  });

  it('is taken over when the process that started it is gone, and recovers when it was killed itself', async () => {
    const left = await startEmbedded({ dataDir, log: quiet });
    const found = await startEmbedded({ dataDir, log: quiet });
    expect({ pid: found.pid, adopted: found.adopted }).toEqual({ pid: left.pid, adopted: true });
    process.kill(found.pid, 'SIGKILL');
    await found.ended;
    const next = await startEmbedded({ dataDir, log: quiet });
    expect(next.adopted).toBe(false);
    expect(next.pid).not.toBe(left.pid);
    await next.stop();
  });

  it('takes another port when its own is in use', async () => {
    const portFile = join(dataDir, 'port');
    const intruder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => intruder.once('listening', resolve));
    const taken = (intruder.address() as AddressInfo).port;
    writeFileSync(portFile, `${taken}\n`);
    const chosen = await choosePort(portFile);
    expect(chosen).not.toBe(taken);
    await new Promise((resolve) => intruder.close(resolve));
    expect(await choosePort(portFile)).toBe(chosen);
  });
});

describe.runIf(process.platform === 'linux')('a start that is called off', () => {
  it.each([
    ['its cluster is made', 'postgres/data.new/PG_VERSION'],
    ['its server starts', 'postgres/data/postmaster.pid'],
  ])('while %s leaves nothing running, and the next one works', async (_when, sign) => {
    const ending = new AbortController();
    const thrown = startEmbedded({ dataDir, log: quiet, signal: ending.signal }).catch((error: unknown) => error);
    await expect.poll(() => existsSync(join(dataDir, sign)), { interval: 1 }).toBe(true);
    expect(processesOf(dataDir)).not.toEqual([]);
    ending.abort();
    expect(await thrown).toBe(ending.signal.reason);
    expect(processesOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres/data.new'))).toBe(false);
    const next = await startEmbedded({ dataDir, log: quiet });
    expect(next.adopted).toBe(false);
    await next.stop();
  });

  it('stops the server of a killed process that it would have taken over', async () => {
    const left = await startEmbedded({ dataDir, log: quiet });
    await expect(startEmbedded({ dataDir, log: quiet, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(isAlive(left.pid)).toBe(false);
  });

  it('is stopped too when it fails, for nobody knows of it', async () => {
    const first = await startEmbedded({ dataDir, log: quiet });
    await first.stop();
    writeFileSync(join(dataDir, 'postgres/password'), 'another\n');
    await expect(startEmbedded({ dataDir, log: quiet })).rejects.toThrow('password authentication failed');
    expect(processesOf(dataDir)).toEqual([]);
  });
});

describe('what a killed server leaves', () => {
  it('a pid file of a process that is another one now is removed', () => {
    const data = join(dataDir, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n5432\n`);
    if (process.platform !== 'linux') return;
    expect(findPostmaster(data)).toBeNull();
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
  });
});

describe('folders of another account', () => {
  it('can be entered only when each folder on the way lets it', () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(join(closed, 'inside'), { recursive: true });
    const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };
    rmSync(join(closed, 'never'), { force: true });
    expect(canEnter(join(tmpdir(), 'not-there-yet', 'deeper'), stranger)).toBe(true);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(canEnter(join(closed, 'inside'), stranger)).toBe(false);
    expect(canEnter(join(closed, 'inside'), null)).toBe(true);
  });
});
