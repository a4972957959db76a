import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { ClockGuard } from '#domain/prices/clock-guard.ts';
import { GROUP_RULES, type FeedKind, type Pair, type PairGroup } from '#domain/prices/pair.ts';
import type { PastTick, Tick } from '#domain/prices/ticks/tick.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { createSources } from './adapters/index.ts';
import { createBarStore, type BarStore } from './bars/bar-store.ts';
import { bothClocks } from './both-clocks.ts';
import { createPriceJobs } from './price-jobs.ts';
import type { PairFeed, Prices, StreamPosition } from './contract.ts';
import { createDrivers } from './drivers.ts';
import { IncidentBook } from './incidents.ts';
import { decideKinds } from './kinds.ts';
import { loadPairs } from './load-pairs.ts';
import { claimFolder, type FolderClaim } from './ownership.ts';
import { PairRuntime, type RuntimeEvents } from './pair-runtime.ts';
import { recoverStreams } from './recover.ts';
import type { CreateReplay, CreateSources, FeedDriver, Source, Timers } from './source.ts';
import { startingFeed } from './starting-feed.ts';
import { tickNote } from './ticks/tick-note.ts';
import { systemTimers } from './timers.ts';

export interface PricesOptions {
  readonly config: Config;
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly bus: Bus;
  /** For tests: a clock's timers, a fixed seed, other pairs or feeds. */
  readonly timers?: Timers;
  readonly seed?: number;
  readonly pairs?: readonly Pair[];
  readonly createReplay?: CreateReplay;
  readonly createSources?: CreateSources;
}

/** The prices of this process: streams, feeds, bars. One owner per DATA_DIR and database: `start` only once that is settled. */
export function createPrices(options: PricesOptions): Prices {
  return new PriceRoom(options);
}

class PriceRoom implements Prices {
  readonly pairs: readonly Pair[];
  readonly #options: PricesOptions;
  readonly #timers: Timers;
  readonly #guard = new ClockGuard();
  readonly #seed: number;
  readonly #runtimes = new Map<string, PairRuntime>();
  readonly #bars: BarStore;
  readonly #incidents: IncidentBook;
  readonly #listeners: ((feed: PairFeed) => void)[] = [];
  #drivers: readonly FeedDriver[] = [];
  #driverOf: ReadonlyMap<string, FeedDriver> = new Map();
  #sources: readonly Source[] = [];
  #beats: { stop(): Promise<void> } | null = null;
  #onTick: (pair: Pair, tick: Tick) => void = () => undefined;
  #live = false;
  #disowned = false;
  #stopped = false;

