import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '../money.ts';
import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import type { OpenPrediction } from './open-prediction.ts';
import type { Prediction } from './prediction.ts';
import { StreamBook } from './stream-book.ts';

const RULE = { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 };

interface Made {
  readonly dt: number;
  readonly lag: number;
  readonly price: number;
  readonly flags: number;
}

function ticksOf(made: readonly Made[]): Tick[] {
  let t = 10_000;
  let tSource = 0;
  return made.map(({ dt, lag, price, flags }, index) => {
    t += dt;
    tSource = Math.max(tSource, t - lag);
    const head = new Uint8Array([index]);
    return {
      stream: 4,
      seq: index + 1,
      t,
      tSource,
      price,
      flags,
      sources: 1,
      mad: 0,
      record: head,
      head,
      recorded: null,
    };
  });
}

function openOf(at: { id: string; kAdm: number; admittedAt: number; durationMs: number; up: boolean }): OpenPrediction {
  const prediction: Prediction = {
    id: at.id,
    realm: 'demo',
    userId: 'someone',
    pairId: 'BTC-USD',
    feed: 'live',
    direction: at.up ? 'UP' : 'DOWN',
    stake: usdt(10_000_000n),
    payoutBps: 8_200,
    durationMs: at.durationMs,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: at.admittedAt,
    kAdm: at.kAdm,
    hAdm: '',
    salt: '',
    rulesHash: '',
    shard: 0,
    batch: 1,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
  };
  return { prediction, stream: 4, rule: RULE, entryRecords: null, entryStored: false };
}

/** The rule of docs/rules/settlement.md word by word, over all ticks at once; null while undecided. */
function naiveScan(prediction: Prediction, ticks: readonly Tick[]): string | null {
  const { kAdm, admittedAt, durationMs, direction } = prediction;
  const above = ticks.filter((tick) => tick.seq > kAdm);
  const firstBreak = above.find((tick) => (tick.flags & TICK_FLAGS.break) !== 0)?.seq ?? Infinity;
  const e = above.find(
    (tick) => tick.tSource >= admittedAt + RULE.deltaMs && tick.t <= admittedAt + RULE.maxEntryWaitMs,
  );
  const tooLate = above.find((tick) => tick.t > admittedAt + RULE.maxEntryWaitMs)?.seq ?? Infinity;
  if (e === undefined || firstBreak <= e.seq) {
    return Math.min(firstBreak, tooLate) === Infinity ? null : 'VOID NO_ENTRY';
  }
  const expiresAt = e.t + durationMs;
  const next = ticks.find((tick) => tick.seq > e.seq && tick.t > expiresAt);
  if (firstBreak <= (next?.seq ?? Infinity) && firstBreak !== Infinity) return `${e.seq} VOID STALE_EXIT`;
  if (next === undefined) return null;
  const x = ticks.findLast((tick) => tick.t <= expiresAt)!;
  const away = (next.flags & (TICK_FLAGS.gap | TICK_FLAGS.resumed)) !== 0;
  if (away || expiresAt - x.tSource > RULE.staleAfterMs) return `${e.seq} VOID STALE_EXIT`;
  if (x.price === e.price) return `${e.seq} ${x.seq} TIE`;
  return `${e.seq} ${x.seq} ${x.price > e.price === (direction === 'UP') ? 'WIN' : 'LOSE'}`;
}

/** What the book says of each prediction, in the scan's words; predictions join when their K_adm is the last tick. */
function bookScan(opens: readonly OpenPrediction[], ticks: readonly Tick[]): Map<string, string> {
  const book = new StreamBook();
  const said = new Map<string, string>();
  const waiting = [...opens];
  const join = (seq: number) => {
    while (waiting[0] !== undefined && waiting[0].prediction.kAdm <= seq) book.add(waiting.shift()!);
  };
  join(0);
  for (const tick of ticks) {
    for (const effect of book.apply(tick)) {
      if (effect.kind !== 'finished') continue;
      const { open, finish } = effect;
      const { verdict } = finish;
      const entry = open.prediction.entry === null ? '' : `${open.prediction.entry.seq} `;
      said.set(
        open.prediction.id,
        verdict.outcome === 'VOID'
          ? `${entry}VOID ${verdict.voidReason}`
          : `${entry}${finish.exit?.seq} ${verdict.outcome}`,
      );
    }
    join(tick.seq);
  }
  return said;
}

