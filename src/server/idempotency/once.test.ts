import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { once } from './index.ts';

let db: TestDatabase;
const userId = randomUUID();
let key = 0;

beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query(`INSERT INTO app_user (id, role, created_at) VALUES ($1, 'USER', now())`, [userId]);
  await db.pool.query('CREATE TABLE paid (key text)');
});
afterAll(() => db.drop());

const paid = async () => (await db.pool.query('SELECT 1 FROM paid WHERE key = $1', [String(key)])).rowCount;

const pay = (bodyHash = 'h', fails = false) =>
  transaction(db.pool, (tx) =>
    once(tx, { userId, route: 'test.pay', key: String(key), bodyHash }, async () => {
      await tx.query('INSERT INTO paid VALUES ($1)', [String(key)]);
      if (fails) throw new Error('cut in the middle');
      return JSON.stringify({ paid: key });
    }),
  );

it('does what is asked for under a key once, also where it is asked for many times at once', async () => {
  key += 1;
  const replies = await Promise.all(Array.from({ length: 8 }, () => pay()));
  expect(replies.filter((reply) => reply.ok && !reply.replayed)).toHaveLength(1);
  expect(new Set(replies.map((reply) => reply.ok && reply.body))).toEqual(new Set(['{"paid":1}']));
  expect(await paid()).toBe(1);
  expect(await pay('other')).toEqual({ ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } });
});

it('keeps nothing of what failed, and does it each time without a key', async () => {
  key += 1;
  await expect(pay('h', true)).rejects.toThrow('cut in the middle');
  expect(await paid()).toBe(0);
  expect(await pay()).toMatchObject({ ok: true, replayed: false });
  let done = 0;
  const plain = () => transaction(db.pool, (tx) => once(tx, null, async () => String((done += 1))));
  expect([await plain(), await plain()]).toMatchObject([{ body: '1' }, { body: '2' }]);
});
