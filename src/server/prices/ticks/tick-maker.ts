import { currentOrNext, nextClose, nextOpen, type Period } from '#domain/prices/hours.ts';
import { GROUP_RULES, sourceNeeds } from '#domain/prices/pair.ts';
import type { SourcePrice } from '#domain/prices/aggregate.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { FeedReason } from '../contract.ts';
import { PairMarket } from '../pair-market.ts';
import type { FeedPort, Quote } from '../source.ts';

/** A heartbeat comes exactly this long after the tick before it (docs/rules/feeds.md#heartbeats), ms. */
const HEARTBEAT_MS = 1_000;
/** Ticks of a pair are at least this far apart in live and simulated feeds, ms. */
const THROTTLE_MS = 250;
/** A last price serves as reference for disagreement this long, in staleness spans. */
const REFERENCE_SPANS = 5;

const GAP = TICK_FLAGS.gap | TICK_FLAGS.resumed;

/** Makes the ticks of one pair out of what its sources say: throttle, heartbeats, periods, outages. */
export class TickMaker {
  readonly port: FeedPort;
  readonly market: PairMarket;
  readonly #staleAfterMs: number;
  readonly #quorum: number;
  /** In an unbroken run: the next heartbeat is due. */
  #running = false;
  #flags: number;
  /** A quote came since the last tick. */
  #fresh = false;
  #period: Period | null = null;
  #told = '';

  constructor(port: FeedPort) {
    this.port = port;
    const rule = GROUP_RULES[port.pair.group];
    const single = port.kind === 'simulated';
    this.#staleAfterMs = rule.staleAfterMs;
    this.#quorum = sourceNeeds(port.pair, port.kind).quorum;
    const nthNewest = !single && port.pair.group === 'crypto' ? 2 : 1;
    this.market = new PairMarket({
      scale: port.pair.scale,
      staleAfterMs: rule.staleAfterMs,
      rule: { quorum: this.#quorum, keep: nthNewest, nthNewest },
    });
    // What the sources said while the process was down is not known.
    this.#flags = port.last === null ? 0 : GAP;
  }

  quote(quote: Quote, at: { readonly now: number; readonly clockFine: boolean }): void {
    // Heartbeats that are due come first: they must not know this quote.
    this.advance(at.now, at);
    if (this.market.quote(quote)) {
      this.#fresh = true;
      this.advance(at.now, at);
    }
  }

  /** Makes every tick that is due by `now`. */
  advance(now: number, { clockFine }: { readonly clockFine: boolean }): void {
    const last = this.port.last;
    if (!clockFine || (last !== null && now < last.t)) return this.#lose(now, 'clock');
    this.#heartbeats(now);
    this.#followPeriod(now);
    if (this.#period === null || now < this.#period.open) return this.#tell(now, { alive: 0, reason: null });
    this.#trade(now);
  }

  /** Nothing more can be said for sure: the next tick carries the gap. */
  fail(now: number): void {
    this.#lose(now, 'stale');
  }

  /** Heartbeats due up to `now`, each at its own time, while a quorum was alive then. */
  #heartbeats(now: number): void {
    while (this.#running) {
      const last = this.port.last;
      const due = (last?.t ?? now) + HEARTBEAT_MS;
      const close = this.#period?.close ?? Number.MAX_SAFE_INTEGER;
      if (last === null || due > now || due >= close) return;
      if (!this.#tickAt(due, { heartbeat: true })) return;
    }
  }

  /** Closes and opens with the market. The last tick of a period stands exactly at its close, so that exits can be proved. */
  #followPeriod(now: number): void {
    const { pair } = this.port;
    if (this.#period !== null && now < this.#period.close) return;
    if (this.#period !== null && this.#running) this.#closeAt(this.#period.close);
    const period = currentOrNext(pair.hours, now);
    if (period?.open === this.#period?.open) return;
    this.#period = period;
    this.#running = false;
    const last = this.port.last;
    if (period !== null && pair.hours !== 'always' && (last === null || last.t < period.open))
      this.#flags |= TICK_FLAGS.sessionOpen;
  }

  #closeAt(close: number): void {
    const last = this.port.last;
    if (last === null || last.t > close) return;
    this.#running = false;
    const { price, sources, mad, tSource } = last;
    const flags = TICK_FLAGS.heartbeat | TICK_FLAGS.sessionClose;
    this.port.append({ t: close, tSource, price, sources, mad, flags, quotes: [], recorded: null });
  }

  #trade(now: number): void {
    const last = this.port.last;
    const held = last !== null && this.#running && now < last.t + THROTTLE_MS;
    if (this.#running && (!this.#fresh || held)) return this.#watch(now);
    this.#tickAt(now, { heartbeat: false });
  }

  /** Between ticks: is a quorum still alive and of one mind? */
  #watch(now: number): void {
    const alive = this.market.aliveAt(now).length;
    if (alive < this.#quorum) this.#lose(now, this.market.lacksClocks(now) ? 'clock' : 'quorum');
    else this.#tell(now, { alive, reason: null });
  }

  /** One tick at `t`, a heartbeat if the price is the same and one is due. False: the feed is lost. */
  #tickAt(t: number, { heartbeat }: { readonly heartbeat: boolean }): boolean {
    const last = this.port.last;
    const recent = last !== null && t - last.t <= REFERENCE_SPANS * this.#staleAfterMs;
    const { alive, result } = this.market.at(t, recent ? last.price : null);
    if (!result.ok) {
      const lacking = alive === 0 ? 'stale' : result.reason;
      this.#lose(t, this.market.lacksClocks(t) ? 'clock' : lacking);
      return false;
    }
    this.#fresh = heartbeat ? this.#fresh : false;
    const same = last !== null && this.#running && result.price === last.price;
    if (!same || heartbeat) this.#append({ t, same, ...result });
    this.#tell(t, { alive, reason: null });
    return true;
  }

  #append(made: {
    readonly t: number;
    readonly same: boolean;
    readonly price: number;
    readonly mad: number;
    readonly tSource: number;
    readonly used: readonly SourcePrice[];
  }): void {
    const { t, price, mad, used } = made;
    const flags = this.#flags | (made.same ? TICK_FLAGS.heartbeat : 0);
    this.port.append({
      t,
      tSource: Math.max(Math.min(made.tSource, t), this.port.last?.tSource ?? 0),
      price,
      mad,
      sources: used.length,
      flags,
      quotes: made.same ? [] : this.market.quotesOf(used),
      recorded: null,
    });
    this.#flags = 0;
    this.#running = true;
  }

  #lose(now: number, reason: FeedReason): void {
    if (this.#running) this.#flags |= GAP;
    this.#running = false;
    this.#tell(now, { alive: this.market.aliveAt(now).length, reason });
  }

  #tell(now: number, { alive, reason }: { readonly alive: number; readonly reason: FeedReason | null }): void {
    const { hours } = this.port.pair;
    // A clock that is behind from the start has led to no period yet.
    const period = this.#period ?? currentOrNext(hours, now);
    const open = period !== null && period.open <= now && now < period.close;
    const facts = { open, alive, reason, nextOpen: nextOpen(hours, now), nextClose: nextClose(hours, now) };
    const text = `${open} ${alive} ${reason} ${facts.nextOpen} ${facts.nextClose}`;
    if (text === this.#told) return;
    this.#told = text;
    this.port.facts(facts);
  }

  tellSources(now: number): void {
    this.port.describe({ sources: this.market.sources(now) });
  }
}
