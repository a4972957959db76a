import { profitOf } from '../money.ts';
import type { Tick } from '../prices/ticks/tick.ts';
import type { EntryTerms, TimingRule } from './entry.ts';
import type { Verdict } from './exit.ts';
import type { Risk } from './exposure.ts';
import type { Lapse, Sale, Sold } from './sale/sale.ts';
import { nextStatus } from './lifecycle.ts';
import type { Prediction, TickMark } from './prediction.ts';

/** A prediction that holds a stake, with what the engine needs beside what people see. */
export interface OpenPrediction {
  /** Replaced by a later version of itself as its life goes on. */
  prediction: Prediction;
  readonly stream: number;
  readonly rule: TimingRule;
  /** 76-byte records of e-1 (null when the entry is the first tick of its stream) and e, to be stored; null before the entry, and where they are. */
  entryRecords: { readonly before: Uint8Array | null; readonly entry: Uint8Array } | null;
  /** The batch that stored the entry; null before it is stored. */
  entryStored: boolean;
}

/** What a tick, or the clock, did to a prediction. */
export type LifeEffect =
  | { readonly kind: 'entered'; readonly open: OpenPrediction }
  | { readonly kind: 'finished'; readonly open: OpenPrediction; readonly finish: Finish }
  /** A sale that was not made. */
  | { readonly kind: 'lapsed'; readonly open: OpenPrediction; readonly sale: Sale; readonly lapse: Lapse };

/** The end of a prediction: verdict, exit tick with its proof (x, x+1) where there is one; of one that was sold the tick that priced it. */
export interface Finish {
  readonly verdict: Verdict;
  readonly exit: Tick | null;
  readonly after: Tick | null;
  readonly sold: Sold | null;
}

/** The prediction with its entry: OPEN, and expiring `durationMs` after the entry tick was taken in. */
export function entered(prediction: Prediction, tick: Tick): Prediction {
  return {
    ...prediction,
    status: moved(prediction, 'enter'),
    entry: markOf(tick),
    expiresAt: tick.t + prediction.durationMs,
  };
}

/** The finished prediction as people see it. */
export function finished(prediction: Prediction, finish: Finish, settledAt: number): Prediction {
  const { verdict } = finish;
  return {
    ...prediction,
    status: statusAfter(prediction, verdict),
    outcome: verdict.outcome,
    voidReason: verdict.voidReason,
    exit: finish.sold === null ? markOrNull(finish.exit) : markOf(finish.sold.tick),
    credit: verdict.credit,
    settledAt,
  };
}

function statusAfter(prediction: Prediction, { outcome }: Verdict): Prediction['status'] {
  if (outcome === 'VOID') return moved(prediction, 'void');
  if (outcome === 'SOLD') return moved(prediction, 'sell');
  return moved({ ...prediction, status: moved(prediction, 'expire') }, 'settle');
}

function markOrNull(tick: Tick | null): TickMark | null {
  return tick === null ? null : markOf(tick);
}

export function markOf(tick: Tick): TickMark {
  return { seq: tick.seq, t: tick.t, price: tick.price, recorded: tick.recorded };
}

export function entryTermsOf(open: OpenPrediction): EntryTerms {
  return { kAdm: open.prediction.kAdm, admittedAt: open.prediction.admittedAt, rule: open.rule };
}

/** The worst case that the prediction adds to exposure. */
export function riskOf(prediction: Prediction): Risk {
  return {
    realm: prediction.realm,
    userId: prediction.userId,
    pairId: prediction.pairId,
    admittedAt: prediction.admittedAt,
    durationMs: prediction.durationMs,
    worst: profitOf(prediction.stake, prediction.payoutBps),
  };
}

function moved(prediction: Prediction, event: 'enter' | 'expire' | 'settle' | 'sell' | 'void'): Prediction['status'] {
  const next = nextStatus(prediction.status, event);
  if (next === null) throw new Error(`prediction ${prediction.id} is ${prediction.status}: no ${event}`);
  return next;
}
