import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { predictionPlaced, predictionWon } from '#domain/ledger/entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import type { PersonAccounts } from '#server/ledger/contract.ts';
import { balancesOf, houseAccounts, openAccounts, openBooks, post, topUpDemo } from '#server/ledger/index.ts';
import { postTogether } from '#server/ledger/post.ts';
import { testDatabase, type TestDatabase } from '#tests/database.ts';

const TARGET = usdt(10_000_000_000n);
let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase();
  await within((tx) => openBooks(tx, 'sandbox'));
});
afterEach(() => db.drop());

const within = <T>(fn: (tx: PoolClient) => Promise<T>) => transaction(db.pool, fn);
const balances = (ownerId: string) => balancesOf(db.pool, { ownerId, realm: 'demo' });

async function newPerson(): Promise<PersonAccounts & { ownerId: string }> {
  const ownerId = randomUUID();
  const accounts = await within((tx) => openAccounts(tx, { ownerId, realm: 'demo' }));
  await within((tx) => topUpDemo(tx, { ownerId, target: TARGET }));
  return { ownerId, ...accounts };
}

const placed = ({ cash, locked }: PersonAccounts, stake: bigint, id: string = randomUUID()): Journal =>
  predictionPlaced({ realm: 'demo', predictionId: id, cash, locked, stake: usdt(stake) });

describe('journals of one event', () => {
  it('are posted together, also where an account lacks in between what it has in the end', async () => {
    const house = await within((tx) => houseAccounts(tx, 0));
    const [person, other] = [await newPerson(), await newPerson()];
    const id = randomUUID();
    const money = { realm: 'demo', predictionId: id, ...person, stake: TARGET } as const;
    await within((tx) => post(tx, placed(person, TARGET, id)));
    const won = predictionWon({ ...money, profit: usdt(5n), pnl: house.demo.pnl });
    // All that they have, and the profit that is only won after it.
    const more = placed(person, TARGET + 5n);
    await within((tx) => postTogether(tx, []));
    await within((tx) => postTogether(tx, [more, won]));
    expect(await balances(person.ownerId)).toEqual({ cash: 0n, locked: TARGET + 5n });
    await expect(within((tx) => postTogether(tx, [more]))).rejects.toThrow('no_overdraft');
    await expect(within((tx) => postTogether(tx, [placed(other, 1n), placed(other, TARGET)]))).rejects.toThrow(
      'no_overdraft',
    );
    expect(await balances(other.ownerId)).toEqual({ cash: TARGET, locked: 0n });
    const once = placed(other, 1n);
    await within((tx) => postTogether(tx, [once]));
    await expect(within((tx) => postTogether(tx, [once]))).rejects.toThrow('duplicate key');
    const empty = { ...placed(other, 1n), transfers: [] };
    await expect(within((tx) => postTogether(tx, [placed(other, 1n), empty]))).rejects.toThrow('strictly equal');
    expect(await balances(other.ownerId)).toEqual({ cash: TARGET - 1n, locked: 1n });
  });

  it('are the same in whatever order their transfers come, and others where one amount differs', async () => {
    const person = await newPerson();
    const leg = (amount: bigint) => ({ code: 180, debit: person.cash, credit: person.locked, amount: usdt(amount) });
    const journal = { ...placed(person, 1n), transfers: [leg(3n), leg(1n), leg(2n)] };
    expect(await within((tx) => post(tx, journal))).toBe('posted');
    for (const [a, b, c] of [
      [1n, 2n, 3n],
      [2n, 3n, 1n],
      [3n, 2n, 1n],
    ] as const)
      expect(await within((tx) => post(tx, { ...journal, transfers: [leg(a), leg(b), leg(c)] }))).toBe('repeat');
    const other = { ...journal, transfers: [leg(3n), leg(3n), leg(2n)] };
    await expect(within((tx) => post(tx, other))).rejects.toThrow('other transfers');
  });
});
