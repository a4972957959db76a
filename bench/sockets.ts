/** Fan-out of prices to 1k, 5k and 10k sockets: our live room as the server runs it, clients in a process of their own. */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Pair } from '#domain/prices/pair.ts';
import { priceToNumber, priceToText } from '#protocol/codecs.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPairCache } from '#server/engine-client/index.ts';
import { createPool } from '#server/db/index.ts';
import type { Identity } from '#server/identity/index.ts';
import { attachLive } from '#server/live/index.ts';
import { createLog } from '#server/logging/log.ts';
import { loadPairs } from '#server/prices/index.ts';
import type { PairBoard, TickNote } from '#server/prices/wire.ts';
import { compared, told, type Row } from './row.ts';

const SIZES = [1_000, 5_000, 10_000];
const PAIRS_TICKING = 10;
const TICK_EVERY_MS = 250;
const MEASURED_MS = 5_000;
/**
 * Between the last join and the first price. A snapshot counts as a price, and a socket gets one of a pair at most every 100 ms: whoever
 * came just now would be told of the first price later by rule, and that is not what carrying a price costs.
 */
const SETTLED_MS = 500;
/** For what is still on its way. */
const ARRIVES_MS = 1_000;
/** Both sides take turns, and the quieter turn of each counts: other work on the machine is not the figure. */
const TURNS = 2;
/** Asks from the parent to the clients, and their answer. */
export interface Ask {
  readonly url: string;
  readonly clients: number;
  readonly pairs: readonly string[];
  /** So many of the first read nothing once they are in. */
  readonly deaf?: number;
  /** They all come within so long, each at its moment; else some at a time, as fast as they get in. */
  readonly withinMs?: number;
  /** Nobody counts as in before the snapshot. */
  readonly snapshot?: boolean;
}
export interface Heard {
  readonly received: number;
  readonly closed: number;
  readonly p50: number;
  readonly p99: number;
}

/** What one run of one server gave. */
interface Figures {
  readonly share: number;
  readonly p99: number;
  /** Processor ms of the server per 1,000 messages sent. */
  readonly cpuPerThousand: number;
}

export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const clients of SIZES) {
    const turns: { ours: Figures; naive: Figures }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Who begins changes: the machine is not equally busy all the time.
      const first = turn % 2 === 0 ? await measure(clients, startOurs) : null;
      const naive = await measure(clients, startNaive);
      turns.push({ naive, ours: first ?? (await measure(clients, startOurs)) });
    }
    const ours = quietest(turns.map((turn) => turn.ours));
    const naive = quietest(turns.map((turn) => turn.naive));
    const name = `${clients / 1_000}k sockets`;
    rows.push(
      told({ name: `${name}: delivered / offered`, ours: ours.share, unit: 'share', floor: 0.999, better: 'higher' }),
      compared({ name: `${name}: p99`, ours: ours.p99, baseline: naive.p99, unit: 'ms', floor: null, better: 'lower' }),
      compared({
        name: `${name}: server CPU per 1,000 messages`,
        ours: ours.cpuPerThousand,
        baseline: naive.cpuPerThousand,
        unit: 'ms',
        floor: null,
        better: 'lower',
      }),
    );
  }
  return rows;
}

/** The worst share of all turns, the best times. */
function quietest(turns: readonly Figures[]): Figures {
  return {
    share: Math.min(...turns.map((one) => one.share)),
    p99: Math.min(...turns.map((one) => one.p99)),
    cpuPerThousand: Math.min(...turns.map((one) => one.cpuPerThousand)),
  };
}

interface Fanout {
  readonly port: number;
  publish(note: TickNote): void;
  stop(): Promise<void>;
}

