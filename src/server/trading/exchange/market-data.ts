import { pauseOf } from '#domain/settings/modes.ts';
import { boundsOf } from '#domain/settings/settings.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { stakeBounds } from '#domain/trading/gates.ts';
import { bonusOf } from '#domain/trading/maker/bonus.ts';
import { quoteEvent } from '#domain/trading/maker/event-quotes.ts';
import type { OtherOutcome } from '#domain/trading/maker/event-quotes.ts';
import { canQuote, MAKER_LOSS_CAP, quoteRound } from '#domain/trading/maker/quotes.ts';
import type { MakerInventory } from '#domain/trading/maker/quotes.ts';
import { sigmaOf } from '#domain/trading/maker/sigma.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { OrderMoment, Quote } from '#domain/trading/orders/contract.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Position } from '#domain/trading/orders/order.ts';
import { splitKey } from '#domain/trading/orders/state.ts';
import type { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';
import type { RulesBook } from '../batch/rules-book.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { ExchangeLedger } from './accounts.ts';
import type { MarketFrame, MarketOf, OfRound } from './effects.ts';
import type { ExchangeMemory, KnownMarket } from './memory.ts';
import type { Guards } from './guards/guards.ts';
import type { Links } from './links.ts';
import type { LinkedBook } from './event-step.ts';
import { newBook } from './listed-books.ts';
import type { ListedBook, ListedBooks } from './listed-books.ts';
import { isPlayed, newMarket } from './round-trackers.ts';
import type { RoundTrackers } from './round-trackers.ts';

/** Orders outlive a restart that keeps prices away for at most this long, ms; a longer one is a pause, which ends them. */
const RESTART_PATIENCE_MS = 60_000;

interface WorldParts {
  readonly prices: Prices;
  readonly rules: RulesBook;
  readonly trackers: RoundTrackers;
  readonly memory: ExchangeMemory;
  readonly links: Links;
  readonly listed: ListedBooks;
  readonly guards: Pick<Guards, 'barOf'>;
  readonly settings: LiveSettings;
}

/** What is known of markets: their rounds, their feeds, and the quotes of the house maker. */
export class MarketData {
  readonly #parts: WorldParts;
  readonly #pairs: ReadonlyMap<string, Pair>;

  constructor(parts: WorldParts) {
    this.#parts = parts;
    this.#pairs = new Map(parts.prices.pairs.map((pair) => [pair.id, pair]));
  }

  /** Throws for a pair that is not there: markets name only those that are. */
  pairOf(pairId: string): Pair {
    const pair = this.#pairs.get(pairId);
    if (pair === undefined) throw new Error(`no pair ${pairId}`);
    return pair;
  }

  pairs(): readonly Pair[] {
    return [...this.#pairs.values()];
  }

  findPair(pairId: string): Pair | null {
    return this.#pairs.get(pairId) ?? null;
  }

  /** A market that is in the state, has ended lately, or is on the schedule; null: none of them. */
  known(marketId: string, now: number): KnownMarket | null {
    const { memory, trackers, listed } = this.#parts;
    const live = memory.state.markets.get(marketId);
    const frame = memory.frames.get(marketId);
    if (live !== undefined && frame !== undefined) return { market: live.market, frame };
    const over = memory.over.get(marketId);
    const book = listed.of(marketId);
    if (over !== undefined) return asCorrected(over, book);
    if (book !== null && !book.isPaid)
      return { market: this.#standing(newBook(book, now), book), frame: { round: null, stream: null } };
    const found = trackers.find(marketId, now);
    if (found === null) return null;
    const verdict = this.endsOf(found).verdictOf(found.round);
    const market = newMarket(found, now);
    // Nothing can be ordered on a round whose opening average has failed.
    if (verdict?.outcome !== 'VOID') return { market, frame: found };
    const result = { kind: 'VOID', value: 500, reason: verdict.reason } as const;
    return { market: { ...market, status: 'VOIDED', result }, frame: found };
  }

  /** What is written with the market's first row. Null: its rules are not stored yet. */
  frameOf(marketId: string, accounts: ExchangeLedger, now: number): MarketFrame | null {
    const { memory, prices, rules, trackers, listed } = this.#parts;
    const frame = memory.frames.get(marketId);
    if (frame !== undefined) return frame;
    const book = listed.of(marketId);
    if (book !== null) return { round: null, stream: null, rulesHash: book.rulesHash, ...accounts.market(marketId) };
    const found = trackers.find(marketId, now);
    const rule = found === null ? null : rules.of(prices.feed(found.round.pairId));
    if (found === null || rule === null) return null;
    const { round, stream } = found;
    return { round, stream, rulesHash: rule.hash, ...accounts.market(marketId) };
  }

  /** The book of an event; null: it is none, or was paid long ago. */
  listed(marketId: string): ListedBook | null {
    return this.#parts.listed.of(marketId);
  }

  /** The books of an event of which one comes true, with what is held of those that somebody ordered on; none of a book alone. */
  linkedBooks(book: ListedBook): readonly LinkedBook[] {
    const { listed, memory } = this.#parts;
    return listed.linkedWith(book).map((one) => ({ listed: one, live: memory.state.markets.get(one.id) ?? null }));
  }

  /** A book of each event of which an outcome was split and is not yet in the books. */
  notSplit(): readonly ListedBook[] {
    return this.#parts.listed.notSplit(this.#parts.memory.state.splits);
  }

  /** Was an outcome of its event split, and is it not yet in the books? They take no orders until then. */
  isSplitting({ split, realm }: ListedBook): boolean {
    return split !== null && !this.#parts.memory.state.splits.has(splitKey({ id: split.id, realm }));
  }

  #standing(market: Market, book: ListedBook): Market {
    const waits = (market.status === 'OPEN' || market.status === 'SCHEDULED') && this.isSplitting(book);
    return waits ? { ...market, status: 'PAUSED' } : market;
  }

  endsOf({ round, stream }: OfRound): StreamEnds {
    return this.#parts.trackers.endsOf(this.pairOf(round.pairId), stream);
  }

  /** Do prices flow on which the market's orders can be judged? An event needs none. */
  isFresh(frame: MarketOf, now: number): boolean {
    if (frame.round === null) return true;
    const feed = this.#parts.prices.feed(frame.round.pairId);
    const { last } = this.endsOf(frame);
    const flowing = feed.status === 'ONLINE' || feed.status === 'DEGRADED';
    // Whoever has an order there sees prices first.
    if ((feed.restartSince ?? null) !== null) return false;
    if (!flowing || last === null || !this.isPlayed(frame) || this.#parts.rules.of(feed) === null) return false;
    return now - last.tSource <= feed.staleAfterMs;
  }

  /** Do a market's orders wait because a short restart keeps its prices away? They are not matched meanwhile. */
  waitsForRestart(frame: OfRound, now: number): boolean {
    const since = this.feedOf(frame).restartSince ?? null;
    return since !== null && now - since <= RESTART_PATIENCE_MS;
  }

  isPlayed(frame: OfRound): boolean {
    return isPlayed(this.feedOf(frame), frame.stream);
  }

  feedOf(frame: OfRound): PairFeed {
    return this.#parts.prices.feed(frame.round.pairId);
  }

  /** What the house maker quotes now, of what it holds. A maker that could not pay for its quotes does not make them. `funds`: 10^-6. */
  quotesOf(market: Market, house: Position, at: { readonly now: number; readonly funds: Usdt }): readonly Quote[] {
    const { now, funds } = at;
    const known = this.known(market.id, now);
    if (known === null || market.status !== 'OPEN') return [];
    const { frame } = known;
    const inventory = { lots: house.lots, cost: house.cost, realised: house.gained };
    if (frame.round === null) return this.#eventQuotes(market, inventory, at);
    if (!canQuote(funds)) return [];
    const { round } = frame;
    const ends = this.endsOf(frame);
    const times = timesOf(round);
    const pair = this.pairOf(round.pairId);
    const measured = this.#parts.prices.volatility(pair.id);
    const speed = this.feedOf(frame).replay?.speed ?? 1;
    return quoteRound({
      times,
      now,
      fresh: this.isFresh(frame, now),
      price: ends.last?.price ?? null,
      known: ends.sumsOf(round, now),
      sigma: sigmaOf({ measured, yearly: pair.simulated.volatility, speed }, times.endMs - now),
      inventory,
      lossCap: MAKER_LOSS_CAP.round,
    });
  }

  #eventQuotes(
    { id, cutOffAt }: Market,
    inventory: MakerInventory,
    { now, funds }: { readonly now: number; readonly funds: Usdt },
  ): readonly Quote[] {
    const { listed, settings } = this.#parts;
    const book = listed.of(id);
    // What its people want of a book is known before the batch that does it; the clock may be late too.
    if (book?.wanted !== 'open' || now >= cutOffAt) return [];
    const { 'maker.event_cap': lossCap, 'maker.event_spread': percent } = settings.values;
    const spread = Number(percent) * 10;
    const others = this.#otherOutcomes(book);
    return quoteEvent({ ...weightOf(book), others, spread, inventory, lossCap: usdt(lossCap), funds });
  }

  #otherOutcomes(book: ListedBook): readonly OtherOutcome[] {
    return this.linkedBooks(book).flatMap(({ listed, live }) => {
      if (listed.id === book.id) return [];
      const { lots = 0, cost = usdt(0n), gained = usdt(0n) } = live?.positions.get(HOUSE) ?? {};
      return [{ ...weightOf(listed), inventory: { lots, cost, realised: gained } }];
    });
  }

  /** What the house maker's quotes of a book follow from besides clock and settings: told apart by its text. */
  heldFor(market: Market, house: Position): string {
    const book = this.listed(market.id);
    const others = book === null ? [] : this.#otherOutcomes(book).map(({ inventory }) => inventory.lots);
    return [house.lots, ...others].join(' ');
  }

  /** What is known at the moment of a batch. `cash` has everyone whom the batch can touch. */
  moment(at: {
    readonly now: number;
    readonly cash: Map<string, Usdt>;
    readonly accounts: ExchangeLedger;
  }): OrderMoment {
    const { now, cash, accounts } = at;
    const { memory, links, listed, guards, settings } = this.#parts;
    return {
      now,
      cash,
      accounts,
      market: (marketId) => this.known(marketId, now)?.market ?? null,
      view: (market) => {
        const known = this.known(market.id, now);
        if (known === null) throw new Error(`no market ${market.id}`);
        const { frame } = known;
        const mostResting = settings.number('orders.most');
        if (frame.round === null) {
          const maxStake = usdt(settings.values[market.realm === 'real' ? 'stake.max_real' : 'stake.max_demo']);
          return { fresh: true, pause: pauseOf(settings.modeOf('events', '')), mostResting, maxStake };
        }
        const { status } = this.feedOf(frame);
        const pair = boundsOf(this.pairOf(frame.round.pairId), settings.values);
        return {
          fresh: this.isFresh(frame, now),
          pause: pauseOf(settings.modeOf('rounds', pair.id)),
          mostResting,
          maxStake: stakeBounds({ pair, status }, market.realm).max,
        };
      },
      quotesOf: (market, house) =>
        this.quotesOf(market, house, {
          now,
          funds: cash.get(cashKey(HOUSE, market.realm)) ?? usdt(0n),
        }),
      exitOf: ({ id }) => {
        const { exit = null } = listed.of(id) ?? {};
        return exit === null ? null : { ...exit, cap: usdt(settings.values['maker.exit_cap']) };
      },
      barOf: (market, userId) => guards.barOf(market, userId),
      bonusOf: (fill) =>
        bonusOf(fill, {
          linked: links.areLinked(fill.takerId, fill.makerId),
          mirrored: memory.mirrors.isMirrored(fill),
        }),
    };
  }
}

const weightOf = ({ opening, begun }: ListedBook) => ({ opening, ...(begun === null ? {} : { begun }) });

/** A book that has ended as its people say it did: they may have corrected its result. */
function asCorrected(over: KnownMarket, book: ListedBook | null): KnownMarket {
  const result = book?.result ?? null;
  if (result === null) return over;
  return { ...over, market: { ...over.market, result, status: result.kind === 'VOID' ? 'VOIDED' : 'SETTLED' } };
}
