import type { Tick } from '../prices/tick.ts';
import { TICK_FLAGS } from '../prices/tick.ts';
import { MARKOUT_HORIZONS_MS, MarkoutScore } from './markout.ts';
import type { Direction } from './prediction.ts';

/** An admitted prediction as the monitor sees it. */
export interface Admitted {
  readonly userId: string;
  readonly stream: number;
  readonly direction: Direction;
  readonly admittedAt: number;
}

interface Waiting extends Admitted {
  readonly atAdmission: number;
  readonly after: number[];
}

interface Stream {
  last: Tick | null;
  /** In the order of admission. */
  waiting: Waiting[];
}

/**
 * Follows the price after each admission and keeps the score of each person. It is told of admissions and ticks in the order in
 * which the engine applies them, and decides nothing: who is flagged is for people and for the limits of the future.
 */
export class MarkoutMonitor {
  readonly #streams = new Map<number, Stream>();
  readonly #scores = new Map<string, MarkoutScore>();

  scoreOf(userId: string): MarkoutScore | null {
    return this.#scores.get(userId) ?? null;
  }

  /** A prediction was admitted; before the first tick of its stream there is nothing to compare with. */
  admitted(prediction: Admitted): void {
    const stream = this.#stream(prediction.stream);
    if (stream.last === null) return;
    const { userId, direction, admittedAt } = prediction;
    const { waiting, last } = stream;
    waiting.push({ userId, stream: prediction.stream, direction, admittedAt, atAdmission: last.price, after: [] });
  }

  /** Applies the next tick of a stream. Returns the people whom it flagged. */
  apply(tick: Tick): string[] {
    const stream = this.#stream(tick.stream);
    const { last } = stream;
    stream.last = tick;
    if (stream.waiting.length === 0 || last === null) return [];
    // Prices on the two sides of a break cannot be compared.
    if ((tick.flags & TICK_FLAGS.break) !== 0) stream.waiting = [];
    const flagged: string[] = [];
    stream.waiting = stream.waiting.filter((waiting) => {
      this.#follow(waiting, last, tick.t);
      if (waiting.after.length < MARKOUT_HORIZONS_MS.length) return true;
      if (this.#take(waiting)) flagged.push(waiting.userId);
      return false;
    });
    return flagged;
  }

  /** The price of a horizon is that of the last tick at or before it. */
  #follow(waiting: Waiting, last: Tick, now: number): void {
    for (let next = MARKOUT_HORIZONS_MS[waiting.after.length]; next !== undefined;) {
      if (now <= waiting.admittedAt + next) return;
      waiting.after.push(last.price);
      next = MARKOUT_HORIZONS_MS[waiting.after.length];
    }
  }

  #take(waiting: Waiting): boolean {
    let score = this.#scores.get(waiting.userId);
    if (score === undefined) this.#scores.set(waiting.userId, (score = new MarkoutScore()));
    const before = score.flagged;
    score.take(waiting);
    return score.flagged && !before;
  }

  #stream(no: number): Stream {
    let stream = this.#streams.get(no);
    if (stream === undefined) this.#streams.set(no, (stream = { last: null, waiting: [] }));
    return stream;
  }
}
