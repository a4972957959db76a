import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { predictionPlaced, predictionWon } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { checkLedger, houseAccounts, openAccounts, openBooks, post, topUpDemo } from '#server/ledger/index.ts';
import type { LedgerReport } from '#server/ledger/index.ts';
import { reportLines } from '#server/ledger/report.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';

const WINDOWS = ['all', 'lastHour'] as const;
const STAKE = usdt(10_000_000n);
const HASH = (no: number) => Buffer.alloc(32, no);

interface Healthy {
  readonly owner: string;
  readonly cash: string;
  readonly locked: string;
  readonly settled: string;
  readonly open: string;
}

/** A person with one prediction won and one open, and the batches that say so. */
async function populate(db: TestDatabase): Promise<Healthy> {
  const owner = randomUUID();
  const settled = uuidOfNow();
  const open = uuidOfNow();
  const accounts = await transaction(db.pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    const house = await houseAccounts(tx, 0);
    const person = await openAccounts(tx, { ownerId: owner, realm: 'demo' });
    await topUpDemo(tx, { ownerId: owner, target: usdt(10_000_000_000n) });
    const money = { realm: 'demo', ...person, stake: STAKE } as const;
    await post(tx, predictionPlaced({ ...money, predictionId: settled }));
    await post(tx, predictionPlaced({ ...money, predictionId: open }));
    const won = { ...money, predictionId: settled, profit: usdt(8_200_000n), pnl: house.demo.pnl };
    await post(tx, predictionWon(won));
    return person;
  });
  const insert = `INSERT INTO prediction (id, realm, user_id, pair_id, stream, direction, stake, stake_cash, payout_bps,
      duration_ms, state, admitted_at, k_adm, h_adm, salt, rules_hash, shard, batch, settled_at)
    VALUES ($1, 2, $2, 'BTC-USD', 4, 'UP', 10000000, 10000000, 8200, 15000, $3, 0, 1, '', '', '', 0, 1, $4)`;
  await db.pool.query(insert, [settled, owner, 'SETTLED', 1]);
  await db.pool.query(insert, [open, owner, 'ADMITTED', null]);
  await db.pool.query(
    `INSERT INTO settlement (prediction_id, realm, outcome, credit, shard, batch) VALUES ($1, 2, 'WIN', 18200000, 0, 2)`,
    [settled],
  );
  for (const no of [1, 2, 3]) await insertBatch(db, no);
  await db.pool.query('UPDATE shard_lease SET last_batch = 3, last_hash = $1', [HASH(3)]);
  return { owner, ...accounts, settled, open };
}

function insertBatch(db: TestDatabase, no: number): Promise<unknown> {
  return db.pool.query(
    `INSERT INTO batch (shard, no, epoch, hash, prev, at, exposure, facts) VALUES (0, $1, 1, $2, $3, 0, 0, '[]')`,
    [no, HASH(no), HASH(no - 1)],
  );
}

/** A version 7 UUID: the time in ms leads it. */
function uuidOfNow(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const foundIn = (report: LedgerReport) => report.invariants.filter((one) => one.found > 0).map((one) => one.name);

/** Writes what no code of ours can write: triggers off, as only a superuser may. */
async function plant(db: TestDatabase, ...statements: readonly string[]): Promise<void> {
  const admin = createPool(db.adminUrl, { max: 1 });
  try {
    await transaction(admin, async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const sql of statements) await tx.query(sql);
    });
  } finally {
    await admin.end();
  }
}

