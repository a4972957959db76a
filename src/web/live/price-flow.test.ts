import { describe, expect, it } from 'vitest';
import { flowOf, opensNext } from './price-flow.ts';

const pair = (kind: 'live' | 'simulated' | 'replay', status: 'online' | 'offline' | 'closed') => ({
  feed: { kind },
  status,
});

describe('prices of one pair', () => {
  it.each([
    ['live', 'online', 'flows'],
    ['live', 'offline', 'stopped'],
    ['live', 'closed', 'closed'],
    ['simulated', 'offline', 'flows'],
    ['replay', 'closed', 'flows'],
  ] as const)('%s, %s: %s', (kind, status, flow) => {
    expect(flowOf([pair(kind, status)])).toBe(flow);
  });
});

describe('prices of many pairs', () => {
  it.each([
    ['come while one has some', ['closed', 'offline', 'online'], 'flows'],
    ['have stopped where none of an open market has some', ['closed', 'offline'], 'stopped'],
    ['are not live where all markets are closed', ['closed', 'closed'], 'closed'],
    ['say nothing where there are none', [], 'flows'],
  ] as const)('%s', (...[, states, flow]) => {
    expect(flowOf(states.map((status) => pair('live', status)))).toBe(flow);
  });
});

describe('the next opening', () => {
  const closed = (nextOpen: string | null) => ({ status: 'closed' as const, nextOpen });
  const [early, late] = ['2026-11-26T14:30:00.000Z', '2026-11-27T14:30:00.000Z'];

  it('is the earliest of markets that are all closed', () => {
    expect(opensNext([closed(late), closed(null), closed(early)])).toBe(Date.parse(early));
    expect(opensNext([closed(late), { status: 'online', nextOpen: null }])).toBeNull();
    expect(opensNext([closed(null)])).toBeNull();
    expect(opensNext([])).toBeNull();
  });
});
