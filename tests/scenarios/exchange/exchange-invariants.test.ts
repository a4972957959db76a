import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool, transaction } from '#server/db/index.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, openMarket, type MarketWorld } from './market-world.ts';

let database: TestDatabase;
let world: MarketWorld;

beforeEach(async () => {
  const market = await openMarket();
  const { ada, ben } = market;
  ({ database, world } = market);
  await world.ordered(ada, { price: 400 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  await world.ordered(ada, { price: 300 });
});

afterEach(() => closeMarket({ database, world }));

/** Writes what no code of ours can write: triggers off, as only a superuser may. */
async function plant(statement: string): Promise<void> {
  const admin = createPool(database.adminUrl, { max: 1 });
  try {
    await transaction(admin, async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(statement);
    });
  } finally {
    await admin.end();
  }
}

async function found(): Promise<string[][]> {
  const windows = ['all', 'lastHour'] as const;
  const reports = [];
  for (const window of windows) reports.push(await checkLedger(database.pool, { window }));
  return reports.map(({ invariants }) => invariants.filter((one) => one.found > 0).map((one) => one.name));
}

const WALL = /append-only|would rewrite|permission denied/;

describe('the invariants of markets', () => {
  it.each([
    ['shares out of nothing', 'UPDATE position SET lots = lots + 100 WHERE lots > 0', ['I15']],
    ['sets that the pool does not hold', 'UPDATE position SET lots = lots * 2', ['I15']],
    ['fees that nobody paid', 'UPDATE position SET fees = fees + 1 WHERE lots < 0', ['I15']],
    ['an order that holds more than is locked', 'UPDATE market_order SET held = held + 1 WHERE resting > 0', ['I5']],
    [
      'an order that rests without its money',
      "UPDATE market_order SET ended_at = 1, state = 'CANCELLED', resting = 0, held = 0 WHERE resting > 0",
      ['I5'],
    ],
    [
      'a market that ended with its pool full',
      "UPDATE market SET result = 'TIE', state = 'SETTLED', ended_at = (extract(epoch FROM now()) * 1000)::bigint",
      ['I15'],
    ],
  ])('catch %s', async (_, statement, names) => {
    expect(await found()).toEqual([[], []]);
    await plant(statement);
    expect(await found()).toEqual([names, names]);
  });

  it('catch books of one event that disagree on the sets outstanding, and a pool that does not hold them', async () => {
    const of = randomUUID();
    // A second book on the pool of the first: each has three shares of YES more than NO.
    await plant(`INSERT INTO market SELECT (jsonb_populate_record(NULL::market, to_jsonb(m) || jsonb_build_object('id', '${of}', 'fills', 0, 'volume', 0,
      'fees', (SELECT max(fees) FROM market)))).* FROM market m`);
    const hold = (lots: number, market: string = of) =>
      plant(`INSERT INTO position (market_id, user_id, realm, lots, reserved, cost, gained, fees, bonus, shard)
        VALUES ('${market}', '${randomUUID()}', 2, ${lots}, 0, 0, 0, 0, 0, 0)`);
    await plant('UPDATE position SET fees = 0');
    await hold(300);
    expect(await found()).toEqual([['I15'], ['I15']]);
    await hold(300, world.marketId);
    const pool = `(SELECT pool FROM market LIMIT 1)`;
    await plant(`UPDATE account SET credits = credits + 3000000 WHERE id = ${pool}`);
    await plant(`UPDATE account SET debits = credits WHERE id IN (SELECT fees FROM market)`);
    expect((await found()).map((names) => names.includes('I15'))).toEqual([false, false]);
    await plant(`UPDATE account SET credits = credits - 1 WHERE id = ${pool}`);
    expect((await found()).map((names) => names.includes('I15'))).toEqual([true, true]);
  });

  it('are walls as well: terms of orders, fills and ends cannot be written over', async () => {
    for (const statement of [
      'UPDATE market_order SET price = 1',
      'DELETE FROM market_order',
      'UPDATE fill SET lots = 1',
      'DELETE FROM realised',
      'UPDATE market SET ends_at = 0',
      'DELETE FROM position',
    ]) {
      await expect(database.pool.query(statement), statement).rejects.toThrow(WALL);
    }
    await expect(database.pool.query('UPDATE market_order SET filled = filled - 1 WHERE filled > 0')).rejects.toThrow(
      WALL,
    );
    await expect(database.pool.query('UPDATE market SET fills = fills - 1, state = state')).rejects.toThrow(WALL);
  });
});
