import { describe, expect, it } from 'vitest';
import type { PositionWire } from '#protocol/exchange.ts';
import { holdingsOf, moneyOfMove, mostOf, movesFor } from './sets-math.ts';

/** `held`: shares, or shares and how many of them are free. */
const own = (marketId: string, outcome: 'YES' | 'NO', held: number | readonly [number, number]) => {
  const [shares, free] = typeof held === 'number' ? [held, held] : held;
  return { market: { marketId }, outcome, shares, free } as PositionWire;
};
const of = (...held: readonly PositionWire[]) => holdingsOf(['a', 'b', 'c'], held);

describe('what can be done with full sets', () => {
  it.each([
    ['who holds nothing buys', of(), ['buy']],
    ['YES of all but one become its NO', of(own('a', 'YES', 3), own('b', 'YES', 3)), ['buy', 'yesToNo']],
    ['NO of one becomes YES of the others', of(own('a', 'NO', 3)), ['buy', 'noToYes']],
    ['YES of all are a set too', of(...['a', 'b', 'c'].map((id) => own(id, 'YES', 1))), ['buy', 'sell']],
    ['not what is in sell orders', of(...['a', 'b', 'c'].map((id) => own(id, 'YES', [1, 0]))), ['buy']],
  ])('%s', (_, holdings, moves) => {
    expect(movesFor(holdings)).toEqual(moves);
  });

  it('takes no more than what is free', () => {
    const holdings = of(own('a', 'YES', 5), own('b', 'YES', [4, 2.5]), own('c', 'NO', [7, 6]));
    expect(mostOf('sell', 'a', holdings)).toBe(0);
    expect(mostOf('yesToNo', 'c', holdings)).toBe(250);
    expect(mostOf('noToYes', 'c', holdings)).toBe(600);
    expect(mostOf('noToYes', 'a', holdings)).toBe(0);
    expect(mostOf('buy', 'a', holdings)).toBe(Infinity);
  });

  it('costs 1.00 a set, and what meets its other side is 1.00', () => {
    const none = { pays: 0n, gets: 0n };
    expect(moneyOfMove('buy', 150, of())).toEqual({
      ...none,
      pays: 1_500_000n,
    });
    expect(moneyOfMove('sell', 150, of(...['a', 'b', 'c'].map((id) => own(id, 'YES', 2))))).toEqual({
      ...none,
      gets: 1_500_000n,
    });
    expect(moneyOfMove('noToYes', 150, of(own('a', 'NO', 2)))).toEqual(none);
    expect(moneyOfMove('noToYes', 150, of(own('a', 'NO', 2), own('b', 'NO', 1)))).toEqual({
      ...none,
      gets: 1_000_000n,
    });
    expect(moneyOfMove('yesToNo', 100, of(own('a', 'YES', 2), own('b', 'YES', 1)))).toEqual(none);
  });
});
