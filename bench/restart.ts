/** How long after kill -9 the next prediction is acknowledged over HTTP, with `OPEN` predictions that must be taken up again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { usdt } from '#domain/money.ts';
import { createLocalBus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, startEmbedded } from '#server/db/index.ts';
import { isAlive } from '#server/db/embedded/postmaster.ts';
import { openEngineRuntime } from '#server/engine-runtime.ts';
import { createLog } from '#server/logging/log.ts';
import { loadPairs } from '#server/prices/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { demoPerson } from '#tests/server.ts';
import { freePort, start } from '#tests/started.ts';
import type { Started } from '#tests/started.ts';
import { told } from './row.ts';
import type { Row } from './row.ts';

const BUILD = new URL('../build/server', import.meta.url).pathname;
const OPEN = Number(process.env['BENCH_OPEN'] ?? 100_000);
/** Kept and used again if it is named: to fill it takes longer than to measure. */
const FOLDER = process.env['BENCH_FOLDER'];
const ROUNDS = 3;
const FLOOR_MS = 5_000;
/** The token bucket of a person holds 5. */
const PEOPLE = Math.ceil(OPEN / 4.5);
const CLIENTS = 256;
/** None ends while it is measured. */
const DURATION_SEC = 86_400;
const ASK_EVERY_MS = 20;
const STOOD_MS = 7_000;
/** What the log says on the way, in this order. */
const STAGES = ['starting', 'the shard is ours', 'what was open is taken up'];
const quiet = { info: () => undefined, warn: () => undefined };

export async function run(): Promise<Row[]> {
  const dataDir = FOLDER ?? mkdtempSync(join(tmpdir(), 'bench-restart-'));
  const product = new Product(dataDir, await freePort());
  try {
    if ((await product.begin()) < OPEN) {
      await product.stop();
      await fill(dataDir);
      await product.begin();
    }
    const rows = [];
    for (const what of ['server', 'everything'] as const) {
      const taken: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) taken.push(await product.acknowledgedAfterKill(what));
      const name = `first prediction after kill -9 of ${what}, worst of ${ROUNDS}`;
      rows.push(told({ name, ours: Math.max(...taken), unit: 'ms', floor: FLOOR_MS, better: 'lower' }));
    }
    return rows;
  } finally {
    await product.stop();
    if (FOLDER === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** `npm start` on a folder, with somebody who predicts. */
class Product {
  readonly #dataDir: string;
  readonly #port: number;
  #started: Started | null = null;
  #token = '';

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
  }

  /** Gives how many predictions are open. */
  async begin(): Promise<number> {
    const env = { LOG_LEVEL: 'info' };
    this.#started = start({ build: BUILD, dataDir: this.#dataDir, port: this.#port, env });
    await this.#started.answers('/readyz');
    return openIn(this.#dataDir);
  }

  async stop(): Promise<void> {
    this.#started?.process.kill('SIGTERM');
    await this.#started?.ended;
  }

  /** Milliseconds from the kill to the first acknowledgement. */
  async acknowledgedAfterKill(what: 'server' | 'everything'): Promise<number> {
    const started = this.#running;
    this.#token = (await demoPerson(started.origin)).token;
    if (!(await this.#places())) throw new Error('nothing is acknowledged before the kill');
    // Prices that have flowed for less would have to prove themselves anew.
    await pause(STOOD_MS);
    const { server, signer, database } = started.children();
    const all = (what === 'server' ? [server] : [started.pid, server, signer, database]).filter((pid) => pid !== null);
    const from = performance.now();
    const killedAt = Date.now();
    const before = started.said().length;
    for (const pid of all) process.kill(pid, 'SIGKILL');
    while (all.some(isAlive)) await pause(1);
    if (what === 'everything') {
      const env = { LOG_LEVEL: 'info' };
      this.#started = start({ build: BUILD, dataDir: this.#dataDir, port: this.#port, env });
    }
    while (!(await this.#places())) {
      if (this.#running.process.exitCode !== null) throw new Error(`the product ended: ${this.#running.said()}`);
      await pause(ASK_EVERY_MS);
    }
    const ms = performance.now() - from;
    const said = this.#running.said().slice(what === 'server' ? before : 0);
    process.stderr.write(`${what}: ${stagesOf(said, killedAt)}first acknowledgement ${Math.round(ms)} ms\n`);
    return ms;
  }

  get #running(): Started {
    if (this.#started === null) throw new Error('the product was not begun');
    return this.#started;
  }

  /** Is a prediction acknowledged? */
  async #places(): Promise<boolean> {
    const body = { pair: 'BTC-USD', direction: 'UP', stake: '1.00', durationSec: 60, payout: 0.5 };
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${this.#running.origin}/api/v2/trade/predictions`, asked).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer !== null && answer.status !== 201 && answer.status !== 503) {
      throw new Error(`the prediction was answered with ${answer.status}`);
    }
    return answer?.status === 201;
  }
}

/** When the log said what, ms after the kill. */
function stagesOf(said: string, killedAt: number): string {
  return STAGES.map((stage) => {
    const line = said.split('\n').find((one) => one.includes(`"msg":"${stage}"`));
    const at = /"time":"([^"]+)"/.exec(line ?? '')?.[1];
    return at === undefined ? '' : `${stage} ${Date.parse(at) - killedAt} ms, `;
  }).join('');
}

async function openIn(dataDir: string): Promise<number> {
  const server = await startEmbedded({ dataDir, log: quiet });
  const db = createPool(server.url, { max: 1 });
  try {
    const { rows } = await db.query<{ n: string }>('SELECT count(*) AS n FROM prediction WHERE settled_at IS NULL');
    return Number(rows[0]?.n);
  } finally {
    await db.end();
  }
}

/** Has the product's engine take `OPEN` predictions on the prices of its folder, and waits for their entries. */
async function fill(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log: quiet });
  const db = createPool(server.url, { max: 2 });
  const { people } = await openPeople(db, PEOPLE);
  const config = readConfig({ LOG_LEVEL: 'warn', FEED: 'simulated', DATABASE_URL: server.url, DATA_DIR: dataDir });
  const log = createLog(config);
  const bus = createLocalBus();
  const runtime = openEngineRuntime({ config, databaseUrl: server.url, bus, clock: systemClock, log });
  const pairs = loadPairs().filter((pair) => pair.group === 'crypto');
  try {
    await runtime.started;
    let next = 0;
    const client = async () => {
      while (next < OPEN) {
        const no = (next += 1);
        const { userId } = people[no % people.length]!;
        const input = {
          actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' },
          pair: pairs[no % pairs.length]!.id,
          direction: no % 2 === 0 ? 'UP' : 'DOWN',
          stake: usdt(1_000_000n),
          durationSec: DURATION_SEC,
          payoutBps: 5000,
          idempotency: { key: `fill-${no}`, bodyHash: `${no}` },
        } as const;
        for (;;) {
          const reply = await bus.request('trading.place', input);
          if (reply.ok) break;
          if (reply.refusal.code !== 'PriceFeedError') throw new Error(`refused: ${reply.refusal.code}`);
          await pause(200);
        }
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const waiting = () =>
      db.query<{ n: string }>(`SELECT count(*) AS n FROM prediction WHERE state = 'ADMITTED' AND settled_at IS NULL`);
    while (Number((await waiting()).rows[0]?.n) > 0) await pause(200);
  } finally {
    await runtime.stop();
    await db.end();
    await server.stop();
  }
}
