import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profitOf, usdt } from '#domain/money.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { predictionQueries } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { LIMIT_MS, SIZE } from '../../model/size.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const FULL = 10_000_000_000n;
const [DELTA, WAIT, STALE] = [500, 5_000, 2_000];
/** The plan's number is asked by `npm run test:models`. */
const SETTLEMENTS = SIZE.settlements;
/** Few enough predictions for each to fit on one page. */
const PEOPLE = Math.max(40, SETTLEMENTS / 50);
const STEPS = 300;

let database: TestDatabase;
let world: World;
let people: Person[];

beforeEach(async () => {
  database = await testDatabase();
  world = new World(database.pool);
  people = await world.people(PEOPLE);
  await world.engine.start();
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

/** A small generator of its own, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The rule of docs/rules/settlement.md over the whole tape: what must have come of a prediction. */
function scan(prediction: Prediction, tape: readonly Tick[]): { result: string; credit: bigint } {
  const { kAdm, admittedAt, durationMs, direction, stake, payoutBps } = prediction;
  const after = tape.filter((tick) => tick.seq > kAdm);
  const isBreak = (tick: Tick) => (tick.flags & TICK_FLAGS.break) !== 0;
  const e = after.find((tick) => tick.tSource >= admittedAt + DELTA && tick.t <= admittedAt + WAIT);
  const noEntry = { result: 'VOID NO_ENTRY', credit: stake };
  if (e === undefined || after.some((tick) => tick.seq <= e.seq && isBreak(tick))) return noEntry;
  const expiry = e.t + durationMs;
  const next = after.find((tick) => tick.seq > e.seq && tick.t > expiry);
  const x = tape.findLast((tick) => tick.t <= expiry);
  if (next === undefined || x === undefined) return { result: 'open', credit: 0n };
  const broken = after.some((tick) => tick.seq <= next.seq && isBreak(tick));
  const away = (next.flags & (TICK_FLAGS.gap | TICK_FLAGS.resumed)) !== 0;
  if (broken || away || expiry - x.tSource > STALE) return { result: `${e.seq} VOID STALE_EXIT`, credit: stake };
  if (x.price === e.price) return { result: `${e.seq} ${x.seq} TIE`, credit: stake };
  const right = x.price > e.price === (direction === 'UP');
  const credit = right ? stake + profitOf(stake, payoutBps) : 0n;
  return { result: `${e.seq} ${x.seq} ${right ? 'WIN' : 'LOSE'}`, credit };
}

function told(prediction: Prediction): string {
  const { entry, exit, outcome, voidReason } = prediction;
  if (voidReason !== null) return `${entry === null ? '' : `${entry.seq} `}VOID ${voidReason}`;
  return `${entry?.seq} ${exit?.seq} ${outcome}`;
}

async function allOf(person: Person): Promise<readonly Prediction[]> {
  const page = await predictionQueries(world.db).list({ userId: person.userId, realm: 'demo', limit: 200 });
  return page.items;
}

/** Places and ticks at once, without waiting for one another, until so many are taken; `between` runs every 50 steps. */
async function race(random: (below: number) => number, between: () => Promise<void>, wanted = 0): Promise<void> {
  const replies: Promise<unknown>[] = [];
  let taken = 0;
  let price = 100_00;
  world.tick(price);
  for (let step = 0; step < STEPS || taken < wanted; step += 1) {
    for (let i = random(4); i > 0; i -= 1) {
      const asked = {
        direction: random(2) === 0 ? 'UP' : 'DOWN',
        stake: usdt(BigInt(1 + random(50)) * 1_010_000n),
        durationSec: random(3) === 0 ? 30 : 15,
      } as const;
      replies.push(world.place(people[random(PEOPLE)]!, asked).then(({ ok }) => (taken += Number(ok))));
    }
    await new Promise((resolve) => setTimeout(resolve, random(9)));
    price += random(3) - 1;
    const lag = random(12) === 0 ? 2_500 : 0;
    const flags = random(60) === 0 ? TICK_FLAGS.gap : random(250) === 0 ? TICK_FLAGS.break | TICK_FLAGS.gap : 0;
    world.clock.at += [0, 1, 250, 250, 500, 5_100][random(6)]!;
    const before = world.tape.of(world.prices.feed('BTC-USD').stream).at(-1)!;
    world.tick(price, { tSource: Math.max(before.tSource, world.clock.at - lag), flags });
    if (step % 50 === 49) await between();
  }
  await Promise.all(replies);
  for (let i = 0; i < 90; i += 1) world.tick(price + random(3) - 1, { ms: 1_000 });
}

async function compare(): Promise<Map<string, number>> {
  const tape = world.tape.of(world.prices.feed('BTC-USD').stream);
  const counts = new Map<string, number>();
  for (const person of people) {
    await expect
      .poll(async () => (await allOf(person)).filter(({ settledAt }) => settledAt === null).length, { timeout: 60_000 })
      .toBe(0);
    let cash = FULL;
    for (const prediction of await allOf(person)) {
      const { result, credit } = scan(prediction, tape);
      expect(told(prediction)).toBe(result);
      expect(prediction.credit).toBe(credit);
      cash += credit - prediction.stake;
      const word = result.split(' ').at(-1)!;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    expect(await world.balances(person)).toEqual({ cash, locked: 0n });
  }
  expect(await world.faults()).toEqual([]);
  return counts;
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

describe('settlements racing the ticks', () => {
  it(
    'pay what a scan of the whole tape says, each and every one (R-55)',
    async () => {
      await race(randomFrom(7), async () => undefined, SETTLEMENTS);
      const counts = await compare();
      expect(total(counts)).toBeGreaterThanOrEqual(SETTLEMENTS);
      expect([...counts.keys()]).toEqual(expect.arrayContaining(['WIN', 'LOSE']));
      process.stdout.write(
        `race: ${total(counts)} settled as the scan says: ${JSON.stringify(Object.fromEntries(counts))}\n`,
      );
    },
    LIMIT_MS,
  );

  it('do so over restarts in between', async () => {
    await race(randomFrom(11), async () => {
      await world.engine.stop();
      world.next();
      await world.engine.start();
    });
    expect(total(await compare())).toBeGreaterThan(50);
  });

  it('do so while the database cuts the engine off', async () => {
    await race(randomFrom(13), async () => {
      await database.pool
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        )
        .catch(() => undefined);
    });
    expect(total(await compare())).toBeGreaterThan(50);
  });
});
