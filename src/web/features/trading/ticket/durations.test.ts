import { describe, expect, test } from 'vitest';
import {
  durationChips,
  longestEntryWait,
  nearestDuration,
  offeredDurations,
  payoutBpsOf,
  payoutFor,
  stepDuration,
} from './durations.ts';

const NOW = Date.UTC(2026, 10, 20, 17, 0, 0);
const live = { kind: 'live', sources: [] } as const;
const forex = { durations: [300, 15, 60, 900], market: 'forex', feed: live } as const;
const closing = (ms: number) => ({
  ...forex,
  durations: [...forex.durations],
  feed: { ...live, sources: [] },
  nextClose: new Date(NOW + ms).toISOString(),
});

describe('offered durations', () => {
  test('all of them, ascending, where no close is ahead', () => {
    expect(offeredDurations({ ...closing(0), nextClose: null }, NOW)).toEqual([15, 60, 300, 900]);
  });

  test('those that would cross the close less its guard are hidden', () => {
    // 500 ms delta + 10 s wait + 60 s + 15 s guard
    expect(offeredDurations(closing(85_500), NOW)).toEqual([15, 60]);
    expect(offeredDurations(closing(85_499), NOW)).toEqual([15]);
    expect(offeredDurations(closing(1_000), NOW)).toEqual([]);
  });

  test('a recording waits longer for its entry, less so when it runs faster', () => {
    const replay = (speed: number) => ({
      market: 'crypto' as const,
      feed: { kind: 'replay' as const, sources: [], speed },
    });
    expect(longestEntryWait(replay(1))).toBe(75_000);
    expect(longestEntryWait(replay(10))).toBe(7_500);
    expect(longestEntryWait(replay(100))).toBe(5_000);
  });
});

test('five chips at most, the demo second ones first', () => {
  expect(durationChips([15, 30, 60, 120, 180, 300, 600, 900])).toEqual([15, 30, 60, 180, 300]);
  expect(durationChips([300, 600, 900, 1800, 3600])).toEqual([300, 600, 900, 1800, 3600]);
  expect(durationChips([60])).toEqual([60]);
});

test('nearest and steps stay inside the offer', () => {
  expect(nearestDuration([15, 60, 300], 30)).toBe(15);
  expect(nearestDuration([60, 300], 30)).toBe(60);
  expect(nearestDuration([], 30)).toBeNull();
  expect(stepDuration([15, 60, 300], 60, 'up')).toBe(300);
  expect(stepDuration([15, 60, 300], 60, 'down')).toBe(15);
  expect(stepDuration([15, 60, 300], 300, 'up')).toBe(300);
});

test('payout of the duration, else of the pair', () => {
  expect(payoutBpsOf({ payouts: { '60': 0.85, '15': 0.82 }, payout: 0.85 }, 15)).toBe(8200);
  expect(payoutBpsOf({ payouts: {}, payout: 0.57 }, 15)).toBe(5700);
});

test('a list shows the payout of the chosen duration, of a pair without it that of the nearest', () => {
  const pair = { durations: [15, 60], payouts: { '15': 0.8, '60': 0.85 }, payout: 0.85 };
  expect([15, 60, 300].map((seconds) => payoutFor(pair, seconds))).toEqual([8_000, 8_500, 8_500]);
});
