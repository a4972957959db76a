import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bonusAccrued } from '#domain/ledger/exchange-entries.ts';
import { predictionWon } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { transaction } from '#server/db/index.ts';
import { fundHouseMaker, makerAccounts, payableAccount } from '#server/ledger/exchange-accounts.ts';
import {
  balancesOf,
  checkLedger,
  grantSandbox,
  houseAccounts,
  openAccounts,
  openBooks,
  post,
  topUpDemo,
} from '#server/ledger/index.ts';
import { payMakerBonuses } from '#server/ledger/maker-bonus.ts';
import { houseFigures } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';

const MILLION = 1_000_000_000_000n;
let db: TestDatabase;

beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

const within = <T>(fn: (tx: PoolClient) => Promise<T>) => transaction(db.pool, fn);

/** What each account of the house and of people holds, "realm kind ref" -> credits - debits; accounts that were never used left out. */
async function held(): Promise<Record<string, bigint>> {
  const { rows } = await db.pool.query<{ name: string; held: string }>(
    `SELECT concat_ws(' ', CASE realm WHEN 1 THEN 'real' ELSE 'demo' END, kind, nullif(ref, '')) AS name, credits - debits AS held
     FROM account WHERE debits > 0 OR credits > 0`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, BigInt(row.held)]));
}

/** Does every invariant hold? */
const isHealthy = async () => (await checkLedger(db.pool, { window: 'all' })).healthy;

describe('the books of the house', () => {
  it('of a sandbox hold its bank roll and the funds of its maker, however often it starts', async () => {
    for (let start = 0; start < 2; start += 1) {
      await within((tx) => openBooks(tx, 'sandbox'));
      await within((tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 3 }));
    }
    const ofMaker = { real: MILLION / 20n, demo: MILLION };
    expect(await held()).toEqual({
      'real bank sandbox': -MILLION,
      'real house_bank': MILLION - ofMaker.real,
      'real house_maker 3': ofMaker.real,
      'demo demo_mint': -ofMaker.demo,
      'demo house_maker 3': ofMaker.demo,
    });
    expect(await within((tx) => openBooks(tx, 'production'))).toBe(false);
    expect(await isHealthy()).toBe(true);
  });

  it('of production hold play money alone, and grant none of the other', async () => {
    expect(await within((tx) => openBooks(tx, 'production'))).toBe(true);
    await within((tx) => fundHouseMaker(tx, { mode: 'production', shard: 0 }));
    expect(await held()).toEqual({ 'demo demo_mint': -MILLION, 'demo house_maker 0': MILLION });
    const grant = { mode: 'production', ownerId: randomUUID(), amount: usdt(5n), refId: 'r' } as const;
    await expect(within((tx) => grantSandbox(tx, grant))).rejects.toThrow('in production');
  });

  it('fund no maker of production with real money, also where the bank roll holds it', async () => {
    await within((tx) => openBooks(tx, 'sandbox'));
    await within((tx) => fundHouseMaker(tx, { mode: 'production', shard: 0 }));
    expect(await held()).toMatchObject({ 'real house_bank': MILLION, 'demo house_maker 0': MILLION });
  });

  it('fund no maker with real money that the bank roll does not hold', async () => {
    await within((tx) => fundHouseMaker(tx, { mode: 'sandbox', shard: 0 }));
    expect(await held()).toEqual({ 'demo demo_mint': -MILLION, 'demo house_maker 0': MILLION });
  });

  it('are apart for each shard and realm', async () => {
    const ids = await within(async (tx) =>
      Promise.all(
        (
          [
            ['real', 0],
            ['real', 1],
            ['demo', 0],
          ] as const
        ).map(async ([realm, shard]) => [
          ...Object.values(await makerAccounts(tx, { realm, shard })),
          (await houseAccounts(tx, shard))[realm].pnl,
        ]),
      ),
    );
    // Five of each, and one a realm for what the house bears for others.
    expect(new Set(ids.flat()).size).toBe(3 * 5 + 2);
  });
});

