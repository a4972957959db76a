import { describe, expect, it } from 'vitest';
import { boundOf, withinShare } from './speeds.ts';

describe('times that are counted under bounds', () => {
  it.each([
    [0.4, 1],
    [1, 1],
    [1.01, 2],
    [29.9, 30],
    [70_000, 60_000],
  ])('counts %d ms under %d', (ms, bound) => {
    expect(boundOf(ms)).toBe(bound);
  });

  it('says within what a share of all was done', () => {
    const counts = [
      { within: 50, batches: 4 },
      { within: 5, batches: 90 },
      { within: 300, batches: 6 },
    ];
    expect([0.5, 0.9, 0.94, 0.95, 1].map((share) => withinShare(counts, share))).toEqual([5, 5, 50, 300, 300]);
    expect(withinShare([], 0.5)).toBeNull();
  });
});
