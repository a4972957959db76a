import type { TickMessage } from '#protocol/trading.ts';
import type { Clock } from '#server/clock.ts';
import { channelFrame } from './frames.ts';
import type { TimeSlices } from './time-slices.ts';
import type { SocketWriter } from './socket-writer.ts';

/** Prices go out at most this often per pair and socket. */
const CONFLATION_MS = 100;

interface Update {
  readonly seq: number;
  readonly data: TickMessage;
}

/** What a reader has. */
interface Having {
  /** The last price it got; none yet: what it gets first is its snapshot. */
  seq: number | null;
  /** From this moment on it may get a price. */
  from: number;
}

/**
 * Prices of one pair. A price goes to all readers when the last one is 100 ms old, else the newest one goes at that moment.
 * A reader that is behind, or has just had its snapshot, is owed the newest price and gets it later; what it missed is gone.
 */
export class TickChannel {
  readonly scale: number;
  readonly #parts: {
    readonly name: string;
    readonly clock: Clock;
    readonly inTurns: Pick<TimeSlices, 'add'>;
  };
  readonly #readers = new Map<SocketWriter, Having>();
  readonly #owed = new Set<SocketWriter>();
  #newest: Update | null = null;
  #frame: Buffer | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { name: string; scale: number; clock: Clock; inTurns: Pick<TimeSlices, 'add'> }) {
    this.#parts = parts;
    this.scale = parts.scale;
  }

  take(update: Update): void {
    if (this.#newest !== null && update.seq <= this.#newest.seq) return;
    this.#newest = update;
    this.#frame = null;
    if (this.#timer !== undefined || this.#readers.size === 0) return;
    const wait = this.#sentAt + CONFLATION_MS - this.#parts.clock.monotonic();
    if (wait <= 0) this.#sendToAll();
    else this.#timer = setTimeout(() => this.#sendToAll(), wait);
  }

  /** Sends the newest price as a snapshot; before the first price there is nothing to send, and the first one is the snapshot. */
  join(reader: SocketWriter): void {
    const now = this.#parts.clock.monotonic();
    const having: Having = { seq: null, from: now };
    this.#readers.set(reader, having);
    this.#offer(reader, having, now);
    having.from = now + CONFLATION_MS;
  }

  leave(reader: SocketWriter): void {
    this.#readers.delete(reader);
    this.#owed.delete(reader);
  }

  /** Gives the newest price to readers that caught up, and ends those that never do. */
  catchUp(): void {
    const now = this.#parts.clock.monotonic();
    for (const reader of this.#owed) {
      reader.cutIfStuck();
      const having = this.#readers.get(reader);
      if (!reader.open || having === undefined) this.leave(reader);
      else if (this.#offer(reader, having, now)) having.from = now + CONFLATION_MS;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #sendToAll(): void {
    this.#timer = undefined;
    this.#sentAt = this.#parts.clock.monotonic();
    this.#parts.inTurns.add(this.#eachOffered(this.#sentAt));
  }

  /** One reader a step. Who joins meanwhile has the newest price already; a price that comes meanwhile goes to the rest. */
  *#eachOffered(now: number): Generator<void> {
    for (const [reader, having] of this.#readers) {
      this.#offer(reader, having, now);
      yield;
    }
  }

  /** Gives the newest price to a reader that has it not: false when it may not have it yet, and is owed it. */
  #offer(reader: SocketWriter, having: Having, now: number): boolean {
    const newest = this.#newest;
    if (newest === null) return true;
    if (having.seq !== null && having.seq >= newest.seq) {
      this.#owed.delete(reader);
      return true;
    }
    if (having.from > now || !reader.keepsUp) {
      this.#owed.add(reader);
      return false;
    }
    this.#owed.delete(reader);
    const isFirst = having.seq === null;
    having.seq = newest.seq;
    reader.write(isFirst ? channelFrame({ ...this.#message(newest), snapshot: true }) : this.#shared(newest));
    return true;
  }

  /** Framed once for all readers. */
  #shared(newest: Update): Buffer {
    this.#frame ??= channelFrame(this.#message(newest));
    return this.#frame;
  }

  #message({ seq, data }: Update) {
    return { ch: this.#parts.name, seq, t: this.#parts.clock.now(), data };
  }
}
