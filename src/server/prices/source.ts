import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { Clock } from '#server/clock.ts';
import type { FeedKind, Pair } from '#domain/prices/pair.ts';
import type { RawQuote } from '#domain/prices/raw-quotes.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { FeedReason, PairFeed } from './contract.ts';

/** One price message of a venue. `price` is plain decimal text in the venue's quote currency, never a float. */
export interface Quote {
  readonly source: string;
  readonly pairId: string;
  readonly price: string;
  /** The venue's own time of the message, whole ms; null when it states none. */
  readonly tVenue: number | null;
  readonly tReceive: number;
  /** The venue's id of the message (trade id, sequence), where there is one. */
  readonly id: string | null;
}

/** `away`: it does not answer. `left_out`: it does, and its prices cannot be converted now. Whether its clock is ahead a pair sees itself. */
export type SourceState = 'connecting' | 'live' | 'silent' | 'away' | 'left_out';

/** Where a live or simulated source puts what it hears. */
export interface SourceSink {
  quote(quote: Quote): void;
  /**
   * Any message of the source's connection (venue heartbeats included), `stated` = the venue's own time of it, null where it states none.
   * A connection delivers in order, so it proves that the last price of each of its pairs still stands then, or now where now is earlier.
   * `pairIds` unset: all pairs of the source.
   */
  alive(sign: { readonly source: string; readonly pairIds?: readonly string[]; readonly stated: number | null }): void;
  /** State of the connection, for the feed page; `pairIds` unset: all pairs of the source. */
  state(change: { readonly source: string; readonly state: SourceState; readonly pairIds?: readonly string[] }): void;
}

/** A venue. Prices of USDT-quoted pairs are handed on already converted, or not at all (docs/rules/feeds.md#sources). */
export interface Source {
  readonly name: string;
  /** Ids of the pairs this source can state. */
  readonly pairIds: readonly string[];
  start(sink: SourceSink): void;
  stop(): Promise<void>;
}

/** What a feed wants appended; seq, record and head are the stream's. Times are whole ms, `t` never before the last tick's. */
export interface TickDraft {
  readonly t: number;
  readonly tSource: number;
  /** Integer of 10^-scale. */
  readonly price: number;
  /** Bits of TICK_FLAGS. `sessionOpen`, `gap`, `resumed`, `break` are the feed's to set. */
  readonly flags: number;
  readonly sources: number;
  readonly mad: number;
  /** Used quotes. A heartbeat states no price: []. One source: the stream rebuilds its list from the tick, only `src` is read. */
  readonly quotes: readonly RawQuote[];
  readonly recorded: Tick['recorded'];
}

/** Facts from which the status of a pair follows (docs/rules/states.md#feed). Report on each change; repeats are cheap. */
export interface FeedFacts {
  /** Inside market hours (replay: at the recorded time). */
  readonly open: boolean;
  /** Sources alive now; 0 = offline, below `full` = degraded. Replay and simulated: 0 or 1. */
  readonly alive: number;
  /** Why offline, when `alive` is below the quorum or prices are not to be trusted; null = trusted. */
  readonly reason: FeedReason | null;
  readonly nextOpen: number | null;
  readonly nextClose: number | null;
}

/** What a feed holds of one pair: the only way ticks get into its stream. */
export interface FeedPort {
  readonly pair: Pair;
  readonly kind: FeedKind;
  readonly stream: number;
  /** Last tick of the stream, this run or an earlier one; null on an empty stream. */
  readonly last: Tick | null;
  /** Flags that the next tick must carry besides its own (lost range after a crash: gap + resumed + break); `append` adds them. */
  readonly pendingFlags: number;
  /** Chains, writes to the tail file, hands to the engine, publishes. Throws if `t` or `tSource` go back. */
  append(draft: TickDraft): Tick;
  facts(facts: FeedFacts): void;
  /** Constant or rare parts of PairFeed. */
  describe(
    parts: Partial<Pick<PairFeed, 'staleAfterMs' | 'maxEntryWaitMs' | 'minDurationSec' | 'sources' | 'replay'>>,
  ): void;
}

/** Timers that a test can own. */
export interface Timers {
  /** Runs once after at least `ms`; returns its cancel. */
  after(ms: number, run: () => void): () => void;
}

/**
 * Feeds a set of pairs of one kind. `start` is called once with the recovered ports; it appends all ticks that fell due
 * while the process was down and resolves when it stands at the present.
 */
export interface FeedDriver {
  readonly kind: FeedKind;
  start(ports: ReadonlyMap<string, FeedPort>): Promise<void>;
  /** Is [from, to] (wall ms) inside one period of the pair, in the time that rules this kind? */
  openThrough(span: { readonly pairId: string; readonly from: number; readonly to: number }): boolean;
  stop(): Promise<void>;
}

/** What a feed may use of the outside. `stateDir` is durable and belongs to this feed kind alone. */
export interface FeedTools {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly stateDir: string;
}

/**
 * Doors that prices.ts calls (their files belong to the feeds):
 * `#server/prices/replay/index.ts`: `createReplay(options: FeedDoorOptions): FeedDriver`
 * `#server/prices/adapters/index.ts`: `createSources(options: FeedDoorOptions): readonly Source[]`
 */
export interface FeedDoorOptions {
  readonly config: Config;
  readonly pairs: readonly Pair[];
  readonly tools: FeedTools;
  readonly log: Logger;
}
export type CreateReplay = (options: FeedDoorOptions) => FeedDriver;
export type CreateSources = (options: FeedDoorOptions) => readonly Source[];
