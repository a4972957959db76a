import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followFeed, NEXT_FEED_STATUS, RESTART_MS, WARMING_MS, type FeedSigns, type FeedView } from './feed-state.ts';
import type { PairStatus } from './pair.ts';

const GOOD: FeedSigns = { open: true, trusted: true, full: true };
const off = (since = 0): FeedView => ({ status: 'OFFLINE', since });

// docs/rules/states.md#feed
describe('status of a feed', () => {
  it('warms up for five seconds of quorum before it admits', () => {
    const warming = followFeed(off(), GOOD, 1_000);
    expect(warming).toEqual({ status: 'WARMING', since: 1_000 });
    expect(followFeed(warming, GOOD, 1_000 + WARMING_MS - 1).status).toBe('WARMING');
    expect(followFeed(warming, GOOD, 1_000 + WARMING_MS).status).toBe('ONLINE');
  });

  it('starts warming up again when the quorum breaks meanwhile', () => {
    const warming = followFeed(off(), GOOD, 1_000);
    const lost = followFeed(warming, { ...GOOD, trusted: false }, 3_000);
    expect(lost.status).toBe('OFFLINE');
    expect(followFeed(followFeed(lost, GOOD, 4_000), GOOD, 6_500).status).toBe('WARMING');
  });

  it('counts the quorum that stood before a short restart, once', () => {
    const taken: FeedView = { ...off(), stoodUntil: 0 };
    expect(followFeed(taken, GOOD, RESTART_MS)).toEqual({ status: 'ONLINE', since: RESTART_MS });
    expect(followFeed(taken, GOOD, RESTART_MS + 1).status).toBe('WARMING');
    const lost = followFeed(followFeed(taken, GOOD, 1_000), { ...GOOD, trusted: false }, 1_100);
    expect(followFeed(lost, GOOD, 1_200).status).toBe('WARMING');
    const closed = followFeed(taken, { ...GOOD, open: false }, 1_000);
    expect(followFeed(closed, GOOD, 1_100).status).toBe('WARMING');
  });

  it.each<[PairStatus, Partial<FeedSigns>, PairStatus]>([
    ['ONLINE', { full: false }, 'DEGRADED'],
    ['DEGRADED', {}, 'ONLINE'],
    ['DEGRADED', { trusted: false }, 'OFFLINE'],
    ['ONLINE', { trusted: false }, 'OFFLINE'],
    ['ONLINE', { open: false }, 'CLOSED'],
    ['WARMING', { open: false }, 'CLOSED'],
    ['OFFLINE', { open: false }, 'CLOSED'],
    ['CLOSED', { open: false }, 'CLOSED'],
    ['CLOSED', { trusted: false }, 'OFFLINE'],
    ['CLOSED', {}, 'WARMING'],
    ['OFFLINE', { trusted: false }, 'OFFLINE'],
  ])('%s with %j goes to %s', (status, signs, expected) => {
    expect(followFeed({ status, since: 0 }, { ...GOOD, ...signs }, 100).status).toBe(expected);
  });

  it('never reaches ONLINE or DEGRADED except through WARMING, and always comes to rest', () => {
    const step = fc.record({
      after: fc.integer({ min: 1, max: 9_000 }),
      open: fc.boolean(),
      trusted: fc.boolean(),
      full: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let view = off();
        let now = 0;
        let goodSince: number | null = null;
        for (const { after, ...signs } of steps) {
          now += after;
          view = followFeed(view, signs, now);
          const good = signs.open && signs.trusted;
          goodSince = good ? (goodSince ?? now) : null;
          const admits = view.status === 'ONLINE' || view.status === 'DEGRADED';
          expect(admits).toBe(good && now - (goodSince ?? now) >= WARMING_MS);
          expect(followFeed(view, signs, now)).toEqual(view);
        }
      }),
    );
  });

  it('leads from every status back to CLOSED', () => {
    for (const status of Object.keys(NEXT_FEED_STATUS) as PairStatus[])
      expect(followFeed({ status, since: 0 }, { ...GOOD, open: false }, 9).status).toBe('CLOSED');
  });
});
