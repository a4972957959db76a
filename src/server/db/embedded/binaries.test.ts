import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scratch } from '#tests/scratch.ts';
import { createPool, startEmbedded } from '../index.ts';
import { databaseAccount } from './account.ts';
import { NoEmbeddedDatabase, prepareBinaries } from './binaries.ts';

const real = Object.getOwnPropertyDescriptor(process, 'arch')!;
afterEach(() => {
  Object.defineProperty(process, 'arch', real);
  vi.restoreAllMocks();
});

describe('the binaries of the embedded database', () => {
  it('lie ready, with the links of their libraries made again', async () => {
    const { postgres, initdb } = await prepareBinaries(null);
    expect([existsSync(postgres), existsSync(initdb)]).toEqual([true, true]);
    if (process.platform !== 'linux') return;
    const library = join(dirname(postgres), '../lib/libecpg.so.6');
    expect(readlinkSync(library)).toMatch(/^libecpg\.so\.6\.\d+$/);
    await expect(prepareBinaries(null)).resolves.toEqual({ postgres, initdb });
  });

  it('are missing on rare platforms, which one sentence says', async () => {
    Object.defineProperty(process, 'arch', { ...real, value: 'mips' });
    const refused = prepareBinaries(null);
    await expect(refused).rejects.toBeInstanceOf(NoEmbeddedDatabase);
    await expect(refused).rejects.toThrow(
      /^There is no embedded PostgreSQL for this platform \(.*mips is not installed\): set DATABASE_URL\.$/,
    );
  });
});

describe('the binaries on a system without glibc', () => {
  it.runIf(process.platform === 'linux')('are not tried, which one sentence says', async () => {
    vi.spyOn(process.report, 'getReport').mockReturnValue({ header: { arch: process.arch } });
    const refused = prepareBinaries(null);
    await expect(refused).rejects.toBeInstanceOf(NoEmbeddedDatabase);
    await expect(refused).rejects.toThrow(
      /^The embedded PostgreSQL needs glibc and this system uses musl: set DATABASE_URL\.$/,
    );
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('Not root: the embedded database is not tried under a closed home.');

describe.runIf(isRoot)('root, under a home that nobody else enters', () => {
  let home: string;
  let umask: number;
  let lies: { readonly folder: string; readonly sharedHome: string };

  beforeEach(async () => {
    home = mkdtempSync(join(scratch(), 'tikvo-home-'));
    chmodSync(home, 0o755);
    mkdirSync(join(home, 'root'), { mode: 0o700 });
    umask = process.umask(0o077);
    lies = { folder: join(home, 'root/package'), sharedHome: join(home, 'var/lib/tikvo') };
    // As installed under this umask.
    const { postgres } = await prepareBinaries(null);
    cpSync(join(dirname(postgres), '../..'), lies.folder, { recursive: true, verbatimSymlinks: true });
    for (const path of ['', 'native', 'native/bin', 'native/bin/postgres', 'native/share/postgresql/postgres.bki']) {
      chmodSync(join(lies.folder, path), statSync(join(lies.folder, path)).mode & 0o700);
    }
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['in the shared home', 'var/lib/tikvo'],
    ['in the closed home', 'root/data'],
  ])('has its database made and run by nobody, with its data %s', async (_where, data) => {
    const dataDir = join(home, data);
    // As the start makes it.
    mkdirSync(dataDir, { recursive: true });
    if (data.startsWith('var')) for (const path of ['var', 'var/lib']) chmodSync(join(home, path), 0o755);
    const quiet = { info: () => undefined, warn: () => undefined };
    const database = await startEmbedded({ dataDir, log: quiet, lies });
    const pool = createPool(database.url);
    expect((await pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await pool.end();
    expect(statSync(`/proc/${database.pid}`).uid).toBe(databaseAccount()?.uid);
    await database.stop();
  });

  it('says in a sentence what is closed to nobody when that is not ours to open', async () => {
    mkdirSync(lies.sharedHome, { recursive: true });
    await expect(prepareBinaries(databaseAccount(), lies)).rejects.toThrow(
      /^The user nobody, who runs the embedded PostgreSQL, cannot enter .*: let others pass there \(chmod o\+x\), or set DATABASE_URL\.$/,
    );
    expect(statSync(lies.sharedHome).mode & 0o777).toBe(0o700);
  });
});
