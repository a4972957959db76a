import { describe, expect, it } from 'vitest';
import type { RoundEnd } from '#verify/rounds/round-facts.ts';
import { roundPaths } from './round-path.ts';

const WINDOW = 30_000;
const end = (
  at: number,
  prices: readonly (readonly [t: number, price: string])[],
  average: string | null,
): RoundEnd => ({
  from: at - WINDOW,
  at,
  average,
  ticks: prices.map(([t, price]) => ({ t, price })),
});
const start = end(
  100_000,
  [
    [60_000, '10.00'],
    [75_000, '11.00'],
    [100_500, '12.00'],
  ],
  '10.8333',
);
const over = end(
  400_000,
  [
    [370_000, '13.00'],
    [390_000, '14.00'],
    [400_000, '9.00'],
  ],
  '13.3333',
);

describe('the picture of a round', () => {
  const paths = roundPaths({ start, end: over })!;

  it('has the window in the middle and room beside it', () => {
    const { from, to } = paths.start.band;
    expect(from).toBeGreaterThan(0);
    expect(from).toBeCloseTo(100 - to);
    expect(to - from).toBeGreaterThan(75);
  });

  it('draws each price until the next, from where the picture begins', () => {
    const [first, corner, second] = paths.start.line;
    expect(first?.x).toBe(0);
    expect(corner).toEqual({ x: second?.x, y: first?.y });
    expect(paths.start.line.at(-1)?.x).toBeLessThan(100);
    expect(paths.start.line).toHaveLength(5);
  });

  it('puts both ends on one scale, with the averages between their prices', () => {
    const all = [...paths.start.line, ...paths.end.line].map(({ y }) => y);
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(Math.max(...all)).toBeLessThan(100);
    // Higher prices stand higher.
    expect(paths.end.average).toBeLessThan(paths.start.average!);
    const heights = paths.end.line.map(({ y }) => y);
    expect(paths.end.average).toBeGreaterThan(Math.min(...heights));
    expect(paths.end.average).toBeLessThan(Math.max(...heights));
  });

  it('is not there without prices, and flat where they never moved', () => {
    expect(roundPaths({ start: end(100_000, [], null), end: end(400_000, [], null) })).toBeNull();
    const still = end(100_000, [[70_000, '5.00']], '5.0000');
    const flat = roundPaths({ start: still, end: end(400_000, [], null) })!;
    expect(flat.start.line.map(({ y }) => Math.round(y))).toEqual([50]);
    expect(flat.end).toMatchObject({ line: [], average: null });
  });
});
