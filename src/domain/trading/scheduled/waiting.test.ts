import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../../money.ts';
import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import type { Tick } from '../../prices/ticks/tick.ts';
import { ended, expiryOf, lastMoment, LONGEST_WAIT_MS } from './entry.ts';
import type { ScheduledEntry, Trigger } from './entry.ts';
import { WaitingEntries } from './waiting.ts';

const NOW = 1_800_000_000_000;
const EMPTY = new Uint8Array();

function entryOf(id: string, trigger: Trigger, changes: Partial<ScheduledEntry> = {}): ScheduledEntry {
  return {
    id,
    realm: 'demo',
    userId: 'ada',
    pairId: 'BTC-USD',
    stream: 4,
    direction: 'UP',
    stake: usdt(10_000_000n),
    durationSec: 60,
    minPayoutBps: 8_000,
    trigger,
    placedAt: NOW,
    expiresAt: lastMoment(trigger, NOW),
    kPlaced: 10,
    status: 'WAITING',
    reason: null,
    predictionId: null,
    mark: null,
    endedAt: null,
    ...changes,
  };
}

const rises = (id: string, price: number) => entryOf(id, { kind: 'price', price, crosses: 'UP' });
const falls = (id: string, price: number) => entryOf(id, { kind: 'price', price, crosses: 'DOWN' });

function tickOf(price: number, changes: Partial<Tick> = {}): Tick {
  const times = { t: NOW, tSource: NOW };
  const record = { record: EMPTY, head: EMPTY, recorded: null };
  return { stream: 4, seq: 11, price, flags: 0, sources: 1, mad: 0, ...times, ...record, ...changes };
}

const idsOf = (entries: readonly ScheduledEntry[]) => entries.map(({ id }) => id);

describe('entries that wait for a price', () => {
  it('are reached by a tick at their price or beyond it, from their own side, once', () => {
    const waiting = new WaitingEntries();
    for (const one of [rises('a', 105), rises('b', 103), falls('c', 95)]) waiting.add(one);
    expect(waiting.isReachedBy(tickOf(102))).toBe(false);
    expect(waiting.reachedBy(tickOf(102))).toEqual([]);
    expect(idsOf(waiting.reachedBy(tickOf(103)))).toEqual(['b']);
    expect(idsOf(waiting.reachedBy(tickOf(110)))).toEqual(['a']);
    expect(waiting.isReachedBy(tickOf(110))).toBe(false);
    expect(idsOf(waiting.reachedBy(tickOf(94)))).toEqual(['c']);
    expect(waiting.size).toBe(3);
  });

  it('are not reached on another stream, nor by a tick from before they were placed', () => {
    const waiting = new WaitingEntries();
    waiting.add(rises('a', 105));
    expect(waiting.isReachedBy(tickOf(200, { stream: 8 }))).toBe(false);
    expect(waiting.reachedBy(tickOf(200, { seq: 10 }))).toEqual([]);
    expect(idsOf(waiting.reachedBy(tickOf(200, { seq: 11 })))).toEqual(['a']);
  });

  it('are reached again when they were put back, and never when they have ended', () => {
    const waiting = new WaitingEntries();
    waiting.add(rises('a', 105));
    waiting.add(rises('b', 105));
    const [first] = waiting.reachedBy(tickOf(105));
    waiting.remove('b');
    waiting.arm(first!);
    expect(idsOf(waiting.reachedBy(tickOf(105)))).toEqual(['a']);
  });

  it('are parted from their prices by a break', () => {
    const waiting = new WaitingEntries();
    waiting.add(rises('a', 105));
    waiting.add(entryOf('b', { kind: 'time', at: NOW + 1 }));
    expect(waiting.cutBy(tickOf(100))).toEqual([]);
    const flags = TICK_FLAGS.break | TICK_FLAGS.gap;
    expect(idsOf(waiting.cutBy(tickOf(100, { flags })))).toEqual(['a']);
    expect(waiting.cutBy(tickOf(100, { flags, seq: 10 }))).toEqual([]);
  });

  it('come as a walk through the prices says, whatever the queue holds', () => {
    const walk = fc.array(fc.integer({ min: 90, max: 110 }), { maxLength: 40 });
    const wanted = fc.array(fc.tuple(fc.integer({ min: 90, max: 110 }), fc.boolean()), { maxLength: 20 });
    fc.assert(
      fc.property(walk, wanted, (prices, entries) => {
        const waiting = new WaitingEntries();
        const naive = new Map<string, { price: number; up: boolean }>();
        entries.forEach(([price, up], index) => {
          waiting.add(up ? rises(`${index}`, price) : falls(`${index}`, price));
          naive.set(`${index}`, { price, up });
        });
        prices.forEach((price, index) => {
          const expected = [...naive].filter(([, one]) => (one.up ? price >= one.price : price <= one.price));
          for (const [id] of expected) naive.delete(id);
          const found = idsOf(waiting.reachedBy(tickOf(price, { seq: 11 + index })));
          expect(found.toSorted()).toEqual(expected.map(([id]) => id).toSorted());
        });
      }),
    );
  });
});

