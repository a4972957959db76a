import { randomUUID } from 'node:crypto';
import type { PoolClient, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predictionLost, predictionPlaced, predictionWon } from '#domain/ledger/entries.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { journalCtes, journalParams } from '#server/ledger/batch.ts';
import type { HouseAccounts, PersonAccounts } from '#server/ledger/contract.ts';
import {
  balancesOf,
  checkLedger,
  houseAccounts,
  openAccounts,
  openBooks,
  personAccounts,
  post,
  postNew,
  topUpDemo,
} from '#server/ledger/index.ts';
import { CUT_OFF, testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';

const TARGET = usdt(10_000_000_000n);
let db: TestDatabase;
let house: HouseAccounts;

beforeAll(async () => {
  db = await testDatabase();
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  house = await transaction(db.pool, (tx) => houseAccounts(tx, 0));
});
afterAll(() => db.drop());

const within = <T>(fn: (tx: PoolClient) => Promise<T>) => transaction(db.pool, fn);

async function newPerson(): Promise<PersonAccounts & { ownerId: string }> {
  const ownerId = randomUUID();
  const accounts = await within((tx) => openAccounts(tx, { ownerId, realm: 'demo' }));
  await within((tx) => topUpDemo(tx, { ownerId, target: TARGET }));
  return { ownerId, ...accounts };
}

function placed(person: PersonAccounts, stake: bigint, id: string = randomUUID()): Journal {
  return predictionPlaced({
    realm: 'demo',
    predictionId: id,
    cash: person.cash,
    locked: person.locked,
    stake: usdt(stake),
  });
}

const balances = (ownerId: string) => balancesOf(db.pool, { ownerId, realm: 'demo' });

describe('post', () => {
  it('moves the stake to locked and back with the profit', async () => {
    const person = await newPerson();
    const id = randomUUID();
    expect(await within((tx) => post(tx, placed(person, 10_000_000n, id)))).toBe('posted');
    expect(await balances(person.ownerId)).toEqual({ cash: 9_990_000_000n, locked: 10_000_000n });
    const won = predictionWon({
      realm: 'demo',
      predictionId: id,
      cash: person.cash,
      locked: person.locked,
      stake: usdt(10_000_000n),
      profit: usdt(8_200_000n),
      pnl: house.demo.pnl,
    });
    expect(await within((tx) => post(tx, won))).toBe('posted');
    expect(await balances(person.ownerId)).toEqual({ cash: 10_008_200_000n, locked: 0n });
  });

  it('recognises the identical journal and writes nothing', async () => {
    const person = await newPerson();
    const journal = placed(person, 1_000_000n);
    expect(await within((tx) => post(tx, journal))).toBe('posted');
    expect(await within((tx) => post(tx, journal))).toBe('repeat');
    expect((await balances(person.ownerId)).locked).toBe(1_000_000n);
  });

  it('recognises a repeat even when the money is gone', async () => {
    const person = await newPerson();
    const journal = placed(person, TARGET);
    await within((tx) => post(tx, journal));
    expect(await within((tx) => post(tx, journal))).toBe('repeat');
  });

  it('throws on the same key with other transfers', async () => {
    const person = await newPerson();
    const id = randomUUID();
    await within((tx) => post(tx, placed(person, 1_000_000n, id)));
    await expect(within((tx) => post(tx, placed(person, 2_000_000n, id)))).rejects.toThrow(/other transfers/);
    expect((await balances(person.ownerId)).locked).toBe(1_000_000n);
  });

  it('refuses what the account does not hold, and the transaction goes on', async () => {
    const person = await newPerson();
    const results = await within(async (tx) => [
      await post(tx, placed(person, TARGET + 1n)),
      await post(tx, placed(person, TARGET)),
    ]);
    expect(results).toEqual([{ code: 'NoBalance' }, 'posted']);
    expect(await balances(person.ownerId)).toEqual({ cash: 0n, locked: TARGET });
  });

  it('throws for whom the journal must be new: on a repeat, and on what the account does not hold', async () => {
    const person = await newPerson();
    const journal = placed(person, 10_000_000n);
    await within((tx) => postNew(tx, journal));
    await expect(within((tx) => postNew(tx, journal))).rejects.toThrow('it was before');
    await expect(within((tx) => postNew(tx, placed(person, TARGET)))).rejects.toThrow('NoBalance');
    expect(await balances(person.ownerId)).toEqual({ cash: 9_990_000_000n, locked: 10_000_000n });
  });

  it('throws when an account does not exist, and writes nothing', async () => {
    const person = await newPerson();
    const nobody = (BigInt(person.cash) + 1_000_000n).toString();
    await expect(within((tx) => post(tx, placed({ cash: person.cash, locked: nobody }, 5n)))).rejects.toThrow(
      /no ledger account/,
    );
    expect((await balances(person.ownerId)).cash).toBe(TARGET);
  });

  it('throws on a flow outside the grammar', async () => {
    const person = await newPerson();
    const journal = placed(person, 5n);
    const transfers = journal.transfers.map((transfer) => ({ ...transfer, code: 110 }));
    await expect(within((tx) => post(tx, { ...journal, transfers }))).rejects.toThrow(/no such flow/);
  });

  it('gives one of many racing repeats the posting and the others a repeat', async () => {
    const person = await newPerson();
    const journal = placed(person, 3_000_000n);
    const results = await Promise.all(Array.from({ length: 8 }, () => within((tx) => post(tx, journal))));
    expect(results.filter((result) => result === 'posted')).toHaveLength(1);
    expect(results.filter((result) => result === 'repeat')).toHaveLength(7);
  });

  it('lets racing stakes take exactly what is there', async () => {
    const person = await newPerson();
    const results = await Promise.all(
      Array.from({ length: 25 }, () => within((tx) => post(tx, placed(person, 1_000_000_000n)))),
    );
    expect(results.filter((result) => result === 'posted')).toHaveLength(10);
    expect(await balances(person.ownerId)).toEqual({ cash: 0n, locked: TARGET });
  });

  it('does not deadlock when journals name the same accounts in other orders', async () => {
    const one = await newPerson();
    const two = await newPerson();
    const lose = (person: PersonAccounts) => async (tx: PoolClient) => {
      const id = randomUUID();
      await post(tx, placed(person, 1_000n, id));
      const money = { realm: 'demo', predictionId: id, ...person, stake: usdt(1_000n) } as const;
      return post(tx, predictionLost({ ...money, pnl: house.demo.pnl }));
    };
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => within(lose(index % 2 === 0 ? one : two))),
    );
    expect(new Set(results)).toEqual(new Set(['posted']));
  });

  it('leaves nothing half done when the connection is cut in the middle', async () => {
    const person = await newPerson();
    const before = await balances(person.ownerId);
    const journal = placed(person, 7_000_000n);
    for (const cutAfter of [1, 2, 3]) {
      const cut = within(async (tx) => {
        const steps = countingClient(tx, cutAfter, async () => {
          const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
          await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        });
        await post(steps, journal);
        await tx.query('SELECT 1');
      });
      await expect(cut).rejects.toThrow(CUT_OFF);
      expect(await balances(person.ownerId)).toEqual(before);
    }
    expect(await within((tx) => post(tx, journal))).toBe('posted');
  });
});

