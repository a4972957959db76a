import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { MarketWorld, ROUND_START } from './market-world.ts';
import { sealTape } from '../proofs/proofs-world.ts';
import { START } from '../trading/trading-world.ts';
import type { Person } from '../trading/trading-world.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const FOUR_HOURS = 14_400;

let database: TestDatabase;
let world: MarketWorld;

beforeEach(async () => {
  database = await testDatabase();
  world = new MarketWorld(database.pool);
});
afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

describe('a restart', () => {
  let ada: Person;
  let ben: Person;
  let orderId: string;

  /** Ada's order rests when the server goes down for so long, and comes up warming. */
  async function downFor(ms: number): Promise<void> {
    [ada, ben] = (await world.people(2)) as [Person, Person];
    await world.engine.start();
    world.tick(100_00);
    world.marketId = (await world.roundAt(ROUND_START)).marketId;
    orderId = (await world.ordered(ada, { price: 600 })).id;
    await world.engine.stop();
    const last = world.clock.at;
    world.clock.at += ms;
    world.next();
    world.prices.statuses.set('BTC-USD', 'WARMING');
    world.prices.restarts.set('BTC-USD', last);
    await world.engine.start();
  }

  async function statusShown(): Promise<string | undefined> {
    return (await world.rounds())?.find(({ marketId }) => marketId === world.marketId)?.status;
  }

  it('of some seconds pauses a round and leaves its orders on the book', async () => {
    await downFor(10 * SECOND);
    world.tick(100_00, { ms: SECOND });
    await world.settleDown();
    expect(await statusShown()).toBe('PAUSED');
    expect(await world.storedOrder(ada, orderId)).toMatchObject({ status: 'OPEN', endReason: null });
    // Nothing is matched while prices are away.
    expect(await world.order(ben, { outcome: 'DOWN', price: 400 })).toMatchObject({
      ok: false,
      refusal: { code: 'PriceFeedError' },
    });
    expect((await world.cancel(ben, orderId)).ok).toBe(false);
    // Predictions are taken again; whoever has an order there sees prices for a few seconds first.
    world.prices.setStatus('BTC-USD', 'ONLINE');
    world.tick(100_00, { ms: SECOND });
    expect(await statusShown()).toBe('PAUSED');
    expect((await world.order(ben, { outcome: 'DOWN', price: 400 })).ok).toBe(false);
    world.prices.restarts.delete('BTC-USD');
    world.prices.setStatus('BTC-USD', 'ONLINE');
    world.tick(100_00, { ms: SECOND });
    expect(await statusShown()).toBe('OPEN');
    expect((await world.ordered(ben, { outcome: 'DOWN', price: 400 })).status).toBe('FILLED');
    expect(await world.storedOrder(ada, orderId)).toMatchObject({ status: 'FILLED' });
    expect(await world.faults()).toEqual([]);
  });

  it('lets people cancel while it lasts', async () => {
    await downFor(10 * SECOND);
    expect((await world.cancel(ada, orderId)).ok).toBe(true);
    expect(await world.storedOrder(ada, orderId)).toMatchObject({ status: 'CANCELLED', endReason: 'user' });
  });

  it('of more than a minute is a pause: what rested ends and its owner has their money back', async () => {
    await downFor(61 * SECOND);
    await world.untilMarket('PAUSED');
    expect(await world.storedOrder(ada, orderId)).toMatchObject({ status: 'EXPIRED', endReason: 'pause' });
    expect((await world.balances(ada)).locked).toBe(0n);
  });
});

describe('a round that began before the ticks of a start', () => {
  const begins = Math.floor(START / (FOUR_HOURS * SECOND)) * FOUR_HOURS * SECOND;

  /** Prices around the start of the four hours and the start of the third one; the server starts ten minutes later. */
  async function upAgain(ticks: { readonly sealed: boolean }): Promise<void> {
    for (const at of [begins - 90 * SECOND, begins + 2 * HOUR + 8 * 60 * SECOND]) {
      world.clock.at = at;
      for (let n = 0; n < 120; n += 1) world.tick(100_00 + n, { ms: SECOND });
    }
    if (ticks.sealed) await sealTape(world);
    await world.engine.start();
    world.tick(101_00, { ms: SECOND });
  }

  const offered = async () =>
    (await world.rounds())?.some(
      ({ windowSec, startsAt }) => windowSec === FOUR_HOURS && Date.parse(startsAt) === begins,
    ) ?? false;

  /** Sealed ticks are read behind: the engine looks at its markets each second of the wall. */
  async function untilOffered(): Promise<void> {
    for (let tries = 0; !(await offered()); tries += 1) {
      if (tries > 400) throw new Error('the round is not offered');
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  it('is offered again with its price to beat, and takes orders', async () => {
    const [ada] = (await world.people(1)) as [Person];
    await upAgain({ sealed: true });
    await untilOffered();
    const round = await world.roundAt(begins, FOUR_HOURS);
    // The mean of the minute before the start: ticks of 100.00 to 101.19, one a second.
    expect(round.target).toBeCloseTo(100.59, 1);
    world.marketId = round.marketId;
    expect((await world.ordered(ada, { price: 400 })).status).toBe('OPEN');
  });

  it('is not offered while the ticks of its start are nowhere', async () => {
    await upAgain({ sealed: false });
    await world.settleDown();
    expect(await offered()).toBe(false);
  });
});
