import type { Actor } from '#domain/identity/actor.ts';
import type { Pair } from '#domain/prices/pair.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { LifeEffect, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Prediction } from '#domain/trading/prediction.ts';
import { takeToken } from '#domain/trading/rate.ts';
import { saleGate, saleWindow } from '#domain/trading/sale/gates.ts';
import { isMetBy, SALE_WAIT_MS } from '#domain/trading/sale/sale.ts';
import type { Sale } from '#domain/trading/sale/sale.ts';
import { saleValue, sigmaForSale, sigmaText } from '#domain/trading/sale/value.ts';
import { bookOf } from '#domain/trading/state.ts';
import type { TradingState } from '#domain/trading/state.ts';
import type { Pool } from 'pg';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import { crashAt } from '#server/crash-points.ts';
import { findAnswer } from '#server/idempotency/index.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';
import type { CommandReply, SaleAsk, SaleQuoteReply, SaleQuotesReply, SalesAsk, SellPrediction } from '../contract.ts';
import type { StoredAnswer } from '../batch/batch-effects.ts';
import type { BUSY, OUTAGE } from '../command-queue.ts';
import { answerKey } from '../batch/store-opening.ts';
import { toPredictionWire } from './wire.ts';

interface Found {
  readonly open: OpenPrediction;
  readonly feed: PairFeed;
}

/** A sale on its way, with everyone who asked for it in the same terms. */
interface WaitingSale {
  readonly owner: Pick<Actor, 'userId' | 'realm'>;
  readonly terms: Terms;
  readonly waiters: ((reply: CommandReply) => void)[];
  /** Under which its answer is stored with it. */
  readonly keys: Omit<StoredAnswer, 'status' | 'body'>[];
  /** Asked for the same prediction in other terms: their turn comes when this one has lapsed. */
  readonly later: LaterSale[];
}

type Terms = Pick<SellPrediction, 'minCredit' | 'validUntil'>;

interface LaterSale {
  readonly asked: SellPrediction;
  /** It waits no longer than a sale does, counted from when it was asked for, wall ms. */
  readonly until: number;
  readonly resolve: (reply: CommandReply | Promise<CommandReply>) => void;
}

/** Scope of the Idempotency-Keys of sales. */
const ROUTE = 'trade.predictions.sell';

/** Early sales: taken in at once, answered after the commit of the batch that holds their tick, or when they lapse. */
export class EarlySales {
  readonly #db: Pick<Pool, 'query'>;
  readonly #prices: Prices;
  readonly #clock: Clock;
  readonly #state: () => TradingState;
  readonly #pairs: ReadonlyMap<string, Pair>;
  readonly #waiting = new Map<string, WaitingSale>();
  /** Requests that came with a key and are not answered, by `answerKey`. */
  readonly #keyed = new Map<string, { readonly bodyHash: string; readonly reply: Promise<CommandReply> }>();

