import { describe, expect, it } from 'vitest';
import { watchFlags, type Watched } from './flags.ts';

const FROM = { largeLots: 1_000, holderPercent: 40, bothWays: 3, cancelledOrders: 5 };
const NONE: Watched = { holders: [], pairs: [], early: [], cancelled: [] };
const flagsOf = (seen: Partial<Watched>) =>
  watchFlags({ ...NONE, ...seen }, FROM).map(({ name, people, count }) => [name, people.join('+'), count]);

describe('flags of a market', () => {
  it('are large holders of an outcome, not those of a market where little is held', () => {
    const holders = [
      { userId: 'ann', lots: -1_000, percent: 40 },
      { userId: 'ben', lots: 999, percent: 90 },
      { userId: 'cleo', lots: 5_000, percent: 39 },
    ];
    expect(flagsOf({ holders })).toEqual([['holder', 'ann', 40]]);
  });

  it('are two accounts that trade back and forth, and any fill between two of one device', () => {
    const pairs = [
      { people: ['ann', 'ben'], there: 9, back: 2, isLinked: false },
      { people: ['ann', 'cleo'], there: 3, back: 4, isLinked: false },
      { people: ['ben', 'cleo'], there: 1, back: 0, isLinked: true },
    ] as const;
    expect(flagsOf({ pairs })).toEqual([
      ['both_ways', 'ann+cleo', 7],
      ['linked', 'ben+cleo', 1],
    ]);
  });

  it('are large first trades before a result, and large orders that were taken off again and again', () => {
    const early = [
      { userId: 'ann', lots: 1_000 },
      { userId: 'ben', lots: 999 },
    ];
    const cancelled = [
      { userId: 'ann', orders: 4 },
      { userId: 'ben', orders: 5 },
    ];
    expect(flagsOf({ early, cancelled })).toEqual([
      ['before_result', 'ann', 1_000],
      ['cancelled', 'ben', 5],
    ]);
  });
});
