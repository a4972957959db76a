/**
 * Receipts read over HTTP, 20 at a time and without a pause, from a server process that publishes hour after hour meanwhile: how long they
 * take, and what the process holds after each boundary. The first hours fill the cache of trees; from then on memory must be flat.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { createPool } from '#server/db/index.ts';
import { PUBLISH_AFTER_MS } from '#server/proofs/publisher.ts';
import { sealTape } from '#tests/scenarios/proofs/proofs-world.ts';
import { START, World, type Person } from '#tests/scenarios/trading/trading-world.ts';
import { benchDatabase } from './database.ts';
import type { Memory, ReceiptAnswer, ReceiptAsk } from './receipt-server.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';
import { sealHours } from './sealed-hours.ts';

/** These fill the cache, and these show that it is flat. */
const [FILLING, SHOWN] = [4, 3];
const HOURS = FILLING + SHOWN;
/** Of an hour of a pair: one a second. With less the trees never fill their room, and what is held beside them shows the same. */
const TICKS = Number(process.env['BENCH_TICKS'] ?? 3_600);
/** Of them so many a second apart at the begin of the hour, in which its predictions live. */
const LIVELY = 90;
const PREDICTIONS = 1_000;
/** As many as the rate of a person lets through in an hour's first second. */
const EACH = 4;
const AT_ONCE = 20;
/** So long after a root, with its trees opened beside the reading, ms. */
const READ_MS = 15_000;
const TRADED = PAIRS.filter((pair) => pair.group === 'crypto').slice(0, 3);
const FIRST_HOUR = START / HOUR_MS;

interface Placed {
  readonly userId: string;
  readonly id: string;
  readonly hour: number;
}

export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 8, pipeline: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-bench-hours-'));
  const child = fork(new URL('./receipt-server.ts', import.meta.url), {
    execArgv: ['--expose-gc', '--import', 'tsx'],
  });
  try {
    const placed = await storedHours(db);
    const { port } = await ask(child, { kind: 'start', databaseUrl: database.url, dataDir, now: START - 60_000 });
    const after: Memory[] = [];
    const times: number[] = [];
    for (let hour = 0; hour < HOURS; hour += 1) {
      const reader = new Reader(
        port,
        placed.filter((one) => one.hour <= hour),
      );
      const now = START + (hour + 1) * HOUR_MS + PUBLISH_AFTER_MS + 1_000;
      await ask(child, { kind: 'publish', now, hour: FIRST_HOUR + hour });
      await pause(READ_MS);
      const took = await reader.stop();
      const memory = await ask(child, { kind: 'memory' });
      after.push(memory);
      if (hour >= FILLING) times.push(...took);
      process.stderr.write(line(hour + 1, memory, took));
    }
    await ask(child, { kind: 'stop' });
    return rowsOf(after, times);
  } finally {
    child.kill();
    await db.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const mb = (bytes: number): number => bytes / 1e6;

function line(no: number, { rss, peak, heap, buffers, trees }: Memory, took: readonly number[]): string {
  const memory = { rss, peak, heap, buffers, trees };
  const told = Object.entries(memory).map(([name, bytes]) => `${name} ${mb(bytes).toFixed(0)}`);
  const [p50, p99] = [percentile(took, 50), percentile(took, 99)];
  return `boundary ${no}: MB ${told.join(', ')}; ${took.length} receipts, p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} ms\n`;
}

function rowsOf(after: readonly Memory[], times: readonly number[]): Row[] {
  const [before, last] = [after[FILLING - 1]!, after.at(-1)!];
  const flat = (name: string, of: (memory: Memory) => number) =>
    compared({ name, ours: mb(of(last)), baseline: mb(of(before)), unit: 'MB', floor: 1.15, better: 'lower' });
  const waits = (name: string, p: number, floor: number | null) =>
    told({ name, ours: percentile(times, p), unit: 'ms', floor, better: 'lower' });
  return [
    waits('receipts while hours end, 20 at once: p50', 50, null),
    waits('  p99', 99, 500),
    flat('memory after three more boundaries', ({ rss }) => rss),
    flat('  at its peak', ({ peak }) => peak),
    flat('  heap and buffers after a collection, trees apart', ({ heap, buffers, trees }) => heap + buffers - trees),
    told({ name: '  trees', ours: mb(last.trees), unit: 'MB', floor: 90, better: 'lower' }),
  ];
}

/** Reads receipts of some of these, so many at once, until it is stopped. */
class Reader {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  readonly #took: number[] = [];
  readonly #reading: Promise<unknown>;
  #stopped = false;

  constructor(port: number, among: readonly Placed[]) {
    this.#reading = Promise.all(Array.from({ length: AT_ONCE }, () => this.#readOn(port, among)));
    // Told where it is waited for.
    this.#reading.catch(() => undefined);
  }

  async #readOn(port: number, among: readonly Placed[]): Promise<void> {
    while (!this.#stopped) {
      const { userId, id } = among[Math.floor(Math.random() * among.length)]!;
      const from = performance.now();
      await this.#read(port, `/${userId}/${id}`);
      this.#took.push(performance.now() - from);
    }
  }

  #read(port: number, path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      get({ port, path, agent: this.#agent, host: '127.0.0.1' }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`a receipt was answered ${answer.statusCode}`));
        answer.on('error', reject).on('end', resolve).resume();
      }).on('error', reject);
    });
  }

  /** Gives what each took, ms. */
  async stop(): Promise<readonly number[]> {
    this.#stopped = true;
    await this.#reading;
    this.#agent.destroy();
    return this.#took;
  }
}

