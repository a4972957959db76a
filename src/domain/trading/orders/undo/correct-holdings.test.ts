import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../../money.ts';
import { deadHeat, scaleToWhole } from '../linked.ts';
import type { MarketResult } from '../market.ts';
import { borneOf, correctHoldings, dueOf, feesTurn, riseOf, totalOf, type Ends } from './correct-holdings.ts';

const UNIT = 1_000_000n;
const YES: MarketResult = { kind: 'WON', outcome: 0 };
const NO: MarketResult = { kind: 'WON', outcome: 1 };
const TIE: MarketResult = { kind: 'TIE' };
const VOID: MarketResult = { kind: 'VOID', value: 613, reason: 'AMBIGUOUS' };

const account = (no: number) => `${(2n << 56n) | (1n << 48n) | BigInt(no)}`;
const [CASH, POOL, BEARS, FEES] = [account(1), account(2), account(3), account(4)];
const correct = (
  dues: Parameters<typeof correctHoldings>[0]['dues'],
  { free = 1_000n * UNIT, borne = 0n }: { readonly free?: bigint; readonly borne?: bigint } = {},
) =>
  correctHoldings({
    realm: 'demo',
    poolOf: 'cup',
    userId: 'ann',
    no: 1,
    dues,
    free: usdt(free),
    borne: usdt(borne),
    accounts: { cash: CASH, pool: POOL, bears: BEARS, feesOf: () => FEES },
  });

/** What the journals do to an account, on its credit side. */
function moved({ journals }: ReturnType<typeof correct>, of: string): bigint {
  return journals
    .flatMap(({ transfers }) => transfers)
    .reduce((sum, { debit, credit, amount }) => sum + (credit === of ? amount : 0n) - (debit === of ? amount : 0n), 0n);
}

const held = (lots: number, fees = 0n) => ({ marketId: 'team0', lots, fees: usdt(fees) });

describe('a holding that was paid by a wrong result', () => {
  it.each<[string, Ends, number, bigint, bigint]>([
    ['YES that was NO', { was: NO, is: YES }, 1_000, 10n * UNIT, 0n],
    ['YES that was not', { was: YES, is: NO }, 1_000, -10n * UNIT, 0n],
    ['NO that was not', { was: NO, is: YES }, -1_000, -10n * UNIT, 0n],
    ['YES that is void', { was: YES, is: VOID }, 1_000, -3_870_000n, 7n],
    ['NO that is void', { was: YES, is: VOID }, -1_000, 3_870_000n, 7n],
    ['a tie that was YES', { was: TIE, is: YES }, 1_000, 5n * UNIT, -7n],
    ['a void that is a tie', { was: VOID, is: TIE }, 1_000, -1_130_000n, 0n],
    ['nothing', { was: YES, is: NO }, 0, 0n, 0n],
  ])('%s', (...[, ends, lots, shares, fees]) => {
    expect(dueOf(held(lots, 7n), ends)).toEqual({ marketId: 'team0', shares, fees });
    expect(BigInt(lots * riseOf(ends)) * 10n).toBe(shares);
    expect(BigInt(feesTurn(ends)) * 7n).toBe(fees);
  });

  it('gives back as far as it is still there: the house bears the rest, and gets it back out of what is paid later', () => {
    const taken = correct([dueOf(held(1_000), { was: YES, is: NO })], { free: 4n * UNIT });
    expect([moved(taken, CASH), moved(taken, POOL), moved(taken, BEARS)]).toEqual([-4n * UNIT, 10n * UNIT, -6n * UNIT]);
    expect(taken.holdings).toMatchObject([{ borne: 6n * UNIT }]);
    const paid = correct([dueOf(held(1_000), { was: NO, is: YES })], { free: 0n, borne: 6n * UNIT });
    expect([moved(paid, CASH), moved(paid, POOL), moved(paid, BEARS)]).toEqual([4n * UNIT, -10n * UNIT, 6n * UNIT]);
    expect(paid.holdings).toMatchObject([{ borne: -6n * UNIT }]);
    expect(correct([dueOf(held(0), { was: NO, is: YES })])).toMatchObject({ journals: [] });
  });

  it('is counted over all books of a person: what one brings pays what another takes', () => {
    const dues = [
      dueOf(held(1_000), { was: YES, is: NO }),
      dueOf({ ...held(1_000), marketId: 'team1' }, { was: NO, is: YES }),
    ];
    const both = correct(dues, { free: 0n });
    expect([both.journals, totalOf(dues)]).toEqual([[], 0n]);
  });

  it('moves to the cent what is due, whatever somebody has', () => {
    const amount = fc.bigInt({ min: -50n * UNIT, max: 50n * UNIT });
    const due = fc.record({ marketId: fc.constant('team0'), shares: amount.map(usdt), fees: amount.map(usdt) });
    const money = fc.bigInt({ min: 0n, max: 30n * UNIT });
    fc.assert(
      fc.property(fc.array(due, { minLength: 1, maxLength: 4 }), money, money, (dues, free, borne) => {
        const made = correct(dues, { free, borne });
        const total = totalOf(dues);
        const house = borneOf(total, { free: usdt(free), borne: usdt(borne) });
        expect(made.holdings.reduce((sum, one) => sum + one.borne, 0n)).toBe(house);
        expect([moved(made, CASH), moved(made, BEARS)]).toEqual([total + house, 0n - house]);
        // Nobody has less than nothing, and the house gets no more back than it paid.
        expect(free + moved(made, CASH) >= 0n && house >= -borne).toBe(true);
        const sum = (of: 'shares' | 'fees') => dues.reduce((all, one) => all + one[of], 0n);
        expect([moved(made, POOL), moved(made, FEES)]).toEqual([-sum('shares'), -sum('fees')]);
        for (const { shares, fees, borne: part } of made.holdings)
          expect(part > 0n ? part <= -(shares + fees) : part >= 0n || part >= -(shares + fees)).toBe(true);
      }),
    );
  });

  it('leaves the pool empty: what some give back is what the others get', () => {
    const lots = fc.integer({ min: 0, max: 5_000 });
    const ends = fc.constantFrom(
      deadHeat(3, [0]),
      deadHeat(3, [2]),
      deadHeat(3, [0, 1]),
      scaleToWhole([613, 200, 300]),
      deadHeat(3, [0, 1, 2]),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lots, lots, lots), { minLength: 1 }),
        lots,
        fc.tuple(ends, ends),
        (pairs, sets, [was, is]) => {
          const value = (values: readonly number[], at: number): MarketResult => ({ kind: 'TIE', value: values[at]! });
          // Each pair of a book is one YES and one NO; a full set is a YES of each.
          const owners = pairs.flatMap((pair) => [pair.map((many) => many), pair.map((many) => -many)]);
          owners.push([sets, sets, sets]);
          const all = owners.flatMap((own) =>
            own.map((many, at) => dueOf(held(many), { was: value(was, at), is: value(is, at) })),
          );
          expect(totalOf(all)).toBe(0n);
        },
      ),
    );
  });
});
