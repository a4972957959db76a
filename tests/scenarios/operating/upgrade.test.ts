/** An installation that an older version left starts on this one: everything is there, to the cent, and its receipts verify. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { SAMPLE_PASSWORD } from '#server/admin/sample-people.ts';
import { createPool, migrate } from '#server/db/index.ts';
import { emptyDatabase, type TestDatabase } from '#tests/database.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { scratch } from '#tests/scratch.ts';
import { startingPlace } from '#tests/processes/starting-place.ts';
import { ROOT } from '#tests/tree.ts';
import { readFixture, upgradeFixtures, writeFolder, type Seen, type UpgradeFixture } from '#tests/upgrade/fixture.ts';
import { verify } from '../../../src/verify/verify.ts';

const PREDICTIONS = '/api/v2/trade/predictions';
const MIGRATIONS = join(ROOT, 'src/server/db/migrations');
const home = startingPlace('upgrade');

/** The older schema by its own migrations, and the rows as they were. */
async function fill(database: TestDatabase, kept: UpgradeFixture['database']): Promise<void> {
  const folder = mkdtempSync(join(scratch(), 'tikvo-older-'));
  mkdirSync(folder, { recursive: true });
  for (const name of kept.migrations) copyFileSync(join(MIGRATIONS, name), join(folder, name));
  await migrate(database.pool, { folder: pathToFileURL(`${folder}/`) });
  rmSync(folder, { recursive: true });
  const admin = createPool(database.adminUrl, { max: 1 });
  try {
    // What was written was checked then: no trigger runs, and no table waits for another.
    await admin.query(`SET session_replication_role = replica`);
    for (const { name } of kept.tables) await admin.query(`DELETE FROM "${name}"`);
    for (const { name, columns, rows } of kept.tables) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      await admin.query(
        `INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM jsonb_populate_recordset(NULL::"${name}", $1)`,
        [rows],
      );
    }
    for (const { name, last } of kept.sequences)
      if (last !== null) await admin.query('SELECT setval($1, $2)', [name, last]);
  } finally {
    await admin.end();
  }
}

/** A check of the operator, as `npm run check:ledger` runs it. */
function check(name: 'check' | 'check-audit', env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home.build, `${name}.js`)], {
    encoding: 'utf8',
    env: { ...process.env, MODE: '', LOG_LEVEL: 'fatal', ...env },
  });
  return status === 0 ? 'clean' : `${status}: ${stdout}${stderr}`;
}

const itemsOf = async (ask: Ask, path: string, token: string) =>
  (await ask(path, { token })).json['items'] as unknown as readonly Seen[];
/** All that a person owns besides shares, in 10^-6. */
const owned = (balances: Readonly<Record<string, unknown>>) =>
  micro(balances['cashStr']) + micro(balances['lockedStr']);
const micro = (text: unknown) => Math.round(Number(text) * 1_000_000);
/** They are there: nobody knows yet how what was open ended. */
const same = (of: readonly Seen[]) => of.map((one) => expect.objectContaining({ id: one.id }));

it.each(upgradeFixtures())(
  '%s',
  async (name) => {
    const { left, database: kept, files } = readFixture(name);
    const database = await emptyDatabase();
    try {
      await fill(database, kept);
      writeFolder(home.dataDir, files);
      const env = { DATABASE_URL: database.url, DATA_DIR: home.dataDir };
      const started = home.begin(env);
      await started.answers('/readyz');
      const ask = caller(started.origin);
      const body = { email: 'user@sandbox.example', password: SAMPLE_PASSWORD };
      const token = String((await ask('/api/v2/auth/login', { method: 'POST', body })).json['accessToken']);

      const settled = () => itemsOf(ask, `${PREDICTIONS}?status=settled`, token);
      await expect
        .poll(async () => (await settled()).length, { timeout: 60_000 })
        .toBe(left.closed.length + left.open.length);
      const now = new Map((await settled()).map((one) => [one.id, one]));
      for (const was of left.closed) expect(now.get(was.id)).toMatchObject(was);
      for (const { id } of left.open) expect(now.get(id)?.['status']).toMatch(/SETTLED|VOID/);
      const paid = (await itemsOf(ask, '/api/v2/positions?status=settled', token)).map(({ creditStr }) =>
        micro(creditStr),
      );
      const won = left.open.map(({ id }) => micro(now.get(id)?.['creditStr']) - micro(now.get(id)?.['stakeStr']));
      const balances = (await ask('/api/v2/user/profile', { token })).json['balances'];
      expect(owned(balances as never)).toBe([...paid, ...won].reduce((sum, one) => sum + one, owned(left.balances)));
      expect(await itemsOf(ask, '/api/v2/fills', token)).toEqual(expect.arrayContaining(same(left.fills)));
      const orders = await itemsOf(ask, '/api/v2/orders?status=done', token);
      for (const { id } of left.orders) expect(orders.find((one) => one.id === id)?.['heldStr']).toBe('0.00');
      expect(await itemsOf(ask, '/api/v2/notifications', token)).toEqual(
        expect.arrayContaining(same(left.notifications)),
      );
      const scheduled = await itemsOf(ask, '/api/v2/trade/scheduled', token);
      expect(scheduled).toEqual(expect.arrayContaining(same(left.scheduled)));
      for (const receipt of left.receipts) expect(verify(receipt as never).verdict).not.toBe('invalid');
      for (const { id } of left.closed)
        expect(verify((await ask(`${PREDICTIONS}/${id}/receipt`, { token })).json).verdict).not.toBe('invalid');
      const place = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 30, payout: 0.5 };
      await expect
        .poll(async () => (await ask(PREDICTIONS, { method: 'POST', token, body: place })).status, { timeout: 60_000 })
        .toBe(201);
      started.process.kill('SIGTERM');
      await started.ended;
      expect([check('check', env), check('check-audit', env)]).toEqual(['clean', 'clean']);
    } finally {
      await database.drop();
    }
  },
  240_000,
);
