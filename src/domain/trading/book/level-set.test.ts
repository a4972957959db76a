import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LevelSet } from './level-set.ts';

describe('the set of levels', () => {
  it.each([1, 31, 32, 33, 1_024, 1_025, 40_000])(
    'knows the next one in, as a set that is sorted does: size %i',
    (size) => {
      const steps = fc.array(
        fc.record({ put: fc.boolean(), at: fc.nat({ max: size - 1 }), from: fc.nat({ max: size }) }),
        {
          maxLength: 80,
        },
      );
      fc.assert(
        fc.property(steps, (run) => {
          const levels = new LevelSet(size);
          const naive = new Set<number>();
          for (const { put, at, from } of run) {
            if (put) {
              levels.put(at);
              naive.add(at);
            } else {
              levels.take(at);
              naive.delete(at);
            }
            const next = [...naive].toSorted((a, b) => a - b).find((level) => level >= from) ?? -1;
            expect(levels.up(from)).toBe(next);
            expect(levels.up(0)).toBe(naive.size === 0 ? -1 : Math.min(...naive));
          }
        }),
        { numRuns: 40 },
      );
    },
  );
});
