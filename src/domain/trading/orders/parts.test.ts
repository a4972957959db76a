import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExchangeWorld, HOUR, NOW, roundOf } from '#tests/worlds/exchange-world.ts';
import { affectedBy } from './affected-accounts.ts';
import { dueCommands } from './due.ts';
import type { MarketResult } from './market.ts';
import type { OrderCommand } from './contract.ts';
import { unpaidOf } from './settlement.ts';

const PEOPLE = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay'];
const FUNDS = 1_000_000_000n;

/** Six people hold shares of one question, each pair at a price of its own, and its orders are over. */
function held(): ExchangeWorld {
  const data = new ExchangeWorld(
    roundOf({ id: 'q', kind: 'event', pairId: null, outcomes: ['YES', 'NO'], feeBps: 400 }),
  );
  for (const who of PEOPLE) data.fund(who, FUNDS);
  for (let at = 0; at < PEOPLE.length; at += 2) {
    const price = 300 + 100 * at;
    data.place(PEOPLE[at]!, { marketId: 'q', price, lots: 100 * (at + 1) });
    data.place(PEOPLE[at + 1]!, { marketId: 'q', outcome: 1, price: 1_000 - price, lots: 100 * (at + 1) });
  }
  data.now = NOW + 2 * HOUR;
  for (let due = dueCommands(data.state, data.now); due.length > 0; due = dueCommands(data.state, data.now))
    for (const command of due) data.do(command);
  return data;
}

const RESULTS: readonly MarketResult[] = [
  { kind: 'WON', outcome: 0 },
  { kind: 'WON', outcome: 1 },
  { kind: 'TIE' },
  { kind: 'VOID', value: 313, reason: 'CANCELLED' },
];
const cashOf = (data: ExchangeWorld) => PEOPLE.map((who) => data.cash(who));
const left = (data: ExchangeWorld) => [data.balance('market_pool', 'q'), data.balance('market_fees', 'q')];

describe('holders who are paid in parts', () => {
  it.each(RESULTS)('get what they would get at once, and the pool is empty then: %o', (result) => {
    const whole = held();
    whole.do({ kind: 'settle', marketId: 'q', result });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }), fc.nat(4), (sizes, restartAt) => {
        const data = held();
        for (const [at, size] of sizes.entries()) {
          const owners = unpaidOf(data.state.markets.get('q')!, size);
          const pay = { kind: 'pay', marketId: 'q', result, owners } as const;
          // Nobody else's money is touched.
          expect(affectedBy(data.state, [pay], data.now).people.map(({ userId }) => userId)).toEqual(owners);
          data.do(pay);
          data.do(pay);
          if (at === restartAt) data.restart();
        }
        const named = (command: OrderCommand) =>
          affectedBy(data.state, [command], data.now).people.map(({ userId }) => userId);
        const settle = { kind: 'settle', marketId: 'q', result } as const;
        // Whoever was paid, or only holds shares while a book stops, is not waited for.
        expect(named(settle)).toEqual(unpaidOf(data.state.markets.get('q')!));
        expect(named({ kind: 'market', marketId: 'q', event: 'end' })).toEqual([]);
        data.do(settle);
        expect(cashOf(data)).toEqual(cashOf(whole));
        expect(left(data)).toEqual([0n, 0n]);
        expect(data.overdrawn()).toEqual([]);
        expect(data.total()).toBe(whole.total());
      }),
      { numRuns: 40 },
    );
  });

  it('are not paid while the market can be traded', () => {
    const data = new ExchangeWorld(roundOf({ id: 'q', kind: 'event', pairId: null }));
    data.fund('ann', FUNDS).fund('ben', FUNDS);
    data.place('ann', { marketId: 'q' });
    data.place('ben', { marketId: 'q', outcome: 1 });
    const before = data.journals.length;
    data.do({ kind: 'pay', marketId: 'q', result: { kind: 'WON', outcome: 0 }, owners: ['ann'] });
    expect(data.journals).toHaveLength(before);
  });
});
