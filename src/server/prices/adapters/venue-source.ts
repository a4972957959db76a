import type { Logger } from 'pino';
import { USDT_USD } from '#domain/prices/pairs.ts';
import type { FeedTools, Source, SourceSink, SourceState } from '../source.ts';
import { Connection } from './connection.ts';
import type { Patience } from './connection.ts';
import type { UsdtRate } from './usdt-rate.ts';
import type { Reading, Venue, VenueQuote } from './venue.ts';

/** What a venue calls a pair. */
export interface Listing {
  readonly pairId: string;
  readonly symbol: string;
  /** Quoted in USDT where the pair is in USD: to be converted. */
  readonly inUsdt: boolean;
}

export interface VenueSourceOptions {
  readonly venue: Venue;
  readonly listings: readonly Listing[];
  readonly rate: UsdtRate;
  readonly tools: Pick<FeedTools, 'clock' | 'timers'>;
  readonly log: Logger;
  readonly random: () => number;
  /** For tests: another address, shorter patience. */
  readonly url?: string;
  readonly patience?: Partial<Patience>;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** Life signs are passed on this often at most. */
const SIGN_EVERY_MS = 100;
/** How often USDT is looked at. */
const RATE_EVERY_MS = 1_000;
/** Message ids kept to tell repeats. */
const IDS_MAX = 4_096;

/** A venue as a source of prices. */
export function createVenueSource(options: VenueSourceOptions): Source {
  return new VenueSource(options);
}

class VenueSource implements Source {
  readonly name: string;
  readonly pairIds: readonly string[];
  readonly #options: VenueSourceOptions;
  readonly #bySymbol: ReadonlyMap<string, Listing>;
  readonly #converted: readonly string[];
  readonly #seen = new Set<string>();
  readonly #connection: Connection;
  #sink: SourceSink | null = null;
  #state: SourceState = 'connecting';
  #rateGood = true;
  #signedAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(options: VenueSourceOptions) {
    const { venue, listings, url, patience } = options;
    this.#options = options;
    this.name = venue.name;
    const own = listings.filter(({ pairId }) => pairId !== USDT_USD.id);
    this.pairIds = own.map(({ pairId }) => pairId);
    this.#converted = own.filter(({ inUsdt }) => inUsdt).map(({ pairId }) => pairId);
    this.#bySymbol = new Map(listings.map((listing) => [listing.symbol, listing]));
    this.#connection = new Connection({
      venue,
      symbols: listings.map(({ symbol }) => symbol),
      url: url ?? venue.url,
      patience: {
        firstRetryMs: FIRST_RETRY_MS,
        longestRetryMs: LONGEST_RETRY_MS,
        silentAfterMs: venue.silentAfterMs,
        ...patience,
      },
      tools: options.tools,
      log: options.log,
      random: options.random,
      listener: { onText: (text) => this.#read(text), onState: (state) => this.#move(state) },
    });
  }

  start(sink: SourceSink): void {
    this.#sink = sink;
    this.#connection.start();
    if (this.#converted.length > 0) this.#watchRate();
  }

  stop(): Promise<void> {
    this.#cancel();
    this.#connection.stop();
    this.#options.rate.forget(this.name);
    return Promise.resolve();
  }

  #read(text: string): void {
    const { venue, log, tools } = this.#options;
    const reading = venue.read(parseJson(text));
    if (reading === null) {
      log.debug({ source: this.name }, 'price source sent what it never sends');
      return;
    }
    if (reading.refusal !== undefined) log.warn({ source: this.name, reason: reading.refusal }, 'price source refuses');
    if (this.#state !== 'live') this.#move('live');
    const now = tools.clock.now();
    for (const quote of reading.quotes) this.#quote(quote, now);
    this.#sign(reading, now);
  }

  #quote(quote: VenueQuote, now: number): void {
    const listing = this.#bySymbol.get(quote.symbol);
    if (listing === undefined || this.#isRepeat(quote)) return;
    const { rate } = this.#options;
    if (listing.pairId === USDT_USD.id) {
      rate.quote(this.name, quote.price, now);
      return;
    }
    const price = listing.inUsdt ? rate.convert(quote.price, now) : quote.price;
    if (price === null) return;
    const { tVenue, id } = quote;
    this.#sink?.quote({ source: this.name, pairId: listing.pairId, price, tVenue, tReceive: now, id });
  }

  #isRepeat({ symbol, id }: VenueQuote): boolean {
    if (id === null) return false;
    const key = `${symbol} ${id}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    if (this.#seen.size > IDS_MAX) {
      for (const oldest of this.#seen) {
        this.#seen.delete(oldest);
        break;
      }
    }
    return false;
  }

  /** A message vouches, at the venue's time of it, for the pairs that it states no price of; a price stands from its own time. */
  #sign(reading: Reading, now: number): void {
    if (now - this.#signedAt < SIGN_EVERY_MS && now >= this.#signedAt) return;
    this.#signedAt = now;
    this.#options.rate.alive(this.name, now);
    const stated = venueTimeOf(reading);
    const priced = new Set(reading.quotes.map(({ symbol }) => this.#bySymbol.get(symbol)?.pairId));
    const pairIds = priced.size === 0 ? this.pairIds : this.pairIds.filter((id) => !priced.has(id));
    this.#sink?.alive({ source: this.name, pairIds, stated });
  }

  #move(state: Exclude<SourceState, 'left_out'>): void {
    this.#state = state;
    if (state !== 'live') this.#options.rate.forget(this.name);
    this.#sink?.state({ source: this.name, state });
    if (!this.#rateGood) this.#tellRate();
  }

  /** USDT pairs are left out while our USDT price is missing, and come back with it. */
  #watchRate(): void {
    const { rate, tools } = this.#options;
    const good = rate.at(tools.clock.now()) !== null;
    if (good !== this.#rateGood) {
      this.#rateGood = good;
      this.#tellRate();
    }
    this.#cancel = tools.timers.after(RATE_EVERY_MS, () => this.#watchRate());
  }

  #tellRate(): void {
    // One that is not there is not left out.
    const state = this.#state === 'live' && !this.#rateGood ? 'left_out' : this.#state;
    this.#sink?.state({ source: this.name, state, pairIds: this.#converted });
  }
}

/** The newest time that the venue states in a message, ms; null where it states none. */
function venueTimeOf({ quotes, t }: Reading): number | null {
  if (t !== undefined && t !== null) return t;
  const stated = quotes.flatMap(({ tVenue }) => tVenue ?? []);
  return stated.length === 0 ? null : Math.max(...stated);
}

/** undefined: no JSON. A bare word (OKX answers `pong`) is taken as it is. */
function parseJson(text: string): unknown {
  if (text === 'pong') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
