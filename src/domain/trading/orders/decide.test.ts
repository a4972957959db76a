import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { ExchangeWorld, HOUR, NOW, refusalOf, roundOf } from '#tests/worlds/exchange-world.ts';
import { HOUSE } from './contract.ts';

const USDT = 1_000_000n;
const rich = () =>
  new ExchangeWorld()
    .fund('ann', 1_000n * USDT)
    .fund('ben', 1_000n * USDT)
    .fund('cleo', 1_000n * USDT);

describe('two buyers', () => {
  it('make a set: each pays the price of its outcome, the taker the fee', () => {
    const data = rich();
    data.place('ann', { price: 450 });
    expect(data.locked('ann')).toBe(4_500_000n);
    const effect = data.place('ben', { outcome: 1, price: 600 });
    // 0.06 x 10 x 0.45 x 0.55
    expect(effect).toMatchObject({
      order: { status: 'FILLED', turnover: 5_500_000n, fee: 148_500n, held: 0n },
      changes: { fills: [{ kind: 'mint', price: 450, lots: 1_000, no: 1, maker: { fee: 0n } }] },
    });
    expect(data.cash('ann')).toBe(995_500_000n);
    expect(data.cash('ben')).toBe(1_000n * USDT - 5_500_000n - 148_500n);
    expect(data.balance('market_pool', 'round')).toBe(10n * USDT);
    expect(data.balance('market_fees', 'round')).toBe(148_500n);
    expect([data.locked('ann'), data.locked('ben')]).toEqual([0n, 0n]);
  });
});

describe('a holder', () => {
  it('sells to a buyer, and the fee comes out of the proceeds', () => {
    const data = rich();
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('cleo', { price: 600, lots: 400 });
    const effect = data.place('ann', { side: 'SELL', price: 600, lots: 1_000 });
    expect(effect).toMatchObject({
      order: { status: 'PARTLY_FILLED', resting: 600, held: 0n, fee: 57_600n, turnover: 2_400_000n },
      changes: { fills: [{ kind: 'transfer' }], realised: [{ cost: 1_800_000n, credit: 2_342_400n }] },
    });
    expect(data.cash('ann')).toBe(1_000n * USDT - 4_500_000n + 2_400_000n - 57_600n);
    expect(refusalOf(data.place('ann', { side: 'SELL', price: 700, lots: 100 }))).toBe('no_shares');
  });

  it('meets another holder: the set goes back', () => {
    const data = rich();
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('ann', { side: 'SELL', price: 480 });
    expect(data.place('ben', { outcome: 1, side: 'SELL', price: 520 })).toMatchObject({
      changes: { fills: [{ kind: 'melt', price: 480 }] },
    });
    expect(data.balance('market_pool', 'round')).toBe(0n);
  });

  it('who buys the other outcome gets cash for the sets, and what they covered of sell orders is gone', () => {
    const data = rich();
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('ann', { side: 'SELL', price: 900, lots: 300 });
    data.place('ann', { side: 'SELL', price: 910, lots: 700 });
    data.place('cleo', { price: 700, lots: 500 });
    const effect = data.place('ann', { outcome: 1, price: 300, lots: 500 });
    expect(effect).toMatchObject({ order: { status: 'FILLED' } });
    expect(data.state.orders.get('o4')?.order).toMatchObject({ status: 'OPEN', lots: 700, resting: 200 });
    expect(data.state.markets.get('round')?.positions.get('ann')).toMatchObject({ lots: 500, reserved: 500 });
    expect(data.balance('market_pool', 'round')).toBe(10n * USDT);
  });
});

describe('the house maker', () => {
  it('is met behind the resting orders of its price, from its own cash', () => {
    const data = rich().fund(HOUSE, 20n * USDT);
    data.outside.quotesOf = () => [
      { side: 'bid', price: 480, lots: 1_000 },
      { side: 'ask', price: 520, lots: 10_000 },
    ];
    const effect = data.place('ann', { price: 520, lots: 5_000 });
    // 20 buys 41.66 DOWN shares at 0.48.
    expect(effect).toMatchObject({ order: { filled: 4_166, resting: 834, status: 'PARTLY_FILLED' } });
    expect(data.cash(HOUSE)).toBe(3_200n);
    expect(data.state.markets.get('round')?.positions.get(HOUSE)).toMatchObject({ lots: -4_166 });
  });
});

describe('a market order', () => {
  it('buys the most lots that fit into its amount, fee and all, and returns the rest', () => {
    const data = rich();
    data.place('ann', { outcome: 1, price: 500, lots: 1_000 });
    const effect = data.place('ben', {
      type: 'MARKET',
      timeInForce: 'FAK',
      price: 990,
      lots: null,
      amount: usdt(2_000_000n),
    });
    expect(effect).toMatchObject({ order: { status: 'FILLED', filled: 388, turnover: 1_940_000n, fee: 58_200n } });
    expect(data.cash('ben')).toBe(1_000n * USDT - 1_998_200n);
  });
});

describe('the end of a market', () => {
  const held = () => {
    const data = rich();
    data.place('ann', { price: 450 });
    data.place('ben', { outcome: 1, price: 550 });
    data.place('ann', { price: 100, lots: 100 });
    data.now = NOW + HOUR;
    expect(data.do({ kind: 'market', marketId: 'round', event: 'cut_off' })).toMatchObject({
      changes: { orders: [{ status: 'EXPIRED', end: 'cut_off' }] },
    });
    data.do({ kind: 'market', marketId: 'round', event: 'end' });
    return data;
  };

  it.each([
    { name: 'UP', result: { kind: 'WON', outcome: 0 }, ann: 10n * USDT, ben: 0n, earned: 148_500n },
    { name: 'DOWN', result: { kind: 'WON', outcome: 1 }, ann: 0n, ben: 10n * USDT, earned: 148_500n },
    { name: 'a tie', result: { kind: 'TIE' }, ann: 5n * USDT, ben: 5n * USDT + 148_500n, earned: 0n },
    {
      name: 'a void',
      result: { kind: 'VOID', value: 333, reason: 'STALE_EXIT' },
      ann: 3_330_000n,
      ben: 6_670_000n + 148_500n,
      earned: 0n,
    },
  ] as const)('pays the pool out on $name', ({ result, ann, ben, earned }) => {
    const data = held();
    const before = [data.cash('ann'), data.cash('ben')] as const;
    data.do({ kind: 'settle', marketId: 'round', result });
    expect([data.cash('ann') - before[0], data.cash('ben') - before[1]]).toEqual([ann, ben]);
    expect(data.balance('market_pool', 'round')).toBe(0n);
    expect(data.balance('market_fees', 'round')).toBe(0n);
    expect(data.balance('fees')).toBe(earned);
    expect(data.do({ kind: 'settle', marketId: 'round', result })).toMatchObject({ changes: { journals: [] } });
  });
});

it('knows no market of the other realm', () => {
  const data = new ExchangeWorld(roundOf({ realm: 'real' })).fund('ann', USDT);
  expect(refusalOf(data.place('ann'))).toBe('NotFound');
});
