import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import { EndAverager, endStateOf, meanPrice } from './end-average.ts';
import type { EndTerms, PriceTick } from './end-average.ts';

const E = 1_000_000;
const TERMS: EndTerms = { endMs: E, averagingMs: 30_000, staleAfterMs: 2_000 };
const W = E - 30_000;

/** Ticks of [t, price], stated the moment they came. */
function run(
  rows: readonly (readonly [t: number, price: number])[],
  flags: Readonly<Record<number, number>> = {},
): PriceTick[] {
  return rows.map(([t, price], index) => ({ seq: index + 1, t, tSource: t, price, flags: flags[index] ?? 0 }));
}

/** A tick a second from `from` to `to`. */
function seconds(from: number, to: number): [number, number][] {
  const rows: [number, number][] = [];
  for (let t = from; t <= to; t += 1_000) rows.push([t, 5_000 + ((t / 1_000) % 7)]);
  return rows;
}

/** The rule as it reads: each millisecond of the window has the price of the last tick at or before it. */
function naiveSum(ticks: readonly PriceTick[], terms: EndTerms): bigint {
  let sum = 0n;
  for (let ms = terms.endMs - terms.averagingMs; ms < terms.endMs; ms++) {
    const standing = ticks.findLast((tick) => tick.t <= ms);
    sum += BigInt(standing!.price);
  }
  return sum;
}

const streams = fc
  .record({
    lead: fc.integer({ min: 0, max: 500 }),
    steps: fc.array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: -50, max: 99_999 })), {
      minLength: 60,
      maxLength: 120,
    }),
    averagingMs: fc.integer({ min: 1, max: 400 }),
  })
  .map(({ lead, steps, averagingMs }) => {
    let t = E - averagingMs - lead;
    const rows = steps.map(([wait, price], index) => [(t += index === 0 ? 0 : wait), price] as const);
    rows.push([Math.max(t, E), 1]);
    return { ticks: run(rows), terms: { ...TERMS, averagingMs, staleAfterMs: 10_000 } };
  });

describe('the average at an end of a round', () => {
  it('is the sum of price x overlap, as a naive walk over each millisecond has it', () => {
    fc.assert(
      fc.property(streams, ({ ticks, terms }) => {
        const state = endStateOf(terms, ticks);
        expect(state.kind).toBe('value');
        if (state.kind !== 'value') return;
        expect(state.value.sum).toBe(naiveSum(ticks, terms));
        expect(state.value.firstSeq).toBe(ticks.findLast(({ t }) => t <= terms.endMs - terms.averagingMs)!.seq);
        expect(state.value.lastSeq).toBe(ticks.find(({ t }) => t >= terms.endMs)!.seq);
      }),
    );
  });

  it('needs nothing but its own run, and ticks that come twice change nothing', () => {
    fc.assert(
      fc.property(streams, fc.integer({ min: 0, max: 60 }), ({ ticks, terms }, again) => {
        const whole = endStateOf(terms, ticks);
        if (whole.kind !== 'value') throw new Error('no value');
        const { firstSeq, lastSeq } = whole.value;
        const own = ticks.filter(({ seq }) => seq >= firstSeq && seq <= lastSeq);
        expect(endStateOf(terms, own)).toEqual(whole);
        expect(endStateOf(terms, [...own.slice(0, again), ...own])).toEqual(whole);
      }),
    );
  });

  it('counts what has passed until now as the final sum will', () => {
    const ticks = run([
      [W - 500, 100],
      [W + 1_000, 200],
      [W + 2_500, 300],
    ]);
    const averager = new EndAverager(TERMS);
    expect(averager.sumAt(W + 1)).toBe(0n);
    ticks.forEach((tick) => averager.apply(tick));
    expect(averager.sumAt(W + 3_000)).toBe(100n * 1_000n + 200n * 1_500n + 300n * 500n);
    expect(averager.sumAt(E + 5)).toBe(100n * 1_000n + 200n * 1_500n + 300n * 27_500n);
  });

  it('waits for the first tick at or after the end, which may stand exactly there', () => {
    const ticks = run(seconds(W - 1_000, E - 1_000));
    expect(endStateOf(TERMS, ticks).kind).toBe('waiting');
    expect(endStateOf(TERMS, run(seconds(W - 1_000, E))).kind).toBe('value');
  });

  it('takes the last of several ticks that stand exactly at the window', () => {
    const ticks = run([[W - 400, 1], [W, 2], [W, 3], ...seconds(W + 1_000, E)]);
    const state = endStateOf(TERMS, ticks);
    expect(state).toMatchObject({ kind: 'value', value: { firstSeq: 3 } });
    expect(state.kind === 'value' && state.value.sum).toBe(naiveSum(ticks, TERMS));
  });

  it('has no value without a tick at or before the window', () => {
    expect(endStateOf(TERMS, run(seconds(W + 1, E)))).toEqual({
      kind: 'fault',
      fault: { why: 'unknown', at: W, seq: null },
    });
  });
});

