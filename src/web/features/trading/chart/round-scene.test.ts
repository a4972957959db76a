import { describe, expect, it } from 'vitest';
import type { BarWire } from '#protocol/trading.ts';
import { countOf, distanceOf, placeRound } from './round-scene.ts';
import type { RoundMark } from '#web/round-slot.ts';

const START = Date.UTC(2026, 10, 20, 17, 15);
const STEP = 5_000;
const bars: BarWire[] = Array.from({ length: 100 }, (_one, index) => {
  const price = 100 + index;
  return { time: START - 250_000 + index * STEP, open: price, high: price, low: price, close: price };
});
const round: RoundMark = {
  key: 'm',
  startMs: START,
  endMs: START + 300_000,
  averageMs: 30_000,
  target: 150,
  gains: 'above',
  words: { target: 'T', start: 's', end: 'e', above: String, below: String },
};

describe('a round on the chart', () => {
  it('lies on the bars of its times, ahead of the last one too', () => {
    const placed = placeRound(round, bars, STEP);
    expect(placed).toMatchObject({ start: 50, startFrom: 44, end: 110, endFrom: 104, price: 199, target: 150 });
    expect(placeRound(round, [], STEP)).toBeNull();
  });

  it('counts to its start, then to its end, and stands at nothing', () => {
    expect(countOf(round, START - 10_000)).toEqual({ toMs: 10_000, left: 1 });
    expect(countOf(round, START + 75_000)).toEqual({ toMs: 225_000, left: 0.75 });
    expect(countOf(round, START + 400_000)).toEqual({ toMs: 0, left: 0 });
  });

  it('says on which side of the target the price is', () => {
    expect(distanceOf({ target: 150, price: 152.5 })).toEqual({ side: 'above', difference: 2.5 });
    expect(distanceOf({ target: 150, price: 149 })).toEqual({ side: 'below', difference: 1 });
    expect(distanceOf({ target: 150, price: 150 })?.side).toBe('same');
    expect(distanceOf({ target: null, price: 150 })).toBeNull();
  });
});
