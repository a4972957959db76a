import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { GROUP_RULES, streamNo } from '#domain/prices/pair.ts';
import type { FeedKind, Pair, PairStatus } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { PastTick, Tick } from '#domain/prices/ticks/tick.ts';
import { hashQuotes } from '#domain/prices/raw-quotes.ts';
import { encodeTickRecord, nextHead } from '#domain/proofs/tick-record.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { createLocalBus } from '#server/bus/index.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { STANDARD_SETTINGS, type LiveSettings } from '#server/settings/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { balancesOf, checkLedger } from '#server/ledger/index.ts';
import type { PairFeed, Prices, StreamPosition, Volatility } from '#server/prices/contract.ts';
import type { PlacePrediction, PlaceReply } from '#server/trading/contract.ts';
import { linkedAccounts } from '#server/identity/store-links.ts';
import { createEngine, predictionQueries } from '#server/trading/index.ts';
import type { Engine } from '#server/trading/index.ts';
import { openPeople } from '#tests/funded-people.ts';

export const START = 1_800_000_000_000;

/** Wall and monotonic time of a test, moved by hand. */
export class TestClock implements Clock {
  at = START;
  now(): number {
    return this.at;
  }
  monotonic(): number {
    return this.at - START;
  }
}

interface NextTick {
  readonly t: number;
  readonly price: number;
  readonly tSource?: number;
  readonly flags?: number;
}

/** The ticks of a world: what a tail file would hold. They outlive an engine. */
export class TickTape {
  readonly #ticks = new Map<number, Tick[]>();

  of(stream: number): readonly Tick[] {
    return this.#ticks.get(stream) ?? [];
  }

  append(stream: number, next: NextTick): Tick {
    const ticks = this.#ticks.get(stream) ?? [];
    this.#ticks.set(stream, ticks);
    const before = ticks.at(-1);
    const tick = makeTick({ stream, seq: (before?.seq ?? 0) + 1, before: before?.head ?? new Uint8Array(32), ...next });
    ticks.push(tick);
    return tick;
  }
}

export function makeTick(
  fields: NextTick & { readonly stream: number; readonly seq: number; readonly before?: Uint8Array },
): Tick {
  const { stream, seq, t, price, tSource = t, flags = 0 } = fields;
  // As a tick without quotes is stored: sealed ones give the same bytes again.
  const quotesHash = hashQuotes(sha256, []);
  const record = encodeTickRecord({ stream, seq, t, tSource, price, flags, sources: 1, mad: 0, quotesHash });
  const head = nextHead(sha256, fields.before ?? new Uint8Array(32), record);
  return { stream, seq, t, tSource, price, flags, sources: 1, mad: 0, record, head, recorded: null };
}

/** Prices that say what the test says, over a tape that survives restarts. */
export class ScriptedPrices implements Prices {
  readonly pairs: readonly Pair[];
  readonly kind: FeedKind;
  readonly statuses = new Map<string, PairStatus>();
  /** Last tick before a restart that still keeps a pair away. */
  readonly restarts = new Map<string, number>();
  vol: Volatility | null = null;
  closesAt = Infinity;
  positions: ReadonlyMap<number, StreamPosition> = new Map();
  readonly #tape: TickTape;
  #onTick: ((pair: Pair, tick: Tick) => void) | null = null;
  readonly #listeners: ((feed: PairFeed) => void)[] = [];

  constructor(tape: TickTape, options: { kind?: FeedKind; pairs?: readonly Pair[] } = {}) {
    this.#tape = tape;
    this.kind = options.kind ?? 'simulated';
    this.pairs = options.pairs ?? PAIRS;
  }

  pair(pairId: string): Pair {
    const pair = this.pairs.find((one) => one.id === pairId);
    if (pair === undefined) throw new Error(`no pair ${pairId}`);
    return pair;
  }

  feed(pairId: string): PairFeed {
    const pair = this.pair(pairId);
    const stream = streamNo(pair.no, this.kind);
    const rule = GROUP_RULES[pair.group];
    return {
      pair,
      kind: this.kind,
      stream,
      status: this.statuses.get(pairId) ?? 'ONLINE',
      reason: null,
      last: this.#tape.of(stream).at(-1) ?? null,
      restartSince: this.restarts.get(pairId) ?? null,
      staleAfterMs: rule.staleAfterMs,
      maxEntryWaitMs: rule.maxEntryWaitMs,
      nextOpen: this.statuses.get(pairId) === 'CLOSED' ? START + 3_600_000 : null,
      nextClose: null,
      minDurationSec: 0,
      sources: [],
      replay: null,
      change24h: null,
      high24h: null,
      low24h: null,
      spark: [],
    };
  }

  volatility(): Volatility | null {
    return this.vol;
  }

  openThrough(_pairId: string, _from: number, to: number): boolean {
    return to <= this.closesAt;
  }

  async start(
    positions: ReadonlyMap<number, StreamPosition>,
    onTick: (pair: Pair, tick: Tick) => void,
    onPast: (pair: Pair, tick: PastTick) => void = () => undefined,
  ): Promise<void> {
    this.positions = positions;
    for (const pair of this.pairs) {
      const stream = streamNo(pair.no, this.kind);
      const position = positions.get(stream);
      if (position === undefined) continue;
      for (const tick of this.#tape.of(stream)) {
        if (tick.seq > position.from) onTick(pair, tick);
        else if (tick.t >= (position.since ?? Infinity)) onPast(pair, tick);
      }
    }
    this.#onTick = onTick;
  }

