import type { Clock } from '#server/clock.ts';
import { isPassingOutage } from '#server/db/index.ts';

/** This many failures in a row are an outage. */
const MANY = 5;
/** While there is no batch to try, a failure counts for this long, ms. */
const REMEMBERED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;

/** Can batches be stored? Known by the batches themselves and by the beats of the lease, which are writes too. */
export class Storing {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #batches = 0;
  #beats = 0;
  #failedAt = -Infinity;
  #outage = false;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** False: several batches or beats have failed in a row. */
  get isWell(): boolean {
    const recent = this.#clock.monotonic() - this.#failedAt < REMEMBERED_MS;
    return this.#beats < MANY && !(this.#batches >= MANY && recent);
  }

  batchFailed(error: unknown): void {
    this.#batches += 1;
    this.#failedAt = this.#clock.monotonic();
    this.#outage ||= isPassingOutage(error);
  }

  /** Gives whether an outage has ended with this batch. */
  batchStored(): boolean {
    const ended = this.#outage;
    this.#batches = 0;
    this.#outage = false;
    return ended;
  }

  beat({ failed }: { readonly failed: boolean }): void {
    this.#beats = failed ? this.#beats + 1 : 0;
  }

  /** How long to wait before a batch is tried again, ms. */
  get pauseMs(): number {
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, this.#batches - 1));
  }
}
