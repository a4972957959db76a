import { beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '../../../money.ts';
import { ExchangeWorld, refusalOf } from '#tests/worlds/exchange-world.ts';
import { HOUSE, LEFT, type Exit } from '../contract.ts';

const UNIT = 1_000_000n;
let data: ExchangeWorld;
let ids = 0;

beforeEach(() => {
  data = new ExchangeWorld()
    .fund('ann', 100n * UNIT)
    .fund('bob', 100n * UNIT)
    .fund(HOUSE, 100n * UNIT);
  data.place('ann', { price: 600 });
  data.place('bob', { outcome: 1, price: 400 });
});

const opened = (changes: Partial<Exit> = {}) => {
  data.outside.exitOf = () => ({
    price: 550,
    until: data.now + 1,
    cap: usdt(50n * UNIT),
    ...changes,
  });
};
const leave = (userId: string, heldLots: number) =>
  data.do({
    kind: 'leave',
    id: `left${(ids += 1)}`,
    realm: 'demo',
    userId,
    marketId: 'round',
    heldLots,
  });
const lotsOf = (userId: string) => data.tables.positions.get(`round ${userId}`)?.lots;

describe('whoever leaves', () => {
  it('need not have said what a first order asks for, but is not on the list of those who may not trade', () => {
    opened();
    data.outside.barOf = () => 'listed';
    expect(refusalOf(leave('ann', 600))).toBe('EventRestricted');
    data.outside.barOf = () => 'unsaid';
    expect(leave('ann', 600).kind).toBe('done');
  });

  it('sells what was held to the house at the fair price without a fee, past whatever the book has', () => {
    opened();
    data.place('bob', { price: 500, lots: 200 });
    const cash = data.cash('ann');
    expect(leave('ann', 1_000)).toMatchObject({
      kind: 'done',
      order: {
        side: 'SELL',
        outcome: 0,
        price: 550,
        status: 'FILLED',
        filled: 1_000,
        fee: 0n,
      },
      changes: {
        fills: [
          {
            kind: 'transfer',
            price: 550,
            taker: { userId: 'ann' },
            maker: { userId: LEFT, orderId: null },
          },
        ],
      },
    });
    expect(data.cash('ann') - cash).toBe(5_500_000n);
    expect([lotsOf('ann'), lotsOf(LEFT), lotsOf(HOUSE)]).toEqual([0, 1_000, undefined]);
    expect(data.cash(HOUSE)).toBe(94_500_000n);
    expect(data.overdrawn()).toEqual([]);
  });

  it('leaves with no more than was held before, and than is in no sell order', () => {
    opened();
    data.place('ann', { side: 'SELL', price: 900, lots: 300 });
    expect(leave('ann', 900)).toMatchObject({ order: { filled: 700 } });
    expect(refusalOf(leave('ann', 200))).toBe('no_shares');
    expect(leave('bob', -400)).toMatchObject({
      order: { outcome: 1, price: 450, filled: 400 },
    });
    // Both outcomes of what was left are sets: they are money at once.
    expect(lotsOf(LEFT)).toBe(300);
    expect(data.cash(HOUSE)).toBe(100n * UNIT - 3_850_000n - 1_800_000n + 4_000_000n);
  });

  it('takes the house no further than its cap in the worst end', () => {
    opened({ cap: usdt(2_200_000n) });
    expect(leave('ann', 1_000)).toMatchObject({
      order: { filled: 400, lots: 400 },
    });
    expect(refusalOf(leave('ann', 600))).toBe('exit_full');
    // The other outcome makes room again.
    expect(leave('bob', -400)).toMatchObject({ order: { filled: 400 } });
    expect(leave('ann', 600)).toMatchObject({ order: { filled: 400 } });
  });

  it('comes in time, while the market is open', () => {
    expect(refusalOf(leave('ann', 1_000))).toBe('no_exit');
    opened({ until: data.now });
    expect(refusalOf(leave('ann', 1_000))).toBe('no_exit');
    opened();
    expect(refusalOf(leave('cat', 0))).toBe('no_shares');
    data.do({ kind: 'market', marketId: 'round', event: 'pause' });
    expect(refusalOf(leave('ann', 1_000))).toBe('PriceFeedError');
  });

  it('finds no orders of before: they end when the rules are clarified', () => {
    data.place('bob', { price: 500, lots: 200 });
    const clarified = data.do({
      kind: 'market',
      marketId: 'round',
      event: 'clarify',
    });
    expect(clarified).toMatchObject({
      changes: {
        markets: [{ status: 'OPEN' }],
        orders: [{ end: 'rules', resting: 0 }],
      },
    });
    expect(data.locked('bob')).toBe(0n);
  });
});
