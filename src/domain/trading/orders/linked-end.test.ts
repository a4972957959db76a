import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, roundOf } from '#tests/worlds/exchange-world.ts';
import { usdt } from '../../money.ts';
import { dueCommands } from './due.ts';
import { linkedResults } from './linked.ts';
import type { LinkedEnd } from './linked.ts';
import { valueOfFirst } from './settlement.ts';
import { affectedBy } from './affected-accounts.ts';

const CUP = 'cup';
const FUNDS = 1_000_000_000_000n;
const named = (count: number) => Array.from({ length: count }, (_, at) => `team${at}`);

/** N books of one event; ann buys a YES of each for 0.30, ben sells it to her, in lots of `sets`; cleo and dan hold `pairs` of the last one. */
function cupOf(
  count: number,
  { sets, pairs = 100 }: { readonly sets: number; readonly pairs?: number },
): ExchangeWorld {
  const books = named(count).map((id) =>
    roundOf({ id, kind: 'event', pairId: null, linkedTo: CUP, outcomes: ['YES', 'NO'] }),
  );
  const data = new ExchangeWorld(...books, roundOf({ id: 'alone' }));
  data.outside.view = () => ({ fresh: true, pause: null, mostResting: 500, maxStake: usdt(FUNDS) });
  for (const who of ['ann', 'ben', 'cleo', 'dan']) data.fund(who, FUNDS);
  for (const marketId of named(count)) {
    data.place('ann', { marketId, price: 300, lots: sets });
    data.place('ben', { marketId, outcome: 1, price: 700, lots: sets });
  }
  const last = `team${count - 1}`;
  data.place('cleo', { marketId: last, price: 500, lots: pairs });
  data.place('dan', { marketId: last, outcome: 1, price: 500, lots: pairs });
  data.place('ann', { marketId: 'alone' });
  return data;
}

function over(data: ExchangeWorld): ExchangeWorld {
  data.now = NOW + 2 * HOUR;
  for (let due = dueCommands(data.state, data.now); due.length > 0; due = dueCommands(data.state, data.now)) {
    for (const command of due) data.do(command);
  }
  return data;
}

const settle = (count: number, end: LinkedEnd, books = named(count)) =>
  ({ kind: 'settle_linked', linkedTo: CUP, realm: 'demo', books, end }) as const;

/** Any end of N outcomes. */
const ends = (count: number): fc.Arbitrary<LinkedEnd> =>
  fc.oneof(
    fc.record({ kind: fc.constant('WON' as const), winner: fc.nat(count - 1) }),
    fc.record({
      kind: fc.constant('TIE' as const),
      level: fc.uniqueArray(fc.nat(count - 1), { minLength: 2, maxLength: count }),
    }),
    fc.record({
      kind: fc.constant('VOID' as const),
      values: fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
      reason: fc.constant('CANCELLED'),
    }),
  );

const cases = fc.integer({ min: 2, max: 9 }).chain((count) => fc.tuple(fc.constant(count), ends(count)));

