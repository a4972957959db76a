import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asymmetryOf, standsOn, type JudgedPrediction } from './correction.ts';

const RANGE = { stream: 4, fromSeq: 100, toSeq: 120 };
const one = (id: string, entrySeq: number | null, exitSeq: number | null): JudgedPrediction => ({
  id,
  realm: 'demo',
  stream: 4,
  entrySeq,
  exitSeq,
});

describe('rule I18', () => {
  it.each([
    [one('entry on the first tick', 100, 200), true],
    [one('exit on the last tick', 50, 120), true],
    [one('both inside', 101, 119), true],
    [one('around the range', 99, 121), false],
    [one('before', 10, 99), false],
    [{ ...one('another stream', 101, 119), stream: 8 }, false],
    [one('no entry', null, null), false],
    [one('no exit', 110, null), true],
  ])('%o: %s', (prediction, expected) => {
    expect(standsOn(RANGE, prediction)).toBe(expected);
  });

  it('holds when all on the range are taken, and nobody else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ entry: fc.integer({ min: 80, max: 140 }), lasts: fc.integer({ min: 0, max: 60 }) })),
        (spans) => {
          const all = spans.map(({ entry, lasts }, i) => one(String(i), entry, entry + lasts));
          const due = all.filter((prediction) => standsOn(RANGE, prediction));
          expect(asymmetryOf(RANGE, all, new Set(due.map(({ id }) => id)))).toBeNull();
          const kept = due[0];
          if (kept === undefined) return;
          const some = new Set(due.slice(1).map(({ id }) => id));
          expect(asymmetryOf(RANGE, all, some)).toEqual({ kept: [kept.id], taken: [] });
        },
      ),
    );
  });

  it('is broken by a correction that voids winners only (R-54)', () => {
    const all = [one('won', 110, 150), one('lost', 110, 150), one('elsewhere', 10, 20)];
    expect(asymmetryOf(RANGE, all, new Set(['won']))).toEqual({ kept: ['lost'], taken: [] });
    expect(asymmetryOf(RANGE, all, new Set(['won', 'lost', 'elsewhere']))).toEqual({ kept: [], taken: ['elsewhere'] });
  });
});
