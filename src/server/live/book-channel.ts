import type { BookWire } from '#protocol/exchange.ts';
import type { Clock } from '#server/clock.ts';
import { channelFrame } from './frames.ts';
import type { SocketWriter } from './socket-writer.ts';

/** A book goes out at most this often. */
const CONFLATION_MS = 100;
/** The house's quotes move with the price, without an order: looked at this often. */
const LOOK_MS = 500;

/**
 * The book of one market, read anew when something changed and told when it differs: each message is the whole book as shown. A reader
 * that is behind is left out, and has a snapshot when it reads again: in what it gets, `seq` grows by one or begins anew.
 */
export class BookChannel {
  readonly #parts: {
    readonly name: string;
    readonly clock: Clock;
    /** null: the market is gone. Rejects when the engine is away. */
    readonly read: () => Promise<BookWire | null>;
  };
  readonly #readers = new Set<SocketWriter>();
  /** Missed something: the next they get is a snapshot. */
  readonly #behind = new Set<SocketWriter>();
  #seq = 0;
  #last: BookWire;
  #shown: string;
  #readAt: number;
  #isDue = false;
  #reading = false;

  constructor(first: BookWire, parts: { name: string; clock: Clock; read: () => Promise<BookWire | null> }) {
    this.#parts = parts;
    this.#last = first;
    this.#shown = shownOf(first);
    this.#readAt = parts.clock.monotonic();
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  join(reader: SocketWriter): void {
    this.#readers.add(reader);
    this.#snapshot(reader);
  }

  leave(reader: SocketWriter): void {
    this.#readers.delete(reader);
    this.#behind.delete(reader);
  }

  /** The engine says that the book changed. */
  changed(): void {
    this.#isDue = true;
  }

  /** Called every 100 ms or so. Resolves when what was due has been told. */
  async sweep(): Promise<void> {
    for (const reader of this.#behind) {
      reader.cutIfStuck();
      if (!reader.open) this.leave(reader);
      else if (reader.keepsUp) this.#snapshot(reader);
    }
    const age = this.#parts.clock.monotonic() - this.#readAt;
    if (this.#reading || this.isEmpty || age < CONFLATION_MS || (!this.#isDue && age < LOOK_MS)) return;
    this.#isDue = false;
    this.#reading = true;
    try {
      const book = await this.#parts.read();
      if (book !== null) this.#tell(book);
    } catch {
      // The engine is away: asked again at the next look.
    } finally {
      this.#readAt = this.#parts.clock.monotonic();
      this.#reading = false;
    }
  }

  #tell(book: BookWire): void {
    const shown = shownOf(book);
    if (shown === this.#shown) return;
    this.#last = book;
    this.#shown = shown;
    this.#seq += 1;
    const frame = channelFrame(this.#message());
    for (const reader of this.#readers) {
      if (this.#behind.has(reader)) continue;
      if (reader.keepsUp) reader.write(frame);
      else this.#behind.add(reader);
    }
  }

  #snapshot(reader: SocketWriter): void {
    this.#behind.delete(reader);
    reader.write(channelFrame({ ...this.#message(), snapshot: true }));
  }

  #message() {
    return {
      ch: this.#parts.name,
      seq: this.#seq,
      t: this.#parts.clock.now(),
      data: this.#last,
    };
  }
}

/** What of a book makes a difference to whoever looks at it. */
function shownOf({ status, quoted, bids, asks }: BookWire): string {
  return JSON.stringify([status, quoted, bids, asks]);
}
