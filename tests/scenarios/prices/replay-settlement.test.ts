import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { Prediction, TickMark } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { createLocalBus } from '#server/bus/index.ts';
import type { Bus } from '#server/bus/index.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { openAccounts, openBooks, topUpDemo } from '#server/ledger/index.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';
import { createPrices } from '#server/prices/index.ts';
import { createEngine, predictionQueries } from '#server/trading/index.ts';
import type { Engine } from '#server/trading/index.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { recordedDir, scanRows, scanVerdict } from './replay-scan.ts';

/** The done-line of replay: real prices and engine on PostgreSQL and the wall clock, compared with the naive scan. */
const dir = recordedDir();
const FOUR = ['BTC-USD', 'EUR-USD', 'XAU-USD', 'IBM-USD'] as const;
const SECONDS = 15;

interface Admitted {
  readonly userId: string;
  readonly wire: PredictionWire;
}

/** One installation: its database and DATA_DIR outlive `stop`. */
class Installation {
  readonly #database: TestDatabase;
  readonly #dataDir = mkdtempSync(path.join(tmpdir(), 'installation-'));
  readonly #speed: number;
  readonly exits: number[] = [];
  prices!: Prices;
  #bus!: Bus;
  #engine!: Engine;

  constructor(database: TestDatabase, speed: number) {
    this.#database = database;
    this.#speed = speed;
  }

