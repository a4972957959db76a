import { WebSocket } from 'ws';
import type { z } from 'zod';
import { CHANNEL_DATA, CLOSE } from '#protocol/channels.ts';
import { wordsOf } from './client.ts';

type ChannelKind = keyof typeof CHANNEL_DATA;
/** `book:<marketId>` -> book. */
type KindOf<C extends string> = C extends `${infer K}:${string}` ? K & ChannelKind : C & ChannelKind;

export interface LiveMessage<C extends string> {
  readonly snapshot: boolean;
  readonly data: z.output<(typeof CHANNEL_DATA)[KindOf<C>]>;
}

export interface LiveFeed {
  /** Hears a channel until the feed ends; after each reconnection it begins with a snapshot again. */
  hear<C extends string>(channel: C, listener: (message: LiveMessage<C>) => void): void;
  end(): void;
}

export interface FeedOptions {
  readonly token?: () => string;
  readonly onEnd?: (reason: string) => void;
  readonly onCut?: () => void;
  readonly onBack?: () => void;
}

interface Frame {
  readonly ch?: string;
  readonly seq: number;
  readonly data: unknown;
  readonly snapshot?: true;
  readonly op?: string;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 15_000;

/**
 * A socket that stays: it connects again when it was cut, and subscribes again when a message of a channel is missing. `token`: for
 * `/private`, asked at every connection. `onCut`: the connection is gone, what happens meanwhile is not heard; `onBack`: it is there again.
 * Ends by itself, and says why, when the token is not believed or a message is not of the protocol.
 */
export function openFeed(origin: string, path: '/public' | '/private', how: FeedOptions = {}): LiveFeed {
  const listeners = new Map<string, (message: never) => void>();
  const seqs = new Map<string, number>();
  let socket: WebSocket;
  let ended = false;
  const link = linkOf(how);
  let waitMs = FIRST_WAIT_MS;
  const say = (message: object): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const subscribe = (channels: readonly string[]): void => {
    for (const channel of channels) seqs.delete(channel);
    if (channels.length > 0) say({ op: 'subscribe', channels });
  };

  const fail = (why: string): void => {
    ended = true;
    socket.close();
    how.onEnd?.(why);
  };

  const take = (text: string): void => {
    const frame = JSON.parse(text) as Frame;
    if (frame.op === 'ok') {
      waitMs = FIRST_WAIT_MS;
      link.back();
    }
    if (frame.ch === undefined) return;
    const listener = listeners.get(frame.ch);
    if (listener === undefined) return;
    const isNext = frame.snapshot === true || frame.ch.startsWith('ticks:') || seqs.get(frame.ch) === frame.seq - 1;
    if (!isNext) return subscribe([frame.ch]);
    seqs.set(frame.ch, frame.seq);
    listener(messageOf(frame.ch, frame) as never);
  };

  const connect = (): void => {
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, { perMessageDeflate: false });
    const ping = setInterval(() => say({ op: 'ping' }), PING_MS);
    socket.on('open', () => {
      if (how.token !== undefined) say({ op: 'auth', token: how.token() });
      subscribe([...listeners.keys()]);
    });
    socket.on('message', (data: Buffer) => {
      if (ended) return;
      try {
        take(data.toString('utf8'));
      } catch (error) {
        fail(`a message of the server makes no sense: ${wordsOf(error)}`);
      }
    });
    // What broke closes too: one way back for both.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      clearInterval(ping);
      if (ended) return;
      if (code === CLOSE.unauthorised) return fail('the server does not believe the token');
      link.cut();
      setTimeout(connect, waitMs);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    });
  };
  connect();

  return {
    hear: (channel, listener) => {
      listeners.set(channel, listener);
      subscribe([channel]);
    },
    end: () => {
      ended = true;
      socket.close();
    },
  };
}

/** A message as its channel promises it. Throws for another. */
function messageOf(ch: string, { snapshot, data }: Frame): { readonly snapshot: boolean; readonly data: unknown } {
  const schema = CHANNEL_DATA[ch.split(':')[0] as ChannelKind];
  return { snapshot: snapshot === true, data: schema.parse(data) };
}

/** Tells once that the connection is gone, and once that it is back. */
function linkOf({ onCut, onBack }: FeedOptions): { readonly cut: () => void; readonly back: () => void } {
  let isCut = false;
  return {
    cut: () => {
      if (!isCut) onCut?.();
      isCut = true;
    },
    back: () => {
      if (isCut) onBack?.();
      isCut = false;
    },
  };
}
