import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createPool } from '#server/db/index.ts';
import { emptyDatabase, testDatabase } from '#tests/database.ts';
import { prepareDatabase } from './prepare-database.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-prepare-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true });
});

it('a start that the database keeps waiting says so, and goes on', async () => {
  const database = await testDatabase();
  const other = await database.pool.connect();
  await other.query('BEGIN; LOCK TABLE schema_migration');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const said: string[] = [];
  const log = { info: () => undefined, warn: (text: string) => void said.push(text) };
  const preparing = prepareDatabase(database.url, readConfig({ DATA_DIR: dataDir }), log as never);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([expect.stringMatching(/^the start waits for the database: /)]);
  await other.query('ROLLBACK');
  other.release();
  await preparing;
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(1);
  await database.drop();
});

it('a start on a database that may lose a commit, or in which it may not make tables, ends with a sentence and makes nothing', async () => {
  const database = await emptyDatabase();
  const admin = createPool(database.adminUrl, { max: 1 });
  const url = new URL(database.url);
  const name = url.pathname.slice(1);
  const log = { info: () => undefined, warn: () => undefined };
  const prepare = () => prepareDatabase(url.href, readConfig({ DATA_DIR: dataDir }), log as never);
  await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await expect(prepare()).rejects.toMatchObject({
    mistakes: [expect.stringMatching(/^synchronous_commit of the database is off: /)],
  });
  await admin.query(`ALTER DATABASE ${name} RESET synchronous_commit; CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  [url.username, url.password] = [name, name];
  await expect(prepare()).rejects.toMatchObject({
    mistakes: [
      `${name} may not make tables: ALTER DATABASE ${name} OWNER TO ${name}; ALTER SCHEMA public OWNER TO ${name}.`,
    ],
  });
  const { rows } = await admin.query(`SELECT schemaname FROM pg_tables WHERE schemaname NOT LIKE ALL ('{pg_%,info%}')`);
  expect(rows).toEqual([]);
  // What the sentence says to do.
  await admin.query(`ALTER DATABASE ${name} OWNER TO ${name}; ALTER SCHEMA public OWNER TO ${name}`);
  await prepare();
  await admin.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
  await admin.end();
  await database.drop();
});
