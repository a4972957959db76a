import { describe, expect, it } from 'vitest';
import type { TickFacts } from '#verify/verify.ts';
import { decidedOf, digitsOf, moveOf, pathOf, stepOf } from './price-path.ts';

const tick = (role: TickFacts['role'], t: number, price: string): TickFacts => ({
  role,
  seq: 1,
  t,
  tSource: t,
  price,
  sources: 3,
});
const T = 1_000_000;
const ticks = [tick('e-1', T - 100, '99.00'), tick('e', T, '100.00'), tick('x', T + 59_900, '101.50')];

describe('the time that a receipt is about', () => {
  it('has room around its two prices', () => {
    const decided = decidedOf({ ticks, expiresAt: T + 60_000 })!;
    expect([decided.start.price, decided.end?.price]).toEqual(['100.00', '101.50']);
    expect([decided.from, decided.to]).toEqual([T - 10_800, T + 70_800]);
  });

  it('ends at the sale of one that was sold, whatever came later', () => {
    const sold = [ticks[0]!, ticks[1]!, tick('s', T + 20_000, '100.40')];
    const decided = decidedOf({ ticks: sold, expiresAt: T + 60_000 })!;
    expect([decided.end?.role, decided.to]).toEqual(['s', T + 25_000]);
  });

  it('has no end before there is one, and nothing to show without a start', () => {
    expect(decidedOf({ ticks: ticks.slice(0, 2), expiresAt: T + 60_000 })?.end).toBeNull();
    expect(decidedOf({ ticks: [tick('n', T, '1.00')], expiresAt: null })).toBeNull();
  });

  it('is asked for in bars that are few enough', () => {
    const of = (ms: number) => stepOf({ from: 0, to: ms }).resolution;
    expect([of(60_000), of(400_000), of(401_000), of(3_600_000), of(86_400_000)]).toEqual([
      '1s',
      '1s',
      '5s',
      '15s',
      '5m',
    ]);
  });
});

describe('the line of prices', () => {
  const decided = decidedOf({ ticks, expiresAt: T + 60_000 })!;
  const bars = Array.from({ length: 120 }, (_, i) => ({ time: T - 30_000 + i * 1_000, close: 100 + i / 100 }));

  it('goes through the two prices of the receipt and stays inside the picture', () => {
    const path = pathOf(decided, bars, 1_000);
    expect(path.line).toContainEqual(path.start);
    expect(path.line).toContainEqual(path.end);
    for (const { x, y } of path.line) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(100);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(100);
    }
    const xs = path.line.map(({ x }) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(path.start.y).toBeGreaterThan(path.end!.y);
  });

  it('is the two prices alone where no bars are left, also equal ones', () => {
    expect(pathOf(decided, [], 1_000).line).toHaveLength(2);
    const same = decidedOf({ ticks: [tick('e', T, '0.5'), tick('x', T + 1, '0.5')], expiresAt: T + 60_000 })!;
    expect(pathOf(same, [], 1_000).line.map(({ y }) => Math.round(y))).toEqual([50, 50]);
  });
});

describe('the move between two prices', () => {
  it('is exact', () => {
    expect(moveOf('64179.08', '64218.40')).toEqual({ sign: 1, size: '39.32' });
    expect(moveOf('1.00010', '0.99999')).toEqual({ sign: -1, size: '0.00011' });
    expect(moveOf('5', '5')).toEqual({ sign: 0, size: '0' });
    expect([digitsOf('5'), digitsOf('1.250')]).toEqual([0, 3]);
  });
});
