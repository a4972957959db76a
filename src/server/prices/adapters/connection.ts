import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import type { FeedTools } from '../source.ts';
import type { Venue } from './venue.ts';

/** How patient a connection is, ms. */
export interface Patience {
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  readonly silentAfterMs: number;
}

/** What a connection tells. */
export interface Listener {
  /** A text message, in the order of the venue. */
  onText(text: string): void;
  /** `away`: the second try in a row has failed. */
  onState(state: 'connecting' | 'live' | 'silent' | 'away'): void;
}

export interface ConnectionOptions {
  readonly venue: Venue;
  readonly symbols: readonly string[];
  readonly url: string;
  readonly patience: Patience;
  readonly tools: Pick<FeedTools, 'clock' | 'timers'>;
  readonly listener: Listener;
  readonly log: Logger;
  /** [0, 1): spreads reconnects. */
  readonly random: () => number;
}

/** Above this many unread messages the socket is paused: the venue's data waits in its own buffers, none is lost. */
const QUEUE_MAX = 1_000;
/** Messages read before other work of the thread gets its turn. */
const TURN = 200;
/** A connection that lasted so long was a good one: the next pause is short again, ms. */
const STEADY_MS = 10_000;
/** A message longer than this is no price. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

/** One socket to a venue: asks again after each cut, with growing, jittered pauses; cuts a silent one; reads in bounded turns. */
export class Connection {
  readonly #options: ConnectionOptions;
  #socket: WebSocket | null = null;
  #queue: string[] = [];
  #reading = false;
  #attempts = 0;
  #heardAt = 0;
  #openedAt = 0;
  #cancels: (() => void)[] = [];
  #stopped = false;
  /** It failed, and has said nothing since. */
  #down = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#drop();
  }

  #open(): void {
    const { url, listener, venue } = this.#options;
    if (this.#attempts === 0) listener.onState('connecting');
    const socket = new WebSocket(url, {
      handshakeTimeout: 10_000,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#heardAt = this.#now();
    this.#openedAt = this.#heardAt;
    socket.on('open', () => {
      this.#heardAt = this.#now();
      this.#openedAt = this.#heardAt;
      for (const request of venue.subscribe(this.#options.symbols)) socket.send(JSON.stringify(request));
      if (venue.ping !== null) this.#ping(socket, venue.ping);
    });
    socket.on('ping', () => (this.#heardAt = this.#now()));
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#take(socket, (data as Buffer).toString('utf8'));
    });
    // The close that follows an error does the rest. Addresses hold keys and are never logged.
    socket.on('error', (error) => this.#isDown(error.message));
    socket.on('close', () => this.#closed(socket));
    this.#watch(socket);
  }

  #take(socket: WebSocket, text: string): void {
    this.#heardAt = this.#now();
    if (this.#down) this.#options.log.info({ source: this.#options.venue.name }, 'price source is back');
    this.#down = false;
    this.#queue.push(text);
    if (this.#queue.length >= QUEUE_MAX) socket.pause();
    if (!this.#reading) {
      this.#reading = true;
      setImmediate(() => this.#read());
    }
  }

  #read(): void {
    for (const text of this.#queue.splice(0, TURN)) this.#options.listener.onText(text);
    const socket = this.#socket;
    if (socket !== null && socket.isPaused && this.#queue.length < QUEUE_MAX / 2) socket.resume();
    if (this.#queue.length > 0) setImmediate(() => this.#read());
    else this.#reading = false;
  }

  #ping(socket: WebSocket, ping: NonNullable<Venue['ping']>): void {
    this.#after(ping.everyMs, () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(ping.text);
      this.#ping(socket, ping);
    });
  }

  /** Cuts the socket when nothing came for too long; a paused one is busy, not silent. */
  #watch(socket: WebSocket): void {
    const { silentAfterMs } = this.#options.patience;
    const quiet = this.#now() - this.#heardAt;
    if (quiet >= silentAfterMs && !socket.isPaused) {
      this.#isDown(`silent for ${Math.round(quiet)} ms`);
      this.#options.listener.onState('silent');
      socket.terminate();
      return;
    }
    this.#after(Math.max(10, Math.min(silentAfterMs - quiet, silentAfterMs)), () => this.#watch(socket));
  }

  /** Said once, until it speaks again: it is asked for ever. */
  #isDown(reason: string): void {
    if (!this.#down) this.#options.log.warn({ source: this.#options.venue.name, reason }, 'price source failed');
    this.#down = true;
  }

  #closed(socket: WebSocket): void {
    if (this.#socket !== socket || this.#stopped) return;
    // What came before the cut still counts.
    for (const text of this.#queue.splice(0)) this.#options.listener.onText(text);
    this.#drop();
    if (this.#now() - this.#openedAt >= STEADY_MS) this.#attempts = 0;
    const { firstRetryMs, longestRetryMs } = this.#options.patience;
    const pause = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#attempts, 16));
    this.#attempts += 1;
    this.#options.listener.onState(this.#attempts > 1 ? 'away' : 'connecting');
    this.#after(pause * (0.5 + this.#options.random() / 2), () => this.#open());
  }

  #drop(): void {
    for (const cancel of this.#cancels.splice(0)) cancel();
    this.#queue = [];
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.removeAllListeners();
    // Closing a socket that is still connecting reports an error, which nobody needs any more.
    socket.on('error', () => undefined);
    socket.terminate();
  }

  #now(): number {
    return this.#options.tools.clock.monotonic();
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.#options.tools.timers.after(ms, () => {
      this.#cancels = this.#cancels.filter((other) => other !== cancel);
      run();
    });
    this.#cancels.push(cancel);
  }
}
