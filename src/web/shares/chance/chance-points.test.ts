import { describe, expect, it } from 'vitest';
import type { FillWire, OrderWire, PositionWire } from '#protocol/exchange.ts';
import { middleOf, ownMarks, placeOn, withHistory, withPoint, type ChancePoint } from './chance-points.ts';

const market = { marketId: 'm' };
const other = { marketId: 'n' };

describe('the chance of a round over time', () => {
  it('keeps one live point a second, the newest', () => {
    let points: readonly ChancePoint[] = [];
    for (const at of [0, 400, 900, 1_300, 2_400, 2_300]) points = withPoint(points, { at, chance: at / 10_000 });
    expect(points.map(({ at }) => at)).toEqual([0, 1_300, 2_400]);
  });

  it('begins with what was traded before', () => {
    const live = [{ at: 5_000, chance: 0.6 }];
    const history = [
      { at: 1_000, chance: 0.5 },
      { at: 6_000, chance: 0.9 },
    ];
    expect(withHistory(live, history)).toEqual([history[0], ...live]);
    expect(withHistory([], history)).toEqual(history);
  });

  it('is the middle of the book of Up', () => {
    expect(middleOf({ bids: [{ price: 0.53 }], asks: [{ price: 0.56 }] })).toBe(0.545);
    expect(middleOf({ bids: [], asks: [{ price: 0.56 }] })).toBeNull();
  });

  it('has own entries, orders and their average in the chance of Up, those of other markets left out', () => {
    const fill = (id: string, fields: object) => ({
      id,
      orderId: 'o',
      market,
      time: '2026-03-02T12:00:00Z',
      ...fields,
    });
    const marks = ownMarks('m', {
      fills: [
        fill('2', { outcome: 'DOWN', price: 0.3 }),
        fill('1', { outcome: 'UP', price: 0.55 }),
        fill('0', { outcome: 'UP', price: 0.5, market: other }),
      ] as FillWire[],
      orders: [{ id: 'a', market, outcome: 'DOWN', price: 0.42 }] as OrderWire[],
      positions: [{ market, outcome: 'DOWN', shares: 4, averagePrice: 0.315 }] as PositionWire[],
    });
    expect(marks.entries.map(({ id, chance }) => [id, chance])).toEqual([
      ['1 o', 0.55],
      ['2 o', 0.7],
    ]);
    expect(marks.orders).toMatchObject([{ id: 'a', chance: 0.58 }]);
    expect(marks.average).toEqual({ chance: 0.685, price: 0.315 });
    expect(ownMarks('x', { fills: [], orders: [], positions: [] })).toEqual({ entries: [], orders: [], average: null });
  });

  it('is drawn from left to right, certainty above', () => {
    expect(placeOn({ from: 1_000, to: 2_000 }, { at: 1_500, chance: 0.75 })).toEqual({ x: 50, y: 25 });
    expect(placeOn({ from: 1_000, to: 2_000 }, { at: 500, chance: 0 })).toEqual({ x: 0, y: 100 });
  });
});
