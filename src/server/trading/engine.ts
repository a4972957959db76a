import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Pair } from '#domain/prices/pair.ts';
import { PAYOUT_PERIOD_MS } from '#domain/trading/payout.ts';
import { forgetFullBuckets } from '#domain/trading/rate.ts';
import { isOutage } from '#server/db/index.ts';
import type { PairFeed } from '#server/prices/contract.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import { AccountBook } from './accounts.ts';
import type { CommandReply, EngineState } from './contract.ts';
import { BatchCount } from './batch/batch-figures.ts';
import { BatchRunner, type Ran } from './batch/batch-runner.ts';
import type { BatchWork, DecidedBatch } from './batch/batch.ts';
import { PairSnapshots } from './pair-snapshots.ts';
import { CommandQueue, OUTAGE, type Command } from './command-queue.ts';
import type { Engine, EngineParts } from './engine-parts.ts';
import { Exchange } from './exchange/exchange.ts';
import { Lease } from './lease.ts';
import { MarkoutWatch } from './markout-watch.ts';
import { EngineMemory } from './batch/memory.ts';
import { Parking } from './parking.ts';
import { positionsOf } from './predictions/positions.ts';
import { RulesBook } from './batch/rules-book.ts';
import { EarlySales } from './predictions/early-sales.ts';
import { ScheduledMemory } from './scheduled/memory.ts';
import { forgetOldAnswers } from '#server/idempotency/index.ts';
import { Storing } from './storing.ts';
import { watchStoring } from './storing-watch.ts';
import { BatchScheduler } from './batch/batch-scheduler.ts';
import { BatchWriter, FencedError } from './batch/writer.ts';

/** How often the clock is asked for entries and exits that did not come, ms. */
const SWEEP_MS = 1_000;
/** A process that was stopped for longer than this lets the prices catch up before it looks at the clock, ms. */
const SLEPT_MS = 5_000;
/** A fenced owner ends with this code; the parent starts the process again. */
const FENCED_EXIT = 3;
const FAULT_EXIT = 1;
const FORGET_EVERY_MS = 600_000;
/** How often something that is parked is tried again, ms. */
const UNPARK_MS = 60_000;
/** How often a request may be in a batch that fails before it is given up. */
const MOST_TRIES = 3;
/** A stop waits this long for what was accepted, ms. */
const STOP_PATIENCE_MS = 1_500;

/** The engine of a shard: what queued during the last commit is the next batch; nothing is said before COMMIT returned. */
export function createEngine(parts: EngineParts): Engine {
  return new ShardEngine(parts);
}

class ShardEngine implements Engine {
  readonly #parts: EngineParts;
  readonly #shard: number;
  readonly #log: Logger;
  readonly #queue: CommandQueue;
  readonly #count = new BatchCount();
  readonly #memory: EngineMemory;
  readonly #rules: RulesBook;
  readonly #snapshots: PairSnapshots;
  readonly #settings: LiveSettings;
  readonly #pairs: ReadonlyMap<string, Pair>;
  readonly #lease: Lease;
  readonly #exchange: Exchange;
  readonly #sales: EarlySales;
  readonly #scheduled: ScheduledMemory;
  readonly #scheduler: BatchScheduler;
  readonly #parking: Parking;
  readonly #storing: Storing;
  readonly #markouts: MarkoutWatch;
  readonly #timers: NodeJS.Timeout[] = [];
  #writer: BatchWriter | null = null;
  #run: BatchRunner | null = null;
  #running: Promise<void> | null = null;
  #state: 'standby' | 'loading' | 'owner' | 'stopped' = 'standby';
  #stopping = false;
  #rulesWanted = false;