  async start(): Promise<void> {
    const config = readConfig({
      DATA_DIR: this.#dataDir,
      FEED: 'replay',
      REPLAY_DIR: dir ?? '',
      REPLAY_SPEED: String(this.#speed),
    });
    const parts = { config, db: this.#database.pool, clock: systemClock, log: pino({ level: 'silent' }) };
    this.#bus = createLocalBus();
    this.prices = createPrices({ ...parts, bus: this.#bus });
    const exit = (code: number): void => void this.exits.push(code);
    this.#engine = createEngine({ ...parts, bus: this.#bus, prices: this.prices, exit });
    await this.#engine.start();
  }

  async stop(): Promise<void> {
    await this.#engine.stop();
    await this.prices.stop();
    this.#bus.close();
  }

  async end(): Promise<void> {
    await this.stop();
    await this.#database.drop();
    rmSync(this.#dataDir, { recursive: true });
  }

  async online(): Promise<void> {
    const waiting = (): string[] => FOUR.filter((pair) => this.prices.feed(pair).status !== 'ONLINE');
    await until(async () => waiting().length === 0);
  }

  async place(userId: string, pair: string, direction: 'UP' | 'DOWN'): Promise<Admitted> {
    const reply = await this.#bus.request('trading.place', {
      actor: { userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' },
      pair,
      direction,
      stake: usdt(5_000_000n),
      durationSec: SECONDS,
      payoutBps: 7_000,
      idempotency: null,
    });
    if (!reply.ok) throw new Error(`${pair} refused: ${reply.refusal.code}`);
    return { userId, wire: JSON.parse(reply.body) as PredictionWire };
  }

  async finished(admitted: readonly Admitted[]): Promise<Prediction[]> {
    const queries = predictionQueries(this.#database.pool);
    let done: Prediction[] = [];
    await until(async () => {
      const found = await Promise.all(
        admitted.map(({ userId, wire }) => queries.one({ userId, realm: 'demo', id: wire.id })),
      );
      done = found.flatMap((one) => (one === null || one.settledAt === null ? [] : [one]));
      return done.length === admitted.length;
    });
    return done;
  }
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const end = systemClock.now() + 140_000;
  while (!(await reached())) {
    if (systemClock.now() > end) throw new Error('it did not come');
    await pause(100);
  }
}

/** What is stored of a prediction, and what the rows of its file say, in the same words. */
function sides(prediction: Prediction, feed: PairFeed): { readonly stored: unknown; readonly scanned: unknown } {
  const { replay, pair } = feed;
  if (replay === null) throw new Error(`${pair.id} has no replay`);
  const verdict = scanVerdict(rowsOf(replay.file, pair.scale), replay, {
    admittedAt: prediction.admittedAt,
    durationMs: SECONDS * 1_000,
    staleAfterMs: feed.staleAfterMs,
    maxEntryWaitMs: feed.maxEntryWaitMs,
  });
  const { id, status, entry: from, exit: to, outcome, voidReason } = prediction;
  if (!verdict.settled) {
    return { stored: { id, status, voidReason }, scanned: { id, status: 'VOID', voidReason: verdict.reason } };
  }
  const { entry, exit } = verdict;
  const won = prediction.direction === 'UP' ? exit.price > entry.price : exit.price < entry.price;
  const markOf = (mark: TickMark | null): unknown => ({ ...mark?.recorded, price: mark?.price });
  return {
    stored: { id, status, outcome, entry: markOf(from), exit: markOf(to) },
    scanned: { id, status: 'SETTLED', outcome: exit.price === entry.price ? 'TIE' : won ? 'WIN' : 'LOSE', entry, exit },
  };
}

function compareAll(installation: Installation, done: readonly Prediction[]): { stored: unknown; scanned: unknown }[] {
  return done.map((prediction) => sides(prediction, installation.prices.feed(prediction.pairId)));
}

const settledOf = (done: readonly Prediction[]): number => done.filter(({ status }) => status === 'SETTLED').length;

const read = new Map<string, ReturnType<typeof scanRows>>();
function rowsOf(file: string, scale: number): ReturnType<typeof scanRows> {
  const known = read.get(file) ?? scanRows(path.join(dir ?? '', file), scale);
  read.set(file, known);
  return known;
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Demo people with 10,000 each, by the ledger's own doors. */
async function openPeople({ pool }: TestDatabase, count: number): Promise<readonly string[]> {
  const people = Array.from({ length: count }, () => randomUUID());
  await transaction(pool, async (tx) => {
    await openBooks(tx, 'sandbox');
    for (const ownerId of people) {
      await tx.query(`INSERT INTO app_user (id, role, created_at) VALUES ($1, 'DEMO', now())`, [ownerId]);
      await openAccounts(tx, { ownerId, realm: 'demo' });
      await topUpDemo(tx, { ownerId, target: usdt(10_000_000_000n) });
    }
  });
  return people;
}

/** Places predictions on all four pairs in both directions over a few seconds. */
async function placeSome(installation: Installation, people: readonly string[]): Promise<Admitted[]> {
  const admitted: Admitted[] = [];
  for (const [at, userId] of people.entries()) {
    for (const pair of FOUR) admitted.push(await installation.place(userId, pair, at % 2 === 0 ? 'UP' : 'DOWN'));
    await pause(170 + at * 90);
  }
  return admitted;
}

describe.skipIf(dir === null)('a replay settles predictions as the naive scan says', () => {
  it.concurrent.each([1, 10])('at speed %i, on the wall clock', { timeout: 200_000 }, async (speed) => {
    const database = await testDatabase();
    const people = await openPeople(database, 8);
    const installation = new Installation(database, speed);
    await installation.start();
    try {
      await installation.online();
      const admitted = await placeSome(installation, people);
      const done = await installation.finished(admitted);
      const both = compareAll(installation, done);
      expect(both.map(({ stored }) => stored)).toEqual(both.map(({ scanned }) => scanned));
      expect(settledOf(done)).toBeGreaterThan(done.length / 2);
      expect(new Set(done.map(({ pairId }) => pairId))).toEqual(new Set(FOUR));
      expect(installation.exits).toEqual([]);
    } finally {
      await installation.end();
    }
  });

  it.concurrent('at speed 10, by rows that came while the process was down', { timeout: 200_000 }, async () => {
    const database = await testDatabase();
    const people = await openPeople(database, 6);
    const installation = new Installation(database, 10);
    await installation.start();
    try {
      await installation.online();
      const anchors = FOUR.map((pair) => installation.prices.feed(pair).replay?.anchor);
      const admitted = await placeSome(installation, people);
      await pause(1_000);
      await installation.stop();
      // All of them expire meanwhile.
      await pause((SECONDS + 4) * 1_000);
      await installation.start();
      expect(FOUR.map((pair) => installation.prices.feed(pair).replay?.anchor)).toEqual(anchors);
      const done = await installation.finished(admitted);
      const both = compareAll(installation, done);
      expect(both.map(({ stored }) => stored)).toEqual(both.map(({ scanned }) => scanned));
      expect(settledOf(done)).toBeGreaterThan(done.length / 2);
      expect(installation.exits).toEqual([]);
    } finally {
      await installation.end();
    }
  });
});
