import type { ChannelFrame, ClientMessage, ControlFrame } from '#protocol/channels.ts';

export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'off';
export type Frame = ChannelFrame<unknown>;
type FrameListener = (frame: Frame) => void;

export interface SocketOptions {
  /** `wss://host/public`. */
  readonly url: string;
  /** For `/private`: the access token, read anew at each connection. */
  readonly token?: () => string | null;
  /** The server refused the token (close 4001). */
  readonly onRefused?: () => void;
  readonly WebSocket?: typeof globalThis.WebSocket;
  /** 0 to 1: spreads reconnections of many browsers. */
  readonly jitter?: () => number;
}

export interface LiveSocket {
  /** Frames of a channel from now on; the first is a snapshot. Returns the end of it. */
  subscribe(channel: string, listener: FrameListener): () => void;
  status(): LiveStatus;
  onStatus(listener: () => void): () => void;
  /** Milliseconds of the last ping, or null. */
  latency(): number | null;
  close(): void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;
const REFUSED = 4001;
const CUT = 1006;

/**
 * A line that is cut off without a close says nothing: no event tells of it. Each beat in which nothing was heard counts; after some the
 * line is asked for a sign of life, and it is taken for dead where none comes within a few more. Prices of open markets come each second,
 * so that they are missed soon; what is one person's own may be quiet for long.
 */
const BEAT_MS = 1_000;
const PATIENCE = {
  prices: { asksAfter: 2, deadAfter: 4 },
  own: { asksAfter: 15, deadAfter: 20 },
} as const;
/** Until it is open, and its token believed. */
const OPEN_WITHIN_BEATS = 10;
/** A line that is heard is asked too, for its delay. */
const PING_EACH_BEATS = 15;

/** One socket that keeps itself open: subscriptions are sent again after each reconnection, so snapshots come anew. */
export class ReconnectingSocket implements LiveSocket {
  private readonly options: SocketOptions;
  private readonly channels = new Map<string, Set<FrameListener>>();
  private readonly seqs = new Map<string, number>();
  private readonly watchers = new Set<() => void>();
  private socket: WebSocket | null = null;
  private state: LiveStatus = 'off';
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  /** It takes subscriptions; whether anything comes is heard. */
  private isOpen = false;
  private beats = 0;
  /** Beats since anything was heard. */
  private quiet = 0;
  private pingedAt: number | null = null;
  private roundTrip: number | null = null;
  private leaveNetwork: (() => void) | null = null;

  constructor(options: SocketOptions) {
    this.options = options;
  }

  /** Opens; does nothing while open or opening. */
  open(): void {
    if (this.socket !== null || this.timer !== undefined) return;
    this.leaveNetwork ??= watchNetwork({ lost: () => this.drop(), back: () => this.hurry() });
    this.set(this.tries === 0 ? 'connecting' : 'reconnecting');
    const Socket = this.options.WebSocket ?? globalThis.WebSocket;
    const socket = new Socket(this.options.url);
    this.socket = socket;
    this.beats = 0;
    this.quiet = 0;
    clearInterval(this.beat);
    this.beat = setInterval(() => this.listen(), BEAT_MS);
    socket.addEventListener('open', () => this.opened(socket));
    socket.addEventListener('message', (event) => {
      if (socket === this.socket) this.read(String(event.data));
    });
    socket.addEventListener('close', (event) => this.closed(socket, event.code));
  }

