import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino, type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/database.ts';
import { CUT_OFF, testDatabase } from '#tests/database.ts';
import { connectionUrl, createPool, migrate, transaction } from './index.ts';

let db: TestDatabase;
let folder: string;

beforeEach(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-migrations-'));
});
afterEach(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}
const run = async (log?: Logger) =>
  (await migrate(db.pool, { folder: pathToFileURL(`${folder}/`), ...(log === undefined ? {} : { log }) })).applied;

describe('migrations', () => {
  it('are applied once, in order', async () => {
    write('9002_b.sql', 'INSERT INTO m VALUES (2)');
    write('9001_a.sql', 'CREATE TABLE m (n int); INSERT INTO m VALUES (1)');
    const told: string[] = [];
    const log = pino(
      {},
      { write: (line: string) => void told.push((JSON.parse(line) as { migration: string }).migration) },
    );
    expect(await run(log)).toEqual(['9001_a.sql', '9002_b.sql']);
    expect(told).toEqual(['9001_a.sql', '9002_b.sql']);
    expect(await run(log)).toEqual([]);
    expect(told).toHaveLength(2);
    expect((await db.pool.query('SELECT n FROM m ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('refuse a file that was changed after it was applied', async () => {
    write('9001_a.sql', 'CREATE TABLE m (n int)');
    await run();
    write('9001_a.sql', 'CREATE TABLE m (n bigint)');
    await expect(run()).rejects.toThrow('9001_a.sql was changed after it was applied');
  });

  it('refuse a database that a newer version was on', async () => {
    write('9001_a.sql', 'CREATE TABLE m (n int)');
    write('9002_b.sql', 'DROP TABLE m');
    await run();
    rmSync(join(folder, '9002_b.sql'));
    await expect(run()).rejects.toThrow('the database has migration 9002, and this version knows 9001');
  });

  it('leave nothing of a file that fails', async () => {
    write('9001_a.sql', 'CREATE TABLE m (n int); SELECT 1 / 0');
    await expect(run()).rejects.toThrow('9001_a.sql failed: division by zero');
    expect((await db.pool.query(`SELECT to_regclass('m') AS found`)).rows).toEqual([{ found: null }]);
  });

  it('refuse a name without a number and two files of one number', async () => {
    write('ledger.sql', 'SELECT 1');
    await expect(run()).rejects.toThrow('not named like 0001_ledger.sql');
    rmSync(join(folder, 'ledger.sql'));
    write('9001_a.sql', 'SELECT 1');
    write('9001_b.sql', 'SELECT 1');
    await expect(run()).rejects.toThrow('Two migrations');
  });

  it('run once when two processes start together', async () => {
    write('9001_a.sql', 'CREATE TABLE m (n int)');
    const done = await Promise.all([run(), run(), run()]);
    expect(done.flat()).toEqual(['9001_a.sql']);
  });
});

describe('transaction', () => {
  it('commits what it did, or nothing', async () => {
    await db.pool.query('CREATE TABLE m (n int)');
    await transaction(db.pool, (tx) => tx.query('INSERT INTO m VALUES (1)'));
    const fails = transaction(db.pool, async (tx) => {
      await tx.query('INSERT INTO m VALUES (2)');
      throw new Error('changed my mind');
    });
    await expect(fails).rejects.toThrow('changed my mind');
    expect((await db.pool.query('SELECT n FROM m')).rows).toEqual([{ n: 1 }]);
  });

  it('survives the loss of its connection: the query fails, the pool goes on', async () => {
    const lost = transaction(db.pool, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await tx.query('SELECT 1');
    });
    await expect(lost).rejects.toThrow(CUT_OFF);
    expect((await db.pool.query('SELECT 7 AS n')).rows).toEqual([{ n: 7 }]);
  });
});

describe('the address of the database', () => {
  it.each([
    ['postgresql://db/x?sslmode=require', 'postgresql://db/x?sslmode=verify-full'],
    ['postgresql://db/x?a=b&sslmode=verify-ca&c=d', 'postgresql://db/x?a=b&sslmode=verify-full&c=d'],
    ['postgresql://db/x?sslmode=no-verify', 'postgresql://db/x?sslmode=no-verify'],
    ['postgresql://u:sslmode=require@db/x', 'postgresql://u:sslmode=require@db/x'],
  ])('%s is said to the driver as what it does: %s', (given, said) => {
    expect(connectionUrl(given)).toBe(said);
  });
});

describe('pool', () => {
  it('sets the settings of its connections', async () => {
    const pool = createPool(db.url, { settings: { plan_cache_mode: 'force_generic_plan' } });
    expect((await pool.query('SHOW plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
    await pool.end();
  });

  it('gives up on a server that stays away', async () => {
    const pool = createPool('postgresql://nobody@127.0.0.1:9/none', { retryMs: 100 });
    await expect(pool.query('SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await pool.end();
  });
});
