import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { looksLikeKey } from '#domain/identity/api-key.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { PairCache } from '#server/engine-client/index.ts';
import type { Notifications } from '#server/notifications/index.ts';
import type { ApiKeys } from '#server/identity/api-keys/index.ts';
import type { Identity } from '#server/identity/index.ts';
import type { Proofs } from '#server/proofs/index.ts';
import { isOurOrigin } from '#server/config/origins.ts';
import { addressReader } from '#server/config/proxies.ts';
import { exchangeQueries } from '#server/trading/index.ts';
import { Connection } from './connection.ts';
import { TimeSlices } from './time-slices.ts';
import { SocketWriter } from './socket-writer.ts';
import { PrivateChannels } from './private-channels.ts';
import { PublicChannels } from './public-channels.ts';
import { watchSessionEnds } from './session-ends.ts';

export interface LiveParts {
  /** The server of http; sockets share its port. */
  readonly server: Server;
  readonly config: Config;
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly identity: Identity;
  readonly apiKeys: Pick<ApiKeys, 'byBearer'>;
  readonly notifications: Pick<Notifications, 'unread'>;
  readonly pairCache: PairCache;
  readonly proofs: Pick<Proofs, 'admitHead'>;
}

export interface Live {
  /** Sockets open now. */
  count(): number;
  /** Ends all sockets (1001) and listens no more. */
  close(): void;
}

const PATHS = ['/public', '/private'] as const;
const LONGEST_MESSAGE = 16 * 1024;
/** Each socket is asked for a sign of life once in so many turns of a second: all at once would hold up prices. */
const HEARTBEAT_TURNS = 20;
const MOST_SOCKETS = 20_000;

/** Answers WebSocket upgrades on `/public` and `/private`. */
export function attachLive(parts: LiveParts): Live {
  const { server, clock, log } = parts;
  const wss = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LONGEST_MESSAGE,
  });
  const exchange = exchangeQueries(parts.db, clock);
  const inTurns = new TimeSlices();
  const publicChannels = new PublicChannels({ ...parts, exchange, inTurns });
  const privateChannels = new PrivateChannels({ ...parts, exchange });
  /** With the turn of their heartbeat. */
  const conversations = new Map<Connection, number>();
  const addressOf = addressReader(parts.config.trustedProxies);
  let opened = 0;

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error) => log.debug({ err: error }, 'a socket broke'));
    const path = (request.url ?? '').split('?')[0];
    const known = PATHS.find((one) => one === path);
    if (known === undefined) return refuse(socket, '404 Not Found');
    if (!isOurOrigin(request.headers, parts.config.origins)) return refuse(socket, '403 Forbidden');
    if (conversations.size >= MOST_SOCKETS) return refuse(socket, '503 Service Unavailable');
    wss.handleUpgrade(request, socket, head, (ws) => open(ws, { socket, path: known, address: addressOf(request) }));
  };

  const open = (ws: WebSocket, from: { socket: Duplex; path: (typeof PATHS)[number]; address: string }) => {
    const { socket, path, address } = from;
    const writer = new SocketWriter({ ws, socket, clock });
    const conversation = new Connection({
      ws,
      writer,
      clock,
      log,
      actorOf: (token) =>
        looksLikeKey(token) ? parts.apiKeys.byBearer(token, address) : parts.identity.actorOf(token),
      channels:
        path === '/public'
          ? { kind: 'public', channels: publicChannels }
          : { kind: 'private', channels: privateChannels },
    });
    // In place of the listener of ws, which ends the socket at once.
    socket.removeAllListeners('end');
    socket.on('end', () => {
      writer.leave();
      inTurns.add(farewell(socket));
    });
    opened += 1;
    conversations.set(conversation, opened % HEARTBEAT_TURNS);
    ws.on('close', () => {
      conversations.delete(conversation);
      conversation.ended();
    });
  };

  const heartbeat = beatHearts(conversations);
  const judging = setInterval(() => inTurns.add(eachJudged(conversations.keys())), 1_000);
  const ends = endWithSessions(parts, conversations);
  server.on('upgrade', upgrade);

  return {
    count: () => conversations.size,
    close: () => {
      server.off('upgrade', upgrade);
      clearInterval(heartbeat);
      clearInterval(judging);
      ends.stop();
      for (const conversation of conversations.keys()) conversation.end(1001, 'the server stops');
      publicChannels.close();
      privateChannels.close();
      inTurns.close();
      wss.close();
    },
  };
}

/** Closes sockets whose session was ended, by somebody or by the clock. */
function endWithSessions(
  { bus, clock, log, identity }: LiveParts,
  conversations: ReadonlyMap<Connection, number>,
): { stop(): void } {
  const onEnd = (sessionId: string) => {
    for (const conversation of conversations.keys()) conversation.endSession(sessionId);
  };
  const unsubscribe = bus.subscribe('identity.session-ended', ({ sessionId }) => onEnd(sessionId));
  const watch = watchSessionEnds({
    clock,
    log,
    livesUntil: (ids) => identity.livesUntil(ids),
    spokenFor: () => [...conversations.keys()].flatMap(({ sessionId }) => sessionId ?? []),
    onEnd,
  });
  return {
    stop: () => {
      unsubscribe();
      watch.stop();
    },
  };
}

/** Asks in turns for signs of life. */
function beatHearts(conversations: ReadonlyMap<Connection, number>): NodeJS.Timeout {
  let turn = 0;
  return setInterval(() => {
    turn = (turn + 1) % HEARTBEAT_TURNS;
    for (const [conversation, ownTurn] of conversations) if (ownTurn === turn) conversation.heartbeat();
  }, 1_000);
}

/** One reader a step: whether it reads is not asked only when there is something to send to it. */
function* eachJudged(conversations: Iterable<Connection>): Generator<void> {
  for (const conversation of conversations) yield conversation.judge();
}

/** One step: what was written before the client went still goes out. */
function* farewell(socket: Duplex): Generator<unknown> {
  yield socket.writableLength > 0 ? socket.end() : socket.destroy();
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
