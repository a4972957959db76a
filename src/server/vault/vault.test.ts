import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { testDatabase } from '#tests/database.ts';
import { createVault } from './index.ts';

const NEW_KEY = '6wH1i9G0oYl8oN3m0kRr2qf4vB7cZxT5sJ+uPdE1aKw=';
const ANN = '018f0000-0000-7000-8000-00000000000a';
const BOB = '018f0000-0000-7000-8000-00000000000b';

let db: TestDatabase;
let dataDir: string;
let person = 0;
/** A person of each test's own. */
const nobody = () => `018f0000-0000-7000-8000-${String((person += 1)).padStart(12, '0')}`;

beforeAll(async () => {
  db = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-vault-'));
});
afterAll(async () => {
  await db.drop();
  rmSync(dataDir, { recursive: true });
});

const vaultOf = (vaultKeys: readonly string[] = []) => createVault({ config: { vaultKeys, dataDir } });
const seal = (userId: string, text: string, vault = vaultOf()) =>
  transaction(db.pool, (tx) => vault.seal(tx, userId, text));

describe('the vault', () => {
  it('opens what it sealed, another process too, and each sealing differs', async () => {
    const first = await seal(ANN, 'ann@example.com');
    const second = await seal(ANN, 'ann@example.com');
    expect(first.equals(second)).toBe(false);
    expect(first.includes('ann@example.com')).toBe(false);
    expect(await vaultOf().open(db.pool, ANN, first)).toBe('ann@example.com');
    expect(await vaultOf().open(db.pool, ANN.toUpperCase(), second)).toBe('ann@example.com');
  });

  it('keeps long, empty and foreign texts whole', async () => {
    const vault = vaultOf();
    for (const text of ['', 'Åsa Ünal', 'محمد', '山田太郎', 'x'.repeat(100_000)]) {
      expect(await vault.open(db.pool, ANN, await seal(ANN, text, vault))).toBe(text);
    }
  });

  it('opens nothing that was altered, moved to another person, or cut', async () => {
    const vault = vaultOf();
    const sealed = await seal(ANN, 'ann@example.com', vault);
    await seal(BOB, 'bob@example.com', vault);
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await expect(vault.open(db.pool, ANN, altered), `byte ${at}`).rejects.toThrow(
        /version|not sealed with|authenticate/,
      );
    }
    await expect(vault.open(db.pool, BOB, sealed)).rejects.toThrow(/not sealed with the key/);
    await expect(vault.open(db.pool, ANN, sealed.subarray(0, 20))).rejects.toThrow(/too short/);
  });

  it('refuses a person without a key', async () => {
    const sealed = await seal(ANN, 'x');
    await expect(vaultOf().open(db.pool, nobody(), sealed)).rejects.toThrow(/no data key/);
  });

  it('makes one key when two transactions seal for a new person together', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    const sealed = await Promise.all(['1', '2', '3', '4'].map((text) => seal(id, text, vault)));
    expect(await Promise.all(sealed.map((one) => vault.open(db.pool, id, one)))).toEqual(['1', '2', '3', '4']);
  });

  it('forgets a key that was made in a transaction that was rolled back', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    await transaction(db.pool, async (tx) => {
      await vault.open(tx, id, await vault.seal(tx, id, 'never'));
      throw new Error('undo');
    }).catch(() => undefined);
    const sealed = await seal(id, 'later', vault);
    expect(await vaultOf().open(db.pool, id, sealed)).toBe('later');
  });

  it('stores no key in the clear', async () => {
    await seal(ANN, 'x');
    const { rows } = await db.pool.query<{ wrapped: Buffer }>('SELECT wrapped FROM subject_key WHERE user_id = $1', [
      ANN,
    ]);
    expect(rows[0]?.wrapped.length).toBe(12 + 32 + 16);
  });

  it('keeps its master key in a file for the owner only, the same at every start', async () => {
    const path = join(dataDir, 'keys/vault.json');
    vaultOf();
    const before = readFileSync(path, 'utf8');
    vaultOf();
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('the blind index', () => {
  it('is the same for the same text and installation, and tells nothing else', () => {
    const vault = vaultOf();
    expect(vault.blind('ann@example.com')).toEqual(vaultOf().blind('ann@example.com'));
    expect(vault.blind('ann@example.com')).not.toEqual(vault.blind('bob@example.com'));
    expect(vault.blind('ann@example.com')).not.toEqual(vaultOf([NEW_KEY]).blind('ann@example.com'));
    expect(vault.blind('a')).toHaveLength(32);
  });
});

describe('a destroyed key', () => {
  it('makes every text of the person unreadable for good, whoever had it open', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    const sealed = await seal(id, 'secret', vault);
    expect(await vault.open(db.pool, id, sealed)).toBe('secret');
    await transaction(db.pool, (tx) => vault.destroy(tx, id));
    expect(await vault.open(db.pool, id, sealed)).toBeNull();
    expect(await vaultOf().open(db.pool, id, sealed)).toBeNull();
    await expect(seal(id, 'again', vault)).rejects.toThrow(/was destroyed/);
  });

  it('stays when the destroying transaction is rolled back', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    const sealed = await seal(id, 'secret', vault);
    const undone = transaction(db.pool, async (tx) => {
      await vault.destroy(tx, id);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await vault.open(db.pool, id, sealed)).toBe('secret');
  });

  it('is not kept by a reader who is quicker than the commit', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    const sealed = await seal(id, 'secret', vault);
    await transaction(db.pool, async (tx) => {
      await vault.destroy(tx, id);
      expect(await vault.open(db.pool, id, sealed)).toBe('secret');
    });
    expect(await vault.open(db.pool, id, sealed)).toBeNull();
  });

  it('can be asked for twice, and before there is a key', async () => {
    const [vault, id] = [vaultOf(), nobody()];
    await transaction(db.pool, (tx) => vault.destroy(tx, id));
    await transaction(db.pool, (tx) => vault.destroy(tx, id));
    await expect(seal(id, 'x', vault)).rejects.toThrow(/was destroyed/);
  });

  it.each([
    ['brought back', `UPDATE subject_key SET wrapped = '\\x00', destroyed_at = NULL`],
    ['exchanged', `UPDATE subject_key SET key_id = '\\x0000000000000000'`],
    ['removed', 'DELETE FROM subject_key'],
    ['swept away', 'TRUNCATE subject_key'],
  ])('cannot be %s in the database', async (_, sql) => {
    const id = nobody();
    await transaction(db.pool, (tx) => vaultOf().destroy(tx, id));
    await expect(db.pool.query(sql)).rejects.toThrow(/subject_key/);
  });
});

describe('a new master key', () => {
  it('wraps all data keys anew; texts and look-ups stay', async () => {
    const id = nobody();
    const before = vaultOf();
    const sealed = await seal(id, 'old text', before);
    const file = JSON.parse(readFileSync(join(dataDir, 'keys/vault.json'), 'utf8')) as { keys: string[] };
    const [old = ''] = file.keys;
    const after = vaultOf([NEW_KEY, old]);
    expect(await after.open(db.pool, id, sealed)).toBe('old text');
    expect(await after.rewrap(db.pool)).toBeGreaterThan(0);
    expect(await after.rewrap(db.pool)).toBe(0);
    expect(await vaultOf([NEW_KEY]).open(db.pool, id, sealed)).toBe('old text');
    expect(after.blind('a@b.c')).toEqual(before.blind('a@b.c'));
    await expect(vaultOf([old]).open(db.pool, id, sealed)).rejects.toThrow(/VAULT_KEY does not name/);
    await vaultOf([old, NEW_KEY]).rewrap(db.pool);
  });

  it('must be a key', () => {
    expect(() => vaultOf(['c2hvcnQ='])).toThrow(/32 bytes/);
  });
});
