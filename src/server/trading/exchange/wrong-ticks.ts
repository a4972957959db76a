import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { RoundTrackers } from './round-trackers.ts';
import { loadCorrections } from './store-load.ts';

/** Corrections are looked for this often, ms; and before each settlement. */
const EVERY_MS = 1_000;

/** Corrections of ticks that two people approved: rounds that are not settled are told of them here. */
export class WrongTicks {
  readonly #parts: { readonly db: Pool; readonly log: Logger; readonly trackers: RoundTrackers };
  #known = 0;
  #running = false;
  #nextAt = -Infinity;

  constructor(parts: { readonly db: Pool; readonly log: Logger; readonly trackers: RoundTrackers }) {
    this.#parts = parts;
  }

  /** Goes on to ask now and then. Returns at once. */
  poll(now: number): void {
    if (this.#running || now < this.#nextAt) return;
    this.#running = true;
    this.#nextAt = now + EVERY_MS;
    this.load()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'corrections of ticks could not be read'))
      .finally(() => (this.#running = false));
  }

  /** Takes up what was approved since. */
  async load(): Promise<void> {
    for (const { no, stream, fromSeq, toSeq } of await loadCorrections(this.#parts.db, this.#known)) {
      if (no <= this.#known) continue;
      this.#known = no;
      this.#parts.trackers.correct(stream, { fromSeq, toSeq });
    }
  }
}