describe('the end of linked books', () => {
  it('gives values that sum to exactly 1.000', () => {
    fc.assert(
      fc.property(cases, ([count, end]) => {
        const values = linkedResults(count, end).map(valueOfFirst);
        expect(values).toHaveLength(count);
        expect(values.reduce((sum, value) => sum + value, 0)).toBe(1_000);
      }),
    );
  });

  it('pays exactly 1.000 for a set of YES, whatever it is, and leaves nothing in the pools', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 100, max: 100_000 }), ([count, end], sets) => {
        const data = over(cupOf(count, { sets }));
        const [before, total] = [data.cash('ann'), data.total()];
        data.do(settle(count, end));
        // A book that is won keeps its fees; ann was the maker and paid none.
        expect(data.cash('ann') - before).toBe(BigInt(sets) * 10_000n);
        expect(data.balance('market_pool', CUP)).toBe(0n);
        expect([data.total(), data.overdrawn()]).toEqual([total, []]);
        const journals = data.journals.length;
        data.do(settle(count, { kind: 'WON', winner: 0 }));
        expect(data.journals).toHaveLength(journals);
      }),
      { numRuns: 60 },
    );
  });

  it('pays a third each for a dead heat of three of four, and gives fees back', () => {
    const data = over(cupOf(4, { sets: 300 }));
    data.do(settle(4, { kind: 'TIE', level: [0, 1, 3] }));
    expect(named(4).map((id) => data.tables.markets.get(id))).toMatchObject([
      { status: 'SETTLED', result: { kind: 'TIE', value: 334 } },
      { status: 'SETTLED', result: { kind: 'TIE', value: 333 } },
      { status: 'SETTLED', result: { kind: 'TIE', value: 0 } },
      { status: 'SETTLED', result: { kind: 'TIE', value: 333 } },
    ]);
    expect(data.balance('fees')).toBe(0n);
    expect(data.cash('ben')).toBe(FUNDS + 4n * 300n * 3_000n - 300n * 10_000n);
  });

  it.each<[string, LinkedEnd]>([
    ['a winner that is no outcome', { kind: 'WON', winner: 3 }],
    ['a dead heat of one', { kind: 'TIE', level: [1, 1] }],
    ['a dead heat with a stranger', { kind: 'TIE', level: [0, 3] }],
    ['a void that lacks a value', { kind: 'VOID', values: [500, 500], reason: 'CANCELLED' }],
  ])('throws for %s and pays nobody', (_, end) => {
    const data = over(cupOf(3, { sets: 100 }));
    const journals = data.journals.length;
    expect(() => data.do(settle(3, end))).toThrow(RangeError);
    expect(data.journals).toHaveLength(journals);
  });

  it.each<[string, string[], string]>([
    ['one is left out', ['team0', 'team1'], 'not those named'],
    ['one is of another event', ['team0', 'team1', 'team2', 'alone'], 'not those named'],
    ['one is named twice', ['team0', 'team1', 'team2', 'team2'], 'named twice'],
  ])('throws where %s', (_, books, why) => {
    const data = over(cupOf(3, { sets: 100 }));
    expect(() => data.do(settle(3, { kind: 'TIE', level: [0, 1] }, books))).toThrow(why);
    expect(() => linkedResults(1, { kind: 'WON', winner: 0 })).toThrow('a linked market of 1');
  });

  it('throws where a book alone ends, and where one cannot end yet', () => {
    const data = cupOf(3, { sets: 100 });
    expect(() => data.do({ kind: 'settle', marketId: 'team0', result: { kind: 'TIE' } })).toThrow('the other books');
    expect(() => over(data).do({ kind: 'settle', marketId: 'alone', result: { kind: 'TIE', value: 334 } })).toThrow(
      'pays half',
    );
    const live = data.state.markets.get('team1')!;
    live.market = { ...live.market, status: 'CUT_OFF' };
    expect(() => data.do(settle(3, { kind: 'WON', winner: 0 }))).toThrow('only 2 of the 3');
    expect(data.balance('market_pool', CUP)).toBe(4_000_000n);
  });

  it('does nothing while none of them has ended, and counts a book that nobody ordered on', () => {
    const data = cupOf(3, { sets: 100 });
    data.do(settle(3, { kind: 'WON', winner: 0 }));
    expect(data.balance('market_pool', CUP)).toBe(4_000_000n);
    over(data).do(settle(4, { kind: 'TIE', level: [2, 3] }));
    expect(data.tables.markets.get('team2')).toMatchObject({ result: { kind: 'TIE', value: 500 } });
  });

  it('names everybody who holds a share of any book', () => {
    const data = over(cupOf(3, { sets: 100 }));
    const { people, markets } = affectedBy(data.state, [settle(3, { kind: 'WON', winner: 0 })], data.now);
    expect(people.map(({ userId }) => userId).toSorted()).toEqual(['ann', 'ben', 'cleo', 'dan']);
    expect(markets).toEqual(named(3));
  });
});