  subscribe(channel: string, listener: FrameListener): () => void {
    const listeners = this.channels.get(channel) ?? new Set();
    const isNew = listeners.size === 0;
    listeners.add(listener);
    this.channels.set(channel, listeners);
    // A second listener of a channel needs a snapshot too: asking again brings one.
    if (this.isOpen) this.send({ op: 'subscribe', channels: [channel] });
    else if (isNew) this.open();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.channels.get(channel) !== listeners) return;
      this.channels.delete(channel);
      this.seqs.delete(channel);
      if (this.isOpen) this.send({ op: 'unsubscribe', channels: [channel] });
    };
  }

  status(): LiveStatus {
    return this.state;
  }

  onStatus(listener: () => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  latency(): number | null {
    return this.roundTrip;
  }

  close(): void {
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.timer = undefined;
    this.leaveNetwork?.();
    this.leaveNetwork = null;
    const { socket } = this;
    this.socket = null;
    this.isOpen = false;
    socket?.close();
    this.set('off');
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    if (this.options.token === undefined) {
      this.ready();
      return;
    }
    const token = this.options.token();
    if (token === null) socket.close();
    else this.send({ op: 'auth', token });
  }

  private ready(): void {
    this.seqs.clear();
    this.isOpen = true;
    const channels = [...this.channels.keys()];
    for (let from = 0; from < channels.length; from += 100) {
      this.send({ op: 'subscribe', channels: channels.slice(from, from + 100) });
    }
    this.ping();
  }

  private listen(): void {
    this.beats += 1;
    this.quiet += 1;
    const { asksAfter, deadAfter } = PATIENCE[this.options.token === undefined ? 'prices' : 'own'];
    const isHeard = this.state === 'live';
    if (this.quiet >= (isHeard ? deadAfter : OPEN_WITHIN_BEATS)) this.drop();
    else if (isHeard && (this.quiet === asksAfter || this.beats % PING_EACH_BEATS === 0)) this.ping();
  }

  private ping(): void {
    if (this.pingedAt !== null) return;
    this.pingedAt = performance.now();
    this.send({ op: 'ping' });
  }

  /** Leaves a dead line, without waiting for its end: over a lost network that takes long to come. */
  private drop(): void {
    const { socket } = this;
    if (socket === null) return;
    this.closed(socket, CUT);
    socket.close();
  }

  /** The network is back: no need to wait for the next try. */
  private hurry(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.open();
  }

  private read(text: string): void {
    this.quiet = 0;
    if (this.isOpen) this.heard();
    const frame = JSON.parse(text) as Frame | ControlFrame;
    if ('op' in frame) {
      this.control(frame);
      return;
    }
    const listeners = this.channels.get(frame.ch);
    if (listeners === undefined) return;
    const before = this.seqs.get(frame.ch);
    this.seqs.set(frame.ch, frame.seq);
    const lost = frame.snapshot !== true && before !== undefined && frame.seq > before + 1;
    // A jump on ticks is conflation; elsewhere something was missed, and a snapshot mends it.
    if (lost && !frame.ch.startsWith('ticks:')) this.send({ op: 'subscribe', channels: [frame.ch] });
    for (const listener of listeners) listener(frame);
  }

  private heard(): void {
    this.tries = 0;
    this.set('live');
  }

  private control(frame: ControlFrame): void {
    if (frame.op === 'pong') {
      if (this.pingedAt !== null) this.roundTrip = Math.round(performance.now() - this.pingedAt);
      this.pingedAt = null;
      this.tell();
    } else if (frame.op === 'ok' && frame.of === 'auth') {
      this.ready();
    }
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.isOpen = false;
    this.pingedAt = null;
    // How quick a line was says nothing of the next.
    this.roundTrip = null;
    clearInterval(this.beat);
    if (code === REFUSED) this.options.onRefused?.();
    const jitter = this.options.jitter ?? Math.random;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.tries) * (0.5 + jitter());
    this.tries += 1;
    this.set('reconnecting');
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.open();
    }, wait);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  private set(state: LiveStatus): void {
    if (state === this.state) return;
    this.state = state;
    this.tell();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}

/** What the browser knows of the network itself. Returns the end of the watch. */
function watchNetwork({ lost, back }: { readonly lost: () => void; readonly back: () => void }): () => void {
  globalThis.addEventListener?.('offline', lost);
  globalThis.addEventListener?.('online', back);
  return () => {
    globalThis.removeEventListener?.('offline', lost);
    globalThis.removeEventListener?.('online', back);
  };
}

/** Address of a socket on the API host; empty (`useApiHost`): on the page's own, by whatever name it was opened. */
export function socketUrl(apiHost: string, path: '/public' | '/private'): string {
  const host = apiHost === '' ? (globalThis.location?.origin ?? '') : apiHost;
  return `${host.replace(/^http/, 'ws')}${path}`;
}
