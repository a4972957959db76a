import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Losses } from '#domain/trading/losses.ts';
import type { RateLimiter } from '#domain/trading/rate.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Prices } from '#server/prices/contract.ts';
import type { RulesBook } from '../batch/rules-book.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import { ExchangeMemory } from './memory.ts';
import { Links, type LinkedOf } from './links.ts';
import type { Command } from '../command-queue.ts';
import { Guards } from './guards/guards.ts';
import { ListedBooks } from './listed-books.ts';
import { liveDelay } from './live-delay.ts';
import { OlderEnds } from './older-ends.ts';
import { ExchangeProcessor } from './processor.ts';
import type { ExchangeDecision } from './processor.ts';
import { MakerFunds } from './maker-funds.ts';
import { tellExchange } from './notices.ts';
import { RoundTrackers } from './round-trackers.ts';
import { ExchangeViews } from './views.ts';
import { MarketData } from './market-data.ts';
import { WrongTicks } from './wrong-ticks.ts';

/** The exchange of one engine, put together. */
export class Exchange {
  readonly processor: ExchangeProcessor;
  readonly trackers: RoundTrackers;
  readonly memory: ExchangeMemory;
  readonly #bus: Bus;
  readonly #parts: {
    readonly data: MarketData;
    readonly clock: Clock;
    readonly funds: MakerFunds;
    readonly settings: LiveSettings;
  };

  constructor(parts: {
    readonly db: Pool;
    readonly bus: Bus;
    readonly clock: Clock;
    readonly log: Logger;
    readonly prices: Prices;
    readonly rules: RulesBook;
    readonly shard: number;
    readonly linkedOf?: LinkedOf;
    readonly losses: Losses;
    readonly limiter: RateLimiter;
    readonly settings: LiveSettings;
  }) {
    const { db, bus, clock, log, prices, rules, shard } = parts;
    this.#bus = bus;
    this.trackers = new RoundTrackers(prices);
    this.memory = new ExchangeMemory(shard, parts);
    const { trackers, memory } = this;
    const links = new Links(parts.linkedOf ?? (() => Promise.resolve(new Map())));
    const listed = new ListedBooks({ db, log });
    const guards = new Guards({ db, listed });
    const data = new MarketData({ prices, rules, trackers, memory, links, listed, guards, settings: parts.settings });
    const older = new OlderEnds({ db, log, prices, trackers });
    const wrong = new WrongTicks({ db, log, trackers });
    const funds = new MakerFunds({ log });
    this.#parts = { data, clock, funds, settings: parts.settings };
    this.processor = new ExchangeProcessor({
      db,
      prices,
      memory,
      trackers,
      data,
      older,
      links,
      wrong,
      listed,
      guards,
      funds,
    });
    // Answers the bus as long as it lives.
    void new ExchangeViews({ db, bus, clock, memory, trackers, data, funds });
  }

  /** Takes a request in at once, or after the wait of takers in a live market: the answer of `take`. */
  inTime<T>(command: Command, take: () => Promise<T>): Promise<T> {
    if (command.kind !== 'order') return take();
    const { data, clock, funds, settings } = this.#parts;
    const seconds = settings.number('orders.live_delay');
    const at = { data, memory: this.memory, funds, now: clock.now(), seconds };
    const delay = liveDelay(command.input, at);
    return delay === 0 ? take() : pause(delay).then(take);
  }

  /** A batch is stored. */
  committed(decision: ExchangeDecision, losses: Losses): void {
    this.processor.committed(decision, losses);
  }

  /** Tells of a stored batch. */
  publish({ effects }: ExchangeDecision): void {
    if (effects === null) return;
    const { data } = this.#parts;
    const linkedTo = (marketId: string) => {
      const book = data.listed(marketId);
      return book === null ? [] : data.linkedBooks(book).map(({ listed }) => listed.id);
    };
    tellExchange(this.#bus, { effects, memory: this.memory, linkedTo });
  }
}
