import assert from 'node:assert/strict';
/** A balance corrected by hand (journal 37): bound to what two people have read, done once, and never by one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdjustmentFields } from '#server/ledger/adjustment.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openAdjustments, STAFF, type Made } from './adjustment-world.ts';

const CENTS = 10_000n;
const usdtText = (amount: number) => (BigInt(amount * 100) * CENTS).toString();

let database: TestDatabase;
let dataDir: string;
let world: Awaited<ReturnType<typeof openAdjustments>>;
let ada: string;
let ben: string;
let eve: string;
let nth = 0;

beforeAll(async () => {
  [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'tikvo-adjustment-'))]);
  world = await openAdjustments({ databaseUrl: database.url, dataDir });
  [ada = '', ben = ''] = await Promise.all(STAFF.map((name) => world.open(`${name}@house.example`, 'ADMIN')));
});
beforeEach(async () => {
  eve = await world.open(`eve${(nth += 1)}@example.org`, 'USER');
});
afterEach(async () => {
  assert.ok((await checkLedger(world.db, { window: 'all' })).healthy);
});
afterAll(async () => {
  await world.db.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const fieldsOf = (way: AdjustmentFields['way'], amount: number): AdjustmentFields => ({
  userId: eve,
  asset: 'USDT',
  way,
  amount: usdtText(amount),
  ticket: 'T-7',
});

async function asked(way: AdjustmentFields['way'], amount: number, by = ada): Promise<Made> {
  const made = await world.ask(by, fieldsOf(way, amount));
  if (typeof made === 'string' || 'rule' in made) throw new Error(JSON.stringify(made));
  return made;
}
const actionsOn = async (userId: string) =>
  (await world.audit.about(database.pool, userId)).map(({ action }) => action);

describe('an adjustment of a balance', () => {
  it('gives, once, when another person has approved it, however often and at once', async () => {
    const made = await asked('credit', 25.5);
    expect(await world.cashOf(eve)).toBe(0n);
    const approvals = await Promise.all(Array.from({ length: 8 }, () => world.approve(made, ben)));
    const done = { result: { journal: `adjustment/${made.id}`, cash: usdtText(25.5) } };
    expect(approvals).toEqual(Array(8).fill(done));
    expect(await world.cashOf(eve)).toBe(25_500_000n);
    expect(await actionsOn(eve)).toEqual(['account.opened', 'approval.asked', 'approval.approved', 'balance.adjusted']);
    const { rows } = await database.pool.query<{ fact: object }>(
      `SELECT body - 'userId' AS fact FROM fact WHERE kind = 'balance.adjusted' AND body ->> 'userId' = $1`,
      [eve],
    );
    expect(rows).toEqual([{ fact: expect.objectContaining({ way: 'credit', amount: '25500000' }) as object }]);
  });

  it('is approved by nobody who asked for it, in a hundred attempts (R-44)', async () => {
    const made = await asked('credit', 1);
    const attempts = await Promise.all(Array.from({ length: 100 }, () => world.approve(made, ada)));
    expect(new Set(attempts)).toEqual(new Set(['same-person']));
    expect(await world.cashOf(eve)).toBe(0n);
  });

  it('is that of the digest: another amount, person or reason is another request', async () => {
    const [small, large] = [await asked('credit', 1), await asked('credit', 1_000)];
    expect(await world.approve({ id: large.id, digest: small.digest }, ben)).toBe('changed');
    expect(await world.cashOf(eve)).toBe(0n);
  });

  it('takes what is free and no more, and looks again when it is approved', async () => {
    await world.approve(await asked('credit', 100), ben);
    expect(await world.ask(ada, fieldsOf('debit', 100.01))).toEqual({
      rule: 'Their free balance is 100.000000 USDT.',
    });
    const [first, second] = [await asked('debit', 60), await asked('debit', 70)];
    expect(await world.approve(first, ben)).toMatchObject({ result: { cash: usdtText(40) } });
    expect(await world.approve(second, ben)).toEqual({ rule: 'Their free balance is 40.000000 USDT.' });
    expect(await world.cashOf(eve)).toBe(40_000_000n);
  });

  it('is of people who play, and asked for by whoever may', async () => {
    const notTheirs = { ...fieldsOf('credit', 1), userId: ben };
    expect(await world.ask(ada, notTheirs)).toEqual({ rule: 'There is no such person.' });
    expect(await world.ask(eve, fieldsOf('credit', 1))).toBe('not-allowed');
    await expect(world.ask(ada, fieldsOf('credit', 0))).rejects.toThrow('amount');
  });
});
