import { describe, expect, it } from 'vitest';
import { followIncident, goingOn, NO_INCIDENT, OPENING_GRACE_MS } from './incident.ts';
import type { IncidentEvent, IncidentSigns, IncidentView } from './incident.ts';

type Look = readonly [at: number, status: IncidentSigns['status'], cause?: IncidentSigns['cause'], lastTick?: number];

/** What is told of a feed that is looked at so. */
function told(looks: readonly Look[], from: IncidentView = NO_INCIDENT): IncidentEvent[] {
  let view = from;
  return looks.flatMap(([at, status, cause = null, lastTick = at]) => {
    const step = followIncident(view, { status, cause, lastTick }, at);
    view = step.view;
    return step.event ?? [];
  });
}

describe('incidents of a feed', () => {
  it('begin with the last tick before prices stopped and end when predictions are taken again', () => {
    const looks: Look[] = [
      [1_000, 'ONLINE'],
      [3_100, 'OFFLINE', 'stale', 1_000],
      [4_000, 'OFFLINE', 'quorum', 1_000],
      [9_000, 'WARMING', null, 9_000],
      [14_000, 'ONLINE', null, 14_000],
    ];
    expect(told(looks)).toEqual([
      { kind: 'began', from: 1_000, cause: 'stale' },
      { kind: 'ended', to: 14_000 },
    ]);
  });

  it('go on while a feed falls back before it is warm', () => {
    const looks: Look[] = [
      [0, 'DEGRADED'],
      [5_000, 'OFFLINE', 'quorum', 0],
      [6_000, 'WARMING', null, 6_000],
      [8_000, 'OFFLINE', 'disagreement', 7_000],
      [20_000, 'WARMING', null, 20_000],
      [25_000, 'DEGRADED', null, 25_000],
    ];
    expect(told(looks).map(({ kind }) => kind)).toEqual(['began', 'ended']);
  });

  it('are none while a pair only has fewer sources, or its market is closed', () => {
    expect(
      told([
        [0, 'ONLINE'],
        [1, 'DEGRADED'],
        [2, 'ONLINE'],
        [3, 'CLOSED'],
        [99_999, 'CLOSED'],
      ]),
    ).toEqual([]);
  });

  it('end with the market', () => {
    expect(
      told([
        [0, 'ONLINE'],
        [5_000, 'OFFLINE', 'stale', 0],
        [9_000, 'CLOSED'],
      ]),
    ).toEqual([
      { kind: 'began', from: 0, cause: 'stale' },
      { kind: 'ended', to: 9_000 },
    ]);
  });

  it('leave a feed some time after its market opened', () => {
    const opened: Look[] = [
      [0, 'CLOSED'],
      [100, 'OFFLINE', 'quorum', 0],
      [5_000, 'WARMING'],
      [10_000, 'ONLINE'],
    ];
    expect(told(opened)).toEqual([]);
    const late: Look[] = [...opened.slice(0, 2), [100 + OPENING_GRACE_MS, 'OFFLINE', 'quorum', 0]];
    expect(told(late)).toEqual([{ kind: 'began', from: 100, cause: 'quorum' }]);
  });

  it('are none of a pair that is not offered, however long', () => {
    expect(
      told([
        [0, 'OFFLINE'],
        [OPENING_GRACE_MS * 9, 'OFFLINE'],
      ]),
    ).toEqual([]);
  });

  it('that began before a restart go on, and end once', () => {
    const looks: Look[] = [
      [50_000, 'OFFLINE', 'quorum'],
      [55_000, 'WARMING'],
      [60_000, 'ONLINE'],
      [61_000, 'ONLINE'],
    ];
    expect(told(looks, goingOn(7_000, 'restart'))).toEqual([{ kind: 'ended', to: 60_000 }]);
  });
});
