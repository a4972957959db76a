import type { Tick } from '../prices/ticks/tick.ts';
import { TICK_FLAGS } from '../prices/ticks/tick.ts';
import type { Realm } from '../realm.ts';
import { MARKOUT_HORIZONS_MS, MarkoutScore } from './markout.ts';
import type { MeasuredMarkout } from './markout.ts';
import type { Direction } from './prediction.ts';

/** An admitted prediction as the monitor sees it. */
export interface Admitted {
  readonly userId: string;
  readonly realm: Realm;
  readonly stream: number;
  readonly direction: Direction;
  readonly admittedAt: number;
}

/** Somebody whom prices follow more often than chance allows, and what was measured. */
export interface MarkoutFlag extends Pick<Admitted, 'userId' | 'realm'> {
  /** Predictions whose prices were looked at. */
  readonly predictions: number;
  /** One per horizon. */
  readonly measured: readonly MeasuredMarkout[];
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

  scoreOf(person: Pick<Admitted, 'userId' | 'realm'>): MarkoutScore | null {
    return this.#scores.get(keyOf(person)) ?? null;
  }

  /** A prediction was admitted; before the first tick of its stream there is nothing to compare with. */
  admitted(prediction: Admitted): void {
    const { userId, realm, stream, direction, admittedAt } = prediction;
    const { last, waiting } = this.#stream(stream);
    if (last === null) return;
    waiting.push({ userId, realm, stream, direction, admittedAt, atAdmission: last.price, after: [] });
  }

  /** Applies the next tick of a stream. Returns the people whom it flagged. */
  apply(tick: Tick): MarkoutFlag[] {
    const stream = this.#stream(tick.stream);
    const { last } = stream;
    stream.last = tick;
    if (stream.waiting.length === 0 || last === null) return [];
    // Prices on the two sides of a break cannot be compared.
    if ((tick.flags & TICK_FLAGS.break) !== 0) stream.waiting = [];
    const flagged: MarkoutFlag[] = [];
    stream.waiting = stream.waiting.filter((waiting) => {
      this.#follow(waiting, last, tick.t);
      if (waiting.after.length < MARKOUT_HORIZONS_MS.length) return true;
      const flag = this.#take(waiting);
      if (flag !== null) flagged.push(flag);
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

  /** Null: nothing new. */
  #take(waiting: Waiting): MarkoutFlag | null {
    const key = keyOf(waiting);
    let score = this.#scores.get(key);
    if (score === undefined) this.#scores.set(key, (score = new MarkoutScore()));
    const before = score.flagged;
    score.take(waiting);
    if (before || !score.flagged) return null;
    const { userId, realm } = waiting;
    return { userId, realm, predictions: score.means[0]?.count ?? 0, measured: score.measured };
  }

  #stream(no: number): Stream {
    let stream = this.#streams.get(no);
    if (stream === undefined) this.#streams.set(no, (stream = { last: null, waiting: [] }));
    return stream;
  }
}

function keyOf({ userId, realm }: Pick<Admitted, 'userId' | 'realm'>): string {
  return `${realm}:${userId}`;
}
