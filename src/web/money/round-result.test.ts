import { describe, expect, it } from 'vitest';
import { resultOf, toneOf } from './round-result.ts';

describe('a round that has ended', () => {
  it.each([
    ['won', { status: 'SETTLED', pays: 1, shares: 5 }],
    ['lost', { status: 'SETTLED', pays: 0, shares: 5 }],
    ['same', { status: 'SETTLED', pays: 0.5, shares: 5 }],
    ['void', { status: 'VOIDED', pays: 0.5, shares: 5 }],
    ['sold', { status: 'SETTLED', pays: 1, shares: 0 }],
    [null, { status: 'CUT_OFF', pays: null, shares: 5 }],
  ] as const)('is %s for what was held', (result, part) => {
    expect(resultOf(part)).toBe(result);
  });

  it('colours a gain and a loss, and nothing not at all', () => {
    expect([0.01, -0.01, 0, 0n, -1n].map(toneOf)).toEqual(['text-up', 'text-down', '', '', 'text-down']);
  });
});
