import { describe, expect, it } from 'vitest';
import { feedIsUp, statusOf } from './health.ts';

const pair = (
  status: 'CLOSED' | 'OFFLINE' | 'WARMING' | 'ONLINE' | 'DEGRADED',
  reason: 'starting' | 'stale' | null = null,
) => ({
  status,
  reason,
});

describe('the feed is up', () => {
  it.each([
    ['prices flow', [pair('ONLINE'), pair('WARMING')], true],
    ['few sources flow', [pair('DEGRADED'), pair('OFFLINE', 'stale')], true],
    ['every market is closed', [pair('CLOSED'), pair('CLOSED')], true],
    ['some markets are closed and the others are dead', [pair('CLOSED'), pair('OFFLINE', 'stale')], false],
    ['stocks are closed and coins warm up', [pair('CLOSED'), pair('WARMING')], false],
    ['stocks are closed and coins have not begun', [pair('CLOSED'), pair('OFFLINE', 'starting')], false],
    ['all is dead', [pair('OFFLINE', 'stale')], false],
    ['nothing is known', [], false],
  ])('when %s: %#', (_when, boards, up) => {
    expect(feedIsUp(boards)).toBe(up);
  });
});

describe('the word of /readyz', () => {
  const all = { database: true, feed: true, engine: true, disk: true, signer: true };
  const noFeed = { ...all, feed: false };
  const min = 60_000;
  it.each([
    ['all is there', all, { ownership: 'owner', sinceStartMs: min, wasReady: false }, 'ok'],
    ['the signer is away', { ...all, signer: false }, { ownership: 'owner', sinceStartMs: min, wasReady: true }, 'ok'],
    [
      'the disk is full',
      { ...all, disk: false },
      { ownership: 'owner', sinceStartMs: min, wasReady: true },
      'unavailable',
    ],
    ['it begins', noFeed, { ownership: 'starting', sinceStartMs: min, wasReady: false }, 'starting'],
    [
      'half an hour has no feed',
      noFeed,
      { ownership: 'owner', sinceStartMs: 30 * min, wasReady: false },
      'unavailable',
    ],
    ['the feed is lost', noFeed, { ownership: 'owner', sinceStartMs: min, wasReady: true }, 'unavailable'],
    ['another owns the shard', noFeed, { ownership: 'standby', sinceStartMs: 90 * min, wasReady: false }, 'standby'],
    [
      'it stands by without a database',
      { ...noFeed, database: false },
      { ownership: 'standby', sinceStartMs: 90 * min, wasReady: false },
      'unavailable',
    ],
  ] as const)('%s', (...[, ready, since, word]) => {
    expect(statusOf(ready, since)).toBe(word);
  });
});
