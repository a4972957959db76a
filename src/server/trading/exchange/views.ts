import type { Pool } from 'pg';
import { SHARE_PRICES } from '#domain/trading/book/price-scale.ts';
import { canQuote } from '#domain/trading/maker/quotes.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { Quote } from '#domain/trading/orders/contract.ts';
import { noPosition } from '#domain/trading/orders/positions.ts';
import { meanPrice } from '#domain/trading/rounds/end-average.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { BookWire, ChancesWire, MarketWire, RoundWire } from '#protocol/exchange.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { BookTop, ChancesQuery, MarketQuery, RoundsQuery, TopsQuery } from '../contract.ts';
import { bookWire, marketWire, roundWire, topWire } from '../exchange-wire.ts';
import type { BookLevel, RoundNow, Top } from '../exchange-wire.ts';
import type { OfRound } from './effects.ts';
import type { ExchangeMemory, KnownMarket } from './memory.ts';
import type { MakerFunds } from './maker-funds.ts';
import type { RoundTrackers } from './round-trackers.ts';
import { untradedBook } from './listed-books.ts';
import { findListed } from './store-listed.ts';
import { loadMarket } from './store-load.ts';
import type { MarketData } from './market-data.ts';

/** Quotes of the house maker are worked out for a view at most this often for a market, ms. */
const QUOTED_MS = 250;
/** Chances of all pairs together are for lists: worked out at most this often, ms. */
const CHANCES_MS = 2_000;

type KnownRound = KnownMarket & { readonly frame: OfRound };

interface ViewParts {
  readonly db: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly memory: ExchangeMemory;
  readonly trackers: RoundTrackers;
  readonly data: MarketData;
  readonly funds: MakerFunds;
}

/** What the engine shows of rounds and books: orders and quotes together. */
export class ExchangeViews {
  readonly #parts: ViewParts;
  readonly #quotes = new Map<
    string,
    { readonly at: number; readonly held: string; readonly quotes: readonly Quote[] }
  >();
  readonly #chances = new Map<string, { readonly at: number; readonly items: ChancesWire['items'] }>();

  constructor(parts: ViewParts) {
    this.#parts = parts;
    const { bus } = parts;
    bus.answer('exchange.book', (query) => this.book(query));
    bus.answer('exchange.market', (query) => this.market(query));
    bus.answer('exchange.rounds', (query) => this.rounds(query));
    bus.answer('exchange.chances', (query) => this.chances(query));
    bus.answer('exchange.tops', (query) => this.tops(query));
  }

  async book(query: MarketQuery & { readonly depth: number }): Promise<BookWire | null> {
    const found = await this.#find(query);
    if (found === null) return null;
    const known = this.#shown(found);
    const { clock, memory } = this.#parts;
    const quotes = this.#quotesOf(known);
    return bookWire(known, {
      seq: memory.seqOf(known.market.id),
      at: clock.now(),
      quoted: quotes.length > 0,
      bids: this.#levels(known, quotes, 'bid').slice(0, query.depth),
      asks: this.#levels(known, quotes, 'ask').slice(0, query.depth),
    });
  }

