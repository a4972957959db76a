import { createHash } from 'node:crypto';
import { GROUP_RULES, streamNo } from '#domain/prices/pair.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { PastTick } from '#domain/prices/ticks/tick.ts';
import type { Realm } from '#domain/realm.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import { roundKey, roundMarketId } from '#domain/trading/rounds/market-id.ts';
import { roundsLiveAt } from '#domain/trading/rounds/schedule.ts';
import type { ScheduledPair } from '#domain/trading/rounds/schedule.ts';
import { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import type { WrongSeqs } from '#domain/trading/rounds/stream-ends.ts';
import { stageOf, timesOf } from '#domain/trading/rounds/windows.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';

/** A round of one realm, and the market that is or would be on it. */
export interface RealmRound {
  readonly marketId: string;
  readonly realm: Realm;
  readonly round: Round;
  readonly stream: number;
}

/** How long the list of rounds is good, ms: a new one begins on a whole minute. */
const LIST_MS = 1_000;
/** Ids that are remembered at most: working one out is a hash. */
const MOST_IDS = 20_000;
const REALMS = ['real', 'demo'] as const satisfies readonly Realm[];

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * What is known of rounds without any table: which there are, their market ids, and their two ends out of the ticks.
 * It follows from the schedule and the ticks alone, so that a failed commit leaves it as it is.
 */
export class RoundTrackers {
  readonly #prices: Prices;
  readonly #ends = new Map<number, StreamEnds>();
  readonly #wrong = new Map<number, WrongSeqs[]>();
  readonly #ids = new Map<string, string>();
  #byId = new Map<string, RealmRound>();
  #listedAt = -Infinity;

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  /** Takes the next tick of a stream, or an earlier one that is read again. */
  tick(pair: Pair, tick: PastTick): void {
    this.endsOf(pair, tick.stream).apply(tick);
  }

  sweep(now: number): void {
    for (const ends of this.#ends.values()) ends.sweep(now);
  }

  /** The ends of a stream's rounds. */
  endsOf(pair: Pair, stream: number): StreamEnds {
    let ends = this.#ends.get(stream);
    if (ends === undefined) {
      const { staleAfterMs } = this.#prices.feed(pair.id);
      this.#ends.set(stream, (ends = new StreamEnds({ staleAfterMs })));
      for (const wrong of this.#wrong.get(stream) ?? []) ends.correct(wrong);
    }
    return ends;
  }

  /** Ticks of a stream were corrected. */
  correct(stream: number, wrong: WrongSeqs): void {
    this.#wrong.set(stream, [...(this.#wrong.get(stream) ?? []), wrong]);
    this.#ends.get(stream)?.correct(wrong);
  }

  /** Rounds of a pair that take orders or wait for their end at `now`, the soonest to end first. */
  roundsOf(pair: Pair, realm: Realm, now: number): RealmRound[] {
    const feed = this.#prices.feed(pair.id);
    return roundsLiveAt(this.#scheduled(pair), now).map((round) => this.realmRound(round, realm, feed));
  }

  /** The round that a market id names, if it is one of `now`; another one's rounds are in the tables. */
  find(marketId: string, now: number): RealmRound | null {
    if (!this.#byId.has(marketId) && Math.abs(now - this.#listedAt) >= LIST_MS) this.#list(now);
    return this.#byId.get(marketId) ?? null;
  }

  realmRound(round: Round, realm: Realm, { kind, stream }: Pick<PairFeed, 'kind' | 'stream'>): RealmRound {
    const key = roundKey(round, realm, kind);
    let marketId = this.#ids.get(key);
    if (marketId === undefined) this.#ids.set(key, (marketId = roundMarketId(sha256, key)));
    return { marketId, realm, round, stream };
  }

  #list(now: number): void {
    this.#listedAt = now;
    if (this.#ids.size > MOST_IDS) this.#ids.clear();
    this.#byId = new Map();
    for (const pair of this.#prices.pairs) {
      for (const realm of REALMS) {
        for (const one of this.roundsOf(pair, realm, now)) this.#byId.set(one.marketId, one);
      }
    }
  }

  #scheduled(pair: Pair): ScheduledPair {
    // A round may end with its period: the guard of predictions is not asked for.
    const { guardMs } = GROUP_RULES[pair.group];
    return {
      pairId: pair.id,
      group: pair.group,
      openThrough: (from, to) => this.#prices.openThrough(pair.id, from, to - guardMs),
    };
  }
}

/** The market of a round as it is before anybody has ordered on it. */
export function newMarket({ marketId, realm, round }: RealmRound, now: number): Market {
  const times = timesOf(round);
  return {
    id: marketId,
    realm,
    kind: 'round',
    pairId: round.pairId,
    linkedTo: null,
    outcomes: ['UP', 'DOWN'],
    status: stageOf(times, now),
    feeBps: FEE_BPS.round,
    opensAt: times.opensAt,
    cutOffAt: times.cutOffAt,
    endsAt: times.endMs,
    fills: 0,
    volume: 0,
    result: null,
  };
}

/** Is the stream the one that this process plays the pair on? */
export function isPlayed(feed: PairFeed, stream: number): boolean {
  return streamNo(feed.pair.no, feed.kind) === stream;
}
