import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { depthFor, MOST_PARTS, partsOf, placesOf } from './hiding.ts';

/** A draw of a plain generator: the same each time a test runs. */
function drawFrom(seed: number): (below: bigint) => bigint {
  let state = BigInt(seed) + 1n;
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % (1n << 64n);
    return (state >> 16n) % below;
  };
}
const seeds = fc.integer({ min: 0, max: 1 << 20 });

describe('what hides who has how much', () => {
  it('cuts an amount into one to four parts that add up to it, none below zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 90n }), seeds, (amount, seed) => {
        const parts = partsOf(amount, drawFrom(seed));
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        expect(parts.length).toBeGreaterThanOrEqual(1);
        expect(parts.length).toBeLessThanOrEqual(MOST_PARTS);
        expect(parts.every((part) => part >= 0n)).toBe(true);
      }),
    );
  });

  it('cuts into every number of parts there may be', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => partsOf(1_000_000n, drawFrom(seed)).length));
    expect(seen).toEqual(new Set([1, 2, 3, 4]));
    expect(() => partsOf(-1n, drawFrom(0))).toThrow('nobody is owed -1');
  });

  it('gives each leaf a place of its own, in every order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 16 }), seeds, (count, seed) => {
        const places = placesOf(count, 4, drawFrom(seed));
        expect(new Set(places).size).toBe(count);
        expect(places.every((place) => place >= 0 && place < 16)).toBe(true);
      }),
    );
    const firsts = new Set(Array.from({ length: 400 }, (_, seed) => placesOf(3, 4, drawFrom(seed))[2]));
    expect(firsts.size).toBe(16);
    expect(() => placesOf(17, 4, drawFrom(0))).toThrow('no room');
  });

  it('has few depths', () => {
    expect([0, 1, 4_096, 4_097, 65_536, 65_537].map(depthFor)).toEqual([12, 12, 12, 16, 16, 20]);
    expect(() => depthFor(2 ** 24 + 1)).toThrow('more than a tree takes');
  });
});
