import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/logging/log.ts';
import { prepareDatabase } from '#server/supervisor/prepare-database.ts';
import { testDatabase } from '#tests/database.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import { freePort } from '#tests/started.ts';

const place = startingPlace('start-refused');

describe('npm start that cannot', () => {
  it('answers wrong settings with a sentence each and does not start', async () => {
    const wrong = place.begin({ PORT: 'eighty', FEED: 'rumours' });
    expect(await wrong.ended).toBe(2);
    expect(wrong.said().trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'FEED must be one of auto, live, replay, simulated.',
    ]);
  }, 60_000);

  it.each<{
    what: string;
    change?: (url: URL) => void;
    env?: Readonly<Record<string, string>>;
    /** The settings of an earlier start on this database. */
    before?: () => Readonly<Record<string, string>>;
    sentence: RegExp;
  }>([
    {
      what: 'a wrong password',
      change: (url) => (url.password = 'wrong'),
      sentence: /^The database of DATABASE_URL does not let \w+ in: /,
    },
    {
      what: 'an unknown database',
      change: (url) => (url.pathname = '/none'),
      sentence: /^DATABASE_URL names the database none, and there is /,
    },
    {
      what: 'an address of others',
      env: { HOST: '192.0.2.1' },
      sentence: /^HOST names 192\.0\.2\.1, which is no address /,
    },
    {
      what: 'another master key',
      before: () => ({ DATA_DIR: place.dataDir, VAULT_KEY: randomBytes(32).toString('base64') }),
      env: { VAULT_KEY: randomBytes(32).toString('base64') },
      sentence: /^VAULT_KEY does not open this database: it is sealed with master key [0-9a-f]{16}, and /,
    },
    {
      what: 'an empty data folder under a database that had another',
      before: () => ({ DATA_DIR: join(place.dataDir, 'lost') }),
      sentence: /^DATA_DIR names \S+, and this database was used with another data folder: copy the folder keys/,
    },
  ])(
    'says nothing but a sentence on $what, does not start, and writes nothing',
    async ({ change, env, before, sentence }) => {
      const database = await testDatabase();
      if (before !== undefined) {
        const earlier = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...before() });
        await prepareDatabase(database.url, earlier, createLog(earlier));
      }
      const files = () => readdirSync(place.dataDir, { recursive: true });
      const untouched = files();
      const given = new URL(database.url);
      change?.(given);
      const wrong = place.begin({ DATABASE_URL: given.href, ...env });
      expect(await wrong.ended).toBe(2);
      expect(wrong.said().trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
      expect(files()).toEqual(untouched);
      await database.drop();
    },
    120_000,
  );

  it.each(['check.js', 'check-audit.js', 'admin.js'])(
    'and %s beside it say in a sentence why they cannot',
    async (file) => {
      const port = await freePort();
      const env = { ...process.env, DATABASE_URL: `postgresql://tikvo:none@127.0.0.1:${port}/tikvo`, MODE: '' };
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(place.build, file)], {
        env,
        encoding: 'utf8',
      });
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr: `The database at 127.0.0.1:${port} does not answer.\n`,
      });
    },
  );

  it('and a command that would write where nothing can be written says so', async () => {
    const database = await testDatabase();
    const url = new URL(database.url);
    await database.pool.query(`ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = on`);
    const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-written-'));
    const env = { ...process.env, DATABASE_URL: url.href, DATA_DIR: dataDir, MODE: '' };
    const words = [join(place.build, 'admin.js'), 'create', 'chief@example.com', 'ADMIN'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database cannot be used: cannot execute .+ in a read-only transaction\.\n$/),
    });
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });
});
