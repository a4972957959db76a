import { describe, expect, it } from 'vitest';
import { lineOf, rangeOf, spanOf, stepOf } from './market-line.ts';

const HOUR = 3_600_000;

describe('the line of a market', () => {
  it('shows the time asked for, but none before it opened, in steps that the server answers', () => {
    const now = 100 * HOUR;
    expect(spanOf('6h', { opensAt: 0, now })).toEqual({ from: 94 * HOUR, to: now });
    expect(spanOf('7d', { opensAt: 90 * HOUR, now })).toEqual({ from: 90 * HOUR, to: now });
    expect(spanOf('all', { opensAt: now, now })).toEqual({ from: now - 60_000, to: now });
    expect([1, 24, 24 * 400, 24 * 400_000].map((hours) => stepOf({ from: 0, to: hours * HOUR }))).toEqual([
      9, 216, 86_400, 86_400,
    ]);
  });

  it('goes over tens that hold every chance, never less than 20 % apart', () => {
    expect(rangeOf([0.41, 0.58])).toEqual({ low: 0.3, high: 0.6 });
    expect(rangeOf([0.99])).toEqual({ low: 0.8, high: 1 });
    expect(rangeOf([0.01])).toEqual({ low: 0, high: 0.2 });
    expect(rangeOf([])).toEqual({ low: 0, high: 1 });
  });

  it('holds a price until the next one', () => {
    const points = [
      { at: 0, chance: 0.5 },
      { at: 50, chance: 0.75 },
    ];
    expect(lineOf(points, { span: { from: 0, to: 100 }, low: 0.5, high: 1 })).toBe(
      '0.00,100.00 50.00,100.00 50.00,50.00',
    );
  });
});
