import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#tests/database.ts';
import { prepareDatabase } from './prepare-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-prepare-'));
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