  constructor(options: PricesOptions) {
    this.pairs = loadPairs(options.pairs);
    this.#options = options;
    this.#seed = options.seed ?? randomInt(2 ** 32);
    this.#timers = options.timers ?? systemTimers;
    this.#bars = createBarStore({ db: options.db, clock: options.clock, runtimes: this.#runtimes });
    this.#incidents = new IncidentBook(options.db);
    options.bus.answer('prices.bars', (query) => this.#bars.query(query));
  }

  feed(pairId: string): PairFeed {
    const runtime = this.#runtimes.get(pairId);
    if (runtime !== undefined) return runtime.feed();
    const pair = this.pairs.find((one) => one.id === pairId);
    if (pair === undefined) throw new Error(`no pair ${pairId}`);
    return startingFeed(pair, this.#options.config.feed);
  }

  volatility(pairId: string) {
    return this.#bars.volatility(pairId);
  }

  openThrough(pairId: string, from: number, to: number): boolean {
    const runtime = this.#runtimes.get(pairId);
    if (runtime === undefined) return false;
    const guarded = to + GROUP_RULES[runtime.pair.group].guardMs;
    return this.#driverOf.get(pairId)?.openThrough({ pairId, from, to: guarded }) ?? false;
  }

  onFeed(listener: (feed: PairFeed) => void): void {
    this.#listeners.push(listener);
  }

  async start(
    positions: ReadonlyMap<number, StreamPosition>,
    onTick: (pair: Pair, tick: Tick) => void,
    onPast: (pair: Pair, tick: PastTick) => void = () => undefined,
  ): Promise<void> {
    const { config, db, clock, log } = this.#options;
    this.#onTick = onTick;
    const ticksDir = join(config.dataDir, 'ticks');
    mkdirSync(ticksDir, { recursive: true });
    const toolsOf = (kind: FeedKind) => {
      const stateDir = join(config.dataDir, 'feeds', kind);
      mkdirSync(stateDir, { recursive: true });
      return { clock, timers: this.#timers, stateDir };
    };
    const claim = claimFolder(ticksDir);
    const { kinds, sources } = await this.#decide(toolsOf);
    this.#sources = sources;
    if (this.#stopped) return this.#stopAll();
    await recoverStreams({
      db,
      clock,
      log,
      positions,
      onTick,
      onPast,
      dir: ticksDir,
      pairs: this.pairs,
      kinds,
      bars: this.#bars,
      open: (ticks) => {
        const runtime = new PairRuntime({ ticks, events: this.#events(), now: clock.now() });
        // Whether the market was open meanwhile is known once its driver is.
        runtime.restartSince = runtime.storedUntil;
        this.#runtimes.set(ticks.pair.id, runtime);
      },
    });
    this.#drivers = createDrivers({
      config,
      log,
      kinds,
      sources,
      toolsOf,
      guard: this.#guard,
      pairs: this.pairs,
      seed: this.#seed,
      ...(this.#options.createReplay === undefined ? {} : { createReplay: this.#options.createReplay }),
    });
    this.#driverOf = new Map(
      this.pairs.flatMap((pair) => {
        const driver = this.#drivers.find((one) => one.kind === kinds.get(pair.group));
        return driver === undefined ? [] : [[pair.id, driver] as const];
      }),
    );
    for (const driver of this.#drivers) await driver.start(this.#portsOf(driver, kinds));
    if (this.#stopped) return this.#stopAll();
    await this.#incidents.start(this.#runtimes.values(), {
      now: clock.now(),
      openSince: ({ pair }, from) =>
        this.#driverOf.get(pair.id)?.openThrough({ pairId: pair.id, from, to: clock.now() }) ?? false,
    });
    this.#live = true;
    this.#goLive(claim);
  }

  #decide(toolsOf: (kind: FeedKind) => Parameters<CreateSources>[0]['tools']) {
    const { config, log } = this.#options;
    const make = this.#options.createSources ?? createSources;
    const tools = toolsOf('live');
    return decideKinds({
      config,
      log,
      tools,
      pairs: this.pairs,
      createSources: () => make({ config, log, tools, pairs: this.pairs }),
    });
  }

  #portsOf(driver: FeedDriver, kinds: ReadonlyMap<PairGroup, FeedKind>): ReadonlyMap<string, PairRuntime> {
    return new Map([...this.#runtimes].filter(([, runtime]) => kinds.get(runtime.pair.group) === driver.kind));
  }

  #events(): RuntimeEvents {
    const { bus } = this.#options;
    return {
      onTick: (runtime, tick) => {
        this.#bars.add(runtime, tick);
        this.#onTick(runtime.pair, tick);
        if (this.#live) bus.publish('prices.tick', tickNote(runtime, tick));
      },
      onFacts: (runtime) => this.#follow(runtime),
      onFeed: (runtime) => {
        const feed = runtime.feed();
        for (const listener of this.#listeners) listener(feed);
      },
    };
  }

  #follow(runtime: PairRuntime): void {
    const read = bothClocks(this.#options.clock);
    runtime.follow({ now: read.wall, clockFault: this.#guard.faulty(read) });
    this.#incidents.follow(runtime, read.wall);
  }

  #goLive(claim: FolderClaim): void {
    const { db, bus, clock, log } = this.#options;
    this.#beats = createPriceJobs({
      db,
      bus,
      clock,
      log,
      timers: this.#timers,
      runtimes: this.#runtimes,
      bars: this.#bars,
      seed: this.#seed,
      follow: (runtime) => this.#follow(runtime),
      incidents: this.#incidents,
      claim,
      onDisowned: () => this.#giveUp(),
    });
  }

  /** Another process writes the tail files now: no tick of ours may follow. The engine finds itself fenced by the database. */
  #giveUp(): void {
    if (this.#disowned) return;
    this.#disowned = true;
    this.#live = false;
    this.#options.log.error('another process has taken the prices over');
    for (const driver of this.#drivers) void driver.stop();
    for (const runtime of this.#runtimes.values())
      runtime.facts({ open: true, alive: 0, reason: 'stale', nextOpen: null, nextClose: null });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#live = false;
    await this.#beats?.stop();
    await this.#stopAll();
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#drivers, ...this.#sources].map((one) => one.stop()));
    for (const runtime of this.#runtimes.values()) runtime.ticks.close();
  }
}
