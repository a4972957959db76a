import { describe, expect, test } from 'vitest';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import { MOST_LABELS, triggerLines, type TriggerInput } from './chart-triggers.ts';
import { waitingAfter, waitingForPrice } from '../scheduled/waiting.ts';

const bars = [
  { high: 105, low: 100, close: 102 },
  { high: 110, low: 101, close: 104 },
];

function entry(id: string, more: Partial<ScheduledWire> = {}): ScheduledWire {
  return {
    id,
    realm: 'demo',
    pair: 'BTC-USD',
    direction: 'UP',
    stake: 25,
    stakeStr: '25.00',
    durationSec: 60,
    minPayout: 0.8,
    at: null,
    price: 108,
    priceStr: '108',
    crosses: 'UP',
    status: 'WAITING',
    reason: null,
    predictionId: null,
    placedAt: '2026-11-20T17:00:00.000Z',
    expiresAt: '2026-11-21T17:00:00.000Z',
    endedAt: null,
    ...more,
  };
}

const lines = (entries: readonly ScheduledWire[], more: Partial<TriggerInput> = {}) =>
  triggerLines({
    bars,
    entries,
    labelOf: (one) => ({ long: `${one.priceStr} ${one.stakeStr}`, short: String(one.priceStr) }),
    ...more,
  });

describe('entries that wait', () => {
  const frame = (data: unknown, snapshot?: true) => ({
    ch: 'scheduled',
    seq: 1,
    t: 0,
    data,
    ...(snapshot === true ? { snapshot } : {}),
  });
  test('are those of the snapshot, the newest that were placed since, and without those that ended', () => {
    const first = waitingAfter([entry('old')], frame([entry('a'), entry('b')], true));
    expect(first.map(({ id }) => id)).toEqual(['a', 'b']);
    const placed = waitingAfter(first, frame(entry('c')));
    expect(placed.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    const cancelled = waitingAfter(placed, frame(entry('a', { status: 'CANCELLED' })));
    expect(cancelled.map(({ id }) => id)).toEqual(['c', 'b']);
    const opened = waitingAfter(cancelled, frame(entry('c', { status: 'TRIGGERED' })));
    expect(opened.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('what the chart shows of entries that wait', () => {
  test('are those of its pair that wait for a price', () => {
    const all = [
      entry('here'),
      entry('elsewhere', { pair: 'ETH-USD' }),
      entry('by time', { price: null, priceStr: null, crosses: null, at: '2026-11-20T18:00:00.000Z' }),
      entry('cancelled', { status: 'CANCELLED' }),
      entry('opened', { status: 'TRIGGERED' }),
    ];
    expect(waitingForPrice(all, 'BTC-USD').map(({ id }) => id)).toEqual(['here']);
  });

  test('is a line at the trigger, with the way it predicts and its label', () => {
    expect(lines([entry('a', { direction: 'DOWN' })])).toEqual([
      { id: 'a', direction: 'DOWN', price: 108, label: { long: '108 25.00', short: '108' }, place: 'near' },
    ]);
  });

  test.each([
    { price: 120, place: 'near' },
    { price: 120.1, place: 'far' },
    { price: 90, place: 'near' },
    { price: 89.9, place: 'far' },
  ])('at $price is $place: one height of the picture away, and no farther', ({ price, place }) => {
    expect(lines([entry('a', { price })])[0]?.place).toBe(place);
  });

  test('has labels on the nearest only', () => {
    const many = [118, 103, 90, 105, 111].map((price) => entry(String(price), { price }));
    const shown = lines(many);
    expect(shown.map(({ id }) => id)).toEqual(['103', '105', '111', '118', '90']);
    expect(shown.map(({ label }) => label !== null)).toEqual([true, true, true, false, false]);
    expect(MOST_LABELS).toBe(3);
  });

  test('is nothing before there are prices', () => {
    expect(lines([entry('a')], { bars: [] })).toEqual([]);
  });
});