  constructor(parts: EngineParts) {
    const { prices, db, log, settings = STANDARD_SETTINGS, hasRoom = () => true } = parts;
    this.#parts = parts;
    this.#shard = parts.shard ?? 0;
    this.#log = log.child({ part: 'engine' });
    this.#queue = new CommandQueue({ hasRoom, hangs: () => this.#storing.hangs('batches') });
    this.#memory = new EngineMemory(this.#shard, (lapsed) => this.#sales.lapsed(lapsed));
    this.#markouts = new MarkoutWatch(parts);
    this.#sales = new EarlySales({ ...parts, state: () => this.#memory.state, refusal: () => this.#queue.refusal });
    this.#rules = new RulesBook(prices.pairs);
    this.#settings = settings;
    this.#snapshots = new PairSnapshots(prices, { rules: this.#rules, settings });
    this.#pairs = new Map(prices.pairs.map((pair) => [pair.id, pair]));
    this.#storing = new Storing(parts.clock);
    this.#lease = new Lease({
      db,
      log: this.#log,
      shard: this.#shard,
      storing: this.#storing,
      onLost: (error) => this.#fenced(error),
      onBeat: (failure) => {
        this.#storing.beat(failure);
        if (failure !== null) this.#count.failed('beats');
      },
    });
    const { losses, limiter } = this.#memory.state;
    this.#exchange = new Exchange({ ...parts, shard: this.#shard, rules: this.#rules, losses, limiter, settings });
    this.#scheduled = new ScheduledMemory({ ...parts, settings, shard: this.#shard, onReady: () => this.#wake() });
    const [memory, processor, scheduled] = [this.#memory, this.#exchange.processor, this.#scheduled];
    this.#parking = new Parking({ prediction: memory, market: processor, scheduled }, this.#log);
    this.#scheduler = new BatchScheduler({ queue: this.#queue, memory, processor, scheduled, parking: this.#parking });
    parts.bus.answer('trading.schedule', (input) => this.#enter({ kind: 'schedule', input }));
    parts.bus.answer('trading.unschedule', (input) => this.#enter({ kind: 'unschedule', input }));
    parts.bus.answer('trading.place', (input) => this.#enter({ kind: 'predict', input }));
    parts.bus.answer('exchange.order', (input) => this.#enter({ kind: 'order', input }));
    parts.bus.answer('exchange.leave', (input) => this.#enter({ kind: 'leave', input }));
    parts.bus.answer('exchange.sets', (input) => this.#enter({ kind: 'sets', input }));
    parts.bus.answer('exchange.cancel', (input) => this.#enter({ kind: 'cancel', input }));
    parts.bus.answer('trading.state', (): EngineState => {
      const { prediction, market, scheduled } = this.#parking.counts;
      const standing = this.#lease.isTakenByOther ? 'standby' : 'starting';
      return {
        ownership: this.isOwner() ? 'owner' : standing,
        storing: this.#storing.isWell,
        parked: prediction + market + scheduled,
        hasRoom: hasRoom(),
      };
    });
    parts.bus.answer('prices.board', () => prices.pairs.map((pair) => this.#snapshots.boardOf(pair)));
  }

  #enter(command: Command): Promise<CommandReply> {
    return this.#exchange.inTime(command, () => {
      const reply = this.#queue.enter(command);
      this.#wake();
      return reply;
    });
  }

  isOwner(): boolean {
    return this.#state === 'owner';
  }

  async start(): Promise<void> {
    const { db, prices, clock } = this.#parts;
    // A standby shows payouts too.
    this.#refresh();
    this.#timers.push(
      watchStoring({ ...this.#parts, storing: this.#storing, count: this.#count, queue: this.#queue, log: this.#log }),
    );
    const lease = await this.#lease.take(`${process.pid}/${randomUUID()}`);
    if (lease === null) return;
    this.#state = 'loading';
    this.#log.info({ shard: this.#shard, epoch: Number(lease.epoch), batch: lease.lastBatch }, 'the shard is ours');
    const accounts = await AccountBook.open(db, this.#shard);
    await this.#exchange.processor.open(accounts, this.#shard);
    await this.#rebuild();
    const own = { db, log: this.#log, shard: this.#shard };
    this.#writer = new BatchWriter({ ...own, lease });
    const { processor } = this.#exchange;
    const run = { ...own, clock, memory: this.#memory, snapshots: this.#snapshots, processor };
    const owner = { accounts, writer: this.#writer };
    this.#run = new BatchRunner({ ...run, scheduled: this.#scheduled, sales: this.#sales, pairs: this.#pairs }, owner);
    prices.onFeed((feed) => {
      this.#publishBoard(feed.pair);
      this.#lookAtMarkets();
      if (this.#rules.of(feed) === null) void this.#keepRules([feed]);
    });
    await prices.start(
      positionsOf(this.#memory, this.#exchange.processor.needsSince(clock.now())),
      (pair, tick) => {
        this.#memory.tick(tick);
        this.#markouts.tick(tick);
        this.#exchange.processor.tick(pair, tick, clock.now());
        this.#scheduled.tick(pair, tick, clock.now());
        if (this.#scheduler.lifeWaits) this.#wake();
      },
      (pair, tick) => this.#exchange.trackers.tick(pair, tick),
    );
    const feeds = this.#feeds();
    for (const { last } of feeds) if (last !== null) this.#memory.past(last);
    await this.#saveRules(feeds);
    this.#voidUnplayed();
    this.#refresh();
    if (this.#state !== 'loading') return;
    this.#state = 'owner';
    this.#queue.setOpen({ open: true });
    this.#log.info({ open: this.#memory.openCount }, 'what was open is taken up');
    this.#lookAtMarkets();
    this.#every(PAYOUT_PERIOD_MS, () => this.#refresh());
    this.#every(FORGET_EVERY_MS, () => this.#forget());
    this.#every(UNPARK_MS, () => this.#unpark());
    let lastSweep = clock.monotonic();
    this.#every(SWEEP_MS, () => {
      this.#memory.setRate(this.#settings.number('predict.rate'));
      const slept = clock.monotonic() - lastSweep > SLEPT_MS;
      lastSweep = clock.monotonic();
      if (!slept) {
        this.#memory.clock(clock.now());
        this.#lookAtMarkets();
        this.#scheduled.sweep(clock.now());
      }
      this.#parking.look();
      if (this.#rulesWanted) void this.#keepRules(this.#feeds());
      const now = { waiting: this.#queue.waiting, open: this.#memory.openCount, parked: this.#parking.counts };
      this.#parts.bus.publish('trading.figures', this.#count.take(now));
      this.#wake();
    });
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#queue.setOpen({ open: false });
    for (const timer of this.#timers) clearInterval(timer);
    // Effects of ticks would keep coming and are found again at the next start; the accepted requests are what must not be lost.
    this.#stopping = true;
    const until = performance.now() + STOP_PATIENCE_MS;
    while (this.#running !== null && performance.now() < until) await pause(2);
    this.#state = 'stopped';
    this.#queue.refuseAll();
    this.#writer?.release();
    await this.#lease.leave();
  }

  async #rebuild(): Promise<void> {
    this.#sales.dropAll();
    this.#run?.purge();
    await this.#memory.rebuild(this.#parts.db);
    // Those that came meanwhile went into the memory that was dropped.
    this.#sales.dropAll();
    await this.#exchange.processor.rebuild(this.#memory.state, this.#parts.clock.now());
    await this.#scheduled.rebuild(this.#parts.db);
    if (this.#state === 'owner') this.#lookAtMarkets();
  }

  #lookAtMarkets(): void {
    if (this.#state === 'owner') this.#exchange.processor.poll(this.#parts.clock.now());
  }

  #feeds(): PairFeed[] {
    return this.#parts.prices.pairs.map((pair) => this.#parts.prices.feed(pair.id));
  }

  #saveRules(feeds: readonly PairFeed[]): Promise<void> {
    return this.#rules.save(this.#parts.db, feeds);
  }

  /** As long as they cannot be stored the sweep tries again. */
  async #keepRules(feeds: readonly PairFeed[]): Promise<void> {
    this.#rulesWanted = false;
    try {
      await this.#saveRules(feeds);
    } catch (error) {
      this.#rulesWanted = true;
      this.#log.error({ err: error }, 'rules of a feed could not be stored; its pairs take no predictions yet');
    }
  }

  #voidUnplayed(): void {
    const played = new Set(this.#parts.prices.pairs.map((pair) => this.#parts.prices.feed(pair.id).stream));
    this.#memory.voidUnplayed(({ stream }) => played.has(stream));
  }

  #refresh(): void {
    const { clock, prices } = this.#parts;
    this.#snapshots.refresh(this.#memory.state.crowd, clock.now());
    // All of them: the figures of the day move without a new payout.
    for (const pair of prices.pairs) this.#publishBoard(pair);
  }

  #forget(): void {
    this.#exchange.memory.purge(this.#parts.clock.now());
    forgetFullBuckets(this.#memory.state.limiter, this.#parts.clock.now());
    forgetOldAnswers(this.#parts.db).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'old answers were not dropped'),
    );
  }

  #unpark(): void {
    this.#parking.retry();
    this.#wake();
  }

  #publishBoard(pair: Pair): void {
    this.#parts.bus.publish('prices.pair', this.#snapshots.boardOf(pair));
  }

  #every(ms: number, run: () => void): void {
    this.#timers.push(setInterval(run, ms));
  }

  /** Starts making batches if there is work and nobody does. */
  #wake(): void {
    if (this.#running !== null || !this.#hasWork()) return;
    this.#running = this.#work()
      .catch((error: unknown) => this.#ended(FAULT_EXIT, error))
      .finally(() => {
        this.#running = null;
        // What came between the last look and now would wait for the next tick.
        this.#wake();
      });
  }

  #hasWork(): boolean {
    if (this.#writer === null || this.#state === 'stopped') return false;
    return this.#queue.waiting > 0 || (this.#scheduler.lifeWaits && !this.#stopping);
  }

  async #work(): Promise<void> {
    // What arrives in this turn of the event loop goes into one batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#hasWork()) await this.#batch();
  }

  async #batch(): Promise<void> {
    const work = this.#scheduler.next();
    const from = performance.now();
    let ran: Ran;
    try {
      ran = await this.#storing.during('batches', () => this.#run!.run(work));
    } catch (error) {
      await this.#failed(work, error);
      return;
    }
    const { decided, again } = ran;
    this.#queue.again(again);
    // The shard was lost meanwhile: nobody judges these again here.
    if (this.#state === 'stopped') this.#queue.refuseAll();
    if (decided === null) return;
    this.#count.batch(performance.now() - from, decided.replies);
    this.#scheduler.stored();
    this.#parking.stored(work);
    const outageEnded = decided.stored !== null && this.#storing.batchStored();
    this.#committed(decided);
    if (outageEnded) this.#parking.retry();
  }

  #committed({ stored, replies, exchange, balances }: DecidedBatch): void {
    const { bus } = this.#parts;
    if (stored !== null) {
      const { placed, entered, finished } = stored.effects;
      this.#memory.committed(stored.effects);
      this.#markouts.placed(placed);
      this.#sales.committed(finished.map(({ prediction }) => prediction));
      if (exchange !== null) this.#exchange.committed(exchange, this.#memory.state.losses);
      for (const { request, reply } of replies) this.#queue.answer(request, reply);
      for (const { prediction } of [...placed, ...entered, ...finished]) {
        bus.publish('trading.prediction', { userId: prediction.userId, realm: prediction.realm, prediction });
      }
      if (exchange !== null) this.#exchange.publish(exchange);
      this.#scheduled.committed(stored.effects.scheduled);
      for (const balance of balances.values()) bus.publish('ledger.balance', balance);
      this.#lookAtMarkets();
      return;
    }
    for (const { request, reply } of replies) this.#queue.answer(request, reply);
  }

  /** Nothing of the batch is stored: the memory is dropped and built again, the requests are judged anew. */
  async #failed(work: BatchWork, error: unknown): Promise<void> {
    const outage = isOutage(error);
    // Once it is known that nothing can be stored, nobody waits to be told so.
    this.#queue.putBack(work.requests, { outage, mostTries: this.#storing.isWell ? MOST_TRIES : 1 });
    // The shard was lost while the batch was under way: those who waited were told before these came back.
    if (this.#state === 'stopped') this.#queue.refuseAll();
    if (error instanceof FencedError) {
      this.#fenced(error);
      return;
    }
    this.#log.error({ err: error }, 'a batch failed; the memory is built again');
    this.#count.failed('batches');
    this.#storing.batchFailed(error);
    this.#scheduler.failed(work, error);
    while (this.#state !== 'stopped') {
      await pause(this.#storing.pauseMs);
      try {
        await this.#storing.during('batches', () => this.#rebuild());
        if (this.#state === 'owner') this.#voidUnplayed();
        return;
      } catch (failure) {
        this.#storing.batchFailed(failure);
        this.#queue.refuseAll(OUTAGE);
        this.#log.error({ err: failure }, 'the memory could not be built again yet');
      }
    }
  }

  #fenced(error: Error): void {
    this.#ended(FENCED_EXIT, error);
  }

  #ended(code: number, error: unknown): void {
    if (this.#state === 'stopped') return;
    this.#state = 'stopped';
    this.#log.fatal({ err: error }, code === FENCED_EXIT ? 'this engine has been replaced' : 'the engine broke');
    this.#queue.setOpen({ open: false });
    this.#queue.refuseAll();
    for (const timer of this.#timers) clearInterval(timer);
    (this.#parts.exit ?? ((status: number) => process.exit(status)))(code);
  }
}
