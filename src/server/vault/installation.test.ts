import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { emptyDatabase, testDatabase, type TestDatabase } from '#tests/database.ts';
import { createAudit, thisShell } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { adoptFolder, claimInstallation, createVault, installationMistake, refuseUsedFolder } from './index.ts';

let db: TestDatabase;
let folder: string;
const place = (name: string, vaultKeys: readonly string[] = []) => ({ dataDir: join(folder, name), vaultKeys });
const newKey = () => randomBytes(32).toString('base64');
const claim = (at: ReturnType<typeof place>, { pool }: TestDatabase = db) =>
  transaction(pool, (tx) => claimInstallation(tx, at));
const adopt = (at: ReturnType<typeof place>) => {
  const openAudit = () => createAudit({ vault: createVault({ config: at }), clock: systemClock });
  return transaction(db.pool, (tx) => adoptFolder(tx, at, { openAudit, by: thisShell(), reason: 'lost' }));
};
const sealFor = (at: ReturnType<typeof place>) =>
  transaction(db.pool, (tx) => createVault({ config: at }).seal(tx, randomUUID(), 'ann@example.com'));

beforeEach(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-installation-'));
});
afterEach(async () => {
  await db.drop();
  rmSync(folder, { recursive: true });
});

describe('a database and its data folder', () => {
  it('belong together from the first start on', async () => {
    await claim(place('a'));
    await claim(place('a'));
    await expect(claim(place('b'))).rejects.toThrow(/^DATA_DIR names .*, and this database was used with another data/);
    // Nothing is made on the way to a refusal: a copy of the right folder may still be put there.
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });

  it('are not swapped with another pair', async () => {
    await claim(place('a'));
    const other = await testDatabase();
    await claim(place('b'), other);
    await expect(claim(place('b'))).rejects.toThrow(/^DATA_DIR names .*, which belongs to another database/);
    await other.drop();
  });

  it('are refused before the tables are made, each time', async () => {
    await claim(place('a'));
    const empty = await emptyDatabase();
    const refuse = (at: ReturnType<typeof place>) => refuseUsedFolder(empty.pool, at);
    for (const _start of ['first', 'second'])
      await expect(refuse(place('a'))).rejects.toThrow(/^DATA_DIR names .*, which belongs to another database/);
    await refuse(place('new'));
    await refuseUsedFolder(db.pool, place('a'));
    // A backup asks so, before it copies what does not belong together.
    const mistake = ({ pool }: TestDatabase, name: string) => installationMistake(pool, place(name), { keys: false });
    expect(await mistake(db, 'a')).toBeNull();
    expect(await mistake(empty, 'a')).toMatch(/^DATA_DIR names .*, which belongs to another database/);
    expect(await mistake(empty, 'new')).toBeNull();
    expect(await mistake(db, 'new')).toMatch(/^DATA_DIR names .*, and this database was used with/);
    await empty.drop();
  });

  it('find together again: a database from before the row was made keeps its folder', async () => {
    await claim(place('a'));
    const older = await testDatabase();
    await claim(place('a'), older);
    const idOf = async ({ pool }: TestDatabase) => (await pool.query('SELECT id FROM installation')).rows;
    expect(await idOf(older)).toEqual(await idOf(db));
    await older.drop();
  });

  it.each(['', '{', '{}', '[]', '{"id":7}'])('are not guessed from a file that says %j', async (text) => {
    await claim(place('a'));
    const path = join(folder, 'a/keys/installation.json');
    writeFileSync(path, text);
    await expect(claim(place('a'))).rejects.toThrow(`${path} does not say which database`);
    // As the sentence says.
    rmSync(path);
    await adopt(place('a'));
    await claim(place('a'));
  });

  it('take a new folder where the operator says so, with the right key only', async () => {
    const key = newKey();
    await claim(place('a', [key]));
    await expect(adopt(place('b', [newKey()]))).rejects.toThrow('VAULT_KEY does not open this database');
    await expect(adopt(place('b'))).rejects.toThrow(/^There is no .*\/b\/keys\/vault\.json/);
    await adopt(place('b', [key]));
    await claim(place('b', [key]));
  });
});

describe('the master keys of a database', () => {
  it('are the ones it was sealed with: others do not start', async () => {
    const key = newKey();
    await claim(place('a', [key]));
    await claim(place('a', [key]));
    await expect(claim(place('a', [newKey()]))).rejects.toThrow('VAULT_KEY does not open this database');
    await expect(claim(place('a'))).rejects.toThrow(/^There is no .*\/a\/keys\/vault\.json/);
    expect(existsSync(join(folder, 'a/keys/vault.json'))).toBe(false);
  });

  it.each(['', '{"keys":[', '{"keys":[]}', '{"keys":["c2hvcnQ="]}'])(
    'are missed where their file says %j',
    async (text) => {
      await claim(place('a'));
      const path = join(folder, 'a/keys/vault.json');
      writeFileSync(path, text);
      await expect(claim(place('a'))).rejects.toThrow(`${path} holds no master key: bring that file back`);
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('rotate: a newer one in front, and the oldest stays', async () => {
    const [first, second, third] = [newKey(), newKey(), newKey()];
    const at = (...keys: string[]) => place('a', keys);
    await claim(at(first));
    await sealFor(at(first));
    await claim(at(second, first));
    // People's keys are wrapped by the first still: it may not go.
    await expect(claim(at(second))).rejects.toThrow('VAULT_KEY does not open this database');
    await createVault({ config: at(second, first) }).rewrap(db.pool);
    await claim(at(third, second, first));
    await createVault({ config: at(third, second, first) }).rewrap(db.pool);
    // The middle one is done with; by the oldest, addresses are found.
    await claim(at(third, first));
    await expect(claim(at(third))).rejects.toThrow(/lacks the oldest master key/);
    await expect(claim(at(first, third))).rejects.toThrow(/lacks the oldest master key/);
  });

  it('are asked for at the first start after an upgrade, too', async () => {
    await sealFor(place('a', [newKey()]));
    await expect(claim(place('a', [newKey()]))).rejects.toThrow('VAULT_KEY does not open this database');
    await expect(claim(place('a'))).rejects.toThrow(/^There is no .*\/a\/keys\/vault\.json/);
  });

  it('cannot be changed in the row by the product', async () => {
    await claim(place('a'));
    await expect(db.pool.query('DELETE FROM installation')).rejects.toThrow(/permission|row_stays/);
    await expect(db.pool.query(`UPDATE installation SET id = gen_random_uuid()`)).rejects.toThrow('id_is_fixed');
  });
});