  /** Answers the bus as long as it lives; `refusal`: why the engine takes no requests; null: it does. */
  constructor(parts: {
    readonly db: Pick<Pool, 'query'>;
    readonly prices: Prices;
    readonly clock: Clock;
    readonly bus: Bus;
    readonly state: () => TradingState;
    readonly refusal: () => typeof BUSY | typeof OUTAGE | null;
  }) {
    this.#db = parts.db;
    this.#prices = parts.prices;
    this.#clock = parts.clock;
    this.#state = parts.state;
    this.#pairs = new Map(parts.prices.pairs.map((pair) => [pair.id, pair]));
    parts.bus.answer('trading.sell', async (input) => parts.refusal() ?? this.#sellOnce(input));
    parts.bus.answer('trading.sale-quote', async (input) => parts.refusal() ?? this.#quote(input));
    parts.bus.answer('trading.sale-quotes', async (input) => parts.refusal() ?? this.#quotes(input));
  }

  /** One that repeats an Idempotency-Key gets its stored answer, or waits for the one that is on its way. */
  async #sellOnce(asked: SellPrediction): Promise<CommandReply> {
    const { actor, idempotency } = asked;
    if (idempotency === null) return this.#sell(asked);
    const { key, bodyHash } = idempotency;
    const name = answerKey({ userId: actor.userId, route: ROUTE, key });
    const same = this.#keyed.get(name);
    if (same !== undefined) return same.bodyHash === bodyHash ? asRepeat(await same.reply) : OTHER_CONTENT;
    const reply = this.#sellUnder({ key, bodyHash }, asked);
    this.#keyed.set(name, { bodyHash, reply });
    return reply.finally(() => this.#keyed.delete(name));
  }

  async #sellUnder({ key, bodyHash }: KeyedBody, asked: SellPrediction): Promise<CommandReply> {
    const stored = await findAnswer(this.#db, { userId: asked.actor.userId, route: ROUTE, key });
    if (stored === null) return this.#sell(asked);
    return stored.bodyHash === bodyHash ? { ok: true, body: stored.body, replayed: true } : OTHER_CONTENT;
  }

  /**
   * Sells at the first tick stated delta from now. Whoever asks for a sale that is on its way is told what becomes of it, in other terms what
   * that means for theirs.
   */
  #sell(asked: SellPrediction, until = this.#clock.now() + SALE_WAIT_MS): Promise<CommandReply> | CommandReply {
    const { actor, predictionId, minCredit, validUntil = null } = asked;
    const now = this.#clock.now();
    if (validUntil !== null && now > validUntil) return { ok: false, refusal: { code: 'RequestExpired', validUntil } };
    if (now >= until) return IN_VAIN;
    const same = this.#waiting.get(predictionId);
    if (same !== undefined && !isOwn(same.owner, actor)) return { ok: false, refusal: ABSENT };
    if (same !== undefined && isSame(same.terms, asked)) return waitFor(same, asked);
    if (same !== undefined) return new Promise((resolve) => same.later.push({ asked, until, resolve }));
    const found = this.#find(actor, predictionId);
    if (found === null) return { ok: false, refusal: ABSENT };
    const refusal = saleGate(found.open.prediction, { now, fresh: this.#isFresh(found, now) });
    if (refusal !== null) return { ok: false, refusal };
    if (!takeToken(this.#state().limiter, actor.userId, now)) return { ok: false, refusal: { code: 'UnavailableBet' } };
    const by = Math.min(validUntil ?? Infinity, until);
    const sale: Sale = { predictionId, at: now, minCredit, validUntil: by, sigma: this.#sigmaOf(found, now) };
    if (!bookOf(this.#state(), found.open.stream).sell(sale))
      throw new Error(`a sale of ${predictionId} that nobody has`);
    const waiting: WaitingSale = { owner: found.open.prediction, terms: asked, waiters: [], keys: [], later: [] };
    this.#waiting.set(predictionId, waiting);
    return waitFor(waiting, asked);
  }

  /** What a sale would bring at the last tick: an indication. */
  #quote({ actor, predictionId }: SaleAsk): SaleQuoteReply {
    const found = this.#find(actor, predictionId);
    if (found === null) return { ok: false, refusal: ABSENT };
    const { open, feed } = found;
    const now = this.#clock.now();
    const refusal = saleGate(open.prediction, { now, fresh: this.#isFresh(found, now) });
    if (refusal !== null) return { ok: false, refusal };
    const span = saleWindow(open.prediction);
    const sigma = this.#sigmaOf(found, now);
    const { entry, expiresAt } = open.prediction;
    if (span === null || entry === null || expiresAt === null || feed.last === null)
      throw new Error(`no entry or price of ${predictionId}`);
    const at = { t: Math.min(Math.max(now, entry.t), expiresAt), price: feed.last.price };
    const { fair, credit } = saleValue({ ...open.prediction, expiresAt, entryPrice: entry.price }, at, sigma);
    return { ok: true, fair, credit, sigma: sigmaText(sigma), until: span.until };
  }

  /** Of those that can be sold now. */
  #quotes({ actor, predictionIds }: SalesAsk): SaleQuotesReply {
    const quotes = [...new Set(predictionIds)].flatMap((id) => {
      const quote = this.#quote({ actor, predictionId: id });
      return quote.ok ? [{ id, credit: quote.credit, until: quote.until }] : [];
    });
    return { ok: true, quotes };
  }

  /** The tick of a sale brought too little, or did not come in time. */
  lapsed({ open, lapse }: Extract<LifeEffect, { kind: 'lapsed' }>): void {
    const { id } = open.prediction;
    const later = this.#waiting.get(id)?.later ?? [];
    const isOwnLimit = lapse.reason === 'late' && lapse.validUntil === this.#waiting.get(id)?.terms.validUntil;
    if (lapse.reason !== 'late') this.#answer(id, { ok: false, refusal: { code: 'SaleLapsed', ...lapse } });
    else if (isOwnLimit)
      this.#answer(id, { ok: false, refusal: { code: 'RequestExpired', validUntil: lapse.validUntil } });
    else this.#answer(id, IN_VAIN);
    // Not within the batch that is being made.
    for (const { asked, until, resolve } of later) resolve(Promise.resolve().then(() => this.#sell(asked, until)));
  }

  /** What is to be stored with those of a batch's ends that were sales. */
  answersOf(ended: readonly Prediction[]): StoredAnswer[] {
    return this.#soldOf(ended).flatMap(({ prediction, body }) => {
      const { keys = [], later = [] } = this.#waiting.get(prediction.id) ?? {};
      const met = later.flatMap(({ asked }) => (isMetBy(asked, prediction) ? keyOf(asked) : []));
      return [...keys, ...met].map((key) => ({ ...key, status: 200, body }));
    });
  }

  /** A batch is stored: those of its ends that were sales are answered. */
  committed(ended: readonly Prediction[]): void {
    for (const { prediction, body } of this.#soldOf(ended)) {
      crashAt('sale.stored');
      const reply: CommandReply = { ok: true, body, replayed: false };
      const later = this.#waiting.get(prediction.id)?.later ?? [];
      this.#answer(prediction.id, reply);
      for (const { asked, resolve } of later) resolve(isMetBy(asked, prediction) ? asRepeat(reply) : OVER);
    }
  }

  #soldOf(ended: readonly Prediction[]): { readonly prediction: Prediction; readonly body: string }[] {
    if (this.#waiting.size === 0) return [];
    return ended.flatMap((prediction) => {
      const pair = this.#pairs.get(prediction.pairId);
      if (prediction.outcome !== 'SOLD' || pair === undefined) return [];
      return [{ prediction, body: JSON.stringify(toPredictionWire(prediction, pair)) }];
    });
  }

  /** The memory is built anew, and what waited for a tick is not in it: these predictions stay open. */
  dropAll(): void {
    for (const [id, { later }] of this.#waiting) {
      this.#answer(id, IN_VAIN);
      for (const { resolve } of later) resolve(IN_VAIN);
    }
  }

  #find(actor: Actor, predictionId: string): Found | null {
    for (const book of this.#state().books.values()) {
      const open = book.running(predictionId);
      if (open === null) continue;
      if (!isOwn(open.prediction, actor)) return null;
      return { open, feed: this.#prices.feed(open.prediction.pairId) };
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

  /** Answers all who asked: those after the first are told that theirs was a repeat. */
  #answer(id: string, reply: CommandReply): void {
    const [first, ...others] = this.#waiting.get(id)?.waiters ?? [];
    this.#waiting.delete(id);
    first?.(reply);
    for (const resolve of others) resolve(asRepeat(reply));
  }
}

type KeyedBody = NonNullable<SellPrediction['idempotency']>;

const OTHER_CONTENT: CommandReply = { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
const IN_VAIN: CommandReply = { ok: false, refusal: { code: 'SaleLapsed', reason: 'no_price' } };
const OVER: CommandReply = { ok: false, refusal: { code: 'SaleLapsed', reason: 'over' } };
const ABSENT = { code: 'NotFound' } as const satisfies Refusal;

function isOwn(owner: WaitingSale['owner'], { userId, realm }: Actor): boolean {
  return owner.userId === userId && owner.realm === realm;
}

function isSame(one: Terms, other: Terms): boolean {
  return one.minCredit === other.minCredit && (one.validUntil ?? null) === (other.validUntil ?? null);
}

function keyOf({ actor, idempotency }: SellPrediction): WaitingSale['keys'] {
  return idempotency === null ? [] : [{ userId: actor.userId, route: ROUTE, ...idempotency }];
}

function waitFor(sale: WaitingSale, asked: SellPrediction): Promise<CommandReply> {
  sale.keys.push(...keyOf(asked));
  return new Promise((resolve) => sale.waiters.push(resolve));
}

function asRepeat(reply: CommandReply): CommandReply {
  return reply.ok ? { ...reply, replayed: true } : reply;
}
