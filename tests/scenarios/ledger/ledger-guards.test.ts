/** What the database refuses of a prediction's life, whoever asks: the terms stay, the entry and the end are written once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#server/db/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

async function admitted(): Promise<string> {
  const id = randomUUID();
  await db.pool.query(
    `INSERT INTO prediction (id, realm, user_id, pair_id, stream, direction, stake, stake_cash, payout_bps, duration_ms, state,
      admitted_at, k_adm, h_adm, salt, rules_hash, shard, batch)
     VALUES ($1, 2, gen_random_uuid(), 'BTC-USD', 4, 'UP', 10, 10, 8500, 60000, 'ADMITTED', 1, 1, '\\x00', '\\x00', '\\x00', 0, 1)`,
    [id],
  );
  return id;
}

const change = (id: string, set: string) => db.pool.query(`UPDATE prediction SET ${set} WHERE id = $1`, [id]);
const ENTRY = 'entry_seq = 2, entry_t = 2, entry_price = 100, expires_at = 60002';

async function settled(): Promise<string> {
  const id = await admitted();
  await change(id, `state = 'OPEN', ${ENTRY}`);
  await change(id, `state = 'SETTLED', settled_at = 60003`);
  return id;
}

describe('a prediction in the database', () => {
  it.each([
    'stake = stake + 1',
    'stake_cash = 0',
    'payout_bps = 9999',
    `direction = 'DOWN'`,
    'user_id = gen_random_uuid()',
    'realm = 1',
    'duration_ms = 1',
    'admitted_at = 2',
    'k_adm = 2',
    `h_adm = '\\x01'`,
    `salt = '\\x01'`,
    `rules_hash = '\\x01'`,
    'id = gen_random_uuid()',
  ])('keeps its terms: %s', async (set) => {
    await expect(change(await admitted(), set)).rejects.toThrow('terms_are_fixed');
    const inPartition = db.pool.query(`UPDATE prediction_demo SET ${set}`);
    await expect(inPartition).rejects.toThrow('terms_are_fixed');
  });

  it('enters once and ends once', async () => {
    const id = await settled();
    await expect(change(id, `state = 'OPEN', settled_at = NULL`)).rejects.toThrow('no_way_back');
    await expect(change(id, `state = 'VOID'`)).rejects.toThrow('no_way_back');
    await expect(change(id, 'settled_at = 1')).rejects.toThrow('no_way_back');
    await expect(change(id, 'entry_price = 99')).rejects.toThrow('entry_is_final');
    const open = await admitted();
    await change(open, `state = 'OPEN', ${ENTRY}`);
    await expect(change(open, `state = 'ADMITTED'`)).rejects.toThrow('no_way_back');
    await expect(change(open, 'expires_at = 1')).rejects.toThrow('entry_is_final');
    await change(open, `state = 'VOID', settled_at = 5`);
  });

  it('can be corrected once it has ended', async () => {
    await expect(change(await settled(), `state = 'CORRECTED'`)).resolves.toBeDefined();
  });

  it('has a settlement that nobody rewrites', async () => {
    const id = await settled();
    await db.pool.query(
      `INSERT INTO settlement (prediction_id, realm, outcome, credit, shard, batch) VALUES ($1, 2, 'WIN', 18, 0, 2)`,
      [id],
    );
    const admin = createPool(db.adminUrl, { max: 1 });
    for (const sql of ['UPDATE settlement SET credit = 19', 'DELETE FROM settlement', 'TRUNCATE settlement_demo']) {
      await expect(db.pool.query(sql), sql).rejects.toThrow(/permission denied|append-only/);
      await expect(admin.query(sql), sql).rejects.toThrow('append-only');
    }
    await admin.end();
  });
});
