import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { predictionLost, predictionPlaced, predictionReturned, predictionWon } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import type { HouseAccounts, PersonAccounts } from '#server/ledger/contract.ts';
import {
  balancesOf,
  checkLedger,
  houseAccounts,
  openAccounts,
  openBooks,
  post,
  topUpDemo,
} from '#server/ledger/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { LedgerModel } from './ledger-model.ts';
import { IS_WHOLE, holds, runsOf } from './again.ts';
import { LIMIT_MS, SIZE } from './size.ts';

const { length: LENGTH } = SIZE.ledger;
const RUNS = runsOf(SIZE.ledger.runs);

interface Person extends PersonAccounts {
  readonly ownerId: string;
}

/** The ledger under test: people by the names the model gives them. */
interface Real {
  readonly db: TestDatabase;
  readonly house: HouseAccounts;
  readonly people: Map<string, Person>;
  readonly ids: Map<string, string>;
}

type Step = fc.AsyncCommand<LedgerModel, Real>;
const PEOPLE = ['ann', 'ben', 'cleo'];
const within = <T>(real: Real, fn: (tx: PoolClient) => Promise<T>) => transaction(real.db.pool, fn);

async function personOf(real: Real, name: string): Promise<Person> {
  const known = real.people.get(name);
  if (known !== undefined) return known;
  const ownerId = randomUUID();
  const person = { ownerId, ...(await within(real, (tx) => openAccounts(tx, { ownerId, realm: 'demo' }))) };
  real.people.set(name, person);
  return person;
}

/** After each step the person's two balances are what the model says. */
async function compare(model: LedgerModel, real: Real, name: string): Promise<void> {
  const person = await personOf(real, name);
  const found = await balancesOf(real.db.pool, { ownerId: person.ownerId, realm: 'demo' });
  assert.deepEqual(found, { cash: model.of(`cash:${name}`), locked: model.of(`locked:${name}`) });
}

function refill(name: string, target: bigint): Step {
  return {
    check: () => true,
    async run(model, real) {
      const { ownerId } = await personOf(real, name);
      model.refill(name, target);
      await within(real, (tx) => topUpDemo(tx, { ownerId, target: usdt(target) }));
      await compare(model, real, name);
    },
    toString: () => `refill(${name}, ${target})`,
  };
}

function place(name: string, id: string, stake: bigint): Step {
  return {
    check: (model) => !model.stakes.has(id),
    async run(model, real) {
      const { cash, locked } = await personOf(real, name);
      const predictionId = randomUUID();
      real.ids.set(id, predictionId);
      const journal = predictionPlaced({ realm: 'demo', predictionId, cash, locked, stake: usdt(stake) });
      const result = await within(real, (tx) => post(tx, journal));
      assert.equal(result === 'posted', model.place(id, name, stake));
      await compare(model, real, name);
    },
    toString: () => `place(${name}, ${id}, ${stake})`,
  };
}

type End = 'win' | 'lose' | 'back';

function settle(id: string, end: End, options: { readonly profit: bigint; readonly twice: boolean }): Step {
  const { profit, twice } = options;
  return {
    check: (model) => model.stakes.get(id)?.open === true,
    async run(model, real) {
      const held = model.stakes.get(id);
      const predictionId = real.ids.get(id);
      assert(held && predictionId);
      const { cash, locked } = await personOf(real, held.person);
      const money = { realm: 'demo', predictionId, cash, locked, stake: usdt(held.stake) } as const;
      const journal = {
        win: predictionWon({ ...money, profit: usdt(profit), pnl: real.house.demo.pnl }),
        lose: predictionLost({ ...money, pnl: real.house.demo.pnl }),
        back: predictionReturned(money),
      }[end];
      assert.equal(await within(real, (tx) => post(tx, journal)), 'posted');
      if (twice) assert.equal(await within(real, (tx) => post(tx, journal)), 'repeat');
      model.settle(id, end, profit);
      await compare(model, real, held.person);
    },
    toString: () => `settle(${id}, ${end}, ${profit})`,
  };
}

/** A step that never commits: whatever it did, nothing of it stays. */
function abandon(name: string, stake: bigint): Step {
  return {
    check: (model) => model.of(`cash:${name}`) >= stake,
    async run(model, real) {
      const { cash, locked } = await personOf(real, name);
      const journal = predictionPlaced({ realm: 'demo', predictionId: randomUUID(), cash, locked, stake: usdt(stake) });
      const abandoned = within(real, async (tx) => {
        assert.equal(await post(tx, journal), 'posted');
        throw new Error('abandoned');
      });
      await assert.rejects(abandoned, /abandoned/);
      await compare(model, real, name);
    },
    toString: () => `abandon(${name}, ${stake})`,
  };
}

const person = fc.constantFrom(...PEOPLE);
const stakeId = fc.nat(15).map((no) => `s${no}`);
const amount = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 10_000_000_000n));
const steps = [
  fc.tuple(person, fc.bigInt(0n, 10_000_000_000n)).map(([name, target]) => refill(name, target)),
  fc.tuple(person, stakeId, amount).map(([name, id, stake]) => place(name, id, stake)),
  fc
    .tuple(stakeId, fc.constantFrom<End>('win', 'lose', 'back'), fc.bigInt(0n, 9_500_000_000n), fc.boolean())
    .map(([id, end, profit, twice]) => settle(id, end, { profit, twice })),
  fc.tuple(person, amount).map(([name, stake]) => abandon(name, stake)),
];

let db: TestDatabase;
let house: HouseAccounts;
beforeAll(async () => {
  db = await testDatabase();
  await transaction(db.pool, (tx) => openBooks(tx, 'sandbox'));
  house = await transaction(db.pool, (tx) => houseAccounts(tx, 0));
});
afterAll(() => db.drop());

it(
  `the ledger does what a Map of balances does, in ${RUNS} sequences`,
  async () => {
    let steppedOn = 0;
    await holds(
      fc.asyncProperty(fc.commands(steps, { maxCommands: LENGTH, size: 'max' }), async (commands) => {
        const model = new LedgerModel();
        const real: Real = { db, house, people: new Map(), ids: new Map() };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        assert.equal(model.total(), 0n);
        steppedOn += [...commands].length;
      }),
      RUNS,
    );
    expect(steppedOn).toBeGreaterThan(IS_WHOLE ? RUNS : 0);
    const report = await checkLedger(db.pool, { window: 'all' });
    const faults = report.invariants.filter((one) => one.found > 0 && one.name !== 'I5');
    expect(faults).toEqual([]);
    process.stdout.write(`ledger: ${RUNS} sequences, ${steppedOn} commands, 0 differ\n`);
  },
  LIMIT_MS,
);
