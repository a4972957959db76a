import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { CUP, cupOf, FUNDS, lotsOf, move, named, over, owed, PEOPLE, settle, UNIT } from '#tests/worlds/cup-world.ts';
import { roundOf } from '#tests/worlds/exchange-world.ts';
import type { ExchangeWorld } from '#tests/worlds/exchange-world.ts';
import { affectedBy } from '../affected-accounts.ts';
import { HOUSE } from '../contract.ts';
import type { SplitOutcome } from '../contract.ts';
import type { LinkedEnd } from '../linked.ts';
import { linkedResults, splitHolding } from '../linked.ts';
import { payoutOf, valueOfFirst } from '../settlement.ts';

/** The last of `count` books is split into as many new ones. */
function splitOf(count: number, into = 1, changes: Partial<SplitOutcome> = {}): SplitOutcome {
  const added = named(count + into).slice(count);
  return {
    kind: 'split',
    id: 'split',
    realm: 'demo',
    linkedTo: CUP,
    books: named(count),
    from: `team${count - 1}`,
    into: added.map((book) => ({ book, part: Math.floor(900 / into) })),
    ...changes,
  };
}

/** All books stand still, and the new ones are listed: so the engine leaves them before it splits. */
function halted(data: ExchangeWorld, count: number, into = 1): void {
  for (const marketId of named(count)) {
    data.do({ kind: 'market', marketId, event: 'open' });
    data.do({ kind: 'market', marketId, event: 'pause' });
    const market = data.schedule.get(marketId)!;
    if (!data.state.markets.has(marketId)) data.schedule.set(marketId, { ...market, status: 'PAUSED' });
  }
  for (const id of named(count + into).slice(count))
    data.schedule.set(
      id,
      roundOf({ id, kind: 'event', pairId: null, linkedTo: CUP, outcomes: ['YES', 'NO'], status: 'PAUSED' }),
    );
}

function resumed(data: ExchangeWorld, count: number): void {
  for (const marketId of named(count)) data.do({ kind: 'market', marketId, event: 'resume' });
}

/** What somebody has if an event ends so, 10^-6: cash, and what the holdings pay. */
function worthOf(
  data: ExchangeWorld,
  userId: string,
  end: { readonly count: number; readonly end: LinkedEnd },
): bigint {
  const results = linkedResults(end.count, end.end);
  return named(end.count).reduce((sum, id, place) => {
    const lots = data.tables.positions.get(`${id} ${userId}`)?.lots ?? 0;
    return sum + payoutOf(lots, valueOfFirst(results[place]!));
  }, data.cash(userId));
}

const won = (count: number, winner: number) => ({ count, end: { kind: 'WON', winner } as const });

describe('the outcome that stands for the rest', () => {
  let data: ExchangeWorld;
  beforeEach(() => {
    data = cupOf(3).fund(HOUSE, FUNDS);
    data.place('ann', { marketId: 'team2', price: 300 });
    data.place('ben', { marketId: 'team2', outcome: 1, price: 700 });
  });

  it('gives its holders as many of each new outcome, and what it cost is divided', () => {
    halted(data, 3, 2);
    const [journals, cash] = [data.journals.length, data.cash('ann')];
    expect(data.do(splitOf(3, 2))).toMatchObject({ kind: 'done', order: null });
    expect([lotsOf(data, 'ann'), data.cash('ann')]).toEqual([[0, 0, 1_000, 1_000, 1_000], cash]);
    const costs = ['team2', 'team3', 'team4'].map((id) => data.tables.positions.get(`${id} ann`)?.cost);
    expect(costs).toEqual([300_000n, 1_350_000n, 1_350_000n]);
    expect(data.journals).toHaveLength(journals);
  });

  it('turns NO of it into YES of the others that were there, not of the new ones', () => {
    halted(data, 3);
    data.do(splitOf(3));
    // Ben was the taker: a fee was paid too.
    const paid = FUNDS - data.cash('ben');
    expect([lotsOf(data, 'ben'), paid > 7n * UNIT]).toEqual([[1_000, 1_000, 0, 0], true]);
    const { cost, gained } = ['team0', 'team1', 'team2']
      .map((id) => data.tables.positions.get(`${id} ben`)!)
      .reduce((sum, one) => ({ cost: sum.cost + one.cost, gained: sum.gained + one.gained }), { cost: 0n, gained: 0n });
    expect(cost - gained).toBe(paid);
    expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
  });

  it('pays what meets an own NO of another outcome at once', () => {
    data.place('ben', { marketId: 'team0', outcome: 1, price: 700, lots: 400 });
    data.place('cleo', { marketId: 'team0', price: 300, lots: 400 });
    halted(data, 3);
    const cash = data.cash('ben');
    data.do(splitOf(3));
    expect([lotsOf(data, 'ben'), data.cash('ben') - cash]).toEqual([[600, 1_000, 0, 0], 4n * UNIT]);
  });

  it('is split once', () => {
    halted(data, 3);
    data.do(splitOf(3));
    const before = lotsOf(data, 'ann');
    expect(data.do(splitOf(3))).toMatchObject({ changes: { positions: [], splits: [] } });
    expect(lotsOf(data, 'ann')).toEqual(before);
  });

  it('tells by how much each holding has grown', () => {
    halted(data, 3);
    const effect = data.do(splitOf(3));
    const grown = (marketId: string, userId: string) => ({ marketId, userId, lots: 1_000 });
    expect(effect).toMatchObject({
      changes: {
        splits: [
          {
            id: 'split',
            from: 'team2',
            grown: [grown('team3', 'ann'), ...named(3).map((id) => grown(id, 'ben'))],
          },
        ],
      },
    });
  });

  it('touches the money of whoever has NO of it', () => {
    expect(affectedBy(data.state, [splitOf(3)], data.now)).toEqual({
      people: [{ userId: 'ben', realm: 'demo' }],
      markets: named(4),
    });
  });

  it('is not split while a book takes orders, nor into nothing, nor out of a book of another event', () => {
    const positions = data.tables.positions.size;
    expect(() => data.do(splitOf(3))).toThrow('takes orders');
    halted(data, 3);
    for (const [changes, why] of [
      [{ into: [] }, 'into nothing'],
      [{ from: 'alone' }, 'into nothing'],
      [{ books: [...named(2), 'alone'], from: 'alone' }, 'no book of'],
    ] as const)
      expect(() => data.do(splitOf(3, 1, changes))).toThrow(why);
    data.do({ kind: 'market', marketId: 'team2', event: 'resume' });
    expect(() => data.do(splitOf(3))).toThrow('takes orders');
    expect(data.tables.positions.size).toBe(positions);
  });
});

