import type { Clock } from '#server/clock.ts';
import { isOutage } from '#server/db/index.ts';

/** This many failures in a row are an outage. */
const MANY = 5;
/** While there is no batch to try, a failure counts for this long, ms. */
const REMEMBERED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** A batch or a beat that is under way for longer has met a database that hangs, ms. */
const HANGS_AFTER_MS = 5_000;

/** What can fail to be stored. */
export type Stored = 'batches' | 'beats';

/** What a beat of the lease has thrown. */
export interface BeatFailure {
  readonly error: unknown;
}

/** Can batches be stored? Known by the batches themselves and by the beats of the lease, which are writes too. */
export class Storing {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #batches = 0;
  #beats = 0;
  #failedAt = -Infinity;
  #lastFailure: unknown = null;
  #outage = false;
  readonly #underWay = new Set<{ readonly what: Stored; readonly since: number }>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Does a batch, or its rebuilding, or a beat, and knows meanwhile since when it is under way. */
  async during<T>(what: Stored, work: () => Promise<T>): Promise<T> {
    const begun = { what, since: this.#clock.monotonic() };
    this.#underWay.add(begun);
    try {
      return await work();
    } finally {
      this.#underWay.delete(begun);
    }
  }

  /** Is one under way for so long that the database hangs? */
  hangs(what: Stored): boolean {
    const before = this.#clock.monotonic() - HANGS_AFTER_MS;
    return [...this.#underWay].some((begun) => begun.what === what && begun.since < before);
  }

  /** False: several batches or beats have failed in a row, or one of them hangs. */
  get isWell(): boolean {
    if (this.hangs('batches') || this.hangs('beats')) return false;
    const recent = this.#clock.monotonic() - this.#failedAt < REMEMBERED_MS;
    return this.#beats < MANY && !(this.#batches >= MANY && recent);
  }

  batchFailed(error: unknown): void {
    this.#batches += 1;
    this.#failedAt = this.#clock.monotonic();
    this.#lastFailure = error;
    this.#outage ||= isOutage(error);
  }

  /** Gives whether an outage has ended with this batch. */
  batchStored(): boolean {
    const ended = this.#outage;
    this.#batches = 0;
    this.#outage = false;
    return ended;
  }

  /** null: it was stored. */
  beat(failure: BeatFailure | null): void {
    this.#beats = failure === null ? 0 : this.#beats + 1;
    if (failure !== null) this.#lastFailure = failure.error;
  }

  /** What the last batch or beat that failed has thrown. */
  get lastFailure(): unknown {
    return this.#lastFailure;
  }

  /** How long to wait before a batch is tried again, ms. */
  get pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, this.#batches - 1));
  }
}
