/** The server of `crowd.ts` in a process of its own: the live room on its main thread, the engine as it is built on the other. */
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Pair } from '#domain/prices/pair.ts';
import { usdt } from '#domain/money.ts';
import { createPortBus, type Bus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPairCache } from '#server/engine-client/index.ts';
import { createPool } from '#server/db/index.ts';
import type { Identity } from '#server/identity/index.ts';
import { attachLive, type Live } from '#server/live/index.ts';
import { createLog } from '#server/logging/log.ts';
import { loadPairs } from '#server/prices/index.ts';
import type {} from '#server/engine-host.ts';
import type {} from '#server/trading/contract.ts';
import { listen } from './sockets.ts';

/** What the parent asks. */
export type CrowdAsk =
  | {
      readonly kind: 'start';
      readonly databaseUrl: string;
      readonly dataDir: string;
      readonly people: readonly string[];
    }
  | { readonly kind: 'place'; readonly forMs: number }
  | { readonly kind: 'sockets' }
  | { readonly kind: 'stop' };
/** What it hears; the answers come in the order of the asks of one kind. */
export type CrowdAnswer =
  | { readonly kind: 'start'; readonly port: number; readonly pairs: readonly string[] }
  | ({ readonly kind: 'place' } & Placed)
  | { readonly kind: 'sockets'; readonly open: number }
  | { readonly kind: 'stop' };
/** While predictions were placed. */
export interface Placed {
  /** From the moment a request was due to its answer on the thread of the sockets, ms. */
  readonly answerMs: readonly number[];
  /** Of each batch, from its first statement to the commit, as the engine counts it. */
  readonly commitMs: readonly number[];
  /** The most memory of the process, bytes. */
  readonly rss: number;
}

/** So many a second, one after the other: a load that leaves the machine room, as a waiting line would hide the crowd. */
const PER_SECOND = 200;
const SAMPLE_MS = 50;

interface Room {
  readonly bus: Bus;
  readonly live: Live;
  readonly people: readonly string[];
  readonly pairs: readonly Pair[];
  stop(): Promise<void>;
}

let room: Room | null = null;
let placed = 0;
const commitMs: number[] = [];

async function open(ask: Extract<CrowdAsk, { kind: 'start' }>): Promise<{ room: Room; port: number }> {
  const { databaseUrl, dataDir, people } = ask;
  const settings = { LOG_LEVEL: 'warn', FEED: 'simulated', PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const config = readConfig(settings);
  const log = createLog(config);
  const worker = new Worker(new URL('../build/server/engine-thread.js', import.meta.url), {
    workerData: { config, databaseUrl },
    execArgv: [],
  });
  worker.on('error', (error) => {
    throw error;
  });
  const bus = createPortBus(worker);
  void bus.request('engine.open', null);
  bus.subscribe('trading.figures', (figures) => commitMs.push(...figures.batchMs));
  const server = createServer();
  const db = createPool(databaseUrl, { max: 2 });
  const pairCache = createPairCache({ bus, clock: systemClock });
  const live = attachLive({
    server,
    config,
    db,
    bus,
    clock: systemClock,
    log,
    // Public sockets have no caller.
    identity: { actorOf: async () => null } as Partial<Identity> as Identity,
    apiKeys: { byBearer: async () => null },
    notifications: { unread: async () => 0 },
    pairCache,
    proofs: { admitHead: () => '' },
  });
  const pairs = loadPairs().filter((pair) => pair.group === 'crypto');
  const stop = async () => {
    live.close();
    server.closeAllConnections();
    server.close();
    await bus.request('engine.stop', null);
    bus.close();
    await worker.terminate();
    await db.end();
  };
  return { room: { bus, live, people, pairs, stop }, port: await listen(server) };
}

/** Waits for the engine to own the shard and for the first prices. */
async function untilOnline({ bus, pairs }: Room): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const board = await bus.request('prices.board', null).catch(() => []);
    const online = board.filter((one) => one.status === 'ONLINE').map((one) => one.pair.id);
    if (pairs.every((pair) => online.includes(pair.id))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the prices did not come within a minute');
}

async function place({ bus, people, pairs }: Room): Promise<void> {
  const no = (placed += 1);
  const userId = people[no % people.length] ?? '';
  const reply = await bus.request('trading.place', {
    actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' },
    pair: pairs[no % pairs.length]?.id ?? '',
    direction: no % 2 === 0 ? 'UP' : 'DOWN',
    stake: usdt(1_000_000n),
    durationSec: 300,
    payoutBps: 7000,
    idempotency: { key: `crowd-${no}`, bodyHash: `${no}` },
  });
  if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
}

/** A request each 5 ms, whether or not the last one was answered: one that waits for its turn counts with its wait. */
async function placeFor(at: Room, forMs: number): Promise<Placed> {
  commitMs.length = 0;
  const answerMs: number[] = [];
  let rss = 0;
  const watch = setInterval(() => (rss = Math.max(rss, process.memoryUsage.rss())), SAMPLE_MS);
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let no = 0; no < (forMs * PER_SECOND) / 1000; no += 1) {
    const due = began + (no * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    asked.push(place(at).then(() => void answerMs.push(performance.now() - due)));
  }
  await Promise.all(asked);
  // The engine tells of its batches once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  clearInterval(watch);
  return { answerMs, commitMs: [...commitMs], rss };
}

async function answer(ask: CrowdAsk): Promise<CrowdAnswer> {
  if (ask.kind === 'start') {
    const opened = await open(ask);
    room = opened.room;
    await untilOnline(room);
    return { kind: 'start', port: opened.port, pairs: room.pairs.map((pair) => pair.id) };
  }
  if (room === null) throw new Error('not started');
  if (ask.kind === 'place') return { kind: 'place', ...(await placeFor(room, ask.forMs)) };
  if (ask.kind === 'sockets') return { kind: 'sockets', open: room.live.count() };
  await room.stop();
  return { kind: 'stop' };
}

process.on('message', (ask: CrowdAsk) => {
  void answer(ask).then((said) => process.send?.(said));
});
