import { aggregate, type Aggregate, type AggregateRule, type SourcePrice } from '#domain/prices/aggregate.ts';
import { priceFromText } from '#domain/prices/price-text.ts';
import type { RawQuote } from '#domain/prices/raw-quotes.ts';
import type { PairFeed } from './contract.ts';
import type { Quote, SourceState } from './source.ts';

/**
 * A source that states a time so much after the moment at which its message came has a wrong clock, or we have: its delay cannot be seen,
 * so its prices do not count. As long as a price may be old at the strictest group, ms.
 */
export const AHEAD_MS = 2_000;
/** A connection's later messages vouch for its last price at most this long (docs/rules/settlement.md#source-time), ms. */
const VOUCH_MS = 75_000;

interface Heard {
  price: number;
  raw: RawQuote;
  /** Time of the price message: min(venue time if given, receive time). */
  tPrice: number;
  /** Time of the newest message of the connection since then. */
  tAlive: number;
}

const LIVE = { state: 'live', since: null } as const;

/** What the sources say of one pair, and what that makes at a time. Knows no tick and no clock. */
export class PairMarket {
  readonly #heard = new Map<string, Heard>();
  /** Sources whose clock is ahead, with the time at which that was first seen, ms. */
  readonly #ahead = new Map<string, number>();
  readonly #states = new Map<string, { readonly state: SourceState; readonly since: number | null }>();
  readonly #scale: number;
  readonly #staleAfterMs: number;
  readonly #rule: AggregateRule;

  constructor(options: { readonly scale: number; readonly staleAfterMs: number; readonly rule: AggregateRule }) {
    this.#scale = options.scale;
    this.#staleAfterMs = options.staleAfterMs;
    this.#rule = options.rule;
  }

  /** Takes a price message in. False: no price, or older than what the source said before. */
  quote(quote: Quote): boolean {
    const price = priceFromText(quote.price, this.#scale);
    if (price === null || price <= 0) return false;
    this.#compare(quote.source, quote.tVenue, quote.tReceive);
    const tPrice = Math.min(quote.tVenue ?? quote.tReceive, quote.tReceive);
    const before = this.#heard.get(quote.source);
    if (before !== undefined && tPrice < before.tPrice) return false;
    this.#heard.set(quote.source, {
      price,
      raw: { src: quote.source, price: quote.price, t: tPrice, id: quote.id },
      tPrice,
      // What the connection said before vouched for the price before.
      tAlive: tPrice,
    });
    this.#states.set(quote.source, LIVE);
    return true;
  }

  /** Any message of the source's connection, at `now`; `stated`: what it says of its own time, ms, null: nothing. */
  alive(source: string, { stated, now }: { readonly stated: number | null; readonly now: number }): void {
    this.#compare(source, stated, now);
    const t = Math.min(stated ?? now, now);
    const heard = this.#heard.get(source);
    if (heard !== undefined && t > heard.tAlive) heard.tAlive = t;
  }

  #compare(source: string, stated: number | null, now: number): void {
    if (stated === null) return;
    if (stated - now <= AHEAD_MS) this.#ahead.delete(source);
    else if (!this.#ahead.has(source)) this.#ahead.set(source, now);
  }

  /** Names of the sources that are left out because their clock is ahead. */
  ahead(): readonly string[] {
    return [...this.#ahead.keys()];
  }

  /** Would there be a quorum if the clocks of all sources were right? */
  lacksClocks(at: number): boolean {
    const all = this.#freshAt(at);
    const alive = all.filter(({ source }) => !this.#ahead.has(source));
    return alive.length < this.#rule.quorum && all.length >= this.#rule.quorum;
  }

  /** `at`: wall ms. */
  state(source: string, state: SourceState, at: number): void {
    const since = this.#states.get(source)?.since ?? at;
    this.#states.set(source, state === 'live' ? LIVE : { state, since });
    // A connection that was cut vouches for nothing until it states a price again.
    if (state === 'live' || state === 'silent') return;
    this.#heard.delete(source);
    this.#ahead.delete(source);
  }

  /** Sources whose time is fresh at `at`, without those whose clock is ahead. */
  aliveAt(at: number): readonly SourcePrice[] {
    return this.#freshAt(at).filter(({ source }) => !this.#ahead.has(source));
  }

  #freshAt(at: number): readonly SourcePrice[] {
    const alive: SourcePrice[] = [];
    for (const [source, heard] of this.#heard) {
      const t = Math.min(sourceTime(heard), at);
      if (at - t <= this.#staleAfterMs) alive.push({ source, price: heard.price, t });
    }
    return alive;
  }

  /** The price that the sources make at `at`; `reference` = the last price while it is recent. */
  at(at: number, reference: number | null): { readonly alive: number; readonly result: Aggregate } {
    const alive = this.aliveAt(at);
    return { alive: alive.length, result: aggregate(alive, this.#rule, reference) };
  }

  /** Raw quotes behind the used sources, for the committed list; sorted by source so that it has one form. */
  quotesOf(used: readonly SourcePrice[]): readonly RawQuote[] {
    return used
      .flatMap(({ source }) => this.#heard.get(source)?.raw ?? [])
      .toSorted((a, b) => (a.src < b.src ? -1 : 1));
  }

  /** State and age of each source that ever reported, for the feed page. */
  sources(now: number): PairFeed['sources'] {
    return [...this.#states].map(([name, { state, since }]) => {
      const heard = this.#heard.get(name);
      const ageMs = heard === undefined ? null : Math.max(0, now - sourceTime(heard));
      const ahead = this.#ahead.get(name);
      if (ahead !== undefined) return { name, ageMs, state: 'ahead', since: ahead };
      const silent = state === 'live' && ageMs !== null && ageMs > this.#staleAfterMs;
      return silent ? { name, ageMs, state: 'silent', since: now - ageMs } : { name, ageMs, state, since };
    });
  }
}

function sourceTime(heard: Heard): number {
  return Math.max(heard.tPrice, Math.min(heard.tAlive, heard.tPrice + VOUCH_MS));
}