describe('a batch', () => {
  const write = (tx: PoolClient, journals: readonly Journal[]) =>
    tx.query<{ accounts: number }>(`WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`, [
      ...journalParams(journals).values,
    ]);

  it('writes many journals with one update of each account', async () => {
    const person = await newPerson();
    const journals = Array.from({ length: 50 }, (_, no) =>
      placed(person, BigInt(no + 1), `strange "key\\${no}" ${randomUUID()}`),
    );
    const { rows } = await within((tx) => write(tx, journals));
    expect(rows[0]?.accounts).toBe(2);
    expect((await balances(person.ownerId)).locked).toBe(1275n);
    // What the batch wrote is what the door recognises.
    expect(await within((tx) => post(tx, journals[7] ?? placed(person, 1n)))).toBe('repeat');
  });

  it('reports fewer accounts than it names when one does not exist, so that its writer rolls back', async () => {
    const person = await newPerson();
    const journals = [placed({ cash: person.cash, locked: (BigInt(person.cash) + 5_000_000n).toString() }, 5n)];
    const counted = within(async (tx) => {
      await tx.query('SELECT ledger_check_grammar(false)');
      const { rows } = await write(tx, journals);
      throw new Error(`${rows[0]?.accounts} of ${journalParams(journals).accounts}`);
    });
    await expect(counted).rejects.toThrow('1 of 2');
    expect((await balances(person.ownerId)).cash).toBe(TARGET);
  });

  it('fails as a whole on a repeated key or an overdraft', async () => {
    const person = await newPerson();
    const journal = placed(person, 5n);
    await within((tx) => write(tx, [journal]));
    await expect(within((tx) => write(tx, [placed(person, 6n), journal]))).rejects.toThrow(/natural_key|unique/);
    await expect(within((tx) => write(tx, [placed(person, 6n), placed(person, TARGET)]))).rejects.toThrow(
      /no_overdraft/,
    );
    expect((await balances(person.ownerId)).locked).toBe(5n);
  });
});

