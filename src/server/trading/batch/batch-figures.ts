import type { CommandReply } from '../contract.ts';
import type { ParkedCounts } from '../parking.ts';

/** What the batches of a second did, for the operator's figures. */
export interface BatchFigures {
  /** Of each batch, from its first statement to the commit, ms. */
  readonly batchMs: readonly number[];
  /** Refusals by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Requests that wait for a batch. */
  readonly waiting: number;
  /** Predictions that are not settled. */
  readonly open: number;
  /** What cannot be stored and is left alone for now. */
  readonly parked: ParkedCounts;
  /** What was not stored: batches, and beats of the lease. */
  readonly failed: { readonly batches: number; readonly beats: number };
}

/** Counts what batches do until it is asked. */
export class BatchCount {
  #batchMs: number[] = [];
  #refused: Record<string, number> = {};
  #failed = { batches: 0, beats: 0 };

  failed(what: keyof BatchFigures['failed']): void {
    this.#failed[what] += 1;
  }

  batch(ms: number, replies: readonly { readonly reply: CommandReply }[]): void {
    this.#batchMs.push(ms);
    for (const { reply } of replies) {
      if (reply.ok) continue;
      const { code } = reply.refusal;
      this.#refused[code] = (this.#refused[code] ?? 0) + 1;
    }
  }

  /** What was counted since the last time. */
  take(now: Pick<BatchFigures, 'waiting' | 'open' | 'parked'>): BatchFigures {
    const figures = { batchMs: this.#batchMs, refused: this.#refused, failed: this.#failed, ...now };
    this.#batchMs = [];
    this.#refused = {};
    this.#failed = { batches: 0, beats: 0 };
    return figures;
  }
}