  onFeed(listener: (feed: PairFeed) => void): void {
    this.#listeners.push(listener);
  }

  setStatus(pairId: string, status: PairStatus): void {
    this.statuses.set(pairId, status);
    for (const listener of this.#listeners) listener(this.feed(pairId));
  }

  tick(pairId: string, next: NextTick): Tick {
    const pair = this.pair(pairId);
    const tick = this.#tape.append(streamNo(pair.no, this.kind), next);
    this.#onTick?.(pair, tick);
    return tick;
  }

  async stop(): Promise<void> {
    this.#onTick = null;
  }
}

/** Does `act` again and again while `run` goes on, each time a moment after the last one ended: a slow machine is not flooded. */
export async function meanwhile<T>(act: () => Promise<unknown>, run: () => Promise<T>): Promise<T> {
  let going = true;
  const acting = (async () => {
    while (going) {
      await act().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  try {
    return await run();
  } finally {
    going = false;
    await acting;
  }
}

export const quietLog = pino({ level: 'silent' });

export interface Person {
  readonly userId: string;
}

export type Wanted = Partial<Omit<PlacePrediction, 'actor'>> & { readonly actor?: PlacePrediction['actor'] };

/** A database, a clock, a tape of ticks and an engine on them. */
export class World {
  readonly db: Pool;
  readonly clock = new TestClock();
  readonly tape = new TickTape();
  /** What staff has set: another value holds from the next look on. */
  readonly settings: LiveSettings & { values: LiveSettings['values'] } = { ...STANDARD_SETTINGS };
  readonly exits: number[] = [];
  readonly heard: Prediction[] = [];
  readonly #log: Logger;
  prices: ScriptedPrices;
  bus: Bus;
  engine: Engine;

  constructor(db: Pool, options: { readonly engineDb?: Pool; readonly log?: Logger } = {}) {
    this.db = db;
    this.#log = options.log ?? quietLog;
    [this.prices, this.bus, this.engine] = this.#build('simulated', options.engineDb ?? db);
  }

  #build(kind: FeedKind, engineDb: Pool): [ScriptedPrices, Bus, Engine] {
    const prices = new ScriptedPrices(this.tape, { kind });
    const bus = createLocalBus();
    bus.subscribe('trading.prediction', ({ prediction }) => this.heard.push(prediction));
    const engine = createEngine({
      config: {},
      db: engineDb,
      prices,
      bus,
      settings: this.settings,
      clock: this.clock,
      log: this.#log,
      exit: (code) => this.exits.push(code),
      linkedOf: (userIds) => linkedAccounts(this.db, userIds),
    });
    return [prices, bus, engine];
  }

  async people(count: number): Promise<Person[]> {
    return (await openPeople(this.db, count)).people;
  }

  /** Another engine on the same database and tape, as after a restart. */
  next(options: { readonly kind?: FeedKind; readonly db?: Pool } = {}): void {
    [this.prices, this.bus, this.engine] = this.#build(options.kind ?? 'simulated', options.db ?? this.db);
  }

  place(person: Person, wanted: Wanted = {}): Promise<PlaceReply> {
    return this.bus.request('trading.place', {
      actor: { userId: person.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' },
      pair: 'BTC-USD',
      direction: 'UP',
      stake: usdt(10_000_000n),
      durationSec: 60,
      payoutBps: 7_000,
      idempotency: null,
      ...wanted,
    });
  }

  async placed(person: Person, wanted: Wanted = {}): Promise<PredictionWire> {
    const reply = await this.place(person, wanted);
    if (!reply.ok) throw new Error(`refused: ${reply.refusal.code}`);
    return JSON.parse(reply.body) as PredictionWire;
  }

  /** A price at the clock's time, or `ms` later. */
  tick(price: number, options: Partial<NextTick> & { ms?: number; pair?: string } = {}): Tick {
    this.clock.at += options.ms ?? 0;
    return this.prices.tick(options.pair ?? 'BTC-USD', { t: this.clock.at, ...options, price });
  }

  async stored(person: Person, id: string): Promise<Prediction> {
    const found = await predictionQueries(this.db).one({ userId: person.userId, realm: 'demo', id });
    if (found === null) throw new Error(`no prediction ${id}`);
    return found;
  }

  /** Waits until the prediction is as wanted in the database. */
  async until(person: Person, id: string, wanted: (prediction: Prediction) => boolean): Promise<Prediction> {
    for (let tries = 0; ; tries += 1) {
      const found = await this.stored(person, id);
      if (wanted(found)) return found;
      if (tries > 3_000) throw new Error(`prediction stayed ${found.status}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  settled(person: Person, id: string): Promise<Prediction> {
    return this.until(person, id, ({ settledAt }) => settledAt !== null);
  }

  balances(person: Person): Promise<{ cash: Usdt; locked: Usdt }> {
    return balancesOf(this.db, { ownerId: person.userId, realm: 'demo' });
  }

  /** Rows found by the invariants, which a healthy ledger has none of. */
  async faults(): Promise<string[]> {
    const report = await checkLedger(this.db, { window: 'all' });
    return report.invariants.filter((one) => one.found > 0).map((one) => `${one.name}: ${one.found}`);
  }
}
