import type { Usdt } from '../money.ts';

/** The wire calls this `market`, as the specification does. */
export type PairGroup = 'crypto' | 'forex' | 'comms' | 'stocks';
export const PAIR_GROUPS = ['crypto', 'forex', 'comms', 'stocks'] as const satisfies readonly PairGroup[];

export type HoursRule = 'always' | 'forex' | 'commodities' | 'usStocks';

/** What feeds a pair in this process. One kind per pair group, fixed at start. */
export type FeedKind = 'live' | 'replay' | 'simulated';
export const FEED_KIND_NO = { live: 0, replay: 1, simulated: 2 } as const satisfies Record<FeedKind, number>;

/** Something with a price. */
export interface Pair {
  /** From 1, never reused: part of the stream number. */
  readonly no: number;
  readonly id: string;
  readonly name: string;
  readonly group: PairGroup;
  readonly base: string;
  readonly quote: string;
  /** Decimal digits of a published price; prices are integers of 10^-scale. */
  readonly scale: number;
  readonly hours: HoursRule;
  /** Venue name -> the venue's name of this pair. */
  readonly sources: Readonly<Record<string, string>>;
  readonly recordedNames: readonly string[];
  /** Seconds, ascending, of the real realm; demo adds 15. */
  readonly durations: readonly number[];
  readonly basePayoutBps: number;
  readonly minStake: Usdt;
  readonly maxStake: Usdt;
  readonly maxStakeDemo: Usdt;
  /** Caps of the summed worst cases: one 10 s bucket of expiries, and all of the pair. */
  readonly bucketCap: Usdt;
  readonly pairCap: Usdt;
  /** Parameters of the simulated feed: start price (decimal text), yearly volatility as a fraction: the one that is used where nothing is measured yet. */
  readonly simulated: { readonly start: string; readonly volatility: number };
}

/** Number of a (pair, feed kind): the `pair id` of a tick record; owns its seq and genesis. */
export function streamNo(pairNo: number, kind: FeedKind): number {
  return pairNo * 4 + FEED_KIND_NO[kind];
}

/** Name hashed into the genesis of a stream: the pair id, with `#replay` or `#simulated` behind it. */
export function streamName(pairId: string, kind: FeedKind): string {
  return kind === 'live' ? pairId : `${pairId}#${kind}`;
}

/** States of a pair's feed (docs/rules/states.md#feed); on the wire online, offline, closed. */
export type PairStatus = 'CLOSED' | 'OFFLINE' | 'WARMING' | 'ONLINE' | 'DEGRADED';

/** Parameters of the settlement rule of a group (docs/rules/settlement.md#numbers-of-a-group), in milliseconds. */
export interface GroupRule {
  readonly staleAfterMs: number;
  readonly deltaMs: number;
  readonly maxEntryWaitMs: number;
  readonly guardMs: number;
  readonly sourcesFull: number;
  readonly quorum: number;
}

/** How many sources the price of a pair needs. */
export interface SourceNeeds {
  /** Fewer than these: degraded. */
  readonly full: number;
  /** Fewer than these: no price. */
  readonly quorum: number;
}

export const GROUP_RULES: Readonly<Record<PairGroup, GroupRule>> = {
  crypto: { staleAfterMs: 2_000, deltaMs: 500, maxEntryWaitMs: 5_000, guardMs: 0, sourcesFull: 5, quorum: 3 },
  forex: { staleAfterMs: 3_000, deltaMs: 500, maxEntryWaitMs: 10_000, guardMs: 15_000, sourcesFull: 2, quorum: 1 },
  comms: { staleAfterMs: 5_000, deltaMs: 500, maxEntryWaitMs: 15_000, guardMs: 20_000, sourcesFull: 2, quorum: 1 },
  stocks: { staleAfterMs: 5_000, deltaMs: 500, maxEntryWaitMs: 15_000, guardMs: 20_000, sourcesFull: 2, quorum: 1 },
};

/** One crypto venue alone is not believed. */
const LEAST_QUORUM: Readonly<Record<PairGroup, number>> = { crypto: 2, forex: 1, comms: 1, stocks: 1 };

/**
 * What a pair needs: its group's numbers (docs/rules/settlement.md#numbers-of-a-group), but no more sources than state it at all; a crypto pair never fewer
 * than two, which its filter keeps. Replay and simulated prices are one source.
 */
export function sourceNeeds(pair: Pick<Pair, 'group' | 'sources'>, kind: FeedKind): SourceNeeds {
  if (kind !== 'live') return { full: 1, quorum: 1 };
  const { sourcesFull, quorum } = GROUP_RULES[pair.group];
  const least = LEAST_QUORUM[pair.group];
  const venues = Math.max(least, Object.keys(pair.sources).length);
  return { full: Math.min(sourcesFull, venues), quorum: Math.max(least, Math.min(quorum, venues)) };
}
