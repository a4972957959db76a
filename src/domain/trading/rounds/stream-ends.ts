import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import { EndAverager, meanPrice } from './end-average.ts';
import type { EndState, PriceTick } from './end-average.ts';
import { judgeRound } from './outcome.ts';
import type { RoundEnds, RoundVerdict } from './outcome.ts';
import { averagingMsOf, timesOf } from './windows.ts';
import type { Round } from './windows.ts';
import { HOUR_MS } from '../../time.ts';

/** Sums of price x ms over the parts of a round's averaging windows that have passed at `at`, Unix ms. */
export interface KnownSums {
  readonly at: number;
  readonly start: bigint;
  readonly end: bigint;
}

/** Ends fall on these grids: 5m rounds on one (30 s), all longer ones on the other (60 s). */
const GRIDS = [
  { stepMs: 300_000, averagingMs: averagingMsOf(300) },
  { stepMs: 900_000, averagingMs: averagingMsOf(900) },
] as const;
/** A round of a day needs the end a day back, and its proof may come 10 min late. */
const KEPT_MS = 26 * HOUR_MS;
const WAITING: EndState = { kind: 'waiting' };

/** Ticks that two people found to be wrong, both ends in it. */
export interface WrongSeqs {
  readonly fromSeq: number;
  readonly toSeq: number;
}

interface Lane {
  readonly stepMs: number;
  readonly averagingMs: number;
  /** The end that is being averaged, or waited for; null before the first tick. */
  current: EndAverager | null;
  /** E of the first end that could be seen. */
  firstMs: number;
  /** Finished ends by E, oldest first. */
  readonly done: Map<number, EndState>;
}

/**
 * All round ends of one stream, fed tick by tick: every round of the pair is judged from it, whether it has orders or not.
 * A tick costs O(1); a day and a bit is kept. After a restart feed it all stored ticks from a minute before the start of the oldest round
 * that still counts, and of now: ends from before the first tick are a fault, and so is a window that it falls into.
 */
