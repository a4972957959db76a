import { usdt } from '#domain/money.ts';
import { TICK_FLAGS, type Tick } from '#domain/prices/ticks/tick.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import { encodeTickRecord, genesisHead, nextHead } from '#domain/proofs/tick-record.ts';
import type { TimingRule } from '#domain/trading/entry.ts';
import type { Finish, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Direction, Prediction } from '#domain/trading/prediction.ts';
import { StreamBook } from '#domain/trading/stream-book.ts';
import { sha256 } from './signers.ts';

/** Numbers from a seed: a failure can be played again. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const STREAM = 1 * 4 + 1;
/** Five minutes before a full hour, so that the ticks lie in two segments. */
export const T0 = Date.UTC(2026, 10, 20, 17, 55);
const RULE: TimingRule = { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 };

/**
 * Ten minutes of ticks with what happens to feeds: short steps, heartbeats, two outages, and stretches in which only
 * our clock goes on.
 */
export function playTicks(next: (below: number) => number): readonly Tick[] {
  const ticks: Tick[] = [];
  let head = genesisHead(sha256, { stream: STREAM, t0: T0, name: 'BTC-USD#replay' });
  let [t, tSource, price] = [T0, T0 - 40, 9_123_456];
  while (t < T0 + 600_000) {
    const outage = ticks.length % 157 === 100;
    const stuck = ticks.length % 173 > 165;
    t += outage ? 9_000 : 100 + next(700);
    if (!stuck) tSource = Math.max(tSource, t - 20 - next(60));
    price += next(4) === 0 ? 0 : next(41) - 20;
    const fields = {
      stream: STREAM,
      seq: ticks.length + 1,
      t,
      tSource,
      price,
      flags: outage ? TICK_FLAGS.gap | TICK_FLAGS.resumed : 0,
      sources: 1,
      mad: next(5),
    };
    const record = encodeTickRecord({ ...fields, quotesHash: sha256(utf8(`raw${fields.seq}`)) });
    head = nextHead(sha256, head, record);
    ticks.push({ ...fields, record, head, recorded: null });
  }
  return ticks;
}

export interface Ended {
  readonly open: OpenPrediction;
  readonly finish: Finish;
  /** Time of the batch that settled it, ms. */
  readonly at: number;
}

/** Admits predictions while the ticks go by and lets the product's own book enter and end them. */
export function playPredictions(
  ticks: readonly Tick[],
  next: (below: number) => number,
  wanted: { readonly count: number; readonly rulesHash: string },
): { readonly ended: readonly Ended[]; readonly running: readonly OpenPrediction[] } {
  const book = new StreamBook();
  const ended: Ended[] = [];
  const all = new Set<OpenPrediction>();
  const step = Math.max(1, Math.floor(ticks.length / wanted.count));
  for (const [i, tick] of ticks.entries()) {
    for (const effect of book.apply(tick)) {
      if (effect.kind !== 'finished') continue;
      ended.push({ open: effect.open, finish: effect.finish, at: tick.t + 1 });
      all.delete(effect.open);
    }
    // Several at once now and then: a batch of more than one.
    const admitted = i % step === 0 ? 1 + (next(3) === 0 ? next(4) : 0) : 0;
    for (let n = 0; n < admitted; n++) {
      const open = openPrediction(tick, next, wanted.rulesHash);
      all.add(open);
      book.add(open);
    }
  }
  return { ended, running: [...all] };
}

function openPrediction(tick: Tick, next: (below: number) => number, rulesHash: string): OpenPrediction {
  const digits = (size: number) => Array.from({ length: size }, () => next(16).toString(16)).join('');
  const prediction: Prediction = {
    id: `0199${digits(4)}-${digits(4)}-7${digits(3)}-8${digits(3)}-${digits(12)}`,
    realm: next(2) === 0 ? 'real' : 'demo',
    userId: `person-${next(50)}`,
    pairId: 'BTC-USD',
    feed: 'replay',
    direction: (next(2) === 0 ? 'UP' : 'DOWN') as Direction,
    stake: usdt(BigInt(100 + next(9_900)) * 10_000n),
    payoutBps: 7_000 + next(25) * 100,
    durationMs: [15_000, 30_000, 60_000][next(3)]!,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: tick.t + 3,
    kAdm: tick.seq,
    hAdm: toHex(tick.head),
    salt: digits(32),
    rulesHash,
    shard: 0,
    batch: tick.seq,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
  };
  return { prediction, stream: STREAM, rule: RULE, entryRecords: null, entryStored: false };
}
