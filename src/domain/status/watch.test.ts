import { describe, expect, it } from 'vitest';
import { followPart, LONGEST_GAP_MS, type PartEvent, type PartView } from './watch.ts';

const START: PartView = { lastUp: 0, misses: 0, isOut: false };

/** Looks at the part at each moment (s), and says what happened. */
function look(...looks: readonly (readonly [seconds: number, up: boolean])[]): readonly PartEvent[] {
  let view = START;
  let seen = 0;
  return looks.flatMap(([seconds, up]) => {
    const now = seconds * 1_000;
    const after = followPart(view, { up, now, seen });
    view = after.view;
    seen = now;
    return after.event ?? [];
  });
}

describe('an outage of a part', () => {
  it.each([
    {
      of: 'one that works',
      looks: [
        [15, true],
        [30, true],
      ],
      events: [],
    },
    {
      of: 'one miss',
      looks: [
        [15, false],
        [30, true],
      ],
      events: [],
    },
    {
      of: 'misses that do not follow each other',
      looks: [
        [15, false],
        [30, true],
        [45, false],
        [60, true],
      ],
      events: [],
    },
  ] as const)('is none of $of', ({ looks, events }) => {
    expect(look(...looks)).toEqual(events);
  });

  it('is counted from when the part was last seen at work to when it is again', () => {
    expect(look([15, true], [30, false], [45, false], [60, false], [75, true], [90, true])).toEqual([
      { kind: 'began', from: 15_000, to: null, cause: 'down' },
      { kind: 'ended', to: 75_000 },
    ]);
  });

  it('is the time in which nobody looked, where that is longer than a restart', () => {
    const gap = LONGEST_GAP_MS / 1_000;
    expect(look([15, true], [15 + gap, true])).toEqual([]);
    expect(look([15, true], [16 + gap, true], [30 + gap, true])).toEqual([
      { kind: 'began', from: 15_000, to: (16 + gap) * 1_000, cause: 'away' },
    ]);
  });

  it('goes on after such a time while the part is not back', () => {
    expect(look([15, true], [100, false], [115, false], [130, true])).toEqual([
      { kind: 'began', from: 15_000, to: null, cause: 'away' },
      { kind: 'ended', to: 130_000 },
    ]);
  });

  it('that began before such a time is one, not two', () => {
    expect(look([15, false], [30, false], [300, false], [315, true])).toEqual([
      { kind: 'began', from: 0, to: null, cause: 'down' },
      { kind: 'ended', to: 315_000 },
    ]);
  });
});
