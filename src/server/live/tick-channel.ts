import type { TickMessage } from '#protocol/trading.ts';
import type { Clock } from '#server/clock.ts';
import { channelFrame } from './frames.ts';
import type { Outlet } from './outlet.ts';

/** Prices go out at most this often per pair and socket. */
const CONFLATION_MS = 100;

interface Update {
  readonly seq: number;
  readonly data: TickMessage;
}

/**
 * Prices of one pair. A price goes to all readers at once when the last one is 100 ms old, else the newest one goes at that moment.
 * A reader that is behind, or has just had its snapshot, is owed the newest price and gets it later; what it missed is gone.
 */
export class TickChannel {
  readonly scale: number;
  readonly #name: string;
  readonly #clock: Clock;
  /** Reader -> the moment from which on it may get a price. */
  readonly #readers = new Map<Outlet, number>();
  readonly #owed = new Set<Outlet>();
  /** Came before the first price: whatever they get first is their snapshot. */
  readonly #early = new Set<Outlet>();
  #newest: Update | null = null;
  #frame: Buffer | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { name: string; scale: number; clock: Clock }) {
    this.#name = parts.name;
    this.scale = parts.scale;
    this.#clock = parts.clock;
  }

  take(update: Update): void {
    if (this.#newest !== null && update.seq <= this.#newest.seq) return;
    this.#newest = update;
    this.#frame = null;
    if (this.#timer !== undefined || this.#readers.size === 0) return;
    const wait = this.#sentAt + CONFLATION_MS - this.#clock.monotonic();
    if (wait <= 0) this.#sendToAll();
    else this.#timer = setTimeout(() => this.#sendToAll(), wait);
  }

  /** Sends the newest price as a snapshot; before the first price there is nothing to send, and the first one is the snapshot. */
  join(reader: Outlet): void {
    const now = this.#clock.monotonic();
    this.#readers.set(reader, now + CONFLATION_MS);
    this.#early.add(reader);
    if (this.#newest !== null) this.#give(reader);
  }

  leave(reader: Outlet): void {
    this.#readers.delete(reader);
    this.#owed.delete(reader);
    this.#early.delete(reader);
  }

  /** Gives the newest price to readers that caught up, and ends those that never do. */
  catchUp(): void {
    const now = this.#clock.monotonic();
    for (const reader of this.#owed) {
      reader.cutIfStuck();
      if (!reader.open) this.leave(reader);
      else if (this.#mayHave(reader, now)) {
        this.#owed.delete(reader);
        this.#readers.set(reader, now + CONFLATION_MS);
        this.#give(reader);
      }
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #sendToAll(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    this.#sentAt = now;
    for (const reader of this.#readers.keys()) {
      if (!this.#mayHave(reader, now)) this.#owed.add(reader);
      else {
        this.#owed.delete(reader);
        this.#give(reader);
      }
    }
  }

  #mayHave(reader: Outlet, now: number): boolean {
    return (this.#readers.get(reader) ?? 0) <= now && reader.keepsUp;
  }

  /** The newest price: framed once for all readers, but for those whose first message it is. */
  #give(reader: Outlet): void {
    if (this.#newest === null) throw new Error('a channel without a price has nothing to send');
    if (this.#early.delete(reader)) {
      return reader.write(channelFrame({ ...this.#message(this.#newest), snapshot: true }));
    }
    this.#frame ??= channelFrame(this.#message(this.#newest));
    reader.write(this.#frame);
  }

  #message({ seq, data }: Update) {
    return { ch: this.#name, seq, t: this.#clock.now(), data };
  }
}