/** The same client, which does `then` after the n-th statement. */
function countingClient(tx: PoolClient, n: number, then: () => Promise<void>): PoolClient {
  let count = 0;
  const query = async (statement: QueryConfig) => {
    const result = await tx.query(statement);
    count += 1;
    if (count === n) await then();
    return result;
  };
  return new Proxy(tx, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
}

describe('the database itself', () => {
  const sql = (text: string) => db.pool.query(text);

  it('refuses an overdraft, whoever asks', async () => {
    const person = await newPerson();
    await expect(sql(`UPDATE account SET debits = credits + 1 WHERE id = ${person.cash}`)).rejects.toThrow(
      /no_overdraft/,
    );
  });

  it('refuses a transfer between two worlds, to itself, of nothing, or filed under another realm', async () => {
    const { cash, locked } = await newPerson();
    const insert = (realm: number, values: readonly [debit: string, credit: string, amount: number]) =>
      sql(`INSERT INTO transfer VALUES (${realm}, 1, 1, 180, 1, ${values.join(', ')})`);
    await expect(insert(2, [cash, house.real.bank, 1])).rejects.toThrow(/one_world/);
    await expect(insert(2, [cash, cash, 1])).rejects.toThrow(/one_world/);
    await expect(insert(1, [cash, locked, 1])).rejects.toThrow(/row_says_world/);
    await expect(insert(2, [cash, locked, 0])).rejects.toThrow(/amount/);
    await expect(insert(2, [cash, locked, -5])).rejects.toThrow(/amount/);
  });

  it('refuses an account whose id, side, guard or realm is not its own', async () => {
    const insert = (values: string) =>
      sql(`INSERT INTO account (id, realm, asset, kind, owner_id, normal, guarded) VALUES (${values})`);
    const id = (realm: number) => `(((${realm}::bigint << 8) | 1) << 48) | nextval('account_no')`;
    await expect(insert(`${id(1)}, 2, 1, 'user_cash', gen_random_uuid(), 'C', true`)).rejects.toThrow(/id_says_world/);
    await expect(insert(`${id(2)}, 2, 1, 'user_cash', gen_random_uuid(), 'D', true`)).rejects.toThrow(/foreign key/);
    await expect(insert(`${id(2)}, 2, 1, 'user_cash', gen_random_uuid(), 'C', false`)).rejects.toThrow(/foreign key/);
    await expect(insert(`${id(2)}, 2, 1, 'house_bank', NULL, 'C', true`)).rejects.toThrow(/foreign key/);
    await expect(insert(`${id(1)}, 1, 1, 'demo_mint', NULL, 'C', false`)).rejects.toThrow(/foreign key/);
    const beyond = '((1::bigint << 8 | 1) << 48) | (1::bigint << 40)';
    await expect(insert(`${beyond}, 1, 1, 'user_cash', gen_random_uuid(), 'C', true`)).rejects.toThrow(/number_below/);
    await expect(sql(`SELECT setval('account_no', 1::bigint << 40)`)).rejects.toThrow(/out of bounds/);
  });

  it.each(['journal', 'transfer', 'transfer_demo', 'journal_real'])('keeps %s append-only', async (table) => {
    await newPerson();
    const admin = createPool(db.adminUrl, { max: 1 });
    const changes = [`UPDATE ${table} SET realm = realm`, `DELETE FROM ${table}`, `TRUNCATE ${table}`];
    for (const change of changes) {
      // The product has no right to it; who has the right meets the trigger.
      await expect(sql(change), change).rejects.toThrow(/permission denied|append-only/);
      await expect(admin.query(change), change).rejects.toThrow(/append-only/);
    }
    await admin.end();
  });

  it.each(['grammar', 'account_kind', 'account_kind_realm'])('keeps %s as the migrations made it', async (table) => {
    const column = table === 'grammar' ? 'debit_kind' : 'kind';
    await expect(sql(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow(/permission denied|append-only/);
    await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied|append-only/);
  });

  it.each([
    ["kind = 'house_pnl', normal = 'C', guarded = false", /identity_is_fixed/],
    ['guarded = guarded', /identity_is_fixed/],
    ["owner_id = NULL, ref = 'stolen'", /identity_is_fixed/],
    ['id = id', /identity_is_fixed/],
    ['debits = debits - 1', /totals_only_grow/],
    ['credits = credits - 1', /totals_only_grow/],
  ])('refuses to rewrite an account: %s', async (change, refusal) => {
    const { cash } = await newPerson();
    const tried = within(async (tx) => {
      // What the posting of journals needs stays allowed.
      await tx.query(`UPDATE account SET debits = debits + 1, credits = credits + 1 WHERE id = ${cash}`);
      await tx.query(`UPDATE account SET ${change} WHERE id = ${cash}`);
    });
    await expect(tried).rejects.toThrow(refusal);
  });

  it('gives no one else the right to change what was written', async () => {
    const { rows } = await db.pool.query<{ privilege_type: string }>(
      `SELECT privilege_type FROM information_schema.role_table_grants
       WHERE table_name IN ('journal', 'transfer') AND privilege_type IN ('UPDATE', 'DELETE', 'TRUNCATE')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('accounts', () => {
  it('are opened once, however many ask', async () => {
    const ownerId = randomUUID();
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => within((tx) => openAccounts(tx, { ownerId, realm: 'demo' }))),
    );
    expect(new Set(opened.map((accounts) => JSON.stringify(accounts))).size).toBe(1);
    const known = await personAccounts(db.pool, { ownerIds: [ownerId, randomUUID()], realm: 'demo' });
    expect([...known]).toEqual([[ownerId, opened[0]]]);
  });

  it('of one person are apart in the two realms', async () => {
    const { ownerId } = await newPerson();
    await within((tx) => openAccounts(tx, { ownerId, realm: 'real' }));
    expect(await balancesOf(db.pool, { ownerId, realm: 'real' })).toEqual({ cash: 0n, locked: 0n });
    expect((await balances(ownerId)).cash).toBe(TARGET);
  });

  it('of a stranger read as zero', async () => {
    expect(await balances(randomUUID())).toEqual({ cash: 0n, locked: 0n });
  });
});

describe('house money', () => {
  it('a sandbox gets its bank roll once, production none', async () => {
    const bankRoll = async (pool: TestDatabase) => {
      const { rows } = await pool.pool.query<{ balance: string }>(
        `SELECT credits - debits AS balance FROM account WHERE kind = 'house_bank'`,
      );
      return rows[0]?.balance;
    };
    await within((tx) => openBooks(tx, 'sandbox'));
    expect(await bankRoll(db)).toBe('1000000000000');
    const production = await testDatabase();
    await transaction(production.pool, (tx) => openBooks(tx, 'production'));
    expect(await bankRoll(production)).toBe('0');
    await production.drop();
  });

  it('a refresh sets the demo cash to the target from both sides and leaves open stakes alone', async () => {
    const person = await newPerson();
    const { ownerId } = person;
    await within((tx) => post(tx, placed(person, 4_000_000_000n)));
    expect(await within((tx) => topUpDemo(tx, { ownerId, target: TARGET, refId: 'up' }))).toEqual({ cash: TARGET });
    expect(await balances(ownerId)).toEqual({ cash: TARGET, locked: 4_000_000_000n });
    expect(await within((tx) => topUpDemo(tx, { ownerId, target: usdt(5n), refId: 'down' }))).toEqual({ cash: 5n });
    expect(await balances(ownerId)).toEqual({ cash: 5n, locked: 4_000_000_000n });
  });

  it('a repeated refresh changes nothing', async () => {
    const person = await newPerson();
    const { ownerId } = person;
    await within((tx) => post(tx, placed(person, 1_000_000n)));
    await within((tx) => topUpDemo(tx, { ownerId, target: TARGET, refId: 'once' }));
    await within((tx) => post(tx, placed(person, 1_000_000n)));
    await within((tx) => topUpDemo(tx, { ownerId, target: TARGET, refId: 'once' }));
    expect((await balances(ownerId)).cash).toBe(TARGET - 1_000_000n);
  });

  it('racing refreshes end at the target', async () => {
    const { ownerId } = await newPerson();
    await Promise.all(
      [1n, 2n, 3n, 4n, 5n].map((n) => within((tx) => topUpDemo(tx, { ownerId, target: usdt(n * 1_000n) }))),
    );
    await within((tx) => topUpDemo(tx, { ownerId, target: TARGET }));
    expect(await balances(ownerId)).toEqual({ cash: TARGET, locked: 0n });
  });
});

it('after all of it the ledger adds up', async () => {
  const report = await checkLedger(db.pool, { window: 'all' });
  // Stakes were posted here without predictions, which is what I5 is for.
  expect(report.invariants.filter((one) => one.found > 0).map((one) => one.name)).toEqual(['I5']);
  expect(report.counts.transfers).toBeGreaterThan(60);
});
