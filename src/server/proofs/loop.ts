import type { Logger } from 'pino';

/** After a failure the next round waits longer, ms. */
const AFTER_FAILURE_MS = 2_000;

/** Runs a job, waits, runs it again; one at a time, sooner when told. A failure is a line in the log. */
export class Loop {
  readonly #job: LoopJob;
  #timer: NodeJS.Timeout | undefined;
  #due = 0;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  constructor(job: LoopJob) {
    this.#job = job;
    this.soon(0);
  }

  /** There is something to do: the next round comes in `ms` at the latest. */
  soon(ms: number): void {
    if (this.#stopped) return;
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    const due = performance.now() + ms;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#turn(), ms);
  }

  #turn(): void {
    this.#timer = undefined;
    this.#again = false;
    this.#running = this.#job
      .run()
      .then(
        () => (this.#again ? this.#job.gatherMs : this.#job.everyMs),
        (error: unknown) => {
          if (!this.#stopped) this.#job.log.warn({ err: error }, `${this.#job.name} failed`);
          return Math.max(this.#job.everyMs, AFTER_FAILURE_MS);
        },
      )
      .then((ms) => {
        this.#running = null;
        this.soon(ms);
      });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}

export interface LoopJob {
  readonly name: string;
  readonly everyMs: number;
  /** What a hint waits for, so that a busy second is a few rounds. */
  readonly gatherMs: number;
  readonly run: () => Promise<unknown>;
  readonly log: Pick<Logger, 'warn'>;
}
