import type { Usdt } from '#domain/money.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { bonusOf } from '#domain/trading/maker/bonus.ts';
import { MAKER_LOSS_CAP, quoteRound } from '#domain/trading/maker/quotes.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { OrderCommand, OrderMoment, Quote } from '#domain/trading/orders/contract.ts';
import { dueCommands } from '#domain/trading/orders/due.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import type { Market, MarketResult } from '#domain/trading/orders/market.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';
import type { RoundVerdict } from '#domain/trading/rounds/outcome.ts';
import { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import { voidValueMilli } from '#domain/trading/rounds/void-value.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';
import { PAIR, RULE } from './feed.ts';
import type { SimDb } from './sim-db.ts';

/** Deviation of the log return of a second, as the house maker takes it: about that of the feed. */
const SIGMA = 5e-5;

/** The rounds of one seed, by their market id. */
export function roundsOf(startMs: number): ReadonlyMap<string, Round> {
  const rounds = [0, 1].map((no): [string, Round] => [
    `round-${no}`,
    { pairId: PAIR.id, windowSec: 300, startMs: startMs + no * 300_000 },
  ]);
  return new Map(rounds);
}

/** The prices' side of the exchange: ends of rounds, what they ask of markets, the house maker. Rebuilt with the engine. */
export class SimRounds {
  readonly #ends = new StreamEnds({ staleAfterMs: RULE.staleAfterMs });
  readonly #rounds: ReadonlyMap<string, Round>;
  readonly #isUp: (now: number) => boolean;
  readonly #quotes: boolean;
  /** Quotes as the last order met them. */
  quoted: readonly Quote[] = [];

  constructor(parts: {
    readonly rounds: ReadonlyMap<string, Round>;
    readonly isUp: (now: number) => boolean;
    readonly quotes: boolean;
  }) {
    this.#rounds = parts.rounds;
    this.#isUp = parts.isUp;
    this.#quotes = parts.quotes;
  }

  tick(tick: Tick): void {
    this.#ends.apply(tick);
  }

  sweep(now: number): void {
    this.#ends.sweep(now);
  }

  market(id: string, now: number): Market | null {
    const round = this.#rounds.get(id);
    if (round === undefined || this.#ends.verdictOf(round)?.outcome === 'VOID') return null;
    const { opensAt, cutOffAt, endMs } = timesOf(round);
    if (now < opensAt - 60_000) return null;
    return {
      id,
      realm: 'real',
      kind: 'round',
      pairId: PAIR.id,
      linkedTo: null,
      outcomes: ['UP', 'DOWN'],
      status: 'SCHEDULED',
      feeBps: FEE_BPS.round,
      opensAt,
      cutOffAt,
      endsAt: endMs,
      fills: 0,
      volume: 0,
      result: null,
    };
  }

  /** What clock and prices ask of markets now, each one step. */
  tasks(state: ExchangeState, db: SimDb, now: number): OrderCommand[] {
    const due = dueCommands(state, now);
    const tasks: OrderCommand[] = due.filter(({ kind }) => kind !== 'market');
    for (const { market } of state.markets.values()) {
      const round = this.#round(market.id);
      const verdict = this.#ends.verdictOf(round);
      const clock = due.find((one) => one.kind === 'market' && one.marketId === market.id);
      const settle = verdict !== null && (verdict.outcome === 'VOID' || market.status === 'ENDED');
      if (settle) tasks.push({ kind: 'settle', marketId: market.id, result: resultOf(verdict, db, market) });
      else if (clock !== undefined) tasks.push(clock);
      else if (market.status === 'OPEN' && !this.#fresh(now)) {
        tasks.push({ kind: 'market', marketId: market.id, event: 'pause' });
      } else if (market.status === 'PAUSED' && this.#fresh(now)) {
        tasks.push({ kind: 'market', marketId: market.id, event: 'resume' });
      }
    }
    return tasks;
  }

  moment(db: SimDb, cash: Map<string, Usdt>, now: number): OrderMoment {
    const fresh = this.#fresh(now);
    return {
      now,
      cash,
      market: (id) => this.market(id, now),
      view: () => ({ fresh, pause: null, mostResting: 500, maxStake: PAIR.maxStake }),
      quotesOf: (market, house) => {
        if (!this.#quotes) return [];
        const round = this.#round(market.id);
        this.quoted = quoteRound({
          times: timesOf(round),
          now,
          fresh,
          price: this.#ends.last?.price ?? null,
          known: this.#ends.sumsOf(round, now),
          sigma: SIGMA,
          inventory: { lots: house.lots, cost: house.cost, realised: house.gained },
          lossCap: MAKER_LOSS_CAP.round,
        });
        return this.quoted;
      },
      exitOf: () => null,
      barOf: () => null,
      bonusOf: (fill) => bonusOf(fill, { linked: false, mirrored: false }),
      accounts: {
        owner: (userId) =>
          userId === HOUSE
            ? { cash: db.id('house_maker', HOUSE), locked: db.id('house_maker_locked', HOUSE) }
            : { cash: db.id('user_cash', userId), locked: db.id('user_locked', userId) },
        market: (id) => ({ pool: db.id('market_pool', id), fees: db.id('market_fees', id) }),
        house: () => ({ fees: db.id('fees', ''), mmExpense: db.id('mm_expense', ''), bears: db.id('demo_mint', '') }),
        payable: (userId) => db.id('mm_payable', userId),
      },
    };
  }

  #fresh(now: number): boolean {
    const { last } = this.#ends;
    return last !== null && this.#isUp(now) && now - last.tSource <= RULE.staleAfterMs;
  }

  #round(marketId: string): Round {
    const round = this.#rounds.get(marketId);
    if (round === undefined) throw new Error(`no round ${marketId}`);
    return round;
  }
}

function resultOf(verdict: RoundVerdict, db: SimDb, market: Market): MarketResult {
  if (verdict.outcome === 'TIE') return { kind: 'TIE' };
  if (verdict.outcome !== 'VOID') return { kind: 'WON', outcome: verdict.outcome === 'UP' ? 0 : 1 };
  const fills = db.fills
    .filter(({ marketId }) => marketId === market.id)
    .map(({ at, price, lots }) => ({ t: at, priceMilli: price, lots }));
  const value = voidValueMilli(fills, { faultAt: verdict.faultAt, cutOffAt: market.cutOffAt });
  return { kind: 'VOID', value, reason: verdict.reason };
}
