import type { CommandReply } from './contract.ts';

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
}

/** Counts what batches do until it is asked. */
export class BatchCount {
  #batchMs: number[] = [];
  #refused: Record<string, number> = {};

  batch(ms: number, replies: readonly { readonly reply: CommandReply }[]): void {
    this.#batchMs.push(ms);
    for (const { reply } of replies) {
      if (reply.ok) continue;
      const { code } = reply.refusal;
      this.#refused[code] = (this.#refused[code] ?? 0) + 1;
    }
  }

  /** What was counted since the last time. */
  take(now: Pick<BatchFigures, 'waiting' | 'open'>): BatchFigures {
    const figures = { batchMs: this.#batchMs, refused: this.#refused, ...now };
    this.#batchMs = [];
    this.#refused = {};
    return figures;
  }
}
