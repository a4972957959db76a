import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import { endStateOf } from './end-average.ts';
import type { PriceTick } from './end-average.ts';
import { judgeRound } from './outcome.ts';
import { StreamEnds } from './stream-ends.ts';
import { voidValueMilli } from './void-value.ts';
import { averagingMsOf, timesOf } from './windows.ts';

const T0 = 1_763_596_800_000;
const S = 2_000;
const FIVE = { pairId: 'P', windowSec: 300, startMs: T0 + 600_000 };
const QUARTER = { pairId: 'P', windowSec: 900, startMs: T0 + 900_000 };

/** A tick a second over [from, to], with a price by its time. */
function seconds(from: number, to: number, priceAt: (t: number) => number = (t) => 1_000 + (t % 97)): PriceTick[] {
  const ticks: PriceTick[] = [];
  for (let t = from; t <= to; t += 1_000) ticks.push({ seq: seqAt(t), t, tSource: t, price: priceAt(t), flags: 0 });
  return ticks;
}

/** The tick at `t` of `seconds`. */
const seqAt = (t: number) => (t - T0) / 1_000 + 10_000;

function fed(ticks: readonly PriceTick[]): StreamEnds {
  const ends = new StreamEnds({ staleAfterMs: S });
  for (const tick of ticks) ends.apply(tick);
  return ends;
}

function flagged(ticks: readonly PriceTick[], t: number, flags: number): PriceTick[] {
  return ticks.map((tick) => (tick.t === t ? { ...tick, flags } : tick));
}

