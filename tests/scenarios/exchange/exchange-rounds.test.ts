import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/database.ts';
import { closeMarket, money, openMarket, ROUND_START, type MarketWorld } from './market-world.ts';
import type { Person } from '../trading/trading-world.ts';

const FULL = 10_000_000_000n;
const END = ROUND_START + 300_000;
/** The first price at or after the end proves it. */
const AFTER = END + 3_000;

let database: TestDatabase;
let world: MarketWorld;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  ({ database, world, ada, ben } = await openMarket());
});

afterEach(() => closeMarket({ database, world }));

/** Ada holds 10 UP bought at 0.40, Ben 10 DOWN at 0.60 and a fee of 0.144; 1.00 of Ada's rests at 0.10. */
async function meet(): Promise<void> {
  await world.ordered(ada, { price: 400 });
  await world.ordered(ben, { outcome: 'DOWN', price: 600 });
  await world.ordered(ada, { price: 100 });
}

describe('a round', () => {
  it('pays the winner from the pool, keeps the fee, and expires what rests at the cut-off', async () => {
    await meet();
    await world.runTo(END - 6_000, (t) => (t < ROUND_START ? 100_00 : 101_00));
    expect((await world.roundAt(ROUND_START)).target).toBe(100);
    await world.runTo(END - 4_000, 101_00);
    await world.untilMarket('CUT_OFF');
    expect(await world.balances(ada)).toEqual({ cash: FULL - money(4), locked: 0n });
    expect(await world.order(ada)).toMatchObject({ ok: false, refusal: { code: 'MarketClosed' } });
    await world.runTo(AFTER, 101_00);
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'WON', won: 0 });
    expect(await world.balances(ada)).toEqual({ cash: FULL + money(6), locked: 0n });
    expect(await world.balances(ben)).toEqual({ cash: FULL - money(6.144), locked: 0n });
    expect(await world.positions(ada)).toMatchObject([{ outcome: 'UP', shares: 10, pays: 1, creditStr: '10.00' }]);
    expect(await world.faults()).toEqual([]);
  });

  it('that ends where it began pays 0.50 a share and gives the fee back', async () => {
    await meet();
    await world.runTo(AFTER);
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'TIE' });
    expect(await world.balances(ada)).toEqual({ cash: FULL + money(1), locked: 0n });
    expect(await world.balances(ben)).toEqual({ cash: FULL - money(1), locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('without fresh prices in the closing window is void at the price of its last fills', async () => {
    await meet();
    await world.runTo(END - 20_000);
    world.clock.at = END - 10_000;
    await world.runTo(AFTER, 105_00);
    // No fill in the 60 s before the fault: half each, and the fee back.
    expect(await world.untilMarket('VOIDED')).toMatchObject({ result: 'VOID', void_value: 500 });
    expect(await world.total([ada, ben])).toBe(2n * FULL);
    expect(await world.faults()).toEqual([]);
  });

  it('pauses while prices are away: what rests ends, and orders are refused until they are back', async () => {
    const { id } = await world.ordered(ada, { price: 400 });
    world.prices.setStatus('BTC-USD', 'OFFLINE');
    await world.untilMarket('PAUSED');
    expect(await world.storedOrder(ada, id)).toMatchObject({ status: 'EXPIRED', endReason: 'pause' });
    expect(await world.order(ada)).toMatchObject({ ok: false });
    world.prices.setStatus('BTC-USD', 'ONLINE');
    await world.untilMarket('OPEN');
    await world.ordered(ada, { price: 400 });
    expect(await world.faults()).toEqual([]);
  });

  it('ends by its rule though the engine was away when it did', async () => {
    await meet();
    await world.runTo(END - 15_000, (t) => (t < ROUND_START ? 100_00 : 99_00));
    await world.engine.stop();
    // Prices go on while no engine looks, from the middle of the closing window to past the end.
    for (let at = END - 14_000; at <= AFTER; at += 1_000) {
      world.clock.at = at;
      world.prices.tick('BTC-USD', { t: at, price: 99_00 });
    }
    world.next();
    await world.engine.start();
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'WON', won: 1 });
    expect(await world.balances(ada)).toEqual({ cash: FULL - money(4), locked: 0n });
    expect(await world.balances(ben)).toEqual({ cash: FULL - money(6.144) + money(10), locked: 0n });
    expect(await world.faults()).toEqual([]);
  });

  it('is void where the prices of its end are lost', async () => {
    await meet();
    await world.losePricesOf(END);
    expect(await world.untilMarket('VOIDED')).toMatchObject({ result: 'VOID' });
    expect(await world.total([ada, ben])).toBe(2n * FULL);
    expect(await world.faults()).toEqual([]);
  });
});

describe('the house maker', () => {
  beforeEach(async () => {
    await world.fund();
    await world.runTo(ROUND_START + 10_000);
  });

  it('is met by a market order, holds the other side, and is paid or pays at the end', async () => {
    const book = await world.bus.request('exchange.book', { realm: 'demo', marketId: world.marketId, depth: 10 });
    expect(book?.quoted).toBe(true);
    const ask = book!.asks[0]!.price;
    const order = await world.ordered(ada, { price: 900, lots: 500, timeInForce: 'FAK' });
    expect(order).toMatchObject({ status: 'FILLED', filled: 5, averagePrice: ask });
    await world.runTo(END - 4_000, 101_00);
    expect(
      (await world.bus.request('exchange.book', { realm: 'demo', marketId: world.marketId, depth: 10 }))?.quoted,
    ).toBe(false);
    await world.runTo(AFTER, 101_00);
    expect(await world.untilMarket('SETTLED')).toMatchObject({ result: 'WON', won: 0 });
    const { rows } = await world.db.query<{ gained: string }>(
      "SELECT gained FROM position WHERE user_id = '00000000-0000-0000-0000-000000000000'",
    );
    expect(BigInt(rows[0]!.gained)).toBe(money(5 * ask - 5));
    expect(await world.balances(ada)).toMatchObject({ locked: 0n });
    expect(await world.faults()).toEqual([]);
  });
});
