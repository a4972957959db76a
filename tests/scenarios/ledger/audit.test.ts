import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowHash } from '#server/audit/chain.ts';
import { createAudit, verifyLog, type Audit, type AuditEntry } from '#server/audit/index.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createVault, type Vault } from '#server/vault/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

let db: TestDatabase;
/** As the superuser, who can switch the triggers off: what the chain is for. */
let owner: Pool;
let dataDir: string;
let vault: Vault;
let audit: Audit;
let now = Date.UTC(2026, 10, 20);

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tikvo-audit-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

beforeEach(async () => {
  db = await testDatabase();
  owner = createPool(db.adminUrl, { max: 1 });
  await owner.query('SET session_replication_role = replica');
  vault = createVault({ config: { vaultKeys: [], dataDir } });
  audit = createAudit({ vault, clock: { now: () => (now += 1) } });
  return async () => {
    await owner.end();
    await db.drop();
  };
});

const ANN = randomUUID();
const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  actorId: ANN,
  role: 'USER',
  action: 'password.changed',
  objectType: 'user',
  objectId: ANN,
  ...change,
});
const write = (change: Partial<AuditEntry> = {}) => transaction(db.pool, (tx) => audit.write(tx, entry(change)));
async function writeMany(count: number): Promise<void> {
  await transaction(db.pool, async (tx) => {
    for (let n = 1; n <= count; n += 1) await audit.write(tx, entry({ reason: `no. ${n}`, address: '192.0.2.7' }));
  });
}

describe('the audit log', () => {
  it('tells who did what, and stores no word of it in the clear', async () => {
    const staff = randomUUID();
    await write({
      actorId: staff,
      role: 'SUPPORT',
      reason: 'asked by phone',
      before: { a: 1 },
      after: { a: 2 },
      address: '192.0.2.7',
    });
    const [record] = await audit.about(db.pool, ANN);
    expect(record).toMatchObject({
      seq: 1n,
      actorId: staff,
      role: 'SUPPORT',
      action: 'password.changed',
      objectId: ANN,
      reason: 'asked by phone',
      address: '192.0.2.7',
    });
    expect(record?.beforeDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(record?.beforeDigest).not.toBe(record?.afterDigest);
    const { rows } = await db.pool.query<{ body: Buffer }>('SELECT body FROM audit_log');
    expect(rows[0]?.body.toString('latin1')).not.toMatch(/password|phone|192/);
  });

  it('goes with its transaction or not at all', async () => {
    await write();
    const undone = transaction(db.pool, async (tx) => {
      await audit.write(tx, entry());
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await write();
    expect(await verifyLog(db.pool)).toMatchObject({ rows: 2, bad: null });
  });

  it('is one chain however many write at once', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => write({ actorId: randomUUID(), reason: String(n) })));
    expect(await verifyLog(db.pool)).toMatchObject({ rows: 60, bad: null, head: { seq: 60n } });
  });

  it('outlives erasure: the texts go, the chain stays', async () => {
    await writeMany(5);
    const bob = randomUUID();
    await write({ actorId: bob, objectId: bob });
    await transaction(db.pool, (tx) => vault.destroy(tx, ANN));
    expect(await audit.about(db.pool, ANN)).toEqual([]);
    expect(await audit.about(db.pool, bob)).toHaveLength(1);
    // About the erased person something can still happen.
    await write({ actorId: null, role: 'SYSTEM', action: 'key.destroyed' });
    expect(await verifyLog(db.pool)).toMatchObject({ rows: 7, bad: null });
  });

  it('takes what is about nobody', async () => {
    await write({ actorId: null, role: 'SYSTEM', objectType: 'setting', objectId: 'fees' });
    expect(await audit.verify(db.pool)).toBeNull();
  });

  it.each([
    'UPDATE audit_log SET t = t + 1',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    'UPDATE audit_head SET seq = seq - 1',
    'UPDATE audit_head SET seq = seq + 2',
    'DELETE FROM audit_head',
  ])('refuses in the database: %s', async (sql) => {
    await writeMany(3);
    await expect(db.pool.query(sql)).rejects.toThrow(/append-only|permission denied/);
  });
});

