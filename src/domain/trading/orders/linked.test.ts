import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadHeat, fullSetsOf, linkedPayout, linkedPool, mintFullSets, scaleToWhole } from './linked.ts';
import type { LinkedShares } from './linked.ts';

/** N books with any pairs, and as many full sets. */
const books = fc
  .record({
    no: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 12 }),
    sets: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map(({ no, sets }) =>
    mintFullSets(
      no.map((lots): LinkedShares => ({ yes: lots, no: lots })),
      sets,
    ),
  );

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('linked outcomes', () => {
  it('make and take back full sets: one YES of each', () => {
    const made = mintFullSets(
      [
        { yes: 5, no: 5 },
        { yes: 0, no: 0 },
        { yes: 2, no: 2 },
      ],
      10,
    );
    expect(made).toEqual([
      { yes: 15, no: 5 },
      { yes: 10, no: 0 },
      { yes: 12, no: 2 },
    ]);
    expect([fullSetsOf(made), linkedPool(made)]).toEqual([10, 17]);
    expect(mintFullSets(made, -10)).toEqual([
      { yes: 5, no: 5 },
      { yes: 0, no: 0 },
      { yes: 2, no: 2 },
    ]);
    expect(() => mintFullSets(made, -11)).toThrow('no 11 full sets');
    expect(() =>
      fullSetsOf([
        { yes: 1, no: 0 },
        { yes: 2, no: 0 },
      ]),
    ).toThrow('disagree');
    expect(() => fullSetsOf([])).toThrow('disagree');
  });

  it('pay out exactly their pool, whoever wins', () => {
    fc.assert(
      fc.property(books, fc.nat(), (shares, any) => {
        const winner = any % shares.length;
        const values = deadHeat(shares.length, [winner]);
        expect(values[winner]).toBe(1_000);
        expect(linkedPayout(shares, values)).toBe(BigInt(linkedPool(shares)) * 1_000n);
      }),
    );
  });

  it('pay out exactly their pool in a dead heat and when voided', () => {
    fc.assert(
      fc.property(
        books,
        fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 12, maxLength: 12 }),
        (shares, weights) => {
          const values = scaleToWhole(weights.slice(0, shares.length));
          expect(linkedPayout(shares, values)).toBe(BigInt(linkedPool(shares)) * 1_000n);
          const level = shares.map((_, at) => at).filter((at) => at === 0 || weights[at]! % 2 === 0);
          expect(linkedPayout(shares, deadHeat(shares.length, level))).toBe(BigInt(linkedPool(shares)) * 1_000n);
        },
      ),
    );
  });

  it('would pay more than there is by values that do not sum to 1.000', () => {
    const shares = mintFullSets(
      [
        { yes: 0, no: 0 },
        { yes: 0, no: 0 },
      ],
      100,
    );
    expect(linkedPayout(shares, [501, 500])).toBeGreaterThan(BigInt(linkedPool(shares)) * 1_000n);
    expect(() => linkedPayout(shares, [1_000])).toThrow('no value of outcome 1');
  });
});

describe('values scaled to 1.000', () => {
  it.each([
    [
      [500, 500],
      [500, 500],
    ],
    [
      [480, 480],
      [500, 500],
    ],
    [
      [1, 1, 1],
      [334, 333, 333],
    ],
    [
      [0, 0],
      [500, 500],
    ],
    [
      [0, 0, 0],
      [334, 333, 333],
    ],
    [
      [700, 200, 300],
      [583, 167, 250],
    ],
    [
      [999, 1, 1, 1],
      [997, 1, 1, 1],
    ],
    [
      [0, 7],
      [0, 1_000],
    ],
  ])('%j -> %j: the largest remainder first, ties to the lower outcome', (weights, values) => {
    expect(scaleToWhole(weights)).toEqual(values);
  });

  it('sum to exactly 1,000, each within one of its exact share', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 40 }), (weights) => {
        const values = scaleToWhole(weights);
        expect(sum(values)).toBe(1_000);
        const whole = sum(weights);
        const exact = weights.map((weight) => (whole === 0 ? 1_000 / weights.length : (weight * 1_000) / whole));
        expect(values.filter((value, at) => Math.abs(value - exact[at]!) >= 1)).toEqual([]);
      }),
    );
    expect(() => scaleToWhole([])).toThrow(RangeError);
    expect(() => scaleToWhole([1, -1])).toThrow(RangeError);
  });

  it('give a dead heat of k outcomes 1/k each', () => {
    expect(deadHeat(4, [1, 3])).toEqual([0, 500, 0, 500]);
    expect(deadHeat(5, [4, 0, 2])).toEqual([334, 0, 333, 0, 333]);
    expect(() => deadHeat(3, [])).toThrow('nobody');
  });
});
