import type { Pool } from 'pg';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Finish, LifeEffect, OpenPrediction } from '#domain/trading/open-prediction.ts';
import { realise } from '#domain/trading/losses.ts';
import { createRateLimiter } from '#domain/trading/rate.ts';
import { admit, applyClock, applyTick, bookOf, createState, retract, voidStream } from '#domain/trading/state.ts';
import type { TradingState } from '#domain/trading/state.ts';
import { crashAt } from '#server/crash-points.ts';
import type { BatchEffects, StreamMark } from './batch-effects.ts';
import { loadMarks, loadOpen } from './store-load.ts';
import type { StoredMark } from './store-load.ts';

/** Ticks of a quiet stream that pile up before a batch is made just to store how far it has been used. */
const CHECKPOINT_TICKS = 1_000;

type LapsedSale = Extract<LifeEffect, { readonly kind: 'lapsed' }>;
/** What is to be stored. */
type Stored = Exclude<LifeEffect, LapsedSale>;

/** What ticks and the clock have decided, taken for one batch, and how far each stream is used by then. */
export interface LifeWork {
  readonly entered: readonly OpenPrediction[];
  readonly finished: readonly { readonly open: OpenPrediction; readonly finish: Finish }[];
  /** Streams to be marked even where nothing happened. */
  readonly checkpoints: readonly number[];
  /** Keeps a mark from passing an effect that is still to be stored. */
  appliedOf(stream: number): number;
}

/**
 * The engine's memory: state, and what it has decided but not stored. It follows from the tables and the ticks since the last stored
 * marks, which it keeps, so that it can be dropped and rebuilt at any moment.
 */
export class EngineMemory {
  readonly #shard: number;
  readonly #onLapsed: (lapsed: LapsedSale) => void;
  readonly #limiter = createRateLimiter();
  #state: TradingState = createState(this.#limiter);
  #entered: OpenPrediction[] = [];
  #finished: LifeWork['finished'][number][] = [];
  readonly #marks = new Map<number, StoredMark>();
  readonly #logs = new Map<number, Tick[]>();
  readonly #checkpoints = new Set<number>();
  /** The last tick of a stream at the start, where none was handed out again. */
  readonly #past = new Map<number, Tick>();
  /** Effects that wait to be stored, by stream. */
  readonly #pending = new Map<number, number>();
  /** Predictions whose effects are left alone for now. */
  readonly #parked = new Set<string>();
  /** Effects of those: they count as waiting, so that no mark passes them. */
  #held: Stored[] = [];
  #rebuilding = false;

  constructor(shard: number, onLapsed: (lapsed: LapsedSale) => void = () => undefined) {
    this.#shard = shard;
    this.#onLapsed = onLapsed;
  }

  /** Requests a person may make at once, and as many again each second. */
  setRate(perSecond: number): void {
    this.#limiter.rule = { size: perSecond, perSecond };
  }

  get state(): TradingState {
    return this.#state;
  }

  get marks(): ReadonlyMap<number, StoredMark> {
    return this.#marks;
  }

  /** Is there something to store? */
  get busy(): boolean {
    return this.#entered.length > 0 || this.#finished.length > 0 || this.#checkpoints.size > 0;
  }

  /** Entries and ends that are to be stored. */
  get waiting(): number {
    return this.#entered.length + this.#finished.length;
  }

