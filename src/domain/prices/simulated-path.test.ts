import { describe, expect, it } from 'vitest';
import { backfillBars } from './backfill.ts';
import { isOpen } from './hours.ts';
import { seededUniform, seedOf, SimulatedPath } from './simulated-path.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

const path = (seed: number, price = 100) => new SimulatedPath({ seed, price, home: 100, volatility: 0.5 });

describe('simulated prices', () => {
  it('are the same for the same seed and different for another', () => {
    const walk = (seed: number) => {
      const one = path(seed);
      return Array.from({ length: 50 }, () => one.step(1));
    };
    expect(walk(1)).toEqual(walk(1));
    expect(walk(1)).not.toEqual(walk(2));
    expect(seedOf(1, 'BTC-USD')).not.toBe(seedOf(1, 'ETH-USD'));
  });

  it('uniform numbers fill [0, 1) evenly', () => {
    const uniform = seededUniform(3);
    const bins = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i++) {
      const bin = Math.floor(uniform() * 10);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    expect(bins.length).toBe(10);
    for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('move as much in a day as their yearly volatility says, within a factor of two', () => {
    const days = Array.from({ length: 200 }, (_, seed) => {
      const one = path(seed);
      for (let i = 0; i < 1_440; i++) one.step(60);
      return Math.log(one.price / 100) ** 2;
    });
    const daily = Math.sqrt(days.reduce((sum, one) => sum + one, 0) / days.length);
    const wanted = 0.5 / Math.sqrt(365.25);
    expect(daily).toBeGreaterThan(wanted / 2);
    expect(daily).toBeLessThan(wanted * 2);
  });

  it('come in clusters: a large move is followed by larger ones than a small move', () => {
    const one = path(11);
    const moves = Array.from({ length: 40_000 }, () => {
      const before = one.price;
      return Math.abs(Math.log(one.step(1) / before));
    });
    const middle = moves.toSorted((a, b) => a - b)[20_000] ?? 0;
    const after = (large: boolean) => {
      const next = moves.slice(1).filter((_, i) => (moves[i] ?? 0) > 3 * middle === large);
      return next.reduce((sum, move) => sum + move, 0) / next.length;
    };
    expect(after(true)).toBeGreaterThan(after(false) * 1.15);
  });

  it('jump about once an hour: moves of a second that no burst reaches', () => {
    // A burst of volatility grows over many steps; a jump comes out of the blue, here over six times as wide as the moves around it.
    const one = path(23);
    const moves = Array.from({ length: 100 * 3_600 }, () => {
      const before = one.price;
      return Math.abs(Math.log(one.step(1) / before));
    });
    const around = (at: number) => {
      const near = moves.slice(Math.max(0, at - 30), at);
      return Math.sqrt(near.reduce((sum, move) => sum + move ** 2, 0) / near.length);
    };
    const jumps = moves.filter((move, at) => at >= 30 && move > 6 * around(at));
    expect(jumps.length).toBeGreaterThan(50);
    expect(jumps.length).toBeLessThan(120);
  });

  it('are drawn home over weeks', () => {
    const far = path(5, 1_000);
    for (let i = 0; i < 90 * 24; i++) far.step(3_600);
    expect(far.price).toBeLessThan(500);
  });
});

describe('made-up history', () => {
  const end = Date.UTC(2026, 10, 18, 15, 30, 17);
  const span = {
    rule: 'forex' as const,
    scale: 4,
    end,
    secondsFrom: end - 2 * HOUR_MS,
    minutesFrom: end - 29 * DAY_MS,
  };

  it('ends at the price it starts from, is joined up, and keeps market hours', () => {
    const pieces = [...backfillBars(path(9), span)];
    const minutes = pieces.toReversed().flatMap((piece) => piece.minutes);
    const [first] = pieces;
    expect(first?.seconds.at(-1)).toMatchObject({ close: 1_000_000, time: Math.floor(end / 1_000) * 1_000 - 1_000 });
    expect(first?.seconds.length).toBeGreaterThanOrEqual(7_200);
    expect(minutes.length).toBeGreaterThan(28_000);
    const faults = minutes.filter((bar, i) => {
      const before = minutes[i - 1];
      const joined = before === undefined || (before.time < bar.time && before.close === bar.open);
      return (
        !joined ||
        !isOpen('forex', bar.time) ||
        bar.high < Math.max(bar.open, bar.close) ||
        bar.low > Math.min(bar.open, bar.close)
      );
    });
    expect(faults).toEqual([]);
    expect(minutes[0]?.time).toBeGreaterThanOrEqual(span.minutesFrom - 60_000);
  });
});
