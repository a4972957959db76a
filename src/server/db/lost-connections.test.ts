import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommitProxy } from '#tests/scenarios/trading/commit-proxy.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { createPool, isConnectionLoss, transaction } from './index.ts';

let db: TestDatabase;
let proxy: CommitProxy;

beforeEach(async () => {
  db = await testDatabase();
  proxy = await CommitProxy.open(db.url);
  await db.pool.query('CREATE TABLE m (n int)');
});
afterEach(async () => {
  await proxy.close();
  await db.drop();
});

const stored = async () => (await db.pool.query<{ n: number }>('SELECT n FROM m ORDER BY n')).rows.map(({ n }) => n);

describe('a connection that carries nothing any more', () => {
  it.each([
    ['before the database hears of the commit', 'halted before', []],
    ['after it', 'halted after', [1]],
  ] as const)('%s is ended on both sides, and the pool takes another', async (_when, cut, left) => {
    const pool = createPool(proxy.url, { max: 1, name: 'halted', lostAfterMs: 100 });
    await pool.query('SELECT 1');
    proxy.cuts = [cut];
    const lost = await transaction(pool, (tx) => tx.query('INSERT INTO m VALUES (1)')).catch((error: unknown) => error);
    expect(isConnectionLoss(lost), String(lost)).toBe(true);
    // The session is over: nothing of it is committed later.
    const { rows } = await db.pool.query(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'halted'`);
    expect(rows).toEqual([]);
    expect(await stored()).toEqual(left);
    await transaction(pool, (tx) => tx.query('INSERT INTO m VALUES (2)'));
    expect(await stored()).toEqual([...left, 2]);
    await pool.end();
  });

  it('is not taken for one that waits for the database, or for us', async () => {
    const pool = createPool(proxy.url, { name: 'slow', lostAfterMs: 100 });
    const other = await db.pool.connect();
    await other.query('BEGIN; LOCK TABLE m');
    const waits = pool.query('INSERT INTO m VALUES (3)');
    const thinks = transaction(pool, async (tx) => {
      await tx.query('SELECT 1');
      await waits;
      await tx.query('INSERT INTO m VALUES (4)');
    });
    // Several looks, at a table that stays locked and at a transaction that we say nothing in.
    await db.pool.query('SELECT pg_sleep(0.8)');
    await other.query('ROLLBACK');
    other.release();
    await thinks;
    expect(await stored()).toEqual([3, 4]);
    await pool.end();
  });
});
