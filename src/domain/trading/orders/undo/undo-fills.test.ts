import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CUP, cupOf, FUNDS, lotsOf, move, over, owed, PEOPLE, settle, UNIT } from '#tests/worlds/cup-world.ts';
import { ExchangeWorld, roundOf } from '#tests/worlds/exchange-world.ts';
import { usdt } from '../../../money.ts';
import { affectedBy } from '../affected-accounts.ts';
import { HOUSE } from '../contract.ts';

/** Undoes the fills of a book from number `from` on, so many at once. */
function undo(data: ExchangeWorld, from: number, { marketId = 'team0', most = 100 } = {}): void {
  const fills = data.fills.filter((fill) => fill.marketId === marketId && fill.no >= from).toReversed();
  for (let at = 0; at < fills.length; at += most)
    data.do({ kind: 'undo', marketId, fills: fills.slice(at, at + most) });
}

/** Ben buys NO at 0.40, and Ann takes it: 10 YES at 0.60. */
function trade(data: ExchangeWorld, seller = 'ben', buyer = 'ann'): void {
  data.place(seller, { marketId: 'team0', outcome: 1, price: 400 });
  data.place(buyer, { marketId: 'team0', price: 600 });
}

const have = (data: ExchangeWorld) => PEOPLE.map((who) => [data.cash(who) + data.locked(who), lotsOf(data, who)[0]]);

describe('fills after the fact', () => {
  it('are undone: shares, money, the fee and the bonus of the maker go back', () => {
    const data = cupOf(2);
    data.outside.bonusOf = () => usdt(7n);
    trade(data);
    const before = [have(data), data.tables.positions.get('team0 ann'), data.tables.markets.get('team0')?.volume];
    trade(data, 'cleo', 'ann');
    expect(data.tables.positions.get('team0 cleo')).toMatchObject({ bonus: 7n, lots: -1_000 });
    over(data);
    undo(data, 2);
    const now = data.tables.markets.get('team0')!;
    expect([have(data), data.tables.positions.get('team0 ann'), now.volume]).toEqual(before);
    expect([now.undoneFrom, now.fills]).toEqual([2, 2]);
    expect(data.tables.positions.get('team0 cleo')).toMatchObject({ bonus: 0n, fees: 0n, lots: 0 });
    const journals = data.journals.length;
    undo(data, 2);
    expect(data.journals.length).toBe(journals);
    data.do(settle(2, { kind: 'WON', winner: 0 }));
    expect([data.balance('market_pool', CUP), data.balance('mm_payable', 'cleo'), data.overdrawn()]).toEqual([
      0n,
      0n,
      [],
    ]);
  });

  it('are undone of nobody while orders are taken, nor out of order, nor after somebody was paid', () => {
    const data = cupOf(2);
    trade(data);
    trade(data, 'cleo', 'ann');
    undo(data, 1);
    expect(data.tables.markets.get('team0')?.undoneFrom).toBeUndefined();
    over(data);
    const [first, second] = data.fills;
    expect(() => data.do({ kind: 'undo', marketId: 'team0', fills: [first!] })).toThrow('out of order');
    data.do({ kind: 'pay', marketId: 'team0', result: { kind: 'WON', outcome: 0 }, owners: ['ann'] });
    expect(() => data.do({ kind: 'undo', marketId: 'team0', fills: [second!] })).toThrow('was paid');
  });

  it('touch the money of both sides, and of nobody else', () => {
    const data = cupOf(2);
    trade(data);
    over(data);
    const { people, markets } = affectedBy(
      data.state,
      [{ kind: 'undo', marketId: 'team0', fills: data.fills }],
      data.now,
    );
    expect(people.map(({ userId }) => userId)).toEqual(['ann', 'ben']);
    expect(markets).toEqual(['team0']);
  });

  it('leave nobody with a debt: what was spent is the house’s, and it gets it back from what the market pays', () => {
    const data = cupOf(2);
    trade(data);
    // Ann sells to Cleo when the fact is there, and spends all that she has.
    data.place('cleo', { marketId: 'team0', price: 300 });
    data.place('ann', { marketId: 'team0', side: 'SELL', price: 300 });
    over(data);
    const cleo = data.cash('cleo');
    data.fund('ann', -data.cash('ann'));
    undo(data, 2);
    const short = 3n * UNIT - 126_000n;
    expect([data.cash('cleo') - cleo, data.cash('ann'), -data.balance('demo_mint')]).toEqual([3n * UNIT, 0n, short]);
    expect(data.tables.positions.get('team0 ann')).toMatchObject({ lots: 1_000, borne: short });
    expect(data.overdrawn().length).toBe(1);
    data.do(settle(2, { kind: 'WON', winner: 0 }));
    expect([data.cash('ann'), data.balance('demo_mint')]).toEqual([10n * UNIT - short, 0n]);
    expect(data.tables.positions.get('team0 ann')?.borne).toBe(0n);
  });

  it('stay the house’s where the shares that come back pay nothing', () => {
    const data = cupOf(2);
    trade(data);
    data.place('cleo', { marketId: 'team0', price: 300 });
    data.place('ann', { marketId: 'team0', side: 'SELL', price: 300 });
    over(data);
    data.fund('ann', -data.cash('ann'));
    undo(data, 2);
    data.do(settle(2, { kind: 'WON', winner: 1 }));
    expect(data.tables.positions.get('team0 ann')?.borne).toBe(3n * UNIT - 126_000n);
    expect(data.cash('cleo')).toBe(FUNDS);
  });

  it('wait for the house maker’s funds where it has spent what it must give back', () => {
    const data = cupOf(2).fund(HOUSE, 10n * UNIT);
    data.outside.quotesOf = () => [
      { side: 'bid', price: 500, lots: 1_000 },
      { side: 'ask', price: 600, lots: 1_000 },
    ];
    data.place('ann', { marketId: 'team0', price: 600, timeInForce: 'FAK' });
    data.place('ben', { marketId: 'team0', outcome: 1, price: 500, timeInForce: 'FAK' });
    data.fund(HOUSE, -data.cash(HOUSE));
    over(data);
    expect(() => undo(data, 2)).toThrow('needs funds');
    data.fund(HOUSE, 10n * UNIT);
    undo(data, 2);
    expect(data.tables.markets.get('team0')?.undoneFrom).toBe(2);
  });
});

