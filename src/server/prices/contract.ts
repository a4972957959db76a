import type { FeedKind, Pair, PairStatus } from '#domain/prices/pair.ts';
import type { PastTick, Tick } from '#domain/prices/ticks/tick.ts';

/** Why a pair does not admit predictions, for people: translated by the key `feed.reason.<value>`. */
export type FeedReason =
  | 'closed'
  | 'no_file'
  | 'end_of_file'
  | 'stale'
  | 'quorum'
  | 'disagreement'
  | 'clock'
  | 'starting';

/** What the engine thread knows of a pair's feed now. */
export interface PairFeed {
  readonly pair: Pair;
  readonly kind: FeedKind;
  readonly stream: number;
  readonly status: PairStatus;
  readonly reason: FeedReason | null;
  readonly last: Tick | null;
  /** After a restart, until people have seen prices for 5 s: time of the last tick before it, ms; else null or missing. */
  readonly restartSince?: number | null;
  /** S, W of docs/rules/settlement.md#numbers-of-a-group after the scaling of docs/rules/feeds.md#replay-time, ms. */
  readonly staleAfterMs: number;
  readonly maxEntryWaitMs: number;
  /** Wall ms. null: never, or always open. */
  readonly nextOpen: number | null;
  readonly nextClose: number | null;
  /** Seconds that the feed allows (a `_1M` replay file drops the short ones); the pair's own list is the other filter. */
  readonly minDurationSec: number;
  readonly sources: readonly {
    readonly name: string;
    readonly ageMs: number | null;
    readonly state: 'live' | 'silent' | 'connecting' | 'away' | 'left_out' | 'ahead';
    /** Wall ms since when it has not been live; null while it is. */
    readonly since: number | null;
  }[];
  readonly replay: {
    readonly file: string;
    readonly anchor: number;
    readonly firstTs: number;
    readonly speed: number;
  } | null;
  readonly change24h: number | null;
  readonly high24h: number | null;
  readonly low24h: number | null;
  /** 48 closes of half hours, price units; fewer where history is short. */
  readonly spark: readonly number[];
}

/** Root mean square of 1 s log returns; null while less than 1 h of ticks exists. */
export interface Volatility {
  readonly rv5m: number;
  readonly rv24h: number;
}

/** Where the engine stands on a stream: what it needs again, and the highest it ever used. */
export interface StreamPosition {
  /** Ticks above this seq are handed out at start, oldest first (stored, then those that fell due while down, then new ones). */
  readonly from: number;
  /** Highest (seq, head) a committed batch has used; ahead of the tail means a lost range. */
  readonly seen: { readonly seq: number; readonly head: Uint8Array } | null;
  /** Stored ticks from this time on (wall ms) are handed out too, as past ones; null: none. */
  readonly since?: number | null;
}

/** The prices of the engine thread. Ticks of a stream arrive in seq order, one at a time, after they are in the tail file. */
export interface Prices {
  readonly pairs: readonly Pair[];
  feed(pairId: string): PairFeed;
  volatility(pairId: string): Volatility | null;
  /** Is [from, to] (wall ms) inside one period of the pair, `guardMs` before its close? */
  openThrough(pairId: string, from: number, to: number): boolean;
  /** Recovers chains, hands out ticks from the positions, then goes live. Resolves when caught up. */
  start(
    positions: ReadonlyMap<number, StreamPosition>,
    onTick: (pair: Pair, tick: Tick) => void,
    /** Takes the past ticks that positions ask for by time, before all others of their stream. */
    onPast?: (pair: Pair, tick: PastTick) => void,
  ): Promise<void>;
  /** Called on each change of status, reason, kind or hours. */
  onFeed(listener: (feed: PairFeed) => void): void;
  /** Stops sources, syncs and closes the tails. */
  stop(): Promise<void>;
}
