import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bonusAccrued } from '#domain/ledger/exchange-entries.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { payBonuses } from '#server/upkeep/maker-bonus.ts';
import { makerAccounts, payableAccount } from '#server/ledger/exchange-accounts.ts';
import { post } from '#server/ledger/index.ts';
import { payMakerBonuses } from '#server/ledger/maker-bonus.ts';
import { houseFigures } from '#server/trading/index.ts';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, money, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import { quietLog } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;
const END = ROUND_START + 300_000;

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
});

afterEach(() => closeMarket({ database, world }));

it('of a maker accrues when the round is settled, and is paid once a day', async () => {
  await world.ordered(ada, { price: 400 });
  world.tick(100_00, { ms: 2_000 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  expect(await payMakerBonuses(database.pool, '2027-01-15', houseFigures.bonusSince)).toBe(0);
  await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
  await world.untilMarket('SETTLED');
  expect(await world.faults()).toEqual([]);
  // 1 % of the 4.00 that Ada put in; half of Ben's fee of 0.144 would be more.
  const before = FULL - money(4);
  expect(await world.balances(ada)).toEqual({ cash: before, locked: 0n });
  // A start on the same day owes nothing of it yet.
  expect(new Date(world.clock.at).toISOString().slice(0, 10)).toBe('2027-01-15');
  expect(await payMakerBonuses(database.pool, '2027-01-15', houseFigures.bonusSince)).toBe(0);
  world.clock.at = Date.parse('2027-01-16');
  const job = payBonuses({ db: database.pool, clock: world.clock, log: quietLog, everyMs: 10 });
  for (let tries = 0; (await world.balances(ada)).cash === before && tries < 3_000; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await job.stop();
  expect(await world.balances(ada)).toEqual({ cash: before + money(0.04), locked: 0n });
  expect(await payMakerBonuses(database.pool, '2027-01-17', houseFigures.bonusSince)).toBe(0);
  expect(await world.balances(ada)).toEqual({ cash: before + money(0.04), locked: 0n });
  expect(await world.faults()).toEqual([]);
});

it('goes out at a start for the days before, and not for the day that runs', async () => {
  await world.ordered(ada, { price: 400 });
  world.tick(100_00, { ms: 2_000 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
  await world.untilMarket('SETTLED');
  // Of a market that was settled the evening before, on which nobody of this test can order any more.
  await transaction(database.pool, async (tx) => {
    const person = { ownerId: ada.userId, realm: 'demo' } as const;
    const payable = await payableAccount(tx, person);
    const { mmExpense } = await makerAccounts(tx, { realm: 'demo', shard: 0 });
    const amount = usdt(7n);
    const owed = { marketId: randomUUID(), userId: ada.userId, expense: mmExpense, payable, amount };
    expect(await post(tx, bonusAccrued({ ...owed, realm: 'demo' }))).toBe('posted');
  });
  const before = (await world.balances(ada)).cash;
  const start = async (until: bigint) => {
    const job = payBonuses({ db: database.pool, clock: world.clock, log: quietLog, everyMs: 5 });
    await expect.poll(async () => (await world.balances(ada)).cash, { timeout: 60_000 }).toBe(until);
    await job.stop();
  };
  await start(usdt(before + 7n));
  // Another start of the same day finds it paid.
  expect(await payMakerBonuses(database.pool, '2027-01-15', houseFigures.bonusSince)).toBe(0);
  world.clock.at = Date.parse('2027-01-16T00:00:00.001Z');
  await start(usdt(before + 7n + money(0.04)));
  expect(await world.faults()).toEqual([]);
});

it('does not feed two accounts of one hand that trade at 0.95 and 0.05', async () => {
  const rounds = 3;
  for (let no = 0; no < rounds; no += 1) {
    await world.ordered(ada, { price: 950, lots: 10_000 });
    world.tick(100_00, { ms: 2_000 });
    await world.ordered(ben, { outcome: 'DOWN', price: 50, lots: 10_000 });
    world.tick(100_00, { ms: 2_000 });
    await world.ordered(ben, { outcome: 'DOWN', price: 50, lots: 10_000 });
    world.tick(100_00, { ms: 2_000 });
    await world.ordered(ada, { price: 950, lots: 10_000 });
  }
  await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 101_00));
  await world.untilMarket('SETTLED');
  // Six fills of 100 shares for a fee of 0.285 each: the sets themselves pay back what they cost.
  const fees = 6n * money(0.285);
  expect(await world.total([ada, ben])).toBe(2n * FULL - fees);
  expect(await payMakerBonuses(database.pool, '2027-01-16', houseFigures.bonusSince)).toBe(2);
  // The maker at 0.95 gets half of the fee, where 1 % of 95 would be 0.95 and more than the fee; the one at 0.05 gets 1 % of 5.
  const bonuses = 3n * money(0.1425) + 3n * money(0.05);
  const together = await world.total([ada, ben]);
  expect(together).toBe(2n * FULL - fees + bonuses);
  expect(together).toBeLessThan(2n * FULL);
  expect(await world.faults()).toEqual([]);
});

it('is not earned where the order had not rested, nor on a tie', async () => {
  await world.ordered(ada, { price: 400 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  world.tick(100_00, { ms: 2_000 });
  await world.runTo(END + 2_000);
  await world.untilMarket('SETTLED');
  expect(await payMakerBonuses(database.pool, '2027-01-16', houseFigures.bonusSince)).toBe(0);
  expect(await world.total([ada, ben])).toBe(2n * FULL);
  expect(await world.faults()).toEqual([]);
});

it('is not earned between accounts that signed in with one browser', async () => {
  await database.pool.query(
    `INSERT INTO device (user_id, cookie_hash, browser, first_seen_at, last_seen_at)
     SELECT one, sha256(convert_to(one::text, 'UTF8')), $2, now(), now() FROM unnest($1::uuid[]) AS one`,
    [[ada.userId, ben.userId], randomUUID()],
  );
  await world.ordered(ada, { price: 400 });
  world.tick(100_00, { ms: 2_000 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  await world.runTo(END + 2_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
  await world.untilMarket('SETTLED');
  expect(await payMakerBonuses(database.pool, '2027-01-16', houseFigures.bonusSince)).toBe(0);
  expect(await world.faults()).toEqual([]);
});
