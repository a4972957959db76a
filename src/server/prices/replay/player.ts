import { isOpen, nextClose, nextOpen, periodAt } from '#domain/prices/hours.ts';
import type { Period } from '#domain/prices/hours.ts';
import { priceToText } from '#domain/prices/price-text.ts';
import { cursorAtStart, nextTick, tickFlags } from '#domain/prices/replay/replay-queue.ts';
import type { Cursor, QueuedTick, Recording } from '#domain/prices/replay/replay-queue.ts';
import {
  minuteBarsMinDuration,
  recordedAt,
  replayRule,
  SEAM_MS,
  scheduledAt,
  wallOf,
} from '#domain/prices/replay/replay-time.ts';
import { recordedName } from '#domain/prices/replay/replay.ts';
import type { FeedFacts, FeedPort } from '../source.ts';
import type { Anchors, Run } from './anchors.ts';

/** Name of the one source of a replayed pair. */
export const REPLAY_SOURCE = 'replay';

/** A tick that the disk had no room for is tried again after this long, ms. */
const AGAIN_MS = 1_000;

/** A chosen file, loaded. `file` is its path below REPLAY_DIR. */
export interface Reel {
  readonly file: string;
  readonly recording: Recording;
  readonly speed: number;
}

export interface PlayerOptions {
  readonly reel: Reel;
  readonly port: FeedPort;
  readonly anchors: Anchors;
  /** Wall ms: the anchor, if a new run begins. */
  readonly now: number;
}

/**
 * Plays one file into the stream of its pair. A run that `anchors` holds goes on behind the last tick of the stream;
 * another file, speed or an empty store begins a new run.
 */
