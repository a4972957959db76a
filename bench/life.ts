/**
 * The whole life of predictions at once: placed, entered, settled and proven without a pause, at the highest rate at which nothing piles
 * up, against the naive house; and what placing waits while many settle on one tick.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { createPortBus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { createPool } from '#server/db/index.ts';
import { openPeople } from '#tests/funded-people.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import type { EngineUnderTest } from './engine-under-test.ts';
import { createNaiveHouse, enterNaively, placeNaively, proveNaively, settleNaively } from './naive.ts';
import { portOf } from './process-port.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';

const PEOPLE = 21_000;
const STAKE = 1_000_000n;
/** Time of the engine and of its prices goes so much faster than that of the machine: a prediction of 30 s is over in 6. */
const SPEED = 5;
const DURATION_SEC = 30;
const LIFE_MS = (DURATION_SEC * 1_000) / SPEED;
const TICK_MS = 100;
/** How often proofs hear that something was committed, ms. */
const HEAR_MS = 10;
const HOLD_MS = Number(process.env['BENCH_MS'] ?? 60_000);
/** A rate is kept up with if everything is done this long after its time, ms. */
const LATE_MS = 1_000;
/** What is late for so long piles up, ms. */
const PATIENCE_MS = 4_000;
const FIRST_RATE = 300;
const CLIENTS = 32;
const NAIVE_MS = 10_000;
/** How many times the lives of the naive house. */
const LIVES_FLOOR = 12;
const CROWD = 10_000;
const CROWDS = 3;
/** The crowd's predictions end together, when time jumps to the end of the last. */
const CROWD_SEC = 120;
/** Prices of the time that is jumped over come this far from each other, ms, so that each end has a price that is new enough. */
const JUMP_STEP_MS = 500;

export async function run(): Promise<Row[]> {
  const naive = await naiveLives();
  process.stderr.write(`the naive house: ${naive.toFixed(1)} lives a second\n`);
  const world = await openWorld();
  try {
    const rate = await world.highestRate();
    // A load that does not grow as we get faster, so that runs compare: half of what the floor asks. Then half of what we keep up with.
    const [asked, most] = [(LIVES_FLOOR * naive) / 2, rate / 2];
    const waits = await world.placingBesideCrowds(asked);
    const waitsAtMost = await world.placingBesideCrowds(most);
    return [
      compared({
        name: 'whole lives, nothing piling up for 60 s',
        ours: rate,
        baseline: naive,
        unit: 'lives/s',
        floor: LIVES_FLOOR,
        better: 'higher',
      }),
      told({
        name: `placing ${Math.round(asked)} a second while ${CROWD} settle at once, p99`,
        ours: percentile(waits, 50),
        unit: 'ms',
        floor: 50,
        better: 'lower',
      }),
      told({
        name: `placing ${Math.round(most)} a second while ${CROWD} settle at once, p99`,
        ours: percentile(waitsAtMost, 50),
        unit: 'ms',
        floor: null,
        better: 'lower',
      }),
    ];
  } finally {
    await world.close();
  }
}

/** 32 clients that live one prediction after the other: nothing can pile up. */
async function naiveLives(): Promise<number> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: CLIENTS });
  try {
    const { people, house } = await openPeople(db, 6_000);
    await createNaiveHouse(db);
    let next = 0;
    let lived = 0;
    const client = async (until: number) => {
      while (performance.now() < until) {
        const person = people[(next += 1) % people.length]!;
        const id = await placeNaively(db, { person, stake: STAKE, sharedHouse: false });
        await enterNaively(db, id);
        await settleNaively(db, { id, person, stake: STAKE, house });
        await proveNaively(db, id);
        lived += 1;
      }
    };
    const all = (ms: number) => Promise.all(Array.from({ length: CLIENTS }, () => client(performance.now() + ms)));
    await all(NAIVE_MS / 5);
    lived = 0;
    const from = performance.now();
    await all(NAIVE_MS);
    return (lived / (performance.now() - from)) * 1_000;
  } finally {
    await db.end();
    await database.drop();
  }
}

