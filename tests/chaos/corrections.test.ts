/** kill -9 while the holders of an event that was paid by a wrong result are put right in parts: nothing is taken or paid twice, and the pool is right in between. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { openAccount, openAccounts } from '#server/ledger/accounts.ts';
import { checkLedger, postNew } from '#server/ledger/index.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import { resolvedMarket, type HeldMarket } from '#tests/holders.ts';
import { bundleOf, startEngine } from './engine-channel.ts';
import { runToEnd } from './run-to-end.ts';
import { FORM, LIMIT_MS } from './size.ts';

/** Three parts: those who give back come first. */
const HOLDERS = FORM === 'short' ? 1_200 : 20_000;
const PART = 500;
/** Before a part is stored, after the first one is, and in the middle of the third; holders who were put right by then. */
const KILLS: readonly (readonly [point: string, done: number])[] = [
  ['holders.corrected 1', 0],
  ['correction.committed 1', PART],
  ['holders.corrected 2', 2 * PART],
];

let db: TestDatabase;
let folder: string;
let bundle: string;
let held: HeldMarket;
/** In their order: every second one holds YES. */
let ids: readonly string[];

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tikvo-corrections-'));
  bundle = await bundleOf(fileURLToPath(new URL('./correction-process.ts', import.meta.url)));
  const { people } = await openPeople(db.pool, HOLDERS);
  ids = people.map(({ userId }) => userId);
  held = await resolvedMarket(db.pool, people);
}, LIMIT_MS);
afterAll(async () => {
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

const state = async () =>
  (await db.pool.query<{ state: string }>('SELECT state FROM market WHERE id = $1', [held.bookId])).rows[0]?.state;

const faults = async () =>
  (await checkLedger(db.pool, { window: 'all' })).invariants.filter(({ found }) => found > 0).map(({ name }) => name);

async function cash(): Promise<readonly bigint[]> {
  const { rows } = await db.pool.query<{ owner_id: string; cash: string }>(
    `SELECT owner_id, credits - debits AS cash FROM account WHERE owner_id = ANY($1::uuid[]) AND realm = 2 AND kind = 'user_cash'`,
    [ids],
  );
  const of = new Map(rows.map((row) => [row.owner_id, BigInt(row.cash)]));
  return ids.map((id) => of.get(id)!);
}

const run = (crash?: string) => runToEnd({ bundle, env: { DATABASE_URL: db.url, DATA_DIR: folder }, crash });

/** The engine pays YES. */
async function payYes(): Promise<void> {
  const engine = await startEngine({ databaseUrl: db.url, dataDir: join(folder, 'data'), aheadMs: 0, task: 'engine' });
  await engine.ready;
  await expect.poll(state, { timeout: LIMIT_MS, interval: 100 }).toBe('SETTLED');
  engine.signal('SIGTERM');
  expect(await engine.ended).toBe(0);
}

/** YES was wrong: two people said so. */
async function sayNo(): Promise<void> {
  await db.pool.query(`UPDATE event_market SET state = 'PAID', version = 1, paid_at = $2 WHERE id = $1`, [
    held.marketId,
    Date.now(),
  ]);
  await db.pool.query(
    `INSERT INTO event_correction (market_id, no, version, at, was_result, was_won, result, won) VALUES ($1, 1, 2, $2, 'WON', 0, 'WON', 1)`,
    [held.marketId, Date.now()],
  );
  await db.pool.query(
    `UPDATE event_market SET state = 'CORRECTED', version = 2, won = 1, paid_at = NULL WHERE id = $1`,
    [held.marketId],
  );
}

it(
  `puts ${HOLDERS} holders right once, killed ${KILLS.length + 1} times on the way`,
  async () => {
    await payYes();
    // One of those who must give back has spent all of it.
    await transaction(db.pool, async (tx) => {
      const { cash: account } = await openAccounts(tx, { ownerId: ids[0]!, realm: 'demo' });
      const mint = await openAccount(tx, { realm: 'demo', ownerId: null, kind: 'demo_mint', ref: '' });
      const transfers = [{ code: 350, debit: account, credit: mint, amount: usdt((await cash())[0]!) }];
      await postNew(tx, { realm: 'demo', kind: 'spent', refType: 'test', refId: randomUUID(), transfers });
    });
    const before = await cash();
    await sayNo();
    for (const [point, done] of KILLS) {
      expect(await run(point), point).toBe('SIGKILL');
      expect(await faults(), point).toEqual([]);
      const { rows } = await db.pool.query('SELECT count(*)::int AS n FROM corrected_holding');
      expect(rows, point).toEqual([{ n: done }]);
    }
    // After the last part, while the result is not written yet; and twice more.
    expect([await run('correction.committed 1'), await run(), await run()]).toEqual(['SIGKILL', 0, 0]);
    const after = await cash();
    expect(after[0]).toBe(0n);
    expect(after.slice(1).map((one, at) => one - before[at + 1]!)).toEqual(
      ids.slice(1).map((_, at) => (at % 2 === 0 ? 1_000_000n : -1_000_000n)),
    );
    const { rows } = await db.pool.query('SELECT count(*)::int AS n, sum(borne) AS borne FROM corrected_holding');
    expect(rows).toEqual([{ n: HOLDERS, borne: '1000000' }]);
    const { rows: ended } = await db.pool.query('SELECT state, result, won FROM market WHERE id = $1', [held.bookId]);
    expect(ended).toEqual([{ state: 'SETTLED', result: 'WON', won: 1 }]);
    expect(await faults()).toEqual([]);
    process.stdout.write(`corrections: ${HOLDERS} holders, ${KILLS.length + 1} kills, 0 lost, 0 doubled\n`);
  },
  LIMIT_MS,
);