export class Player {
  readonly #options: PlayerOptions;
  readonly #staleAfterMs: number;
  #run: Run;
  #cursor: Cursor;
  #next: QueuedTick | null;
  /** The market period of the cursor's row; null while closed or before the first row. */
  #period: Period | null;
  #told: FeedFacts | null = null;
  #wakeAt: number;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PlayerOptions) {
    const { reel, port, anchors, now } = options;
    this.#options = options;
    this.#staleAfterMs = replayRule(port.pair.group, reel.speed).staleAfterMs;
    this.#wakeAt = now;
    const saved = anchors.read(port.pair.id);
    const goesOn = saved !== null && isRunOf(saved, reel);
    this.#run = goesOn ? saved : beginRun(options);
    this.#cursor = goesOn ? cursorBehind(saved, options) : cursorAtStart(reel.recording, this.#run);
    this.#period = periodAt(port.pair.hours, reel.recording.ts[this.#cursor.index] ?? Number.NaN);
    this.#next = this.#peek();
    this.#describe();
  }

  get pairId(): string {
    return this.#options.port.pair.id;
  }

  get run(): Run {
    return this.#run;
  }

  /** Wall ms of the next thing to do. */
  get wakeAt(): number {
    return this.#wakeAt;
  }

  /** Appends what is due at wall ms `now`, oldest first, `limit` ticks at most. true: more is due. */
  advance(now: number, limit: number): boolean {
    if (now >= this.#failedAt && now < this.#failedAt + AGAIN_MS) return false;
    for (let made = 0; made < limit; made++) {
      if (this.#next === null && now >= this.#cursor.t + SEAM_MS) this.#startAgain(now);
      if (this.#next === null || this.#next.t > now) {
        this.#tell(now);
        return false;
      }
      this.#append(this.#next);
    }
    return true;
  }

  /** A tick could not be written: it is due until it can. The pair grows stale meanwhile. */
  failed(now: number): void {
    this.#tell(now);
    this.#failedAt = now;
    this.#wakeAt = now + AGAIN_MS;
  }

  /** Is [from, to] (wall ms) inside one market period at the recorded time? */
  openThrough(from: number, to: number): boolean {
    const { pair } = this.#options.port;
    const period = periodAt(pair.hours, recordedAt(this.#run, from));
    return period !== null && to <= wallOf(this.#run, period.close);
  }

  /** Tells the feed page how old the price is. */
  reportAge(now: number): void {
    const { index } = this.#cursor;
    const stated = this.#standingSince();
    const alive = this.#told?.alive === 1;
    this.#options.port.describe({
      sources: [
        {
          name: REPLAY_SOURCE,
          ageMs: index < this.#options.reel.recording.first ? null : Math.max(0, now - stated),
          state: alive ? 'live' : 'silent',
          since: alive ? null : stated,
        },
      ],
    });
  }

  #peek(): QueuedTick | null {
    return nextTick({
      recording: this.#options.reel.recording,
      schedule: this.#run,
      staleAfterMs: this.#staleAfterMs,
      cursor: this.#cursor,
    });
  }

  /** Scheduled time of the row that stands now. */
  #standingSince(): number {
    const { recording } = this.#options.reel;
    return scheduledAt(this.#run, recording.ts[this.#cursor.index] ?? this.#run.firstTs);
  }

  #startAgain(now: number): void {
    this.#run = beginRun({ ...this.#options, now });
    this.#cursor = cursorAtStart(this.#options.reel.recording, this.#run);
    this.#period = null;
    this.#next = this.#peek();
    this.#describe();
  }

  #append(tick: QueuedTick): void {
    const { reel, port } = this.#options;
    const ts = reel.recording.ts[tick.index] ?? 0;
    const price = reel.recording.price[tick.index] ?? 0;
    const seam = tick.index === reel.recording.first && !tick.heartbeat && port.last !== null;
    const text = tick.heartbeat ? null : priceToText(price, port.pair.scale);
    const before = this.#period;
    const flags = tickFlags(tick, { opens: !tick.heartbeat && this.#opens(ts), seam });
    try {
      port.append({
        t: tick.t,
        tSource: tick.tSource,
        price,
        flags,
        sources: 1,
        mad: 0,
        quotes: text === null ? [] : [{ src: REPLAY_SOURCE, price: text, t: tick.tSource, id: null }],
        recorded: { row: tick.index + 1, ts },
      });
    } catch (error) {
      // The row is asked for again.
      this.#period = before;
      throw error;
    }
    this.#cursor = { index: tick.index, t: tick.t };
    this.#next = this.#peek();
  }

  /** Does a row at recorded time `ts` begin a market period? Asked once per row, in order. */
  #opens(ts: number): boolean {
    const { hours } = this.#options.port.pair;
    if (this.#period !== null && ts < this.#period.close) return false;
    this.#period = periodAt(hours, ts);
    return this.#period !== null && hours !== 'always';
  }

  #tell(now: number): void {
    const facts = this.#factsAt(now);
    const told = this.#told;
    if (told === null || !sameFacts(facts, told)) {
      this.#told = facts;
      this.#options.port.facts(facts);
      this.reportAge(now);
    }
    const due = this.#next === null ? this.#cursor.t + SEAM_MS : this.#next.t;
    const stale = this.#standingSince() + this.#staleAfterMs + 1;
    const later = [stale, facts.nextOpen, facts.nextClose].filter((t): t is number => t !== null && t > now);
    this.#wakeAt = Math.min(due, ...later);
  }

  #factsAt(now: number): FeedFacts {
    const { hours } = this.#options.port.pair;
    const ts = recordedAt(this.#run, now);
    const opening = nextOpen(hours, ts);
    const closing = nextClose(hours, ts);
    const ended = this.#next === null;
    const stale = now - this.#standingSince() > this.#staleAfterMs;
    const begun = this.#cursor.index >= this.#options.reel.recording.first;
    // Behind the last row the pair opens with the next run, whatever the calendar says.
    const lastOpen = ended ? this.#cursor.t + SEAM_MS : Number.POSITIVE_INFINITY;
    return {
      open: isOpen(hours, ts),
      alive: begun && !ended && !stale ? 1 : 0,
      reason: ended ? 'end_of_file' : begun ? (stale ? 'stale' : null) : 'starting',
      nextOpen: opening === null ? null : Math.min(wallOf(this.#run, opening), lastOpen),
      nextClose: closing === null ? null : wallOf(this.#run, closing),
    };
  }

  #describe(): void {
    const { reel, port } = this.#options;
    const { file, anchor, firstTs, speed } = this.#run;
    port.describe({
      ...replayRule(port.pair.group, speed),
      minDurationSec: recordedName(reel.file)?.minuteBars === true ? minuteBarsMinDuration(speed) : 0,
      replay: { file, anchor, firstTs, speed },
    });
  }
}

function isRunOf(saved: Run, reel: Reel): boolean {
  const { recording } = reel;
  const sameRows = saved.rows === recording.ts.length && saved.firstTs === recording.ts[recording.first];
  return saved.file === reel.file && saved.speed === reel.speed && sameRows;
}

/** Fixes the anchor of a new run and makes it durable. It lies behind the last tick, even if the wall clock was set back. */
function beginRun({ reel, port, anchors, now }: PlayerOptions): Run {
  const { recording } = reel;
  const run: Run = {
    file: reel.file,
    rows: recording.ts.length,
    anchor: port.last === null ? now : Math.max(now, port.last.t + 1),
    firstTs: recording.ts[recording.first] ?? 0,
    speed: reel.speed,
  };
  anchors.write(port.pair.id, run);
  return run;
}

/** Where a saved run stands: behind the last tick of the stream, or before its first row if none of it was made durable. */
function cursorBehind(run: Run, { reel, port }: PlayerOptions): Cursor {
  const { last } = port;
  if (last === null || last.t < run.anchor) return cursorAtStart(reel.recording, run);
  return { index: last.recorded === null ? lastDue(reel.recording, run, last.t) : last.recorded.row - 1, t: last.t };
}

/** Index of the last row due at `t` or before: where a tick stands that does not name its row. */
function lastDue(recording: Recording, run: Run, t: number): number {
  const behind = recording.ts.findIndex((ts, index) => index >= recording.first && scheduledAt(run, ts) > t);
  return (behind < 0 ? recording.ts.length : behind) - 1;
}

function sameFacts(a: FeedFacts, b: FeedFacts): boolean {
  const same = a.open === b.open && a.alive === b.alive && a.reason === b.reason;
  return same && a.nextOpen === b.nextOpen && a.nextClose === b.nextClose;
}
