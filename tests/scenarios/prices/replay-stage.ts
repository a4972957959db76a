import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { PairFeed } from '#server/prices/contract.ts';
import { createReplay } from '#server/prices/replay/index.ts';
import type { FeedDriver, FeedFacts, FeedPort, Timers } from '#server/prices/source.ts';
import { TickStream } from '#server/prices/ticks/tick-stream.ts';

/** A clock and its timers that stand still until told. */
export class ManualTime implements Clock, Timers {
  #now: number;
  #timers: { at: number; run: () => void }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Sets the clock forward in one jump, as a busy machine does: what fell due runs late, at the new time. */
  jump(ms: number): void {
    this.#now += ms;
    for (let due = this.#due(); due !== undefined; due = this.#due()) {
      const timer = due;
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.run();
    }
  }

  #due(): { at: number; run: () => void } | undefined {
    return this.#timers.filter((timer) => timer.at <= this.#now).toSorted((a, b) => a.at - b.at)[0];
  }
}

/** What the driver told of a pair. */
export interface Heard {
  readonly ticks: Tick[];
  readonly facts: { readonly t: number; readonly facts: FeedFacts }[];
  readonly replays: NonNullable<PairFeed['replay']>[];
  described: Partial<PairFeed>;
}

/** A replay driver over real tick streams in a folder of its own. `restart` stands for a new process on the same DATA_DIR. */
export class Stage {
  readonly time: ManualTime;
  readonly heard = new Map<string, Heard>();
  readonly #pairs: readonly Pair[];
  readonly #config: Config;
  readonly #dataDir: string;
  #streams: TickStream[] = [];
  #driver: FeedDriver | null = null;

  constructor(options: {
    readonly dir: string;
    readonly pairs: readonly string[];
    readonly speed: number;
    readonly files?: readonly string[];
    readonly now?: number;
    /** The disk that the ticks are written to. */
    readonly disk?: string;
  }) {
    this.#dataDir = mkdtempSync(path.join(options.disk ?? tmpdir(), 'replay-'));
    this.time = new ManualTime(options.now ?? 1_800_000_000_123);
    this.#pairs = PAIRS.filter((pair) => options.pairs.includes(pair.id));
    for (const pair of this.#pairs) this.heard.set(pair.id, { ticks: [], facts: [], replays: [], described: {} });
    const replay = { dir: options.dir, files: options.files ?? [], speed: options.speed };
    this.#config = { replay } as unknown as Config;
  }

  of(pairId: string): Heard {
    const heard = this.heard.get(pairId);
    if (heard === undefined) throw new Error(`${pairId} is not on this stage`);
    return heard;
  }

  get driver(): FeedDriver {
    if (this.#driver === null) throw new Error('the stage has not begun');
    return this.#driver;
  }

  async begin(): Promise<void> {
    const stateDir = path.join(this.#dataDir, 'state');
    mkdirSync(stateDir, { recursive: true });
    this.#streams = this.#pairs.map((pair) => new TickStream({ pair, kind: 'replay', dir: this.#dataDir }));
    const ports = new Map(this.#streams.map((stream) => [stream.pair.id, this.#port(stream)]));
    this.#driver = createReplay({
      config: this.#config,
      pairs: this.#pairs,
      tools: { clock: this.time, timers: this.time, stateDir },
      log: pino({ level: 'silent' }),
    });
    await this.#driver.start(ports);
  }

  async stop(): Promise<void> {
    await this.#driver?.stop();
    for (const stream of this.#streams) stream.close();
  }

  /** Ends the process and starts it again `downMs` later. */
  async restart(downMs: number): Promise<void> {
    await this.stop();
    this.time.jump(downMs);
    await this.begin();
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true });
  }

  #port(stream: TickStream): FeedPort {
    const heard = this.of(stream.pair.id);
    const time = this.time;
    stream.recover({ lastSeq: 0, headAfter: new Uint8Array(32), last: null }, () => undefined);
    return {
      pair: stream.pair,
      kind: 'replay',
      stream: stream.stream,
      get last() {
        return stream.last;
      },
      get pendingFlags() {
        return stream.pendingFlags;
      },
      append(draft) {
        const tick = stream.append(draft);
        heard.ticks.push(tick);
        return tick;
      },
      facts(facts) {
        heard.facts.push({ t: time.now(), facts });
      },
      describe(parts) {
        heard.described = { ...heard.described, ...parts };
        if (parts.replay !== undefined && parts.replay !== null) heard.replays.push(parts.replay);
      },
    };
  }
}
