import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import type { Actor } from '#domain/identity/actor.ts';
import { refuseScope } from '#domain/identity/api-key.ts';
import { clientMessage, CLOSE, type ClientMessage, type ControlFrame } from '#protocol/channels.ts';
import type { Clock } from '#server/clock.ts';
import { AnswerLate, inTime } from '#server/net/in-time.ts';
import { textFrame } from './frames.ts';
import type { SocketWriter } from './socket-writer.ts';
import type { PrivateChannels, PrivateReader } from './private-channels.ts';
import type { PublicChannels } from './public-channels.ts';

const MOST_CHANNELS = 100;
const AUTH_WITHIN_MS = 10_000;
/** Messages of a client: a burst, refilled so many a second. */
const BURST = 200;
const REFILL_PER_SEC = 50;

export interface ConnectionParts {
  readonly ws: WebSocket;
  readonly writer: SocketWriter;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whose token, or key, it is. */
  readonly actorOf: (token: string) => Promise<Actor | null>;
  readonly channels:
    | { readonly kind: 'public'; readonly channels: PublicChannels }
    | { readonly kind: 'private'; readonly channels: PrivateChannels };
}

/** One socket: what its client asks for, within limits. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #joined = new Set<string>();
  /** Messages are answered one after the other, in the order they came. */
  #queue: Promise<void> = Promise.resolve();
  #actor: Actor | null = null;
  #reader: PrivateReader | null = null;
  #alive = true;
  /** Its token is being looked at. */
  #isLooking = false;
  #tokens = BURST;
  #refilledAt: number;
  readonly #authTimer: NodeJS.Timeout | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#refilledAt = parts.clock.monotonic();
    const { ws } = parts;
    ws.on('message', (data, isBinary) => this.#take(data, isBinary));
    ws.on('pong', () => {
      this.#alive = true;
    });
    ws.on('error', (error) => parts.log.debug({ err: error }, 'a socket broke'));
    if (parts.channels.kind === 'private') {
      this.#authTimer = setTimeout(() => {
        // A token that is being looked at is not a wrong one.
        if (!this.#isLooking) this.end(CLOSE.unauthorised, 'no token');
      }, AUTH_WITHIN_MS);
    }
  }

  /** Asks for a sign of life; ends a client that gave none since the last time. */
  heartbeat(): void {
    if (!this.#alive) return this.#parts.ws.terminate();
    this.#alive = false;
    if (this.#parts.writer.open) this.#parts.ws.ping();
  }

  /** The session, or the key, that the socket speaks for; null before its token was right. */
  get sessionId(): string | null {
    return this.#actor?.sessionId ?? null;
  }

  /** Ends a client that does not read. Called each second. */
  judge(): void {
    this.#parts.writer.cutIfStuck();
  }

  endSession(sessionId: string): void {
    if (this.sessionId === sessionId) this.end(CLOSE.unauthorised, 'the session has ended');
  }

  end(code: number, reason: string): void {
    this.#parts.writer.end(code, reason);
  }

  /** The socket has closed: lets go of its channels. */
  ended(): void {
    clearTimeout(this.#authTimer);
    this.#reader?.end();
    const { channels, writer } = this.#parts;
    if (channels.kind === 'public') for (const channel of this.#joined) channels.channels.leave(channel, writer);
    this.#joined.clear();
  }

  #take(data: RawData, isBinary: boolean): void {
    if (!this.#hasRoom()) return this.end(CLOSE.limit, 'too many messages');
    const message = isBinary ? null : readMessage(data);
    if (message === null)
      return this.#say({
        op: 'error',
        code: 'InvalidRequest',
        message: 'not a message of this socket',
      });
    this.#queue = this.#queue
      .then(() => inTime(this.#answer(message)))
      .catch((error: unknown) => {
        // What it asked for may still come, and nobody knows when: it connects again and takes the snapshots.
        if (error instanceof AnswerLate) return this.end(CLOSE.resync, 'no answer in time');
        this.#parts.log.warn({ err: error }, 'a socket message was not answered');
        this.#say({
          op: 'error',
          code: 'UnexpectedError',
          message: 'try again',
        });
      });
  }

  async #answer(message: ClientMessage): Promise<void> {
    const { clock } = this.#parts;
    switch (message.op) {
      case 'ping':
        return this.#say({
          op: 'pong',
          t: clock.now(),
          ...(message.id === undefined ? {} : { id: message.id }),
        });
      case 'auth':
        return this.#auth(message.token);
      case 'subscribe':
        return this.#subscribe(message.channels);
      case 'unsubscribe':
        for (const channel of message.channels) this.#leave(channel);
        return this.#say({
          op: 'ok',
          of: 'unsubscribe',
          channels: message.channels,
        });
    }
  }

  async #auth(token: string): Promise<void> {
    const { channels, actorOf, writer } = this.#parts;
    if (channels.kind === 'public') {
      return this.#say({
        op: 'error',
        code: 'InvalidRequest',
        message: 'this socket takes no token',
      });
    }
    this.#isLooking = true;
    const actor = await actorOf(token).finally(() => (this.#isLooking = false));
    const isAnother = this.#actor !== null && this.#actor.sessionId !== actor?.sessionId;
    const isClosed = actor !== null && refuseScope('read', actor.grant) !== null;
    if (actor === null || isAnother || isClosed) return this.end(CLOSE.unauthorised, 'not a valid token');
    clearTimeout(this.#authTimer);
    this.#actor = actor;
    this.#reader ??= channels.channels.enter(actor, writer);
    this.#say({ op: 'ok', of: 'auth' });
  }

  async #subscribe(channels: readonly string[]): Promise<void> {
    const joined: string[] = [];
    for (const channel of channels) {
      if (!this.#joined.has(channel) && this.#joined.size >= MOST_CHANNELS) {
        this.#say({
          op: 'error',
          code: 'RateLimit',
          message: `at most ${MOST_CHANNELS} channels`,
          channel,
        });
      } else if (await this.#join(channel)) {
        this.#joined.add(channel);
        joined.push(channel);
      }
    }
    if (joined.length > 0) this.#say({ op: 'ok', of: 'subscribe', channels: joined });
  }

  async #join(channel: string): Promise<boolean> {
    const { channels, writer } = this.#parts;
    if (channels.kind === 'private' && this.#reader === null) {
      this.#say({
        op: 'error',
        code: 'NotSignedIn',
        message: 'send auth first',
        channel,
      });
      return false;
    }
    const known =
      channels.kind === 'public' ? await channels.channels.join(channel, writer) : await this.#reader?.join(channel);
    if (!writer.open && channels.kind === 'public') channels.channels.leave(channel, writer);
    if (known !== true)
      this.#say({
        op: 'error',
        code: 'NotFound',
        message: 'no such channel',
        channel,
      });
    return known === true;
  }

  #leave(channel: string): void {
    const { channels, writer } = this.#parts;
    this.#joined.delete(channel);
    if (channels.kind === 'public') channels.channels.leave(channel, writer);
    else this.#reader?.leave(channel);
  }

  #say(frame: ControlFrame): void {
    this.#parts.writer.write(textFrame(JSON.stringify(frame)));
  }

  #hasRoom(): boolean {
    const now = this.#parts.clock.monotonic();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#refilledAt) / 1_000) * REFILL_PER_SEC);
    this.#refilledAt = now;
    this.#tokens -= 1;
    return this.#tokens >= 0;
  }
}

function readMessage(data: RawData): ClientMessage | null {
  const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
  try {
    const parsed = clientMessage.safeParse(JSON.parse(bytes.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
