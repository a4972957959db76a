import type { Actor } from '#domain/identity/actor.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { LifeEffect, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { takeToken } from '#domain/trading/rate.ts';
import { saleGate, saleWindow } from '#domain/trading/sale/gates.ts';
import type { Sale } from '#domain/trading/sale/sale.ts';
import { saleValue, sigmaForSale, sigmaText } from '#domain/trading/sale/value.ts';
import { bookOf } from '#domain/trading/state.ts';
import type { TradingState } from '#domain/trading/state.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { crashAt } from '#server/crash-points.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';
import type { CommandReply, SaleAsk, SaleQuoteReply, SellPrediction } from './contract.ts';
import { BUSY } from './desk.ts';
import { toPredictionWire } from './wire.ts';

const LAPSED: CommandReply = { ok: false, refusal: { code: 'SaleLapsed', credit: null } };

interface Found {
  readonly open: OpenPrediction;
  readonly feed: PairFeed;
}

/** Early sales: taken in at once, answered after the commit of the batch that holds their tick, or when they lapse. */
export class SaleDesk {
  readonly #prices: Prices;
  readonly #clock: Clock;
  readonly #state: () => TradingState;
  readonly #pairs: ReadonlyMap<string, Pair>;
  readonly #waiting = new Map<string, (reply: CommandReply) => void>();

  /** Answers the bus as long as it lives; `isOpen`: the engine takes requests. */
  constructor(parts: {
    readonly prices: Prices;
    readonly clock: Clock;
    readonly bus: Bus;
    readonly state: () => TradingState;
    readonly isOpen: () => boolean;
  }) {
    this.#prices = parts.prices;
    this.#clock = parts.clock;
    this.#state = parts.state;
    this.#pairs = new Map(parts.prices.pairs.map((pair) => [pair.id, pair]));
    parts.bus.answer('trading.sell', async (input) => (parts.isOpen() ? this.#sell(input) : BUSY));
    parts.bus.answer('trading.sale-quote', async (input) => (parts.isOpen() ? this.#quote(input) : BUSY));
  }

  /** Sells at the first tick stated delta from now. A sale that waits already lapses for the second asker alone. */
  #sell({ actor, predictionId, minCredit }: SellPrediction): Promise<CommandReply> | CommandReply {
    const found = this.#find(actor, predictionId);
    if (found === null) return { ok: false, refusal: { code: 'NotFound' } };
    const now = this.#clock.now();
    const refusal = saleGate(found.open.prediction, { now, fresh: this.#isFresh(found, now) });
    if (refusal !== null) return { ok: false, refusal };
    if (!takeToken(this.#state().limiter, actor.userId, now)) return { ok: false, refusal: { code: 'UnavailableBet' } };
    const sale: Sale = { predictionId, at: now, minCredit, sigma: this.#sigmaOf(found, now) };
    if (!bookOf(this.#state(), found.open.stream).sell(sale)) return LAPSED;
    return new Promise((resolve) => this.#waiting.set(predictionId, resolve));
  }

  /** What a sale would bring at the last tick: an indication. */
  #quote({ actor, predictionId }: SaleAsk): SaleQuoteReply {
    const found = this.#find(actor, predictionId);
    const span = found === null ? null : saleWindow(found.open.prediction);
    if (found === null || span === null) return { ok: false, refusal: { code: 'NotFound' } };
    const now = this.#clock.now();
    const refusal = saleGate(found.open.prediction, { now, fresh: this.#isFresh(found, now) });
    if (refusal !== null) return { ok: false, refusal };
    const sigma = this.#sigmaOf(found, now);
    const { open, feed } = found;
    const { entry, expiresAt } = open.prediction;
    if (entry === null || expiresAt === null || feed.last === null)
      throw new Error(`no entry or price of ${predictionId}`);
    const at = { t: Math.min(Math.max(now, entry.t), expiresAt), price: feed.last.price };
    const { fair, credit } = saleValue({ ...open.prediction, expiresAt, entryPrice: entry.price }, at, sigma);
    return { ok: true, fair, credit, sigma: sigmaText(sigma), until: span.until };
  }

  /** The tick of a sale has spoken against it, or never came. */
  lapsed({ open, credit }: Extract<LifeEffect, { kind: 'lapsed' }>): void {
    this.#answer(open.prediction.id, { ok: false, refusal: { code: 'SaleLapsed', credit } });
  }

  /** A batch is stored: those of its ends that were sales are answered. */
  committed(ended: readonly Prediction[]): void {
    if (this.#waiting.size === 0) return;
    for (const prediction of ended) {
      const pair = this.#pairs.get(prediction.pairId);
      if (prediction.outcome !== 'SOLD' || pair === undefined) continue;
      crashAt('sale.stored');
      this.#answer(prediction.id, {
        ok: true,
        body: JSON.stringify(toPredictionWire(prediction, pair)),
        replayed: false,
      });
    }
  }

  /** The memory is built anew, and what waited for a tick is not in it: these predictions stay open. */
  dropAll(): void {
    for (const id of this.#waiting.keys()) this.#answer(id, LAPSED);
  }

  #find({ userId, realm }: Actor, predictionId: string): Found | null {
    for (const book of this.#state().books.values()) {
      const open = book.running(predictionId);
      if (open === null) continue;
      const { prediction } = open;
      if (prediction.userId !== userId || prediction.realm !== realm) return null;
      return { open, feed: this.#prices.feed(prediction.pairId) };
    }
    return null;
  }

  #isFresh({ open, feed }: Found, now: number): boolean {
    const playing = feed.status === 'ONLINE' || feed.status === 'DEGRADED';
    return playing && feed.last !== null && now - feed.last.tSource <= open.rule.staleAfterMs;
  }

  #sigmaOf({ open, feed }: Found, now: number): bigint {
    const { prediction } = open;
    const view = {
      measured: this.#prices.volatility(prediction.pairId),
      yearly: feed.pair.simulated.volatility,
      speed: feed.replay?.speed ?? 1,
    };
    return sigmaForSale(view, (prediction.expiresAt ?? now) - now);
  }

  #answer(id: string, reply: CommandReply): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(reply);
  }
}