describe('entries that wait for a time', () => {
  it('are reached at it, in its order', () => {
    const waiting = new WaitingEntries();
    waiting.add(entryOf('late', { kind: 'time', at: NOW + 2_000 }));
    waiting.add(entryOf('soon', { kind: 'time', at: NOW + 1_000 }));
    expect(waiting.reachedAt(NOW + 999)).toEqual([]);
    expect(idsOf(waiting.reachedAt(NOW + 5_000))).toEqual(['soon', 'late']);
    expect(waiting.reachedAt(NOW + 5_000)).toEqual([]);
  });
});

describe('a person', () => {
  it('has their own, of each realm', () => {
    const waiting = new WaitingEntries();
    waiting.add(rises('a', 105));
    waiting.add(entryOf('b', { kind: 'time', at: NOW }, { realm: 'real' }));
    waiting.add(entryOf('c', { kind: 'time', at: NOW }, { userId: 'ben' }));
    expect(idsOf(waiting.of('ada', 'demo'))).toEqual(['a']);
    expect(idsOf(waiting.of('ada', 'real'))).toEqual(['b']);
    waiting.remove('a');
    waiting.remove('a');
    expect(waiting.of('ada', 'demo')).toEqual([]);
    expect(waiting.get('a')).toBeNull();
    expect(waiting.size).toBe(2);
  });
});

describe('an entry', () => {
  it('expires after 24 h, a minute after its time, or with its market', () => {
    expect(expiryOf(rises('a', 105))).toBe('span');
    expect(rises('a', 105).expiresAt).toBe(NOW + LONGEST_WAIT_MS);
    const timed = entryOf('b', { kind: 'time', at: NOW + 5_000 });
    expect(timed.expiresAt).toBe(NOW + 65_000);
    expect(expiryOf(timed)).toBe('late');
    expect(expiryOf({ ...timed, expiresAt: NOW + 6_000 })).toBe('session');
  });

  it('ends once, and says how', () => {
    const mark = { seq: 11, t: NOW, price: 105 };
    const triggered = ended(rises('a', 105), { event: 'trigger', predictionId: 'p', mark }, NOW + 1);
    expect(triggered).toMatchObject({ status: 'TRIGGERED', predictionId: 'p', mark, reason: null, endedAt: NOW + 1 });
    const cancelled = ended(rises('a', 105), { event: 'cancel', reason: null }, NOW);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', predictionId: null, mark: null, reason: null });
    const expired = ended(rises('a', 105), { event: 'expire', reason: 'span' }, NOW);
    expect(expired).toMatchObject({ status: 'EXPIRED', reason: 'span' });
    const refused = ended(rises('a', 105), { event: 'refuse', reason: 'NoBalance', mark }, NOW);
    expect(refused).toMatchObject({ status: 'REFUSED_AT_TRIGGER', reason: 'NoBalance', predictionId: null });
    for (const over of [triggered, cancelled, expired, refused]) {
      expect(() => ended(over, { event: 'cancel', reason: null }, NOW)).toThrow(over.status);
    }
  });
});
