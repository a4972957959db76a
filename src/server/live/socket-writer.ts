import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CLOSE } from '#protocol/channels.ts';
import type { Clock } from '#server/clock.ts';

/** Above this the reader is behind: ticks wait outside of the queue, newest only. */
const BEHIND_BYTES = 64 * 1024;
/** A queue this long, or one that has not moved for this long, ends the socket. */
const CUT_BYTES = 1024 * 1024;
const CUT_MS = 10_000;

/** What leaves one socket. Frames are written as they are; the queue is bounded and a stuck reader is cut. */
export class SocketWriter {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #clock: Clock;
  /** When the reader fell behind; null while it keeps up. */
  #behindSince: number | null = null;
  #hasLeft = false;

  constructor(parts: { ws: WebSocket; socket: Duplex; clock: Clock }) {
    this.#ws = parts.ws;
    this.#socket = parts.socket;
    this.#clock = parts.clock;
  }

  get open(): boolean {
    return !this.#hasLeft && this.#ws.readyState === this.#ws.OPEN;
  }

  /** The reader has gone: nothing more is written. */
  leave(): void {
    this.#hasLeft = true;
  }

  /** Bytes written that the kernel has not taken yet. */
  get waiting(): number {
    return this.#socket.writableLength;
  }

  /** Room for a message that may be left out? Notes since when there is none. */
  get keepsUp(): boolean {
    if (this.waiting <= BEHIND_BYTES) this.#behindSince = null;
    else this.#behindSince ??= this.#clock.monotonic();
    return this.#behindSince === null;
  }

  /** Writes a frame that must not be left out. Closes with 4008 when the queue is too long. */
  write(frame: Buffer): void {
    if (!this.open) return;
    if (this.waiting + frame.length > CUT_BYTES) return this.cut();
    this.#socket.write(frame);
  }

  /** Ends a reader whose queue is too long, or that has been behind for too long. Called each second at least. */
  cutIfStuck(): void {
    if (!this.open || this.keepsUp || this.#behindSince === null) return;
    const isStuck = this.#clock.monotonic() - this.#behindSince >= CUT_MS;
    if (isStuck || this.waiting > CUT_BYTES) this.cut();
  }

  /** Close 4008, and do not wait for a reader that does not read. */
  cut(): void {
    this.end(CLOSE.resync, 'resync');
    setTimeout(() => this.#ws.terminate(), 1_000).unref();
  }

  end(code: number, reason: string): void {
    if (this.open) this.#ws.close(code, reason);
  }
}