export class StreamEnds {
  readonly #staleAfterMs: number;
  readonly #lanes: readonly Lane[] = GRIDS.map((grid) => ({
    ...grid,
    current: null,
    firstMs: Number.NEGATIVE_INFINITY,
    done: new Map(),
  }));
  #breaks: { readonly seq: number; readonly t: number }[] = [];
  #wrong: readonly WrongSeqs[] = [];
  #first: PriceTick | null = null;
  #last: PriceTick | null = null;

  constructor(options: { readonly staleAfterMs: number }) {
    this.#staleAfterMs = options.staleAfterMs;
  }

  get last(): PriceTick | null {
    return this.#last;
  }

  /** The first tick that was fed. */
  get first(): PriceTick | null {
    return this.#first;
  }

  /** Applies the next tick of the stream; one that was applied before is skipped. */
  apply(tick: PriceTick): void {
    if (this.#last !== null && tick.seq <= this.#last.seq) return;
    if ((tick.flags & TICK_FLAGS.break) !== 0) this.#noteBreak(tick);
    for (const lane of this.#lanes) this.#feed(lane, tick);
    this.#first ??= tick;
    this.#last = tick;
  }

  /**
   * Takes over what an older run of the stream's ticks knows: the ends before the first that could be seen here, and the breaks. That run
   * goes up to the first tick fed here without a hole, else a break in the hole would not be known; it takes that tick too.
   */
  load(older: StreamEnds): void {
    if (this.#first === null) throw new Error('nothing was fed that older ends could stand before');
    older.apply(this.#first);
    for (const [at, lane] of this.#lanes.entries()) {
      const other = older.#lanes[at];
      if (other === undefined || other.current === null) continue;
      for (const [endMs, state] of other.done) if (endMs < lane.firstMs) lane.done.set(endMs, state);
      lane.firstMs = Math.min(lane.firstMs, other.firstMs);
    }
    const since = this.#first.seq;
    this.#breaks = [...older.#breaks.filter(({ seq }) => seq < since), ...this.#breaks];
  }

  /** These ticks were corrected: a round that is not decided by them yet will not be. */
  correct(wrong: WrongSeqs): void {
    this.#wrong = [...this.#wrong, wrong];
  }

  /** The clock at `now` (wall ms) ends what waits for a tick in vain. */
  sweep(now: number): void {
    for (const { current } of this.#lanes) current?.sweep(now);
  }

  /** What is known of the end at `endMs` of rounds with this averaging window. */
  endAt(endMs: number, averagingMs: number): EndState {
    const lane = this.#lane(averagingMs);
    if (lane.current?.terms.endMs === endMs) return lane.current.state;
    if (endMs < lane.firstMs) return { kind: 'fault', fault: { why: 'unknown', at: endMs - averagingMs, seq: null } };
    return lane.done.get(endMs) ?? WAITING;
  }

  /** The result of a round, or null while it is not decided. */
  verdictOf(round: Round): RoundVerdict | null {
    return judgeRound(this.endsOf(round));
  }

  /** The price to beat in units of 10^-scale, for people; null before the round starts or where its opening window failed. */
  targetOf(round: Round): number | null {
    const { start } = this.endsOf(round);
    return start.kind === 'value' ? meanPrice(start.value, averagingMsOf(round.windowSec)) : null;
  }

  /**
   * Sums over what has passed of both averaging windows at `now`, or at the last tick if that is later: what the house maker prices with.
   * null: one of them has a fault, or there is no tick yet.
   */
  sumsOf(round: Round, now: number): KnownSums | null {
    if (this.#last === null) return null;
    const at = Math.max(now, this.#last.t);
    const { startMs, endMs, averagingMs } = timesOf(round);
    const start = this.#sumAt(startMs, { averagingMs, now: at });
    const end = this.#sumAt(endMs, { averagingMs, now: at });
    return start === null || end === null ? null : { at, start, end };
  }

  #sumAt(endMs: number, { averagingMs, now }: { averagingMs: number; now: number }): bigint | null {
    if (now <= endMs - averagingMs) return 0n;
    const { current } = this.#lane(averagingMs);
    if (current?.terms.endMs === endMs && current.state.kind === 'waiting') return current.sumAt(now);
    const state = this.endAt(endMs, averagingMs);
    return state.kind === 'value' ? state.value.sum : null;
  }

  endsOf(round: Round): RoundEnds {
    const { startMs, endMs, averagingMs } = timesOf(round);
    const start = this.endAt(startMs, averagingMs);
    const end = this.endAt(endMs, averagingMs);
    const wrongAt = [start, end].findIndex((one) => this.#isWrong(one));
    return {
      start,
      end,
      broken: this.#broken(start, endMs),
      wrongAt: wrongAt === -1 ? null : [startMs, endMs][wrongAt]! - averagingMs,
    };
  }

  /** Did a wrong price count in this average? The run's last tick only says how long the one before it stood. */
  #isWrong(end: EndState): boolean {
    if (end.kind !== 'value') return false;
    const { firstSeq, lastSeq } = end.value;
    return this.#wrong.some(({ fromSeq, toSeq }) => fromSeq < lastSeq && toSeq >= firstSeq);
  }

  #noteBreak({ seq, t }: PriceTick): void {
    this.#breaks = [...this.#breaks.filter((each) => each.t >= t - KEPT_MS), { seq, t }];
  }

  /** Breaks at or inside the averaging windows are faults of the ends themselves. */
  #broken(start: EndState, endMs: number): RoundEnds['broken'] {
    if (start.kind !== 'value') return null;
    const { lastSeq } = start.value;
    return this.#breaks.find(({ seq, t }) => seq > lastSeq && t < endMs) ?? null;
  }

  #lane(averagingMs: number): Lane {
    const lane = this.#lanes.find((each) => each.averagingMs === averagingMs);
    if (lane === undefined) throw new Error(`no rounds are averaged over ${averagingMs} ms`);
    return lane;
  }

  #feed(lane: Lane, tick: PriceTick): void {
    const oldest = tick.t - KEPT_MS;
    if (lane.current === null) {
      lane.current = this.#start(lane, tick.t);
      lane.firstMs = lane.current.terms.endMs;
    }
    for (;;) {
      const { current } = lane;
      current.apply(tick);
      if (tick.t < current.terms.endMs) return;
      lane.done.set(current.terms.endMs, current.state);
      for (const endMs of lane.done.keys()) if (endMs < oldest) lane.done.delete(endMs);
      lane.current = this.#start(lane, Math.max(current.terms.endMs, oldest));
    }
  }

  /** The averager of the first end after `t`, with the tick that is in force. */
  #start(lane: Lane, t: number): EndAverager {
    const { averagingMs, stepMs } = lane;
    const endMs = (Math.floor(t / stepMs) + 1) * stepMs;
    const averager = new EndAverager({ endMs, averagingMs, staleAfterMs: this.#staleAfterMs });
    if (this.#last !== null) averager.apply(this.#last);
    return averager;
  }
}
