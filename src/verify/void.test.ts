import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { EXIT_TIMEOUT_MS } from '#domain/trading/exit.ts';
import type { Finish, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { StreamBook } from '#domain/trading/stream-book.ts';
import type { Case, ShownTick } from './case.ts';
import { Fault } from './codes.ts';
import type { Settlement } from './documents.ts';
import { FLAG } from './tick.ts';
import { whyVoid } from './void.ts';

const T0 = 1_763_596_800_000;
const DURATION = 60_000;
const RULE = { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 };

/** What the verifier says of a void for a stale exit by these two ticks, none of them the exit. */
function said(entry: Tick, pair: readonly [Tick, Tick]): string {
  const shown = (tick: Tick): ShownTick => ({
    ...tick,
    price: BigInt(tick.price),
    at: 0,
    bytes: tick.record,
    quotesHash: '',
  });
  const given = {
    receipt: { admission: { duration_us: DURATION * 1_000 } },
    ticks: new Map([
      ['e', shown(entry)],
      ['n-1', shown(pair[0])],
      ['n', shown(pair[1])],
    ]),
    terms: { ...RULE, maxWaitMs: RULE.maxEntryWaitMs, timeoutMs: EXIT_TIMEOUT_MS },
  } as unknown as Case;
  try {
    return whyVoid(given, { reason: 'STALE_EXIT' } as Settlement);
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
}

function tickAt(seq: number, t: number, more: Partial<Tick> = {}): Tick {
  const record = new Uint8Array([seq]);
  const plain = { stream: 4, seq, t, tSource: t, price: 100, flags: 0, sources: 1, mad: 0 };
  return { ...plain, record, head: record, recorded: null, ...more };
}

const EXPIRY = T0 + DURATION;

describe('two prices show why a prediction has no exit', () => {
  it.each<[string, readonly [number, number], Partial<Tick>, boolean]>([
    ['a break before the end', [EXPIRY - 9_000, EXPIRY - 8_000], { flags: FLAG.break }, true],
    ['a break as the first price after it', [EXPIRY, EXPIRY + 1], { flags: FLAG.break }, true],
    ['a break after that', [EXPIRY + 1, EXPIRY + 2], { flags: FLAG.break }, false],
    ['a gap before the end', [EXPIRY - 9_000, EXPIRY - 8_000], { flags: FLAG.gap }, false],
    ['a gap over it', [EXPIRY, EXPIRY + 1], { flags: FLAG.gap }, true],
    ['a price that was too old at the end', [EXPIRY - 2_001, EXPIRY + 1], {}, true],
    ['one that was just not too old', [EXPIRY - 2_000, EXPIRY + 1], {}, false],
    ['ten minutes of nothing', [EXPIRY - 1, EXPIRY + EXIT_TIMEOUT_MS + 1], {}, true],
    ['prices that were fresh', [EXPIRY - 100, EXPIRY + 100], {}, false],
    ['prices before the entry', [T0 - 200, T0 - 100], { flags: FLAG.break }, false],
  ])('%s', (...[, [t, next], more, is]) => {
    const seq = t < T0 ? 1 : 6;
    const answer = said(tickAt(5, T0), [tickAt(seq, t), tickAt(seq + 1, next, more)]);
    expect(answer).toBe(is ? 'pass' : 'VOID_UNFOUNDED');
  });
});

const step = fc.record({
  wait: fc.oneof(
    { weight: 300, arbitrary: fc.integer({ min: 0, max: 1_900 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 700_000 }) },
  ),
  flags: fc.oneof(
    { weight: 300, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.constantFrom(FLAG.gap, FLAG.resumed, FLAG.break) },
  ),
});

function feedOf(steps: readonly { readonly wait: number; readonly flags: number }[]): readonly Tick[] {
  let t = T0;
  return steps.map(({ wait, flags }, i) => tickAt(i + 2, (t += wait), { flags }));
}

/** How the product ends a prediction that enters with the first of these ticks, by the ticks and by a clock between them. */
function played(ticks: readonly Tick[]): { readonly entry: Tick; readonly finish: Finish } | null {
  const book = new StreamBook();
  const prediction = {
    id: 'p',
    kAdm: 0,
    admittedAt: T0 - 500,
    durationMs: DURATION,
    direction: 'UP',
    status: 'ADMITTED',
    entry: null,
  };
  const open = {
    prediction: { ...prediction, stake: usdt(1n), payoutBps: 8_000, expiresAt: null } as unknown as Prediction,
    stream: 4,
    rule: RULE,
    entryRecords: null,
    entryStored: false,
  } satisfies OpenPrediction;
  book.add(open);
  const entry = tickAt(1, T0);
  for (const tick of [entry, ...ticks]) {
    const ended = [...book.sweep(tick.t - 1), ...book.apply(tick)].find(({ kind }) => kind === 'finished');
    if (ended?.kind === 'finished') return { entry, finish: ended.finish };
  }
  return null;
}

describe('the product and the verifier agree why a prediction is void', () => {
  it('whatever the feed does', () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 200 }), (steps) => {
        const ticks = feedOf(steps);
        const end = played(ticks);
        if (end === null) return;
        const { entry, finish } = end;
        const all = [entry, ...ticks];
        const at = all.findIndex(({ seq, t, flags }) => seq > 1 && (t > EXPIRY || (flags & FLAG.break) !== 0));
        const answer = said(entry, [all[at - 1]!, all[at]!]);
        const kind = finish.verdict.outcome === 'VOID' ? (finish.exit === null ? 'cut' : 'stale') : 'decided';
        ends.set(kind, (ends.get(kind) ?? 0) + 1);
        expect(answer).toBe(kind === 'decided' ? 'VOID_UNFOUNDED' : 'pass');
      }),
      { numRuns: 1_500 },
    );
    for (const kind of ['cut', 'stale', 'decided']) expect(ends.get(kind), kind).toBeGreaterThan(20);
  });
});
