import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { openStake } from '#domain/trading/losses.ts';
import type { Losses } from '#domain/trading/losses.ts';
import { Mirrors } from '#domain/trading/maker/bonus.ts';
import { isHouse } from '#domain/trading/orders/contract.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import {
  createExchange,
  restoreMarket,
  restoreOrder,
  restorePosition,
  splitKey,
} from '#domain/trading/orders/state.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';
import type { RateLimiter } from '#domain/trading/rate.ts';
import { crashAt } from '#server/crash-points.ts';
import type { ExchangeLedger } from './accounts.ts';
import type { MarketFrame, MarketOf } from './effects.ts';
import { loadExchange, loadMeetings, loadOver, loadSplits } from './store-load.ts';
import { DAY_MS } from '#domain/time.ts';

/** Ended markets are remembered this long, ms: a round that was voided early must not begin again. */
const OVER_MS = 2 * DAY_MS;

/** A market and what it is about. */
export interface KnownMarket {
  readonly market: Market;
  readonly frame: MarketOf;
}

/**
 * What the engine holds of the exchange: it follows from the tables alone, so that it is dropped and read back after a failed commit.
 */
export class ExchangeMemory {
  readonly #shard: number;
  #state: ExchangeState;
  readonly frames = new Map<string, MarketFrame>();
  /** Markets that have ended, by id. */
  readonly over = new Map<string, KnownMarket>();
  mirrors = new Mirrors();
  /** How often each market's book has changed since this process began. */
  readonly #changes = new Map<string, number>();

  constructor(shard: number, shared: { readonly losses: Losses; readonly limiter: RateLimiter }) {
    this.#shard = shard;
    this.#state = createExchange(shared);
  }

  get state(): ExchangeState {
    return this.#state;
  }

  /** Reads everything back that has not ended. The gates of predictions are shared: their losses take in what is at stake here. */
  async rebuild(
    db: Pick<Pool, 'query'>,
    shared: {
      readonly losses: Losses;
      readonly limiter: RateLimiter;
      readonly accounts: ExchangeLedger;
      readonly now: number;
    },
  ): Promise<void> {
    const { markets, orders, positions } = await loadExchange(db, this.#shard);
    crashAt('books.loading');
    const meetings = await loadMeetings(
      db,
      markets.map(({ market }) => market.id),
    );
    const splits = await loadSplits(db, this.#shard);
    const over = await loadOver(db, this.#shard, shared.now - OVER_MS);
    this.#state = createExchange(shared);
    for (const split of splits) this.#state.splits.add(splitKey(split));
    this.frames.clear();
    this.over.clear();
    this.mirrors = new Mirrors();
    for (const known of over) this.over.set(known.market.id, known);
    for (const { market, frame } of markets) {
      restoreMarket(this.#state, market);
      this.frames.set(market.id, frame);
      shared.accounts.remember(market.id, { pool: frame.pool, fees: frame.fees });
    }
    for (const position of positions) {
      restorePosition(this.#state, position);
      this.#open(shared.losses, position, position.cost);
    }
    for (const order of orders) {
      restoreOrder(this.#state, order);
      this.#open(shared.losses, order, order.held);
    }
    for (const meeting of meetings) this.mirrors.record(meeting);
  }

  /** The market is paid: it is known for a while longer. */
  end(market: Market): void {
    const frame = this.frames.get(market.id);
    this.frames.delete(market.id);
    this.mirrors.purge(market.id);
    if (frame !== undefined) this.over.set(market.id, { market, frame });
  }

  /** Forgets markets that ended long ago. */
  purge(now: number): void {
    for (const [id, { market }] of this.over) {
      if (market.endsAt >= now - OVER_MS) continue;
      this.over.delete(id);
      this.#changes.delete(id);
    }
  }

  /** One more change of a market's book; gives its number. */
  changed(marketId: string): number {
    const seq = this.seqOf(marketId) + 1;
    this.#changes.set(marketId, seq);
    return seq;
  }

  seqOf(marketId: string): number {
    return this.#changes.get(marketId) ?? 0;
  }

  #open(losses: Losses, owner: { readonly realm: Realm; readonly userId: string }, amount: Usdt): void {
    if (owner.realm === 'real' && !isHouse(owner.userId) && amount !== 0n) {
      openStake(losses, owner.userId, usdt(amount));
    }
  }
}