// Steps of 0 and of whole delta, W, S and durations put expiries on tick boundaries, equal timestamps and gaps.
const madeTick = fc.record({
  dt: fc.oneof(fc.constantFrom(0, 0, 1, 250, 500, 1_000, 2_000, 5_000), fc.integer({ min: 0, max: 3_000 })),
  lag: fc.oneof(fc.constant(0), fc.constantFrom(1, 500, 2_000, 2_001), fc.integer({ min: 0, max: 2_500 })),
  price: fc.integer({ min: 100, max: 103 }),
  flags: fc.oneof(
    { weight: 40, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.constantFrom(1, 16, 17, 8) },
    { weight: 1, arbitrary: fc.constant(TICK_FLAGS.break | TICK_FLAGS.gap | TICK_FLAGS.resumed) },
  ),
});
interface Wish {
  readonly after: number;
  readonly late: number;
  readonly durationMs: number;
  readonly up: boolean;
}
const wish: fc.Arbitrary<Wish> = fc.record({
  after: fc.nat(),
  late: fc.constantFrom(0, 0, 1, 250, 499, 500, 501),
  durationMs: fc.constantFrom(500, 1_000, 2_000, 5_000, 15_000),
  up: fc.boolean(),
});

function opensOf(wishes: readonly Wish[], ticks: readonly Tick[]): OpenPrediction[] {
  const terms = wishes
    .map(({ after, late, durationMs, up }) => {
      const kAdm = 1 + (after % ticks.length);
      return { kAdm, admittedAt: ticks[kAdm - 1]!.t + late, durationMs, up };
    })
    .toSorted((a, b) => a.kAdm - b.kAdm || a.admittedAt - b.admittedAt);
  // T_adm never falls while K_adm grows: the engine holds it so.
  let admittedAt = 0;
  return terms.map((one, index) => {
    admittedAt = Math.max(admittedAt, one.admittedAt);
    return openOf({ ...one, admittedAt, id: String(index) });
  });
}

