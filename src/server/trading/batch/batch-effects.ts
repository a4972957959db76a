import type { Journal } from '#domain/ledger/journal.ts';
import type { Finish, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { ScheduledEntry } from '#domain/trading/scheduled/entry.ts';
import type { ExchangeEffects } from '../exchange/effects.ts';

/** An answer stored under its Idempotency-Key. */
export interface StoredAnswer {
  readonly userId: string;
  readonly route: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly status: number;
  readonly body: string;
}

/** How far a batch has used a stream. */
export interface StreamMark {
  readonly stream: number;
  readonly applied: number;
  readonly seen: { readonly seq: number; readonly head: Uint8Array };
}

export interface Finished {
  readonly open: OpenPrediction;
  readonly finish: Finish;
  /** As it is after the finish. */
  readonly prediction: Prediction;
}

/** All effects of one batch. Money in 10^-6, times in ms. */
export interface BatchEffects {
  readonly shard: number;
  readonly no: number;
  readonly epoch: bigint;
  readonly hash: Uint8Array;
  readonly prev: Uint8Array;
  readonly at: number;
  readonly exposure: bigint;
  /** JSON. */
  readonly facts: string;
  readonly placed: readonly OpenPrediction[];
  readonly entered: readonly OpenPrediction[];
  readonly finished: readonly Finished[];
  readonly answers: readonly StoredAnswer[];
  readonly marks: readonly StreamMark[];
  /** Null: the batch does nothing to markets. */
  readonly exchange: ExchangeEffects | null;
  /** Scheduled entries that began to wait or ended, as they are after it. */
  readonly scheduled: readonly ScheduledEntry[];
  readonly journals: readonly Journal[];
}