describe('a holding after a split', () => {
  it.each([
    [[5, 0, 0], 0, { held: [5, 0, 0], each: 5 }],
    [[-5, 0, 2], 0, { held: [0, 5, 7], each: 0 }],
    [[-5, -3], 1, { held: [-2, 0], each: 0 }],
    [[1, 2], 1, { held: [1, 2], each: 2 }],
  ])('%j of which %i was split is %j', (held, from, after) => expect(splitHolding(held, from)).toEqual(after));

  it('is of an outcome that is there', () => expect(() => splitHolding([1], 1)).toThrow(RangeError));
});

const acts = (count: number) =>
  fc.record({
    who: fc.constantFrom(...PEOPLE),
    book: fc.nat(count - 1),
    outcome: fc.constantFrom(0 as const, 1 as const),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.integer({ min: 10, max: 90 }).map((cents) => cents * 10),
    lots: fc.integer({ min: 100, max: 900 }),
    move: fc.constantFrom(null, null, 'mint' as const, 'melt' as const, 'to_yes' as const, 'to_no' as const),
  });
const games = fc.integer({ min: 2, max: 5 }).chain((count) =>
  fc.integer({ min: 1, max: 3 }).chain((into) =>
    fc.record({
      count: fc.constant(count),
      into: fc.constant(into),
      from: fc.nat(count - 1),
      steps: fc.array(acts(count), { minLength: 5, maxLength: 40 }),
      later: fc.array(acts(count + into), { maxLength: 20 }),
      winner: fc.nat(count + into - 1),
      voided: fc.option(fc.array(fc.nat(1_000), { minLength: count + into, maxLength: count + into })),
      quotes: fc.boolean(),
    }),
  ),
);

it('whatever is held: nobody has less after a split, whichever comes true, and the pool pays it to the cent', () => {
  const seen = { yes: 0, no: 0, netted: 0 };
  fc.assert(
    fc.property(games, ({ count, into, from, steps, later, winner, voided, quotes }) => {
      const data = cupOf(count).fund(HOUSE, FUNDS);
      const total = data.total();
      for (const marketId of named(count)) {
        data.place('ann', { marketId, outcome: 1, lots: 400 });
        data.place('ben', { marketId, lots: 400 });
      }
      if (quotes)
        data.outside.quotesOf = () => [
          { side: 'bid', price: 200, lots: 300 },
          { side: 'ask', price: 700, lots: 300 },
        ];
      const act = ({ who, book, move: turn, lots, ...asked }: (typeof steps)[number]) => {
        const marketId = `team${book}`;
        if (turn === null) data.place(who, { marketId, lots, ...asked });
        else move(data, who, { marketId, move: turn, lots });
      };
      for (const step of steps) act(step);
      data.outside.quotesOf = () => [];
      halted(data, count, into);
      // What rested has ended, and what it held is free.
      expect([...PEOPLE].map((who) => data.locked(who))).toEqual([0n, 0n, 0n]);
      const people = [...PEOPLE, HOUSE];
      const before = people.map((who) => named(count).map((_, at) => worthOf(data, who, won(count, at))));
      const [pool, held] = [data.balance('market_pool', CUP), people.map((who) => lotsOf(data, who))];
      data.do(splitOf(count, into, { from: `team${from}` }));
      data.restart();
      const after = people.map((who) => named(count + into).map((_, at) => worthOf(data, who, won(count + into, at))));
      expect(after).toEqual(before.map((one) => [...one, ...Array.from({ length: into }, () => one[from]!)]));
      for (const lots of held) {
        if ((lots[from] ?? 0) > 0) seen.yes += 1;
        if ((lots[from] ?? 0) < 0) seen.no += 1;
      }
      if (data.balance('market_pool', CUP) < pool) seen.netted += 1;
      expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
      expect([data.total(), data.overdrawn()]).toEqual([total, []]);
      resumed(data, count + into);
      for (const step of later) act(step);
      over(data);
      const end: LinkedEnd =
        voided === null ? { kind: 'WON', winner } : { kind: 'VOID', values: voided, reason: 'CANCELLED' };
      data.do(settle(count + into, end));
      expect([data.balance('market_pool', CUP), data.total(), data.overdrawn()]).toEqual([0n, total, []]);
      const cash = people.reduce((sum, who) => sum + data.cash(who), 0n);
      expect(cash + data.balance('fees')).toBe(total);
      const gained = [...data.tables.positions.values()].reduce((sum, one) => sum + one.gained, 0n);
      expect(gained).toBe(cash - total);
    }),
    { numRuns: 150 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20);
});