describe('ends of ticks that were read later', () => {
  const all = flagged(seconds(T0, T0 + 2_400_000), T0 + 1_100_000, TICK_FLAGS.break);
  const rounds = [300, 900].flatMap((windowSec) =>
    [0, 1, 2, 3, 4, 5].map((n) => ({ pairId: 'P', windowSec, startMs: T0 + n * windowSec * 1_000 })),
  );

  it('are those of a run from the beginning, wherever the ticks are parted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: all.length - 1 }), (at) => {
        const ends = fed(all.slice(at));
        ends.load(fed(all.slice(0, at)));
        const whole = fed(all);
        const window = { from: (all[at]?.t ?? 0) - 60_000, to: all[at]?.t ?? 0 };
        for (const round of rounds) {
          const { startMs, endMs } = timesOf(round);
          // The averaging window in which the parting lies is known to neither.
          if ([startMs, endMs].some((end) => end > window.to && end - 60_000 <= window.to)) continue;
          expect(ends.verdictOf(round), `${round.windowSec} from ${startMs - T0}`).toEqual(whole.verdictOf(round));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('need something to stand before', () => {
    expect(() => fed([]).load(fed(all))).toThrow('nothing was fed');
  });
});

describe('the ends of a stream', () => {
  it('judge rounds of every window as their two runs alone do', () => {
    const pace = fc.record({ seed: fc.integer({ min: 1, max: 9_999 }), from: fc.integer({ min: 0, max: 200_000 }) });
    fc.assert(
      fc.property(pace, ({ seed, from }) => {
        const ticks: PriceTick[] = [];
        let price = 50_000;
        for (let [t, seq] = [T0 + from, 1]; t < T0 + 2_400_000; t += 1 + ((seq * seed) % 2_100), seq++) {
          price += ((seq * seed) % 7) - 3;
          ticks.push({
            seq,
            t,
            tSource: t - ((seq * seed) % 90),
            price,
            flags: (seq * seed) % 601 === 0 ? TICK_FLAGS.gap : 0,
          });
        }
        const ends = fed(ticks);
        for (const windowSec of [300, 900]) {
          const averagingMs = averagingMsOf(windowSec);
          for (let endMs = T0 + 300_000; endMs <= T0 + 2_100_000; endMs += windowSec * 1_000) {
            if (endMs % (windowSec * 1_000) !== 0) continue;
            const alone = endStateOf({ endMs, averagingMs, staleAfterMs: S }, ticks);
            expect(ends.endAt(endMs, averagingMs)).toEqual(alone);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('know the price to beat from the start on, and the result with the first tick at or after the end', () => {
    const ends = new StreamEnds({ staleAfterMs: S });
    const { startMs, endMs } = timesOf(FIVE);
    const path = (t: number) => (t < startMs ? 4_000 : 4_001);
    for (const tick of seconds(T0, startMs - 1_000, path)) ends.apply(tick);
    expect(ends.targetOf(FIVE)).toBe(null);
    for (const tick of seconds(startMs, endMs - 1_000, path)) ends.apply(tick);
    expect([ends.targetOf(FIVE), ends.verdictOf(FIVE)]).toEqual([4_000, null]);
    for (const tick of seconds(endMs, endMs, path)) ends.apply(tick);
    expect(ends.verdictOf(FIVE)).toMatchObject({
      outcome: 'UP',
      start: { sum: 4_000n * 30_000n },
      end: { sum: 4_001n * 30_000n },
    });
  });

  it('pass over a tick that was applied before', () => {
    const ticks = seconds(T0, T0 + 950_000);
    const ends = fed(ticks);
    ends.apply(ticks[3]!);
    expect(ends.last).toEqual(ticks.at(-1));
    expect(ends.verdictOf(FIVE)).toEqual(fed(ticks).verdictOf(FIVE));
  });

  it('void at once when the opening window fails, by the end when the closing one does', () => {
    const { startMs, endMs } = timesOf(FIVE);
    const holed = (from: number, to: number, until: number) =>
      fed(seconds(T0, until).filter(({ t }) => t <= from || t >= to));
    expect(holed(startMs - 20_000, startMs - 10_000, startMs).verdictOf(FIVE)).toEqual({
      outcome: 'VOID',
      reason: 'NO_ENTRY',
      faultAt: startMs - 18_000,
      faultSeq: seqAt(startMs - 10_000),
    });
    expect(holed(endMs - 20_000, endMs - 10_000, endMs - 5_000).verdictOf(FIVE)).toEqual({
      outcome: 'VOID',
      reason: 'STALE_EXIT',
      faultAt: endMs - 18_000,
      faultSeq: seqAt(endMs - 10_000),
    });
  });

  it('do not void for an outage between the windows, but for a break', () => {
    const { startMs, endMs } = timesOf(FIVE);
    const ticks = seconds(T0, endMs).filter(({ t }) => t <= startMs + 60_000 || t >= startMs + 100_000);
    const back = startMs + 100_000;
    const away = TICK_FLAGS.gap | TICK_FLAGS.resumed;
    expect(fed(flagged(ticks, back, away)).verdictOf(FIVE)?.outcome).not.toBe('VOID');
    expect(fed(flagged(ticks, back, away | TICK_FLAGS.break)).verdictOf(FIVE)).toEqual({
      outcome: 'VOID',
      reason: 'STALE_EXIT',
      faultAt: back,
      faultSeq: seqAt(back),
    });
  });

  it('do not count a break before the opening window or after the end', () => {
    const { startMs, endMs, averagingMs } = timesOf(FIVE);
    for (const t of [startMs - averagingMs - 1_000, endMs + 1_000]) {
      const ends = fed(flagged(seconds(T0, endMs + 5_000), t, TICK_FLAGS.break));
      expect(ends.verdictOf(FIVE)?.outcome).not.toBe('VOID');
    }
  });

  it('are the same after a restart when they are fed from a minute before the round on', () => {
    const { startMs, endMs } = timesOf(QUARTER);
    for (const flags of [0, TICK_FLAGS.break | TICK_FLAGS.gap]) {
      const ticks = flagged(seconds(T0, endMs), startMs + 300_000, flags);
      const again = fed(ticks.filter(({ t }) => t >= startMs - 60_000));
      expect(again.verdictOf(QUARTER)).toEqual(fed(ticks).verdictOf(QUARTER));
      expect(again.verdictOf(QUARTER)).not.toBe(null);
    }
  });

  it('do not wait for what was never seen: a round that began before the first tick is void', () => {
    const { startMs, averagingMs } = timesOf(FIVE);
    const unseen = { outcome: 'VOID', reason: 'NO_ENTRY', faultAt: startMs - averagingMs, faultSeq: null };
    expect(fed(seconds(startMs, startMs)).verdictOf(FIVE)).toEqual(unseen);
    expect(fed(seconds(startMs + 60_000, startMs + 90_000)).verdictOf(FIVE)).toEqual(unseen);
    // A first tick inside of the window: what was before it is not known.
    expect(fed(seconds(startMs - 20_000, startMs - 19_000)).verdictOf(FIVE)).toEqual(unseen);
    expect(fed(seconds(startMs - averagingMs, startMs - 1_000)).verdictOf(FIVE)).toBe(null);
    expect(fed([]).verdictOf(FIVE)).toBe(null);
  });

  it('forget what is older than a day and the longest wait', () => {
    const ends = fed(seconds(T0, T0 + 700_000));
    const later = T0 + 27 * 3_600_000;
    for (const tick of seconds(later, later + 1_000)) ends.apply(tick);
    expect(ends.endAt(T0 + 600_000, 30_000)).toEqual({ kind: 'waiting' });
    expect(ends.endAt(later - 600_000, 30_000).kind).toBe('fault');
  });

  it('let the clock end what waits in vain', () => {
    const { endMs } = timesOf(FIVE);
    const ends = fed(seconds(T0, endMs - 1_000));
    ends.sweep(endMs + 600_000);
    expect(ends.verdictOf(FIVE)).toBe(null);
    ends.sweep(endMs + 600_001);
    expect(ends.verdictOf(FIVE)).toEqual({
      outcome: 'VOID',
      reason: 'STALE_EXIT',
      faultAt: endMs,
      faultSeq: seqAt(endMs),
    });
  });

  it('give the maker what has passed of both windows, and nothing once one has failed', () => {
    const { startMs, endMs } = timesOf(FIVE);
    const ends = fed(seconds(T0, endMs - 10_000, () => 7));
    expect(ends.sumsOf(FIVE, endMs - 10_000)).toEqual({ at: endMs - 10_000, start: 7n * 30_000n, end: 7n * 20_000n });
    expect(ends.sumsOf({ ...FIVE, startMs: endMs }, endMs - 10_000)).toEqual({
      at: endMs - 10_000,
      start: 7n * 20_000n,
      end: 0n,
    });
    const holed = fed(seconds(T0, startMs + 5_000).filter(({ t }) => t < startMs - 20_000 || t > startMs - 15_000));
    expect(holed.sumsOf(FIVE, startMs + 5_000)).toBe(null);
  });
});

describe('the result of a round', () => {
  const value = (sum: bigint) => ({ kind: 'value', value: { sum, firstSeq: 1, lastSeq: 9 } }) as const;

  it('compares the exact sums: one unit in a minute decides, equal is a tie', () => {
    const judge = (start: bigint, end: bigint) =>
      judgeRound({ start: value(start), end: value(end), broken: null, wrongAt: null })?.outcome;
    expect([judge(600_000n, 600_001n), judge(600_001n, 600_000n), judge(600_000n, 600_000n)]).toEqual([
      'UP',
      'DOWN',
      'TIE',
    ]);
  });

  it('waits for both ends', () => {
    expect(judgeRound({ start: value(1n), end: { kind: 'waiting' }, broken: null, wrongAt: null })).toBe(null);
    expect(judgeRound({ start: { kind: 'waiting' }, end: value(1n), broken: null, wrongAt: null })).toBe(null);
  });
});

describe('the void value', () => {
  const ended = { faultAt: 500_000, cutOffAt: 900_000 };

  it('is the volume-weighted price of the 60 s before the fault, rounded half up', () => {
    const fills = [
      { t: 439_999, priceMilli: 990, lots: 1_000 },
      { t: 440_000, priceMilli: 400, lots: 100 },
      { t: 499_999, priceMilli: 401, lots: 100 },
      { t: 500_000, priceMilli: 10, lots: 1_000 },
    ];
    expect(voidValueMilli(fills, ended)).toBe(401);
    expect(voidValueMilli(fills.slice(0, 2), ended)).toBe(400);
  });

  it('is 0.50 without a fill', () => {
    expect(voidValueMilli([], ended)).toBe(500);
    expect(voidValueMilli([{ t: 100, priceMilli: 900, lots: 1 }], ended)).toBe(500);
  });

  it('looks at the last minute of trading when the fault comes after the cut-off', () => {
    const fills = [{ t: 850_000, priceMilli: 930, lots: 5 }];
    expect(voidValueMilli(fills, { faultAt: 990_000, cutOffAt: 900_000 })).toBe(930);
  });

  it('lies among the prices it is made of, and mirrors to 1.000 for the other share', () => {
    const fill = fc.record({
      t: fc.integer({ min: 440_000, max: 499_999 }),
      priceMilli: fc.integer({ min: 1, max: 999 }),
      lots: fc.integer({ min: 1, max: 10 ** 9 }),
    });
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1 }), (fills) => {
        const q = voidValueMilli(fills, ended);
        const prices = fills.map(({ priceMilli }) => priceMilli);
        expect(q).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(q).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });
});

describe('ticks that were corrected', () => {
  const { startMs, endMs } = timesOf(FIVE);
  const ends = ([from, to]: readonly [number, number], upTo = endMs + 5_000) => {
    const made = fed(seconds(T0, upTo));
    const seqAt = (t: number) => (t - T0) / 1_000 + 10_000;
    made.correct({ fromSeq: seqAt(from), toSeq: seqAt(to) });
    return made.verdictOf(FIVE);
  };
  const faultOf = (verdict: ReturnType<typeof ends>) =>
    verdict?.outcome === 'VOID' && verdict.reason === 'SOURCE_CORRECTION' ? verdict.faultAt : null;

  it.each([
    { where: 'before the opening average', range: [startMs - 40_000, startMs - 31_000], faultAt: null },
    { where: 'when it began', range: [startMs - 30_000, startMs - 30_000], faultAt: startMs - 30_000 },
    { where: 'at its last price', range: [startMs - 1_000, startMs - 1_000], faultAt: startMs - 30_000 },
    { where: 'at the tick that ends it', range: [startMs, startMs + 10_000], faultAt: null },
    { where: 'in the closing average', range: [endMs - 5_000, endMs + 1_000], faultAt: endMs - 30_000 },
  ] as const)('$where', ({ range, faultAt }) => {
    expect(faultOf(ends(range))).toBe(faultAt);
  });

  it('void a round that is under way, and not one whose average is not made yet', () => {
    const opening = { firstSeq: (startMs - 30_000 - T0) / 1_000 + 10_000, lastSeq: (startMs - T0) / 1_000 + 10_000 };
    const voided = { outcome: 'VOID', start: opening, end: null };
    expect(ends([startMs - 2_000, startMs - 1_000], startMs + 60_000)).toMatchObject(voided);
    expect(ends([startMs - 2_000, startMs - 1_000], startMs - 500)).toBe(null);
  });
});