/** Hours of all pairs, with predictions on some of them that the engine took and settled as it does; none is published. */
async function storedHours(db: Pool): Promise<readonly Placed[]> {
  for (const pair of PAIRS) {
    if (!TRADED.includes(pair)) await sealHours(db, pair, { first: FIRST_HOUR, count: HOURS, ticks: TICKS });
  }
  const world = new World(db);
  await world.engine.start();
  const placed: Placed[] = [];
  try {
    const people = await world.people(PREDICTIONS / EACH);
    for (let hour = 0; hour < HOURS; hour += 1) placed.push(...(await playHour(world, people, hour)));
  } finally {
    await world.engine.stop();
  }
  for (const pair of TRADED) await sealTape(world, pair.id);
  await db.query('ANALYZE');
  return placed;
}

async function playHour(world: World, people: readonly Person[], hour: number): Promise<readonly Placed[]> {
  let price = 1_000_000;
  const tickAll = (ms: number) => {
    world.clock.at += ms;
    price += Math.floor(Math.random() * 41) - 20;
    for (const { id } of TRADED) world.tick(price, { pair: id });
  };
  world.clock.at = START + hour * HOUR_MS;
  tickAll(0);
  const wanted = people.flatMap((person) => Array.from({ length: EACH }, () => person));
  const made = await Promise.all(
    wanted.map(async (person, i) => {
      const pair = TRADED[i % TRADED.length]!.id;
      const { id } = await world.placed(person, { pair, durationSec: [15, 30, 60][i % 3]! });
      return { person, id };
    }),
  );
  for (let no = 1; no < LIVELY; no += 1) tickAll(1_000);
  for (const { person, id } of made) await world.settled(person, id);
  const step = Math.floor((HOUR_MS - LIVELY * 1_000) / (TICKS - LIVELY));
  for (let no = LIVELY; no < TICKS; no += 1) tickAll(step);
  return made.map(({ person, id }) => ({ userId: person.userId, id, hour }));
}

function ask<K extends ReceiptAsk['kind']>(
  child: ChildProcess,
  what: Extract<ReceiptAsk, { kind: K }>,
): Promise<Extract<ReceiptAnswer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the server ended at ${what.kind}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as Extract<ReceiptAnswer, { kind: K }>);
    });
    child.send(what);
  });
}
