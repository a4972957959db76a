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
const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 5_000;
const REFUSED = 4001;

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
  private pinger: ReturnType<typeof setInterval> | undefined;
  private pingedAt: number | null = null;
  private roundTrip: number | null = null;
  private pingId = 0;

  constructor(options: SocketOptions) {
    this.options = options;
  }

  /** Opens; does nothing while open or opening. */
  open(): void {
    if (this.socket !== null || this.timer !== undefined) return;
    this.set(this.tries === 0 ? 'connecting' : 'reconnecting');
    const Socket = this.options.WebSocket ?? globalThis.WebSocket;
    const socket = new Socket(this.options.url);
    this.socket = socket;
    socket.addEventListener('open', () => this.opened(socket));
    socket.addEventListener('message', (event) => this.read(String(event.data)));
    socket.addEventListener('close', (event) => this.closed(socket, event.code));
  }

  subscribe(channel: string, listener: FrameListener): () => void {
    const listeners = this.channels.get(channel) ?? new Set();
    const isNew = listeners.size === 0;
    listeners.add(listener);
    this.channels.set(channel, listeners);
    // A second listener of a channel needs a snapshot too: asking again brings one.
    if (this.state === 'live') this.send({ op: 'subscribe', channels: [channel] });
    else if (isNew) this.open();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.channels.get(channel) !== listeners) return;
      this.channels.delete(channel);
      this.seqs.delete(channel);
      if (this.state === 'live') this.send({ op: 'unsubscribe', channels: [channel] });
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
    clearInterval(this.pinger);
    this.timer = undefined;
    const { socket } = this;
    this.socket = null;
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
    this.tries = 0;
    this.seqs.clear();
    this.set('live');
    const channels = [...this.channels.keys()];
    for (let from = 0; from < channels.length; from += 100) {
      this.send({ op: 'subscribe', channels: channels.slice(from, from + 100) });
    }
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.ping(), PING_EVERY_MS);
    this.ping();
  }

  private ping(): void {
    if (this.pingedAt !== null) return;
    this.pingedAt = performance.now();
    this.pingId += 1;
    const id = this.pingId;
    this.send({ op: 'ping', id });
    // Silence after a ping is a dead line that has not closed yet.
    setTimeout(() => {
      if (this.pingedAt !== null && this.pingId === id) this.socket?.close();
    }, PONG_WITHIN_MS);
  }

  private read(text: string): void {
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
    this.pingedAt = null;
    clearInterval(this.pinger);
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

/** Address of a socket on the API host. */
export function socketUrl(apiHost: string, path: '/public' | '/private'): string {
  return `${apiHost.replace(/^http/, 'ws')}${path}`;
}