  /** Takes the next tick of a stream. */
  tick(tick: Tick): void {
    let log = this.#logs.get(tick.stream);
    if (log === undefined) this.#logs.set(tick.stream, (log = []));
    log.push(tick);
    if (this.#rebuilding) return;
    this.#collect(applyTick(this.#state, tick));
    if (log.length >= CHECKPOINT_TICKS) this.#shorten(tick.stream, log);
  }

  /** Takes the last tick of a stream at the start, which predictions may not need again: a round may name it. */
  past(tick: Tick): void {
    this.#past.set(tick.stream, tick);
  }

  /** Those that are left alone, the longest first. */
  get parked(): ReadonlySet<string> {
    return this.#parked;
  }

  /** Leaves a prediction alone, for it must not hold up the others. Its stream stays marked before it: another try finds the same ticks. */
  park(predictionId: string): void {
    this.#parked.add(predictionId);
  }

  /** Has a parked prediction stored with the others again. */
  unpark(predictionId: string): void {
    if (!this.#parked.delete(predictionId)) return;
    const held = this.#held;
    this.#held = [];
    for (const effect of held) this.#queue(effect);
  }

  /** Looks at the clock, wall ms. */
  clock(now: number): void {
    if (!this.#rebuilding) this.#collect(applyClock(this.#state, now));
  }

  /** Voids what is open on streams for which `played` is false. */
  voidUnplayed(played: (open: { readonly stream: number }) => boolean): void {
    for (const [stream, book] of this.#state.books) {
      if (book.size > 0 && !played({ stream })) this.#collect(voidStream(this.#state, stream));
    }
  }

  /** Predictions that are not settled. */
  get openCount(): number {
    let count = 0;
    for (const book of this.#state.books.values()) count += book.size;
    return count;
  }

  /** Streams with open predictions. */
  openStreams(): number[] {
    return [...this.#state.books].filter(([, book]) => book.size > 0).map(([stream]) => stream);
  }

  /** Takes at most `most` entries and as many ends. An end whose entry is not stored yet waits for the next batch. */
  take(most: number): LifeWork {
    const entered = this.#entered.splice(0, most);
    const finished: LifeWork['finished'][number][] = [];
    const later: LifeWork['finished'][number][] = [];
    for (const one of this.#finished) {
      const ready = one.open.prediction.entry === null || one.open.entryStored;
      (ready && finished.length < most ? finished : later).push(one);
    }
    this.#finished = later;
    for (const open of entered) this.#count(open.stream, -1);
    for (const { open } of finished) this.#count(open.stream, -1);
    const checkpoints = [...this.#checkpoints];
    this.#checkpoints.clear();
    return { entered, finished, checkpoints, appliedOf: this.#marksNow() };
  }

  /** The mark of a stream for a batch that is decided now. */
  markOf(stream: number, work: LifeWork): StreamMark {
    const last = this.#lastOf(stream);
    const stored = this.#marks.get(stream);
    const seen = last === null || (stored !== undefined && stored.seen.seq >= last.seq) ? stored?.seen : last;
    if (seen === undefined) throw new Error(`stream ${stream} has no tick to mark`);
    return { stream, applied: work.appliedOf(stream), seen: { seq: seen.seq, head: seen.head } };
  }

  /** Marks of the streams that have moved since the tables were written: between two ticks batches leave them as they are. */
  marksOf(streams: Iterable<number>, work: LifeWork): StreamMark[] {
    return [...streams].map((stream) => this.markOf(stream, work)).filter((mark) => !this.#isStored(mark));
  }

  /** Takes back what a batch admitted that is certainly not stored; false: ticks or the clock have decided on it, and it must be built again. */
  retract(placed: readonly OpenPrediction[]): boolean {
    return placed.every((open) => retract(this.#state, open));
  }

  /** The batch is committed: its marks stand, ticks below them are not needed again, and what ended is won or lost. */
  committed({ marks, entered, finished }: Pick<BatchEffects, 'marks' | 'entered' | 'finished'>): void {
    for (const open of entered) open.entryStored = true;
    for (const { prediction } of finished) {
      const { realm, userId, stake, credit, settledAt } = prediction;
      if (realm === 'demo' || credit === null || settledAt === null) continue;
      realise(this.#state.losses, { userId, stake, credit, at: settledAt });
    }
    for (const mark of marks) {
      this.#marks.set(mark.stream, mark);
      const log = this.#logs.get(mark.stream);
      if (log !== undefined) this.#logs.set(mark.stream, keepFrom(log, mark.applied));
    }
  }

  /** Drops everything and builds it again from the tables and the kept ticks. Ticks that come meanwhile are applied after it. */
  async rebuild(db: Pick<Pool, 'query'>): Promise<void> {
    this.#rebuilding = true;
    const open = await loadOpen(db, this.#shard);
    crashAt('snapshot.loading');
    const marks = await loadMarks(db, this.#shard);
    this.#state = createState(this.#limiter);
    this.#entered = [];
    this.#finished = [];
    this.#held = [];
    this.#pending.clear();
    this.#marks.clear();
    for (const mark of marks) this.#marks.set(mark.stream, mark);
    for (const one of open) admit(this.#state, one);
    for (const log of this.#logs.values()) {
      for (const tick of log) this.#collect(applyTick(this.#state, tick));
    }
    this.#rebuilding = false;
  }

  #collect(effects: readonly LifeEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'lapsed') {
        this.#onLapsed(effect);
        continue;
      }
      this.#count(effect.open.stream, 1);
      this.#queue(effect);
    }
  }

  #queue(effect: Stored): void {
    if (this.#parked.has(effect.open.prediction.id)) this.#held.push(effect);
    else if (effect.kind === 'entered') this.#entered.push(effect.open);
    else this.#finished.push(effect);
  }

  #shorten(stream: number, log: Tick[]): void {
    const idle = bookOf(this.#state, stream).size === 0 && !this.#pending.has(stream);
    if (idle) this.#logs.set(stream, log.slice(-1));
    else if (log.length % CHECKPOINT_TICKS === 0) this.#checkpoints.add(stream);
  }

  /** Where each stream stands now; a stream with effects that still wait keeps its stored mark. */
  #marksNow(): (stream: number) => number {
    const applied = new Map<number, number>();
    for (const [stream, book] of this.#state.books) {
      if (book.last !== null && !this.#pending.has(stream)) applied.set(stream, book.last.seq);
    }
    return (stream) => {
      const stored = this.#marks.get(stream)?.applied;
      const now = applied.get(stream) ?? stored ?? this.#lastOf(stream)?.seq ?? 0;
      return Math.max(now, stored ?? 0);
    };
  }

  #lastOf(stream: number): Tick | null {
    return bookOf(this.#state, stream).last ?? this.#past.get(stream) ?? null;
  }

  #isStored({ stream, applied, seen }: StreamMark): boolean {
    const stored = this.#marks.get(stream);
    if (stored?.applied !== applied || stored.seen.seq !== seen.seq) return false;
    return Buffer.compare(stored.seen.head, seen.head) === 0;
  }

  #count(stream: number, by: number): void {
    const count = (this.#pending.get(stream) ?? 0) + by;
    if (count === 0) this.#pending.delete(stream);
    else this.#pending.set(stream, count);
  }
}

function keepFrom(log: Tick[], seq: number): Tick[] {
  const at = log.findIndex((tick) => tick.seq >= seq);
  if (at === 0) return log;
  return at < 0 ? log.slice(-1) : log.slice(at);
}