describe('the book of a stream', () => {
  it('decides as the naive scan does, 100,000 expiries on boundaries, equal times, gaps and breaks (R-50)', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.array(madeTick, { minLength: 2, maxLength: 80 }),
        fc.array(wish, { minLength: 20, maxLength: 60 }),
        (made, wishes) => {
          const ticks = ticksOf(made);
          const opens = opensOf(wishes, ticks);
          const said = bookScan(opens, ticks);
          for (const { prediction } of opens) {
            const naive = naiveScan({ ...prediction, entry: null, expiresAt: null }, ticks);
            if ((said.get(prediction.id) ?? null) !== naive) {
              throw new Error(`${prediction.id}: book ${said.get(prediction.id)}, scan ${naive}`);
            }
            const result = naive?.split(' ').at(-1) ?? 'undecided';
            counts.set(result, (counts.get(result) ?? 0) + 1);
          }
        },
      ),
      { numRuns: 10_000 },
    );
    const decided = [...counts].filter(([result]) => result !== 'undecided');
    expect(decided.map(([result]) => result).toSorted()).toEqual(['LOSE', 'NO_ENTRY', 'STALE_EXIT', 'TIE', 'WIN']);
    expect(Math.min(...decided.map(([, count]) => count))).toBeGreaterThan(2_000);
    expect(decided.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(100_000);
  });

  it('would notice an exit that is off by one', () => {
    const ticks = ticksOf([
      { dt: 0, lag: 0, price: 100, flags: 0 },
      { dt: 500, lag: 0, price: 100, flags: 0 },
      { dt: 1_000, lag: 0, price: 101, flags: 0 },
      { dt: 1, lag: 0, price: 99, flags: 0 },
    ]);
    const open = openOf({ id: 'a', kAdm: 1, admittedAt: ticks[0]!.t, durationMs: 1_000, up: true });
    expect(bookScan([open], ticks).get('a')).toBe('2 3 WIN');
    expect(naiveScan({ ...open.prediction, entry: null }, ticks.slice(0, 3))).toBeNull();
  });

  it('voids by the clock: no entry 60 s after W, no proof 10 min after the expiry', () => {
    const [first, entry] = ticksOf([
      { dt: 0, lag: 0, price: 100, flags: 0 },
      { dt: 500, lag: 0, price: 100, flags: 0 },
    ]) as [Tick, Tick];
    const book = new StreamBook();
    book.apply(first);
    const early = openOf({ id: 'early', kAdm: 1, admittedAt: first.t, durationMs: 1_000, up: true });
    book.add(early);
    book.apply(entry);
    const late = openOf({ id: 'late', kAdm: 2, admittedAt: entry.t, durationMs: 1_000, up: true });
    book.add(late);
    expect(book.size).toBe(2);
    expect(book.sweep(entry.t + 64_999)).toEqual([]);
    expect(book.sweep(entry.t + 65_000)).toMatchObject([
      { open: { prediction: { id: 'late' } }, finish: { verdict: { voidReason: 'NO_ENTRY' } } },
    ]);
    expect(book.sweep(entry.t + 600_999)).toEqual([]);
    expect(book.sweep(entry.t + 601_000)).toMatchObject([
      { open: { prediction: { id: 'early' } }, finish: { verdict: { voidReason: 'STALE_EXIT' } } },
    ]);
    expect(book.size).toBe(0);
  });

  it('takes the last tick a second time without deciding twice, and refuses an older one', () => {
    const ticks = ticksOf(Array.from({ length: 4 }, () => ({ dt: 600, lag: 0, price: 100, flags: 0 })));
    const book = new StreamBook();
    book.apply(ticks[0]!);
    book.add(openOf({ id: 'a', kAdm: 1, admittedAt: ticks[0]!.t, durationMs: 500, up: true }));
    expect(book.apply(ticks[1]!)).toHaveLength(1);
    expect(book.apply(ticks[1]!)).toEqual([]);
    expect(() => book.apply(ticks[0]!)).toThrow('tick 1 after 2');
    expect(book.apply(ticks[2]!)).toHaveLength(1);
  });

  it('leaves alone who was admitted behind a break that comes again after a restart', () => {
    const flags = TICK_FLAGS.break | TICK_FLAGS.gap;
    const ticks = ticksOf([
      { dt: 0, lag: 0, price: 100, flags },
      { dt: 500, lag: 0, price: 100, flags: 0 },
      { dt: 500, lag: 0, price: 101, flags: 0 },
      { dt: 1, lag: 0, price: 99, flags: 0 },
    ]);
    const open = openOf({ id: 'a', kAdm: 1, admittedAt: ticks[0]!.t, durationMs: 500, up: true });
    const entry = { seq: 2, t: ticks[1]!.t, price: 100, recorded: null };
    open.prediction = { ...open.prediction, status: 'OPEN', entry, expiresAt: ticks[1]!.t + 500 };
    const book = new StreamBook();
    book.add(open);
    book.add(openOf({ id: 'b', kAdm: 1, admittedAt: ticks[0]!.t, durationMs: 500, up: true }));
    const effects = ticks.flatMap((tick) => book.apply(tick));
    const outcomes = effects.flatMap((effect) => (effect.kind === 'finished' ? effect.finish.verdict.outcome : []));
    expect(outcomes).toEqual(['WIN', 'WIN']);
  });

  it('gives the stake back when the ticks of an exit are gone', () => {
    const ticks = ticksOf(Array.from({ length: 3 }, () => ({ dt: 600, lag: 0, price: 100, flags: 0 })));
    const open = openOf({ id: 'a', kAdm: 0, admittedAt: 0, durationMs: 500, up: true });
    const book = new StreamBook();
    const entry = { seq: 1, t: ticks[0]!.t, price: 100, recorded: null };
    open.prediction = { ...open.prediction, status: 'OPEN', entry, expiresAt: ticks[0]!.t + 500 };
    book.add(open);
    expect(book.apply(ticks[2]!)).toMatchObject([{ finish: { verdict: { voidReason: 'STALE_EXIT' } } }]);
  });

  it('voids all that was made on prices that are no longer played', () => {
    const book = new StreamBook();
    const [tick] = ticksOf([{ dt: 0, lag: 0, price: 100, flags: 0 }]) as [Tick];
    book.add(openOf({ id: 'a', kAdm: 0, admittedAt: tick.t - 500, durationMs: 500, up: true }));
    book.apply(tick);
    book.add(openOf({ id: 'b', kAdm: 1, admittedAt: tick.t, durationMs: 500, up: true }));
    const reasons = book.voidAll().map((effect) => effect.kind === 'finished' && effect.finish.verdict.voidReason);
    expect(reasons).toEqual(['NO_ENTRY', 'STALE_EXIT']);
  });
});