async function measure(clients: number, start: (pairs: readonly Pair[]) => Promise<Fanout>): Promise<Figures> {
  const pairs = loadPairs().slice(0, PAIRS_TICKING);
  const server = await start(pairs);
  const child = fork(new URL('./sockets-clients.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const ask: Ask = {
    url: `127.0.0.1:${server.port}`,
    clients,
    pairs: pairs.map((pair) => pair.id),
  };
  child.send(ask);
  await heardFrom<'joined'>(child);
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const cpuBefore = process.cpuUsage();
  const offered = await publishFor(MEASURED_MS, { server, pairs, clients });
  await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
  const cpu = process.cpuUsage(cpuBefore);
  child.send('report');
  const heard = await heardFrom<Heard>(child);
  child.kill();
  await server.stop();
  return {
    share: heard.received / offered,
    p99: heard.p99,
    cpuPerThousand: (cpu.user + cpu.system) / 1_000 / (offered / 1_000),
  };
}

/** Ticks of all pairs, spread over the interval; gives how many messages clients should get. */
async function publishFor(
  ms: number,
  to: { server: Fanout; pairs: readonly Pair[]; clients: number },
): Promise<number> {
  const { server, pairs, clients } = to;
  const end = Date.now() + ms;
  let offered = 0;
  for (let seq = 2; Date.now() < end; seq += 1) {
    const began = Date.now();
    for (const [at, pair] of pairs.entries()) {
      const readers = Math.floor(clients / pairs.length) + (at < clients % pairs.length ? 1 : 0);
      server.publish({
        pair: pair.id,
        kind: 'simulated',
        seq,
        t: Date.now(),
        price: 1_000_000 + seq,
        head: 'ab12cd34',
      });
      offered += readers;
      await new Promise((resolve) => setTimeout(resolve, TICK_EVERY_MS / pairs.length / 2));
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + TICK_EVERY_MS - Date.now())));
  }
  return offered;
}

function heardFrom<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`the clients ended with ${code}`)));
  });
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, resolve));
  return (server.address() as AddressInfo).port;
}

async function startOurs(pairs: readonly Pair[]): Promise<Fanout> {
  const config = readConfig({ LOG_LEVEL: 'silent', FEED: 'simulated', PORT: '0' });
  const bus: Bus = createLocalBus();
  bus.answer('prices.board', () => pairs.map(boardOf));
  const server = createServer();
  const db = createPool('postgresql://unused@127.0.0.1:1/none', { max: 1 });
  const live = attachLive({
    server,
    config,
    db,
    bus,
    clock: systemClock,
    log: createLog(config),
    // Public sockets have no caller.
    identity: { actorOf: async () => null } as Partial<Identity> as Identity,
    apiKeys: { byBearer: async () => null },
    notifications: { unread: async () => 0 },
    pairCache: createPairCache({ bus, clock: systemClock }),
    proofs: { admitHead: () => '' },
  });
  return {
    port: await listen(server),
    publish: (note) => bus.publish('prices.tick', note),
    stop: async () => {
      live.close();
      server.closeAllConnections();
      server.close();
      bus.close();
      await db.end();
    },
  };
}

/** As one writes it first: a message is made and framed for each reader. */
async function startNaive(pairs: readonly Pair[]): Promise<Fanout> {
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  const readers = new Map(pairs.map((pair) => [pair.id, { pair, sockets: new Set<WebSocket>() }]));
  wss.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { channels } = JSON.parse(data.toString()) as { channels: string[] };
      const id = (channels[0] ?? '').slice('ticks:'.length);
      readers.get(id)?.sockets.add(socket);
      socket.send(JSON.stringify({ op: 'ok', of: 'subscribe', channels }));
    });
  });
  return {
    port: await listen(server),
    publish: ({ pair, seq, t, price, head }) => {
      const found = readers.get(pair);
      for (const socket of found?.sockets ?? []) {
        const scale = found?.pair.scale ?? 0;
        const data = { price: priceToNumber(price, scale), priceStr: priceToText(price, scale), time: t, seq, head };
        socket.send(JSON.stringify({ ch: `ticks:${pair}`, seq, t: Date.now(), data }));
      }
    },
    stop: async () => {
      for (const socket of wss.clients) socket.terminate();
      wss.close();
      server.close();
    },
  };
}

function boardOf(pair: Pair): PairBoard {
  return {
    pair,
    kind: 'simulated',
    stream: 1,
    status: 'ONLINE',
    reason: null,
    last: { seq: 1, t: Date.now(), tSource: Date.now(), price: 1_000_000, head: '0'.repeat(16) },
    staleAfterMs: 2_000,
    maxEntryWaitMs: 5_000,
    nextOpen: null,
    nextClose: null,
    minDurationSec: 15,
    sources: [],
    replay: null,
    change24h: null,
    high24h: null,
    low24h: null,
    spark: [],
    payouts: {},
    crowdUp: null,
  };
}