describe('faults of an averaging window', () => {
  const stale = (holeFrom: number, holeTo: number) => {
    const rows = seconds(W - 10_000, E + 5_000).filter(([t]) => t <= holeFrom || t >= holeTo);
    return endStateOf(TERMS, run(rows));
  };
  /** The fault that the tick after the hole shows. */
  const staleAt = (at: number, holeFrom: number) => ({
    kind: 'fault',
    fault: { why: 'stale', at, seq: (holeFrom - (W - 10_000)) / 1_000 + 2 },
  });

  it('are a price older than S inside it, and not one ms less', () => {
    expect(stale(W + 5_000, W + 7_000).kind).toBe('value');
    expect(stale(W + 5_000, W + 8_000)).toEqual(staleAt(W + 7_000, W + 5_000));
  });

  it('count age by the time the sources state, not by ours', () => {
    const ticks = run(seconds(W - 10_000, E + 5_000)).map((tick) =>
      tick.t >= W + 5_000 ? { ...tick, tSource: W + 4_000 } : tick,
    );
    expect(endStateOf(TERMS, ticks)).toEqual(staleAt(W + 6_000, W + 6_000));
  });

  it('do not look outside of the window: a hole before it, and one that begins with the end', () => {
    expect(stale(W - 9_000, W).kind).toBe('value');
    // The hole reaches into the window: at W the price was too old already.
    expect(stale(W - 9_000, W + 1_000)).toEqual(staleAt(W, W - 9_000));
    expect(stale(E - 1_000, E + 4_000).kind).toBe('value');
    expect(stale(E - 3_000, E + 4_000)).toEqual(staleAt(E - 1_000, E - 3_000));
  });

  it.each([TICK_FLAGS.gap, TICK_FLAGS.resumed, TICK_FLAGS.break])(
    'are a tick with flag %i after a price that stood in it',
    (flag) => {
      const rows = seconds(W - 2_000, E + 2_000);
      const flaggedAt = (t: number) => endStateOf(TERMS, run(rows, { [rows.findIndex((row) => row[0] === t)]: flag }));
      expect(flaggedAt(W + 4_000)).toEqual({ kind: 'fault', fault: { why: 'gap', at: W + 3_000, seq: 7 } });
      expect(flaggedAt(E)).toEqual({ kind: 'fault', fault: { why: 'gap', at: E - 1_000, seq: 33 } });
      expect(flaggedAt(W).kind).toBe('value');
      expect(flaggedAt(E + 1_000).kind).toBe('value');
    },
  );

  it('leave heartbeats and the marks of a period alone', () => {
    const rows = seconds(W - 2_000, E);
    const marks = TICK_FLAGS.heartbeat | TICK_FLAGS.sessionOpen | TICK_FLAGS.sessionClose;
    expect(endStateOf(TERMS, run(rows, Object.fromEntries(rows.map((_row, index) => [index, marks])))).kind).toBe(
      'value',
    );
  });

  it('are a first tick behind the end that comes later than 10 min, by tick and by clock', () => {
    const rows = seconds(W - 1_000, E - 500);
    const after = (t: number) => endStateOf(TERMS, run([...rows, [t, 7]]));
    expect(after(E + 600_000).kind).toBe('value');
    const late = { kind: 'fault', fault: { why: 'late', at: E, seq: rows.length + 1 } };
    expect(after(E + 600_001)).toEqual(late);
    const averager = new EndAverager(TERMS);
    run(rows).forEach((tick) => averager.apply(tick));
    averager.sweep(E + 600_000);
    expect(averager.state.kind).toBe('waiting');
    averager.sweep(E + 600_001);
    // The tick that will show it has not come yet.
    expect(averager.state).toEqual(late);
  });

  it('stand: a later tick does not heal them', () => {
    const averager = new EndAverager(TERMS);
    run(seconds(W + 1, E + 9_000)).forEach((tick) => averager.apply(tick));
    expect(averager.state.kind).toBe('fault');
  });
});

describe('the price to beat', () => {
  it('is the average rounded half up to the precision of the pair', () => {
    expect(meanPrice({ sum: 9_123_456n * 30_000n }, 30_000)).toBe(9_123_456);
    expect(meanPrice({ sum: 10n * 30_000n + 15_000n }, 30_000)).toBe(11);
    expect(meanPrice({ sum: 10n * 30_000n + 14_999n }, 30_000)).toBe(10);
    expect(meanPrice({ sum: -10n * 30_000n - 15_000n }, 30_000)).toBe(-10);
    expect(meanPrice({ sum: -10n * 30_000n - 15_001n }, 30_000)).toBe(-11);
  });

  it('is never more than half a unit off', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom(30_000, 60_000), (sum, w) => {
        const off = 2n * (BigInt(meanPrice({ sum }, w)) * BigInt(w) - sum);
        expect(off <= BigInt(w) && off >= -BigInt(w)).toBe(true);
      }),
    );
  });
});