interface FastClock extends Clock {
  jump(ms: number): void;
}

/** A clock that goes `SPEED` times as fast as the machine's, and can jump. */
function fastClock(): FastClock {
  const [wall, mono] = [Date.now(), performance.now()];
  let jumped = 0;
  return {
    now: () => wall + jumped + Math.floor((performance.now() - mono) * SPEED),
    monotonic: () => jumped + performance.now() * SPEED,
    jump: (ms) => void (jumped += ms),
  };
}

async function openWorld(): Promise<World> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 4 });
  const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-bench-life-'));
  const { people } = await openPeople(db, PEOPLE);
  const clock = fastClock();
  const engine = await startEngine(database.url, { people, durationSec: DURATION_SEC, clock });
  const child = fork(new URL('./life-proofs.ts', import.meta.url), [database.url, dataDir], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const proofs = createPortBus(portOf(child));
  // As in the product, each is told to another thread by its port. Proofs are in a process here, whose channel is dearer: they gather, and need not hear each.
  const other = new Worker(`require('node:worker_threads').parentPort.on('message', () => {})`, { eval: true });
  let heard = 0;
  engine.bus.subscribe('trading.prediction', (told) => {
    other.postMessage(told);
    if (performance.now() - heard < HEAR_MS) return;
    heard = performance.now();
    proofs.publish('trading.prediction', told);
  });
  await proofs.request('bench.proofs.start', null);
  const close = async () => {
    await proofs.request('bench.proofs.stop', null);
    proofs.close();
    child.kill();
    await other.terminate();
    await engine.stop();
    await db.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return new World({ engine, clock, db, close });
}

interface WorldParts {
  readonly engine: EngineUnderTest;
  readonly clock: FastClock;
  readonly db: Pool;
  readonly close: () => Promise<void>;
}

class World {
  readonly #parts: WorldParts;
  readonly #ticker: NodeJS.Timeout;
  #price = 1_000_000;
  #asked = 0;
  #answered = 0;
  #settled = 0;
  #refused: string | null = null;
  #latencies: number[] = [];

  constructor(parts: WorldParts) {
    this.#parts = parts;
    parts.engine.bus.subscribe('trading.prediction', ({ prediction }) => {
      if (prediction.settledAt !== null) this.#settled += 1;
    });
    this.#ticker = setInterval(() => this.#tick(), TICK_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#ticker);
    await this.#parts.close();
  }

  /** The highest rate (1/s) that is kept up with for `HOLD_MS`: half as much more as long as it goes, halfway back and forth, then held. */
  async highestRate(): Promise<number> {
    let [good, bad] = [0, Infinity];
    let rate = FIRST_RATE;
    while (bad / good > 1.15) {
      if (await this.#keepsUp(rate, LIFE_MS + 3 * LATE_MS)) good = rate;
      else bad = rate;
      rate = bad === Infinity ? good * 1.5 : Math.round((good + bad) / 2);
      if (good === 0) rate = bad / 2;
    }
    for (rate = good; rate > 1; rate *= 0.9) if (await this.#keepsUp(rate, LIFE_MS + HOLD_MS)) return Math.round(rate);
    throw new Error('no rate is kept up with');
  }

  /** `placingBesideCrowd` for each of `CROWDS` crowds, ms. */
  async placingBesideCrowds(rate: number): Promise<number[]> {
    const waits: number[] = [];
    for (let turn = 0; turn < CROWDS; turn += 1) waits.push(await this.placingBesideCrowd(rate));
    process.stderr.write(
      `placing ${Math.round(rate)} a second beside ${CROWD} that settle, p99 of each: ${waits.map(Math.round).join(', ')} ms\n`,
    );
    return waits;
  }

  /** The 99th percentile of what placing at a rate waits from the moment in which `CROWD` predictions end until they are settled, ms. */
  async placingBesideCrowd(rate: number): Promise<number> {
    const { engine, clock } = this.#parts;
    let left = CROWD;
    const client = async () => {
      while (left > 0) {
        left -= 1;
        await engine.place(CROWD_SEC);
        this.#asked += 1;
        this.#answered += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 * CLIENTS }, client));
    const ends = clock.now() + (CROWD_SEC + 1) * 1_000;
    const pacing = this.#pace(rate);
    await pause(LATE_MS);
    const before = this.#settled;
    this.#latencies = [];
    while (clock.now() < ends) {
      clock.jump(JUMP_STEP_MS);
      this.#tick();
      // Each tick is a message of its own, as from a source.
      await immediate();
    }
    while (this.#settled - before < CROWD) await pause(5);
    const measured = this.#latencies;
    pacing.stop();
    await this.#drained();
    return percentile(measured, 99);
  }

  #tick(): void {
    this.#parts.engine.prices.tickAll(this.#parts.clock.now(), (this.#price += 1));
  }

  /** Is everything done in time, at a rate, for so long? */
  async #keepsUp(rate: number, ms: number): Promise<boolean> {
    this.#refused = null;
    const pacing = this.#pace(rate);
    const until = performance.now() + ms;
    // Other work on the machine holds everything up now and then: what piles up then must go again.
    let late: string | null = null;
    let lateSince = Infinity;
    while (performance.now() < until || (late !== null && performance.now() - lateSince < PATIENCE_MS)) {
      await pause(500);
      late = await this.#late(rate);
      lateSince = late === null ? Infinity : Math.min(lateSince, performance.now());
      if (performance.now() - lateSince >= PATIENCE_MS) break;
    }
    pacing.stop();
    await this.#drained();
    process.stderr.write(`${Math.round(rate)} a second for ${ms / 1_000} s: ${late ?? 'kept up with'}\n`);
    return late === null;
  }

  /** What is not done `LATE_MS` after its time; null: nothing. */
  async #late(rate: number): Promise<string | null> {
    if (this.#refused !== null) return this.#refused;
    const most = (ms: number) => (rate * ms) / 1_000;
    const [waiting, open] = [this.#asked - this.#answered, this.#answered - this.#settled];
    if (waiting > most(LATE_MS)) return `${waiting} wait for an answer`;
    if (open > most(LIFE_MS + TICK_MS + LATE_MS)) return `${open} are open`;
    const { rows } = await this.#parts.db.query<{ late: string }>(
      `SELECT count(*) AS late FROM batch b, proof_head h WHERE h.shard = b.shard AND b.no > h.batch AND b.at < $1`,
      [this.#parts.clock.now() - LATE_MS * SPEED],
    );
    const unproven = Number(rows[0]?.late);
    return unproven > 0 ? `${unproven} batches wait for their proof` : null;
  }

  async #drained(): Promise<void> {
    const until = performance.now() + 120_000;
    while (this.#settled < this.#answered || this.#answered < this.#asked) {
      if (performance.now() > until) throw new Error('what was placed did not end');
      await pause(50);
    }
    await pause(LATE_MS);
  }

  /** Places at a rate (1/s), whether or not the answers come. */
  #pace(rate: number): { stop(): void } {
    const from = performance.now();
    let begun = 0;
    const timer = setInterval(() => {
      for (; begun < ((performance.now() - from) * rate) / 1_000; begun += 1) void this.#placeOne();
    }, 5);
    return { stop: () => clearInterval(timer) };
  }

  async #placeOne(): Promise<void> {
    this.#asked += 1;
    const from = performance.now();
    try {
      await this.#parts.engine.place();
      this.#latencies.push(performance.now() - from);
      this.#answered += 1;
    } catch (error) {
      // An engine whose database hangs refuses what comes meanwhile: the rate is not kept up with.
      this.#asked -= 1;
      this.#refused = String(error);
    }
  }
}
