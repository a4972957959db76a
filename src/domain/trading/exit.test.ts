import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import type { Direction, Outcome } from './prediction.ts';
import { resultOf, voidOf } from './exit.ts';

const terms = (direction: Direction) => ({ direction, stake: usdt(10_000_000n), payoutBps: 8_250 });

describe('the result of a prediction', () => {
  it.each<[Direction, number, Outcome, bigint]>([
    ['UP', 101, 'WIN', 18_250_000n],
    ['UP', 100, 'TIE', 10_000_000n],
    ['UP', 99, 'LOSE', 0n],
    ['DOWN', 99, 'WIN', 18_250_000n],
    ['DOWN', 100, 'TIE', 10_000_000n],
    ['DOWN', 101, 'LOSE', 0n],
  ])('%s from 100 to %d is %s: %d comes back', (direction, exit, ...[outcome, credit]) => {
    expect(resultOf(terms(direction), 100, exit)).toEqual({ outcome, credit, voidReason: null });
  });

  it('gives the stake back when it is void, with the reason', () => {
    expect(voidOf(terms('UP'), 'STALE_EXIT')).toEqual({
      outcome: 'VOID',
      credit: 10_000_000n,
      voidReason: 'STALE_EXIT',
    });
  });
});