describe('money of the house to a person', () => {
  it('is granted once a request', async () => {
    const ownerId = randomUUID();
    const grant = { mode: 'sandbox', ownerId, amount: usdt(5n), refId: `${ownerId}/1` } as const;
    expect(await within((tx) => grantSandbox(tx, grant))).toBe('posted');
    expect(await within((tx) => grantSandbox(tx, grant))).toBe('repeat');
    expect(await within((tx) => grantSandbox(tx, { ...grant, refId: `${ownerId}/2` }))).toBe('posted');
    expect(await balancesOf(db.pool, { ownerId, realm: 'real' })).toEqual({ cash: 10n, locked: 0n });
  });

  it('refills practice up and down to its target, once a request', async () => {
    const ownerId = randomUUID();
    const refill = (target: bigint, refId?: string) =>
      within((tx) => topUpDemo(tx, { ownerId, target: usdt(target), ...(refId === undefined ? {} : { refId }) }));
    expect([await refill(10n, 'a'), await refill(4n, 'b'), await refill(4n)]).toEqual([
      { cash: 10n },
      { cash: 4n },
      { cash: 4n },
    ]);
    // The request of the first one again: its journal stands, and nothing moves.
    expect(await refill(10n, 'a')).toEqual({ cash: 4n });
    expect(await balancesOf(db.pool, { ownerId, realm: 'demo' })).toEqual({ cash: 4n, locked: 0n });
  });
});

describe('the bonus of makers', () => {
  async function accrued(realm: Realm, amount: bigint): Promise<string> {
    const userId = randomUUID();
    await within(async (tx) => {
      const payable = await payableAccount(tx, { ownerId: userId, realm });
      const { mmExpense } = await makerAccounts(tx, { realm, shard: 0 });
      const money = { realm, marketId: randomUUID(), userId, expense: mmExpense, payable, amount: usdt(amount) };
      expect(await post(tx, bonusAccrued(money))).toBe('posted');
    });
    return userId;
  }

  it('goes to each one’s cash of its realm once a day, and later accruals wait for the next', async () => {
    const [ada, ben] = [await accrued('real', 7n), await accrued('demo', 9n)];
    expect(await payMakerBonuses(db.pool, '2027-01-15', houseFigures.bonusSince)).toBe(2);
    expect(await payMakerBonuses(db.pool, '2027-01-15', houseFigures.bonusSince)).toBe(0);
    expect(await balancesOf(db.pool, { ownerId: ada, realm: 'real' })).toEqual({ cash: 7n, locked: 0n });
    expect(await balancesOf(db.pool, { ownerId: ben, realm: 'demo' })).toEqual({ cash: 9n, locked: 0n });
    await within(async (tx) => {
      const payable = await payableAccount(tx, { ownerId: ada, realm: 'real' });
      const { mmExpense } = await makerAccounts(tx, { realm: 'real', shard: 0 });
      const more = { marketId: 'm2', userId: ada, expense: mmExpense, payable, amount: usdt(2n) };
      expect(await post(tx, bonusAccrued({ realm: 'real', ...more }))).toBe('posted');
    });
    expect(await payMakerBonuses(db.pool, '2027-01-15', houseFigures.bonusSince)).toBe(0);
    expect(await payMakerBonuses(db.pool, '2027-01-16', houseFigures.bonusSince)).toBe(1);
    expect(await balancesOf(db.pool, { ownerId: ada, realm: 'real' })).toEqual({ cash: 9n, locked: 0n });
    expect(await isHealthy()).toBe(true);
  });
});

describe('a repeat', () => {
  it('is known in whatever order its transfers come', async () => {
    const ownerId = randomUUID();
    await within((tx) => openBooks(tx, 'sandbox'));
    const { pnl } = (await within((tx) => houseAccounts(tx, 0))).demo;
    const { cash, locked } = await within((tx) => openAccounts(tx, { ownerId, realm: 'demo' }));
    await within((tx) => topUpDemo(tx, { ownerId, target: usdt(50n) }));
    const money = { realm: 'demo', predictionId: randomUUID(), cash, locked, stake: usdt(10n) } as const;
    const won = predictionWon({ ...money, profit: usdt(8n), pnl });
    const placed = {
      ...won,
      kind: 'prediction_placed',
      transfers: [{ code: 180, debit: cash, credit: locked, amount: usdt(10n) }],
    };
    expect(await within((tx) => post(tx, placed))).toBe('posted');
    expect(await within((tx) => post(tx, won))).toBe('posted');
    expect(await within((tx) => post(tx, { ...won, transfers: won.transfers.toReversed() }))).toBe('repeat');
    const other = { ...won, transfers: won.transfers.map((leg) => ({ ...leg, amount: usdt(9n) })) };
    await expect(within((tx) => post(tx, other))).rejects.toThrow(
      `journal demo/prediction_settled/prediction/${money.predictionId} was posted with other transfers`,
    );
    expect(await balancesOf(db.pool, { ownerId, realm: 'demo' })).toEqual({ cash: 58n, locked: 0n });
  });
});
