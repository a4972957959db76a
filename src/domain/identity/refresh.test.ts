import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRefresh, REFRESH_GRACE_MS, type RefreshFamily } from './refresh.ts';

const NEW: RefreshFamily = { no: 0, rotations: [] };

describe('refresh tokens of a family', () => {
  it('go on from the newest', () => {
    const verdict = judgeRefresh(NEW, { no: 0, isSameClient: false, now: 5 });
    expect(verdict).toEqual({ kind: 'rotate', family: { no: 1, rotations: [5] } });
  });

  it.each([
    { when: 'in the grace', after: REFRESH_GRACE_MS, isSameClient: true, expected: 'same' },
    { when: 'a moment later', after: REFRESH_GRACE_MS + 1, isSameClient: true, expected: 'reuse' },
    { when: 'from another client', after: 0, isSameClient: false, expected: 'reuse' },
  ])('left behind lead, $when, to $expected', ({ after, isSameClient, expected }) => {
    expect(judgeRefresh({ no: 1, rotations: [5] }, { no: 0, isSameClient, now: 5 + after }).kind).toBe(expected);
  });

  it('of a later number were never given', () => {
    expect(judgeRefresh(NEW, { no: 1, isSameClient: true, now: 5 })).toEqual({ kind: 'unknown' });
  });

  it('are each good once and then for the grace, in any order of refreshes', () => {
    const steps = fc.array(
      fc.record({ pause: fc.integer({ min: 0, max: 15_000 }), back: fc.integer({ min: 0, max: 6 }) }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(steps, (walk) => {
        let family = NEW;
        let now = 0;
        const leftAt: number[] = [];
        for (const { pause, back } of walk) {
          now += pause;
          const no = family.no - back;
          if (no < 0) continue;
          const verdict = judgeRefresh(family, { no, isSameClient: true, now });
          const left = leftAt[no];
          const afterwards = now - (left ?? 0) <= REFRESH_GRACE_MS ? 'same' : 'reuse';
          expect(verdict.kind).toBe(left === undefined ? 'rotate' : afterwards);
          if (verdict.kind === 'rotate') {
            leftAt[no] = now;
            family = verdict.family;
          }
        }
      }),
    );
  });
});
