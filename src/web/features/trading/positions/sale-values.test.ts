import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { allSold, leastOf, sellableIds } from './sale-values.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const one = (id: string, fields: Partial<PredictionWire> = {}) =>
  ({
    id,
    stakeStr: '25.00',
    durationSec: 300,
    entry: { price: 1 },
    expiresAt: new Date(NOW + 200_000).toISOString(),
    ...fields,
  }) as PredictionWire;

describe('what open predictions are worth', () => {
  it('asks for those that can be sold now, fifty at most', () => {
    const list = [
      one('a'),
      one('waits for its entry', { entry: null, expiresAt: null }),
      one('is nearly over', { expiresAt: new Date(NOW + 1_000).toISOString() }),
      one('b'),
    ];
    expect(sellableIds(list, NOW)).toBe('a,b');
    expect(sellableIds(list, NOW + 300_000)).toBe('');
    expect(
      sellableIds(
        Array.from({ length: 60 }, () => one('c')),
        NOW,
      ).split(','),
    ).toHaveLength(50);
  });

  it('adds up what would come, and the profit against the stakes of the same', () => {
    const values = new Map([
      ['a', usdt(22_700_000n)],
      ['b', usdt(31_000_000n)],
    ]);
    expect(allSold([one('a'), one('b'), one('c')], values)).toEqual({
      count: 2,
      credit: 53_700_000n,
      profit: 3_700_000n,
    });
    expect(allSold([one('c')], values)).toBeNull();
  });

  it('takes two of a hundred less, rounded down to a cent', () => {
    expect(leastOf(usdt(22_709_999n))).toBe('22.25');
  });
});
