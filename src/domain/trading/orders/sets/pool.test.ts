import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CUP, cupOf, FUNDS, move, over, owed, PEOPLE, settle } from '#tests/worlds/cup-world.ts';
import { HOUSE } from '../contract.ts';
import { linkedResults } from '../linked.ts';
import type { LinkedEnd } from '../linked.ts';

/** One thing that somebody does, drawn. */
const acts = (count: number) =>
  fc.oneof(
    fc.record({
      who: fc.constantFrom(...PEOPLE),
      book: fc.nat(count - 1),
      outcome: fc.constantFrom(0 as const, 1 as const),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      price: fc.integer({ min: 10, max: 90 }).map((cents) => cents * 10),
      lots: fc.integer({ min: 100, max: 900 }),
    }),
    fc.record({
      who: fc.constantFrom(...PEOPLE),
      book: fc.nat(count - 1),
      move: fc.constantFrom('mint' as const, 'melt' as const, 'to_yes' as const, 'to_no' as const),
      lots: fc.integer({ min: 1, max: 400 }),
    }),
  );

const ends = (count: number): fc.Arbitrary<LinkedEnd> =>
  fc.oneof(
    fc.record({ kind: fc.constant('WON' as const), winner: fc.nat(count - 1) }),
    fc.record({
      kind: fc.constant('TIE' as const),
      level: fc.uniqueArray(fc.nat(count - 1), {
        minLength: 2,
        maxLength: count,
      }),
    }),
    fc.record({
      kind: fc.constant('VOID' as const),
      values: fc.array(fc.nat(1_000), { minLength: count, maxLength: count }),
      reason: fc.constant('CANCELLED'),
    }),
  );

const games = fc
  .integer({ min: 2, max: 6 })
  .chain((count) =>
    fc.tuple(
      fc.constant(count),
      fc.array(acts(count), { minLength: 5, maxLength: 60 }),
      ends(count),
      fc.boolean(),
      fc.boolean(),
    ),
  );

it('whatever people trade, make, give back and turn: the pool holds what can be paid at most, and pays it to the cent', () => {
  const made = { mint: 0, melt: 0, to_yes: 0, to_no: 0, trades: 0 };
  fc.assert(
    fc.property(games, ([count, steps, end, quotes, inParts]) => {
      const data = cupOf(count).fund(HOUSE, FUNDS);
      const total = data.total();
      // Ann has NO of every outcome and Ben its YES, so that there is something to turn from the start.
      for (let book = 0; book < count; book += 1) {
        data.place('ann', { marketId: `team${book}`, outcome: 1, lots: 400 });
        data.place('ben', { marketId: `team${book}`, lots: 400 });
      }
      if (quotes)
        data.outside.quotesOf = () => [
          { side: 'bid', price: 200, lots: 300 },
          { side: 'ask', price: 700, lots: 300 },
        ];
      for (const [at, { who, book, lots, ...act }] of steps.entries()) {
        const marketId = `team${book}`;
        const effect =
          'move' in act
            ? move(data, who, { marketId, move: act.move, lots })
            : data.place(who, { marketId, lots, ...act });
        if (effect.kind === 'done') made['move' in act ? act.move : 'trades'] += 1;
        expect(data.balance('market_pool', CUP)).toBe(BigInt(owed(data)) * 10_000n);
        expect([data.total(), data.overdrawn()]).toEqual([total, []]);
        if (at % 20 === 19) data.restart();
      }
      over(data);
      const live = [...data.state.markets.keys()];
      if (inParts && live.length > 0) {
        const marketId = live[0]!;
        const place = Number(marketId.slice(4));
        const result = linkedResults(count, end)[place]!;
        const owners = [...data.state.markets.get(marketId)!.positions.keys()].slice(0, 1);
        data.do({ kind: 'pay', marketId, result, owners });
      }
      data.do(settle(count, end));
      expect([data.balance('market_pool', CUP), data.total(), data.overdrawn()]).toEqual([0n, total, []]);
      // Nobody's money is anywhere but in their cash and the house's fees.
      const cash = [...PEOPLE, HOUSE].reduce((sum, who) => sum + data.cash(who), 0n);
      expect(cash + data.balance('fees')).toBe(total);
      const gained = [...data.tables.positions.values()].reduce((sum, one) => sum + one.gained, 0n);
      expect(gained).toBe(cash - total);
    }),
    { numRuns: 150 },
  );
  for (const [what, times] of Object.entries(made)) expect(times, what).toBeGreaterThan(20);
});