describe('invariants', () => {
  let db: TestDatabase;
  let healthy: Healthy;
  beforeEach(async () => {
    db = await testDatabase();
    healthy = await populate(db);
    return () => db.drop();
  });

  it.each(WINDOWS)('find nothing in a healthy ledger (%s)', async (window) => {
    const report = await checkLedger(db.pool, { window });
    const names = ['I1', 'I15', 'I18', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I9'];
    expect(report.invariants.map((one) => one.name)).toEqual(names);
    expect(foundIn(report)).toEqual([]);
    expect(report.healthy).toBe(true);
  });

  it('count what they read', async () => {
    const report = await checkLedger(db.pool, { window: 'all' });
    expect(report.counts).toEqual({ accounts: 7, journals: 5, transfers: 6, predictions: 2, batches: 3 });
    expect(reportLines(report).at(-1)).toBe('healthy: 7 accounts, 5 journals, 6 transfers, 2 predictions, 3 batches');
  });

  const faults: readonly [string, readonly string[], (at: Healthy) => readonly string[]][] = [
    ['money out of nothing', ['I1', 'I2'], (at) => [`UPDATE account SET credits = credits + 1 WHERE id = ${at.cash}`]],
    [
      'totals changed on two accounts alike',
      ['I2', 'I5'],
      (at) => [
        `UPDATE account SET debits = debits + 1 WHERE id = ${at.locked}`,
        `UPDATE account SET credits = credits + 1 WHERE id = ${at.cash}`,
      ],
    ],
    ['a transfer removed', ['I2'], (at) => [`DELETE FROM transfer WHERE code = 180 AND debit_account = ${at.cash}`]],
    [
      'a journal without transfers',
      ['I2'],
      () => [`INSERT INTO journal (realm, id, kind, ref_type, ref_id) VALUES (2, 1, 'k', 't', 'r')`],
    ],
    [
      'a transfer of accounts that do not exist',
      ['I2', 'I4'],
      () => [
        `INSERT INTO transfer SELECT 2, journal, id + 50, 180, 1, (513::bigint << 48) | 90001, (513::bigint << 48) | 90002, 5 FROM transfer WHERE realm = 2 LIMIT 1`,
      ],
    ],
    [
      'an overdrawn account',
      ['I3'],
      (at) => [
        'ALTER TABLE account DROP CONSTRAINT no_overdraft',
        `UPDATE account SET debits = credits + 5 WHERE id = ${at.cash}`,
      ],
    ],
    ['a guard taken away', ['I3'], (at) => [`UPDATE account SET guarded = false WHERE id = ${at.cash}`]],
    ['a flow outside the grammar', ['I4'], () => [`UPDATE transfer SET code = 210 WHERE code = 180`]],
    [
      'money of two worlds',
      ['I4'],
      (at) => [
        'ALTER TABLE account DROP CONSTRAINT id_says_world',
        `UPDATE account SET realm = 1 WHERE id = ${at.cash}`,
      ],
    ],
    ['a stake without a prediction', ['I5'], (at) => [`DELETE FROM prediction WHERE id = '${at.open}'`]],
    [
      'a prediction without a stake',
      ['I5'],
      (at) => [`UPDATE prediction SET stake_cash = stake_cash - 1 WHERE id = '${at.open}'`],
    ],
    ['a batch missing', ['I6'], () => ['DELETE FROM batch WHERE no = 2']],
    [
      'a batch above the lease',
      ['I6'],
      () => ['UPDATE shard_lease SET last_batch = 2, last_hash = (SELECT hash FROM batch WHERE no = 2)'],
    ],
    ['a batch exchanged', ['I6'], () => [`UPDATE batch SET hash = decode(repeat('ee', 32), 'hex') WHERE no = 2`]],
    [
      'a prediction settled without settlement',
      ['I7'],
      (at) => [`DELETE FROM settlement WHERE prediction_id = '${at.settled}'`],
    ],
    [
      'a settlement of an open prediction',
      ['I5', 'I7'],
      (at) => [`UPDATE prediction SET state = 'ADMITTED', settled_at = NULL WHERE id = '${at.settled}'`],
    ],
    [
      'a credit that the outcome does not give',
      ['I7'],
      (at) => [`UPDATE settlement SET credit = credit + 1 WHERE prediction_id = '${at.settled}'`],
    ],
  ];

  it.each(faults)('catch %s', async (_, names, statements) => {
    await plant(db, ...statements(healthy));
    for (const window of WINDOWS) {
      const report = await checkLedger(db.pool, { window });
      expect(foundIn(report), window).toEqual(expect.arrayContaining([...names]));
      expect(report.healthy).toBe(false);
      expect(reportLines(report).at(-1)).toMatch(/^NOT HEALTHY/);
    }
  });
});

describe('the seal', () => {
  let db: TestDatabase;
  let healthy: Healthy;
  beforeAll(async () => {
    db = await testDatabase();
    healthy = await populate(db);
  });
  afterAll(() => db.drop());

  const age = () => db.pool.query(`UPDATE ledger_seal_mark SET at = at - interval '2 hours'`);
  const sealed = async () =>
    (await db.pool.query<{ upto: string }>('SELECT upto FROM ledger_seal_mark WHERE sealed')).rows[0]?.upto;

  it('folds what is an hour old, and the check of the last hour reads on from there', async () => {
    await checkLedger(db.pool, { window: 'lastHour' });
    expect(await sealed()).toBeUndefined();
    await age();
    await checkLedger(db.pool, { window: 'lastHour' });
    const first = await sealed();
    expect(first).toMatch(/^\d+$/);

    await transaction(db.pool, (tx) => topUpDemo(tx, { ownerId: healthy.owner, target: usdt(5n) }));
    expect((await checkLedger(db.pool, { window: 'lastHour' })).healthy).toBe(true);
    await age();
    await checkLedger(db.pool, { window: 'lastHour' });
    expect(BigInt((await sealed()) ?? 0)).toBeGreaterThan(BigInt(first ?? 0));
    expect((await checkLedger(db.pool, { window: 'lastHour' })).healthy).toBe(true);
  });

  it('still shows a total that was changed after it', async () => {
    await plant(db, `UPDATE account SET credits = credits + 1 WHERE id = ${healthy.cash}`);
    expect(foundIn(await checkLedger(db.pool, { window: 'lastHour' }))).toEqual(['I1', 'I2']);
  });
});