const deals = fc.record({
  who: fc.constantFrom(...PEOPLE),
  marketId: fc.constantFrom('team0', 'team1'),
  outcome: fc.constantFrom(0 as const, 1 as const),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  price: fc.constantFrom(300, 400, 500, 600),
  lots: fc.integer({ min: 100, max: 900 }),
});
const sets = fc.record({
  who: fc.constantFrom(...PEOPLE),
  move: fc.constantFrom('mint' as const, 'melt' as const, 'to_yes' as const, 'to_no' as const),
  lots: fc.integer({ min: 1, max: 400 }),
});

const held = (data: ExchangeWorld) =>
  PEOPLE.map((who) => ({ who, money: data.cash(who) + data.locked(who), lots: lotsOf(data, who) }));
/** The next fill of each book. */
const nextOf = (data: ExchangeWorld) => ['team0', 'team1'].map((id) => (data.tables.markets.get(id)?.fills ?? 0) + 1);

it('whatever is traded after the fact: everybody has again what they had, to the cent', () => {
  let undone = 0;
  const game = fc.tuple(
    fc.array(deals, { minLength: 5, maxLength: 30 }),
    fc.array(deals, { minLength: 20, maxLength: 40 }),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(game, ([before, after, most, quotes]) => {
      const data = cupOf(2).fund(HOUSE, FUNDS);
      if (quotes)
        data.outside.quotesOf = () => [
          { side: 'bid', price: 200, lots: 300 },
          { side: 'ask', price: 700, lots: 300 },
        ];
      for (const { who, ...deal } of before) data.place(who, deal);
      const [had, from, house] = [held(data), nextOf(data), data.cash(HOUSE)];
      for (const { who, ...deal } of after) data.place(who, deal);
      over(data);
      for (const [at, marketId] of ['team0', 'team1'].entries()) {
        if (data.state.markets.get(marketId) === undefined) continue;
        undo(data, from[at]!, { marketId, most });
        data.restart();
      }
      undone += data.fills.filter(({ no, marketId }) => no >= from[marketId === 'team0' ? 0 : 1]!).length;
      expect([held(data), data.cash(HOUSE), data.overdrawn()]).toEqual([had, house, []]);
      expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
      const fees = [...data.tables.positions.values()].reduce((sum, one) => sum + one.fees, 0n);
      expect(data.balance('market_fees', 'team0') + data.balance('market_fees', 'team1')).toBe(fees);
    }),
    { numRuns: 100 },
  );
  expect(undone).toBeGreaterThan(300);
});

it('with sets moved past the books and money spent: nobody is overdrawn, the pool holds what it owes and is paid to the cent', () => {
  let borne = 0;
  const acts = fc.array(fc.oneof(deals, deals, sets), { minLength: 20, maxLength: 50 });
  fc.assert(
    fc.property(fc.tuple(acts, acts, fc.integer({ min: 1, max: 5 }), fc.nat(1)), ([before, after, most, winner]) => {
      const data = cupOf(2);
      const act = ({ who, ...one }: (typeof before)[number]) =>
        'move' in one ? move(data, who, one) : data.place(who, one);
      // Both books are there.
      for (const marketId of ['team0', 'team1']) {
        data.place('ann', { marketId, outcome: 1, lots: 400 });
        data.place('ben', { marketId, lots: 400 });
      }
      for (const one of before) act(one);
      const from = nextOf(data);
      for (const one of after) act(one);
      over(data);
      for (const who of PEOPLE) data.fund(who, -data.cash(who));
      const total = data.total();
      for (const [at, marketId] of ['team0', 'team1'].entries()) {
        undo(data, from[at]!, { marketId, most });
        expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
        for (const who of PEOPLE) expect(data.cash(who) >= 0n, who).toBe(true);
      }
      const out = -data.balance('demo_mint');
      if (out > 0n) borne += 1;
      data.do(settle(2, { kind: 'WON', winner }));
      expect([data.balance('market_pool', CUP), data.total()]).toEqual([0n, total]);
      const left = [...data.tables.positions.values()].reduce((sum, one) => sum + (one.borne ?? 0n), 0n);
      expect(left).toBe(-data.balance('demo_mint'));
      expect(left <= out).toBe(true);
    }),
    { numRuns: 100 },
  );
  expect(borne).toBeGreaterThan(10);
});

it('a book that stands alone is undone and paid alike', () => {
  const data = new ExchangeWorld(roundOf({ id: 'team0', kind: 'event', pairId: null, outcomes: ['YES', 'NO'] }));
  for (const who of PEOPLE) data.fund(who, FUNDS);
  trade(data);
  over(data);
  undo(data, 1);
  data.do({ kind: 'settle', marketId: 'team0', result: { kind: 'WON', outcome: 0 } });
  expect(PEOPLE.map((who) => data.cash(who))).toEqual([FUNDS, FUNDS, FUNDS]);
});