  async market(query: MarketQuery): Promise<MarketWire | null> {
    const found = await this.#find(query);
    if (found === null) return null;
    const known = this.#shown(found);
    const { market, frame } = known;
    if (frame.round === null) return marketWire({ market, round: null }, this.#topOf(known), null);
    const now = this.#roundNow({ market, frame });
    return marketWire({ market, round: frame.round }, now.top, now);
  }

  /** Nothing is read from the database: books that were paid and forgotten have no orders. */
  tops({ realm, marketIds }: TopsQuery): readonly BookTop[] {
    const { clock, data } = this.#parts;
    return marketIds.flatMap((marketId) => {
      const known = data.known(marketId, clock.now());
      if (known === null || known.market.realm !== realm) return [];
      return [{ marketId, ...this.#topOf(this.#shown(known)) }];
    });
  }

  rounds({ realm, pair: pairId }: RoundsQuery): readonly RoundWire[] | null {
    const { clock, memory, trackers, data } = this.#parts;
    const pair = data.findPair(pairId);
    if (pair === null) return null;
    return trackers.roundsOf(pair, realm, clock.now()).flatMap(({ marketId }) => {
      const found = data.known(marketId, clock.now());
      // A round whose opening prices are not known, and that has no orders, is not offered.
      if (found === null || (found.market.result !== null && !memory.over.has(marketId))) return [];
      const { market, frame } = this.#shown(found);
      if (frame.round === null) return [];
      return [roundWire({ market, round: frame.round }, this.#roundNow({ market, frame }))];
    });
  }

  /** By the middle of each book; a pair whose round does not take orders, or has no two sides, is not named. */
  chances({ realm, windowSec }: ChancesQuery): ChancesWire['items'] {
    const { clock, trackers, data } = this.#parts;
    const now = clock.now();
    const key = `${realm} ${windowSec}`;
    const last = this.#chances.get(key);
    if (last !== undefined && Math.abs(now - last.at) < CHANCES_MS) return last.items;
    const items = data.pairs().flatMap((pair) => {
      const here = trackers
        .roundsOf(pair, realm, now)
        .find(({ round }) => round.windowSec === windowSec && round.startMs <= now);
      const found = here === undefined ? null : data.known(here.marketId, now);
      if (found === null) return [];
      const { mid } = topWire(this.#topOf(this.#shown(found)));
      return mid === null ? [] : [{ pair: pair.id, up: mid }];
    });
    this.#chances.set(key, { at: now, items });
    return items;
  }

  /** A market without orders has no stored state: it is paused as long as prices are away. */
  #shown(known: KnownMarket): KnownMarket {
    const { clock, data } = this.#parts;
    const { market, frame } = known;
    if (market.status !== 'OPEN' || data.isFresh(frame, clock.now())) return known;
    return { frame, market: { ...market, status: 'PAUSED' } };
  }

  async #find({ realm, marketId }: MarketQuery): Promise<KnownMarket | null> {
    const { clock, db, data } = this.#parts;
    const known = data.known(marketId, clock.now());
    if (known !== null) return known.market.realm === realm ? known : null;
    const stored = await loadMarket(db, { marketId, realm });
    if (stored !== null) return stored;
    // Paid, and nobody had ordered on it.
    const book = await findListed(db, marketId);
    if (book?.isPaid !== true || book.realm !== realm) return null;
    return { market: untradedBook(book, clock.now()), frame: { round: null, stream: null } };
  }

  #topOf(known: KnownMarket, quotes = this.#quotesOf(known)): Top {
    return { bid: this.#best(known, quotes, 'bid'), ask: this.#best(known, quotes, 'ask') };
  }

  #roundNow(known: KnownRound): RoundNow {
    const quotes = this.#quotesOf(known);
    const pair = this.#parts.data.pairOf(known.frame.round.pairId);
    const values = { scale: pair.scale, ...this.#valuesOf(known) };
    return { values, top: this.#topOf(known, quotes), quoted: quotes.length > 0 };
  }

  /** The price to beat, and the average before the end as far as it has come. */
  #valuesOf({ frame }: KnownRound): { readonly target: number | null; readonly value: number | null } {
    const { clock, data } = this.#parts;
    const ends = data.endsOf(frame);
    const { startMs, endMs, closingAt, averagingMs } = timesOf(frame.round);
    const now = clock.now();
    const target = now < startMs ? null : ends.targetOf(frame.round);
    const known = now <= closingAt ? null : ends.sumsOf(frame.round, now);
    if (known === null) return { target, value: null };
    return { target, value: meanPrice({ sum: known.end }, Math.min(averagingMs, Math.min(now, endMs) - closingAt)) };
  }

  /** Those that an order would meet now. */
  #quotesOf(known: KnownMarket): readonly Quote[] {
    const { clock, memory, data, funds } = this.#parts;
    const { market } = known;
    if (market.status !== 'OPEN') return [];
    const now = clock.now();
    const live = memory.state.markets.get(market.id);
    const house = live?.positions.get(HOUSE) ?? noPosition({ marketId: market.id, realm: market.realm, userId: HOUSE });
    const held = data.heldFor(market, house);
    const last = this.#quotes.get(market.id);
    const money = funds.of(market.realm);
    // Nothing but a fill moves those of an event, and it is told at once. What money is left for is asked anew once it is little.
    const isGood = last?.held === held && Math.abs(now - last.at) < QUOTED_MS && canQuote(money);
    if (isGood) return this.#postOnly(known, last.quotes);
    const quotes = data.quotesOf(market, house, { now, funds: money });
    if (this.#quotes.size > MOST_QUOTED) this.#quotes.clear();
    this.#quotes.set(market.id, { at: now, held, quotes });
    return this.#postOnly(known, quotes);
  }

  /** A quote never meets a resting order. */
  #postOnly({ market }: KnownMarket, quotes: readonly Quote[]): readonly Quote[] {
    const book = this.#parts.memory.state.markets.get(market.id)?.book;
    const bid = book?.best('bid') ?? -Infinity;
    const ask = book?.best('ask') ?? Infinity;
    return quotes.filter(({ side, price }) => (side === 'bid' ? price < ask : price > bid));
  }

  #levels({ market }: KnownMarket, quotes: readonly Quote[], side: Quote['side']): BookLevel[] {
    const levels = new Map<number, { lots: number; orders: number }>();
    const put = (price: number, lots: number, orders: number) => {
      const level = levels.get(price) ?? { lots: 0, orders: 0 };
      levels.set(price, { lots: level.lots + lots, orders: level.orders + orders });
    };
    const live = this.#parts.memory.state.markets.get(market.id);
    for (const { price, lots, orders } of live?.book.levels(side) ?? []) put(price, lots, orders);
    for (const quote of quotes) {
      if (quote.side === side && SHARE_PRICES.levelOf(quote.price) >= 0) put(quote.price, quote.lots, 1);
    }
    const order = side === 'bid' ? -1 : 1;
    return [...levels].map(([price, level]) => ({ price, ...level })).toSorted((a, b) => order * (a.price - b.price));
  }

  #best(known: KnownMarket, quotes: readonly Quote[], side: Quote['side']): Top['bid'] {
    return this.#levels(known, quotes, side)[0]?.price ?? null;
  }
}

const MOST_QUOTED = 10_000;
