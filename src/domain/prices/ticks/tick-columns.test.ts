import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawQuote } from '../raw-quotes.ts';
import { plainHeartbeat, type StoredTick } from './stored-tick.ts';
import { decodeTicks, encodeTicks } from './tick-columns.ts';

const price = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 100).toFixed(2)),
  fc.constantFrom('1e-7', '007.10', '0', '12345678901234567890.5', '0.00000001', '5.'),
);
const quote: fc.Arbitrary<RawQuote> = fc.record({
  src: fc.constantFrom('binance', 'kraken', 'okx', 'Börse 😀'),
  price,
  t: fc.integer({ min: 0, max: 2 ** 41 }),
  id: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 2 ** 40 }).map(String),
    fc.constantFrom('', 'a-1', '007', '9007199254740993'),
  ),
});

/** Steps from one tick to the next, mixed with runs of heartbeats. */
const step = fc.record({
  after: fc.integer({ min: 0, max: 5_000 }),
  moved: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  lag: fc.integer({ min: 0, max: 3_000 }),
  flags: fc.integer({ min: 0, max: 63 }),
  sources: fc.integer({ min: 0, max: 6 }),
  mad: fc.integer({ min: 0, max: 1_000 }),
  said: fc.oneof(
    fc.constant(null),
    fc.constantFrom('replay', 'finnhub'),
    fc.array(quote, { minLength: 1, maxLength: 5 }),
  ),
  recorded: fc.oneof(
    fc.constant(null),
    fc.record({ row: fc.integer({ min: 1, max: 1e6 }), ts: fc.integer({ min: 0, max: 2 ** 41 }) }),
  ),
  beats: fc.integer({ min: 0, max: 5 }),
  beatMove: fc.constantFrom(0, 1_000, 997, -1),
});

const runs = fc.array(step, { maxLength: 60 }).map((steps) => {
  const ticks: StoredTick[] = [];
  let t = 1_763_650_800_000;
  let at = 9_123_456;
  for (const { after, moved, lag, beats, beatMove, ...rest } of steps) {
    t += after;
    at += moved;
    let tick: StoredTick = { ...rest, t, tSource: t - lag, price: at };
    ticks.push(tick);
    for (let i = 0; i < beats; i++) {
      tick = plainHeartbeat(tick, beatMove);
      ticks.push(tick);
    }
    t = tick.t;
  }
  return ticks;
});

describe('stored ticks', () => {
  it('come back exactly, whatever they hold', () => {
    fc.assert(
      fc.property(runs, (ticks) => {
        expect(decodeTicks(encodeTicks(ticks))).toEqual(ticks);
      }),
      { numRuns: 300 },
    );
  });

  it('keep an hour of heartbeats in a few bytes', () => {
    const first: StoredTick = {
      t: 1_763_650_800_000,
      tSource: 1_763_650_799_990,
      price: 9_123_456,
      flags: 0,
      sources: 1,
      mad: 0,
      said: 'replay',
      recorded: { row: 1, ts: 1_400_000_000_000 },
    };
    const ticks = [first];
    for (let i = 0; i < 3_600; i++) ticks.push(plainHeartbeat(ticks.at(-1) ?? first, 1_000));
    expect(encodeTicks(ticks).length).toBeLessThan(100);
  });

  it('refuse bytes that are cut or of another version', () => {
    const bytes = encodeTicks([
      { t: 5, tSource: 5, price: 1, flags: 0, sources: 1, mad: 0, said: 'replay', recorded: null },
    ]);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeTicks(bytes.slice(0, length))).toThrow(/bytes end too early|no source|hold more/);
    expect(() => decodeTicks(Uint8Array.from([9, ...bytes.slice(1)]))).toThrow('version');
  });
});
