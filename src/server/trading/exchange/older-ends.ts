import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Pair } from '#domain/prices/pair.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { Prices } from '#server/prices/contract.ts';
import { olderTicks } from '#server/prices/ticks/older-ticks.ts';
import type { RoundTrackers } from './round-trackers.ts';

/** Before the start of a round: the tick that stood when its averaging window began, ms. */
const STANDING_MS = 10_000;
/** Finished hours are sealed within a minute of a start; what is not there yet is asked for again, ms. */
const AGAIN_MS = 5_000;

interface OlderParts {
  readonly db: Pool;
  readonly log: Logger;
  readonly prices: Pick<Prices, 'pairs' | 'feed'>;
  readonly trackers: RoundTrackers;
}

/**
 * Rounds that began before the ticks that a start hands out: their first ends are averaged from sealed ticks in the background, so that a round of
 * a day is offered again soon after a restart and not only tomorrow.
 */
export class OlderEnds {
  readonly #parts: OlderParts;
  #waiting: readonly Pair[];
  #running = false;
  #nextAt = -Infinity;

  constructor(parts: OlderParts) {
    this.#parts = parts;
    this.#waiting = parts.prices.pairs;
  }

  /** Goes on where something is not known yet. Returns at once. */
  poll(now: number): void {
    if (this.#running || this.#waiting.length === 0 || now < this.#nextAt) return;
    this.#running = true;
    this.#learnAll(now)
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'older ticks of rounds could not be read'))
      .finally(() => {
        this.#running = false;
        this.#nextAt = now + AGAIN_MS;
      });
  }

  async #learnAll(now: number): Promise<void> {
    const left: Pair[] = [];
    for (const pair of this.#waiting) if (!(await this.#learn(pair, now))) left.push(pair);
    this.#waiting = left;
  }

  /** False: ask again. */
  async #learn(pair: Pair, now: number): Promise<boolean> {
    const { db, prices, trackers } = this.#parts;
    const { stream, staleAfterMs } = prices.feed(pair.id);
    const ends = trackers.endsOf(pair, stream);
    const { first } = ends;
    if (first === null) return false;
    const begins = trackers
      .roundsOf(pair, 'demo', now)
      .map(({ round }) => timesOf(round))
      .map(({ startMs, averagingMs }) => startMs - averagingMs - STANDING_MS);
    const from = Math.min(...begins);
    if (from >= first.t) return true;
    const older = new StreamEnds({ staleAfterMs });
    let seq: number | null = null;
    for await (const ticks of olderTicks(db, { stream, from, below: first.seq })) {
      for (const tick of ticks) {
        if (seq !== null && !joins(seq, tick)) return false;
        older.apply(tick);
        ({ seq } = tick);
      }
    }
    if (seq === null) return this.#parts.prices.feed(pair.id).last === null;
    if (!joins(seq, first)) return false;
    ends.load(older);
    return true;
  }
}

/** Does a tick follow on seq, or say itself that what lies between is lost? */
function joins(seq: number, tick: { readonly seq: number; readonly flags: number }): boolean {
  return tick.seq === seq + 1 || (tick.flags & TICK_FLAGS.break) !== 0;
}
