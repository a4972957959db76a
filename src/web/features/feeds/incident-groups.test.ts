import { describe, expect, it } from 'vitest';
import type { IncidentWire } from '#protocol/feed.ts';
import { groupIncidents, hasCost } from './incident-groups.ts';

const NOTHING = { predictions: 0, stakes: 0, stakesStr: '0.00', rounds: 0, paid: 0, paidStr: '0.00' };

function incident(more: Partial<IncidentWire> = {}): IncidentWire {
  return {
    id: '6.1',
    pair: 'BTC-USD',
    feed: 'live',
    cause: 'restart',
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T10:00:20.000Z',
    real: NOTHING,
    demo: NOTHING,
    ...more,
  };
}

describe('groups of incidents', () => {
  it('take all pairs of a restart together and sum what they cost', () => {
    const [group, ...rest] = groupIncidents([
      incident({
        id: '10.1',
        pair: 'ETH-USD',
        from: '2026-11-20T10:00:00.900Z',
        to: '2026-11-20T10:00:25.000Z',
        demo: { ...NOTHING, predictions: 2, stakes: 15, stakesStr: '15.00' },
      }),
      incident({
        demo: { ...NOTHING, predictions: 1, stakes: 0.1, stakesStr: '0.10', rounds: 1, paid: 2.5, paidStr: '2.50' },
      }),
    ]);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({
      id: '10.1',
      pairs: ['BTC-USD', 'ETH-USD'],
      from: Date.parse('2026-11-20T10:00:00.000Z'),
      to: Date.parse('2026-11-20T10:00:25.000Z'),
      demo: { predictions: 3, rounds: 1, back: '17.600000' },
    });
    expect(group === undefined ? null : [hasCost(group.real), hasCost(group.demo)]).toEqual([false, true]);
  });

  it('keep apart other causes, other times, and what still lasts', () => {
    const groups = groupIncidents([
      incident({ id: '1', from: '2026-11-20T11:00:00.000Z' }),
      incident({ id: '2', to: null }),
      incident({ id: '3', cause: 'stale' }),
      incident({ id: '4' }),
    ]);
    expect(groups.map(({ id, to }) => [id, to === null])).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
      ['4', false],
    ]);
  });
});