describe('the check of the chain (R-45)', () => {
  it('names the row of which any byte was flipped', async () => {
    await writeMany(3);
    const { rows } = await db.pool.query<{ body: number; hash: number }>(
      'SELECT octet_length(body) AS body, octet_length(hash) AS hash FROM audit_log WHERE seq = 2',
    );
    const [sizes = { body: 0, hash: 0 }] = rows;
    let flips = 0;
    for (const [column, size] of Object.entries(sizes)) {
      for (let at = 0; at < size; at += 1) {
        const flip = `UPDATE audit_log SET ${column} = set_byte(${column}, $1, get_byte(${column}, $1) # 1) WHERE seq = 2`;
        await owner.query(flip, [at]);
        expect(await audit.verify(owner), `${column} ${at}`).toEqual({ log: 'people', seq: 2n, why: 'altered' });
        await owner.query(flip, [at]);
        flips += 1;
      }
    }
    console.log(`R-45: ${flips} bytes of a row flipped, one by one, each found in that row`);
    expect(flips).toBeGreaterThan(150);
    expect(await audit.verify(owner)).toBeNull();
  });

  it.each([
    ['a changed time', 'UPDATE audit_log SET t = t + 1 WHERE seq = 4', 4n, 'altered'],
    ['a deleted row', 'DELETE FROM audit_log WHERE seq = 4', 4n, 'missing'],
    ['a deleted first row', 'DELETE FROM audit_log WHERE seq = 1', 1n, 'missing'],
    ['a deleted last row', 'DELETE FROM audit_log WHERE seq = 9', 9n, 'missing'],
    ['a deleted log', 'DELETE FROM audit_log', 1n, 'missing'],
    [
      'a deleted row, the rest moved up',
      'DELETE FROM audit_log WHERE seq = 4; UPDATE audit_log SET seq = seq + 90 WHERE seq > 4; UPDATE audit_log SET seq = seq - 91 WHERE seq > 90',
      4n,
      'altered',
    ],
    [
      'two rows exchanged',
      `UPDATE audit_log a SET body = b.body, t = b.t, hash = b.hash FROM audit_log b WHERE (a.seq, b.seq) IN ((3, 6), (6, 3))`,
      3n,
      'altered',
    ],
    [
      'a row behind the end',
      `INSERT INTO audit_log (log, seq, t, body, hash) SELECT log, 10, t, body, hash FROM audit_log WHERE seq = 9`,
      10n,
      'beyond',
    ],
    ['another head', `UPDATE audit_head SET hash = set_byte(hash, 0, get_byte(hash, 0) # 1)`, 9n, 'altered'],
  ] as const)('finds %s', async (...[, sql, seq, why]) => {
    await writeMany(9);
    await owner.query(sql);
    expect(await audit.verify(owner)).toEqual({ log: 'people', seq, why });
  });

  it('finds a log that was written anew as a whole, given a head noted before', async () => {
    await writeMany(5);
    const known = (await verifyLog(db.pool)).head;
    expect((await verifyLog(db.pool, { known })).bad).toBeNull();
    await owner.query('DELETE FROM audit_log');
    await owner.query(`UPDATE audit_head SET seq = 0, hash = decode(repeat('00', 32), 'hex')`);
    await writeMany(2);
    expect((await verifyLog(db.pool)).bad).toBeNull();
    expect((await verifyLog(db.pool, { known })).bad).toEqual({ log: 'people', seq: 3n, why: 'missing' });
    await writeMany(3);
    expect((await verifyLog(db.pool, { known })).bad).toEqual({ log: 'people', seq: 5n, why: 'altered' });
  });

  it('walks on behind its first batch', async () => {
    let prev: Buffer = Buffer.alloc(32);
    const rows = Array.from({ length: 5_100 }, (_, n) => {
      const row = { seq: BigInt(n + 1), t: n, body: Buffer.from(`${'id of sixteen by'}text ${n}`) };
      prev = rowHash(row, prev);
      return { ...row, hash: prev };
    });
    await owner.query(
      `INSERT INTO audit_log (log, seq, t, body, hash) SELECT 'people', * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])`,
      [rows.map((row) => row.seq), rows.map((row) => row.t), rows.map((row) => row.body), rows.map((row) => row.hash)],
    );
    await owner.query('UPDATE audit_head SET seq = 5100, hash = $1', [prev]);
    expect(await verifyLog(owner)).toMatchObject({ rows: 5_100, bad: null });
    await owner.query('UPDATE audit_log SET t = 0 WHERE seq = 5050');
    expect(await verifyLog(owner)).toMatchObject({ rows: 5_049, bad: { seq: 5_050n, why: 'altered' } });
  });
});
