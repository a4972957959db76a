import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Pool } from 'pg';
import type { Pair } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { createLocalBus, type Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config/config.ts';
import type { PairFeed, Prices, StreamPosition } from '#server/prices/contract.ts';
import { createPrices, type PricesOptions } from '#server/prices/index.ts';
import type { Source, SourceSink, Timers } from '#server/prices/source.ts';

/** Wall clock, monotonic clock and timers that a test moves by hand. */
export class HandClock implements Clock, Timers {
  #wall: number;
  #monotonic = 1_000;
  #timers: { at: number; run: () => void }[] = [];

  constructor(wall: number) {
    this.#wall = wall;
  }

  now(): number {
    return Math.floor(this.#wall);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#monotonic + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Both clocks move on; timers run at their times, in order. Gives promises a turn each 100 ms. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    let pauseAt = this.#monotonic + 100;
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      const at = Math.min(next?.at ?? end, pauseAt, end);
      this.#wall += at - this.#monotonic;
      this.#monotonic = at;
      if (next !== undefined && next.at <= at) {
        this.#timers = this.#timers.filter((other) => other !== next);
        next.run();
        continue;
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (at >= end) return;
      pauseAt = at + 100;
    }
  }

  /** The wall clock alone jumps. */
  jump(ms: number): void {
    this.#wall += ms;
  }
}

/** A venue whose words the test puts in its mouth. */
export class SpokenSource implements Source {
  readonly name: string;
  readonly pairIds: readonly string[];
  #sink: SourceSink | null = null;
  readonly #clock: Clock;

  constructor(name: string, pairIds: readonly string[], clock: Clock) {
    this.name = name;
    this.pairIds = pairIds;
    this.#clock = clock;
  }

  start(sink: SourceSink): void {
    this.#sink = sink;
    sink.state({ source: this.name, state: 'live' });
  }

  say(pairId: string, price: string, lag = 20): void {
    const now = this.#clock.now();
    this.#sink?.quote({ source: this.name, pairId, price, tVenue: now - lag, tReceive: now, id: null });
  }

  beat(): void {
    this.#sink?.alive({ source: this.name, stated: this.#clock.now() });
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

const FEW = ['BTC-USD', 'ETH-USD', 'EUR-USD', 'XAU-USD', 'IBM-USD'];

export interface PricesWorld {
  readonly prices: Prices;
  readonly clock: HandClock;
  readonly bus: Bus;
  readonly dir: string;
  readonly config: Config;
  /** Every tick handed to the engine, oldest first. */
  readonly ticks: Tick[];
  readonly feeds: PairFeed[];
  ticksOf(pairId: string): Tick[];
  start(positions?: ReadonlyMap<number, StreamPosition>): Promise<void>;
}

/** Prices on a database and a folder of their own, with time in the test's hand. */
export function pricesWorld(options: {
  readonly pool: Pool;
  readonly clock: HandClock;
  readonly dir: string;
  readonly feed: 'simulated' | 'live' | 'auto' | 'replay';
  /** All pairs of the product; else one or two of each group. */
  readonly allPairs?: true;
  readonly more?: Partial<PricesOptions>;
  readonly env?: Readonly<Record<string, string>>;
}): PricesWorld {
  const { pool, clock, dir } = options;
  const config = readConfig({ FEED: options.feed, DATA_DIR: dir, ...options.env });
  const bus = createLocalBus();
  const pairs: readonly Pair[] = options.allPairs ? PAIRS : PAIRS.filter((pair) => FEW.includes(pair.id));
  const prices = createPrices({
    config,
    db: pool,
    clock,
    bus,
    timers: clock,
    seed: 7,
    pairs,
    log: pino({ level: 'silent' }),
    ...options.more,
  });
  const ticks: Tick[] = [];
  const feeds: PairFeed[] = [];
  prices.onFeed((feed) => feeds.push(feed));
  const streamOf = (pairId: string) => prices.feed(pairId).stream;
  return {
    prices,
    clock,
    bus,
    dir,
    config,
    ticks,
    feeds,
    ticksOf: (pairId) => ticks.filter((tick) => tick.stream === streamOf(pairId)),
    start: (positions = new Map()) => prices.start(positions, (_pair, tick) => ticks.push(tick)),
  };
}

export function freshDir(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'prices-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
