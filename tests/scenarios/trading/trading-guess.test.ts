/** Batches decided by what is remembered (docs/decisions/0065): the tables have the last word, and nobody notices. */
import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoTopUp } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { journalCtes, journalParams } from '#server/ledger/batch.ts';
import { grantSandbox, houseAccounts, openBooks, personAccounts } from '#server/ledger/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { ELIGIBLE } from '#tests/eligible.ts';
import { CommitProxy } from './commit-proxy.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;

let database: TestDatabase;
let world: World;
let ada: Person;
let ben: Person;
/** Names of the statements that the engine's batches sent. */
let sent: string[];
/** So many of the next guesses the database cannot carry out. */
let refused = 0;

beforeEach(async () => {
  database = await testDatabase();
  sent = [];
  refused = 0;
  world = new World(database.pool, { engineDb: overheard(database.pool) });
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
  await Promise.all([world.placed(ada), world.placed(ben)]);
  world.tick(100_00, { ms: 1_000 });
  await vi.waitUntil(() => entries() === 2, { timeout: 30_000 });
  sent = [];
});

afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

describe('a batch of people who are remembered', () => {
  it('is one statement, and a second a look at the bank', async () => {
    await Promise.all([world.placed(ada), world.placed(ben)]);
    expect([guesses(), openings()]).toEqual([1, 0]);
    world.clock.at += 1_001;
    await world.placed(ada);
    expect([guesses(), openings()]).toEqual([1, 1]);
    expect(await world.balances(ada)).toEqual({ cash: FULL - 3n * TEN, locked: 3n * TEN });
    expect(await world.faults()).toEqual([]);
  });

  it('tells the balances that the tables have, though others moved them meanwhile', async () => {
    const told: bigint[] = [];
    world.bus.subscribe('ledger.balance', ({ userId, cash }) => void (userId === ada.userId && told.push(cash)));
    await bring(ada, FULL - TEN - 5n);
    await world.placed(ada);
    await expect.poll(() => told).toEqual([FULL - 2n * TEN - 5n]);
    expect(guesses()).toBe(1);
    expect((await world.balances(ada)).cash).toBe(told[0]);
  });

  it('refuses nobody whose money came meanwhile', async () => {
    await spend(ada);
    expect(await world.place(ada)).toMatchObject({ refusal: { code: 'NoBalance' } });
    await bring(ada, FULL);
    expect(await world.place(ada)).toMatchObject({ ok: true });
    expect([guesses(), openings()]).toEqual([1, 2]);
    expect(await world.faults()).toEqual([]);
  });

  it('lets nobody spend what is gone: the others are admitted, and what was at risk is as it was', async () => {
    await spend(ada);
    const replies = await Promise.all([world.place(ada), world.place(ben), world.place(ada)]);
    expect(replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code))).toEqual(['NoBalance', 'ok', 'NoBalance']);
    expect([guesses(), openings()]).toEqual([1, 1]);
    expect((await world.balances(ada)).cash).toBe(0n);
    await bring(ada, FULL);
    // The entries of what is stored come, and none of what was taken back.
    world.tick(101_00, { ms: 1_000 });
    await expect.poll(entries).toBe(3);
    await world.placed(ada);
    expect(entries()).toBe(3);
    // One batch for the entries, and one that asks for her, whom memory would refuse: no entry was found of what is not stored.
    expect([guesses(), openings()]).toEqual([2, 2]);
    expect(await world.faults()).toEqual([]);
  });

  it('stores ends in one statement, and tells what the tables have', async () => {
    const told: bigint[] = [];
    world.bus.subscribe('ledger.balance', ({ userId, cash }) => void (userId === ada.userId && told.push(cash)));
    await bring(ada, 5n);
    ends(100_00);
    await expect.poll(ended).toBe(2);
    expect([guesses(), openings()]).toEqual([1, 0]);
    // A tie gives the stake back.
    await expect.poll(() => told).toEqual([TEN + 5n]);
    expect(await world.balances(ada)).toEqual({ cash: TEN + 5n, locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('asks the tables at once where they refuse its ends', async () => {
    refused = 1;
    ends(101_00);
    await expect.poll(ended).toBe(2);
    expect([guesses(), openings(), refused]).toEqual([1, 1, 0]);
    expect(await world.balances(ada)).toMatchObject({ locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('admits and stores ends in one statement', async () => {
    expect(await beside(100_00)).toMatchObject([{ ok: true }, { ok: true }]);
    expect([guesses(), openings()]).toEqual([1, 0]);
    // A tie gave the first stakes back; Ben has given one more.
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
    expect(await world.balances(ben)).toEqual({ cash: FULL - 2n * TEN, locked: 2n * TEN });
    expect(await world.faults()).toEqual([]);
  });

  it('stores ends at once where somebody beside them has nothing left, and judges all who asked anew', async () => {
    const replies = await beside(99_00, () => spend(ada));
    expect(replies.map((reply) => (reply.ok ? 'ok' : reply.refusal.code))).toEqual(['NoBalance', 'ok']);
    expect([guesses(), openings()]).toEqual([1, 2]);
    expect(await world.balances(ada)).toEqual({ cash: 0n, locked: 0n });
    expect((await world.balances(ben)).locked).toBe(2n * TEN);
    expect(await world.faults()).toEqual([]);
  });

  it('answers a key of another time as it was answered then', async () => {
    const key = { idempotency: { key: 'k', bodyHash: 'h' } };
    const first = await world.place(ada, key);
    const again = await Promise.all([world.place(ada, key), world.place(ben)]);
    expect(again).toEqual([{ ...first, replayed: true }, expect.objectContaining({ ok: true, replayed: false })]);
    expect(guesses()).toBe(2);
    // One whom the guess would refuse is known by their key too.
    await spend(ada);
    expect(await world.place(ada, key)).toEqual({ ...first, replayed: true });
    expect(await world.place(ada, { idempotency: { key: 'k', bodyHash: 'other' } })).toMatchObject({
      refusal: { code: 'IdempotencyConflict', reason: 'content' },
    });
    expect(await world.faults()).toEqual([]);
  });

  it('holds a person to a limit of the house that came since the last one, for the limit comes with the request', async () => {
    const cay = { userId: randomUUID() };
    await transaction(database.pool, async (tx) => {
      await openBooks(tx, 'sandbox');
      await grantSandbox(tx, { mode: 'sandbox', ownerId: cay.userId, amount: usdt(1_000n * TEN), refId: 'cay' });
    });
    const by = (houseStakeMax: Usdt | null) => {
      const eligibility = { ...ELIGIBLE, houseStakeMax };
      return { actor: { ...cay, sessionId: randomUUID(), role: 'USER', realm: 'real', eligibility } as const };
    };
    await world.placed(cay, by(null));
    sent = [];
    await world.placed(cay, by(null));
    expect([guesses(), openings()]).toEqual([1, 0]);
    const five = usdt(5_000_000n);
    expect(await world.place(cay, by(five))).toEqual({
      ok: false,
      refusal: { code: 'StakeLimit', min: 1_000_000n, max: five },
    });
    await world.placed(cay, { ...by(five), stake: five });
    await world.placed(cay, by(null));
    expect(await world.faults()).toEqual([]);
  });

  it('takes one token for a request that is judged twice', async () => {
    await spend(ada);
    const codes: string[] = [];
    for (let no = 0; no < 6; no += 1) {
      const reply = await world.place(ada, { idempotency: { key: randomUUID(), bodyHash: 'h' } });
      codes.push(reply.ok ? 'ok' : reply.refusal.code);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'NoBalance'), 'UnavailableBet']);
    expect(guesses()).toBeGreaterThan(0);
  });

  it('cut before or after the database heard it: nothing lost, nothing doubled (R-03)', async () => {
    await world.engine.stop();
    const proxy = await CommitProxy.open(database.url);
    const pool = createPool(proxy.url, { pipeline: true, max: 6 });
    try {
      sent = [];
      world.next({ db: overheard(pool) });
      await world.engine.start();
      world.tick(100_00, { ms: 1_000 });
      await world.placed(ada);
      for (let round = 0; round < 20; round += 1) {
        // Every other one finds nobody remembered, for the one before stayed unknown.
        world.tick(100_00, { ms: 400 });
        await world.placed(ada);
        proxy.cuts = [round % 2 === 0 ? 'before' : 'after', ...(round % 5 === 0 ? (['after'] as const) : [])];
        await world.placed(ada);
      }
      expect(proxy.made).toBeGreaterThanOrEqual(20);
      expect(guesses()).toBeGreaterThanOrEqual(20);
      const { rows } = await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM prediction');
      expect(rows[0]?.n).toBe(43);
      expect(await world.faults()).toEqual([]);
    } finally {
      await world.engine.stop();
      await pool.end();
      await proxy.close();
    }
  });
});

function guesses(): number {
  return sent.filter((name) => name.startsWith('guess_')).length;
}

/** What is open ends, at this price. */
function ends(price: number): void {
  world.tick(price, { ms: 59_900 });
  world.tick(price, { ms: 200 });
}

/** Both ask for one in the batch that stores the ends of their first, at this price, shortly after a look at the bank. */
async function beside(price: number, before = async () => {}) {
  world.tick(price, { ms: 59_900 });
  await world.placed(ben);
  await before();
  sent = [];
  world.tick(price, { ms: 200 });
  const replies = await Promise.all([world.place(ada), world.place(ben)]);
  await expect.poll(ended).toBe(2);
  return replies;
}

/** Predictions whose end is stored. */
function ended(): number {
  return world.heard.filter(({ settledAt }) => settledAt !== null).length;
}

/** Predictions whose entry is stored. */
function entries(): number {
  return world.heard.filter(({ status }) => status === 'OPEN').length;
}

function openings(): number {
  return sent.filter((name) => name === 'batch_opening').length;
}

/** Somebody beside the engine sees to it that a person has this much, 10^-6. */
async function bring(person: Person, target: bigint): Promise<void> {
  const { userId } = person;
  const { cash } = await world.balances(person);
  const found = await personAccounts(database.pool, { ownerIds: [userId], realm: 'demo' });
  const { demo } = await transaction(database.pool, (tx) => houseAccounts(tx, 0));
  const accounts = { cash: found.get(userId)!.cash, mint: demo.mint };
  const journal = demoTopUp({ refId: randomUUID(), accounts, cash, target: usdt(target) })!;
  const { values } = journalParams([journal]);
  await database.pool.query(`WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`, [...values]);
}

const spend = (person: Person) => bring(person, 0n);

/** The same pool; what its clients send is written down. */
function overheard(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => overheardClient(await target.connect());
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

function overheardClient(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (name !== 'query') return typeof found === 'function' ? found.bind(target) : found;
      return (...args: unknown[]) => {
        const [what] = args;
        if (typeof what === 'object' && what !== null && 'name' in what) {
          const name = String(what.name);
          sent.push(name);
          if (name.startsWith('guess_') && refused > 0) {
            refused -= 1;
            args[0] = { text: 'SELECT 1 / 0' };
          }
        }
        return (found as (...all: unknown[]) => unknown).apply(target, args);
      };
    },
  });
}
