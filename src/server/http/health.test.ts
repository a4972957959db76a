import { describe, expect, it } from 'vitest';
import { feedIsUp } from './health.ts';

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
    ['some markets are closed and the others are dead', [pair('CLOSED'), pair('OFFLINE', 'stale')], true],
    ['stocks are closed and coins warm up', [pair('CLOSED'), pair('WARMING')], false],
    ['stocks are closed and coins have not begun', [pair('CLOSED'), pair('OFFLINE', 'starting')], false],
    ['all is dead', [pair('OFFLINE', 'stale')], false],
    ['nothing is known', [], false],
  ])('when %s: %#', (_when, boards, up) => {
    expect(feedIsUp(boards)).toBe(up);
  });
});
