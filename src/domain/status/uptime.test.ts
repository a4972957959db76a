import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../time.ts';
import { STATUS_DAYS, uptimeByDay, uptimeOf } from './uptime.ts';

describe('the share of a time in which a part worked', () => {
  it.each([
    { of: 'no outage', outages: [], share: 1 },
    { of: 'one inside', outages: [{ from: 100, to: 200 }], share: 0.9 },
    { of: 'one that began before', outages: [{ from: -500, to: 100 }], share: 0.9 },
    { of: 'one that goes on', outages: [{ from: 750, to: null }], share: 0.75 },
    {
      of: 'those of another time',
      outages: [
        { from: -9, to: 0 },
        { from: 1_000, to: null },
      ],
      share: 1,
    },
    { of: 'all of it', outages: [{ from: -1, to: null }], share: 0 },
  ])('counts $of', ({ outages, share }) => {
    expect(uptimeOf(outages, { from: 0, to: 1_000 })).toBe(share);
  });

  it('is never rounded up to all of it', () => {
    expect(uptimeOf([{ from: 0, to: 1 }], { from: 0, to: DAY_MS })).toBe(0.99999);
  });

  it('is not known of a time in which nobody looked', () => {
    expect(uptimeOf([], { from: 5, to: 5 })).toBeNull();
  });

  it('is told by days of UTC, from when on it is watched until now', () => {
    const today = Date.UTC(2026, 2, 10);
    const days = uptimeByDay([{ from: today - 2 * HOUR_MS, to: today + 3 * HOUR_MS }], {
      since: today - DAY_MS - 12 * HOUR_MS,
      now: today + 6 * HOUR_MS,
    });
    expect(days).toHaveLength(STATUS_DAYS);
    expect(days.slice(-4)).toEqual([
      { day: today - 3 * DAY_MS, share: null },
      { day: today - 2 * DAY_MS, share: 1 },
      { day: today - DAY_MS, share: 0.91666 },
      { day: today, share: 0.5 },
    ]);
  });
});
