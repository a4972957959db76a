import { ExchangeModel } from '../model/exchange-model.ts';
import type { ModelOrder } from '../model/exchange-model.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { PlaceOrder } from '#domain/trading/orders/contract.ts';
import { refusalOf } from '#tests/worlds/exchange-world.ts';
import { PEOPLE } from './engine.ts';
import type { ModelStep } from './engine.ts';
import { mustBe } from './sim-db.ts';
import type { SimDb } from './sim-db.ts';

/** What the plain exchange says no to in the same words. */
const SAME_NO = ['NoBalance', 'no_fill', 'post_only', 'no_shares'];

/** What people must have after what is stored: stakes and credits added up, orders by the plain exchange of the model tests. */
export class SimModel {
  #cash: Map<string, bigint>;
  readonly #stakes = new Map<string, bigint>();
  readonly #markets = new Map<string, ExchangeModel>();

  constructor(funds: ReadonlyMap<string, bigint>) {
    this.#cash = new Map(funds);
  }

  apply(step: ModelStep): void {
    if (step.kind === 'stake') {
      this.#pay(step.userId, -step.amount);
      this.#stakes.set(step.userId, (this.#stakes.get(step.userId) ?? 0n) + step.amount);
    } else if (step.kind === 'end') {
      const { userId, stake, credit } = step.prediction;
      this.#pay(userId, credit ?? 0n);
      this.#stakes.set(userId, (this.#stakes.get(userId) ?? 0n) - stake);
    } else this.#order(step);
  }

  /** Every balance, share and reservation of the tables against the model. */
  compare(db: SimDb): void {
    for (const who of PEOPLE) {
      same(`cash of ${who}`, db.balance('user_cash', who), this.#cash.get(who) ?? 0n);
      let locked = this.#stakes.get(who) ?? 0n;
      for (const market of this.#markets.values()) locked += market.lockedOf(who);
      same(`locked of ${who}`, db.balance('user_locked', who), locked);
    }
    same('cash of the house maker', db.balance('house_maker', HOUSE), this.#cash.get(HOUSE) ?? 0n);
    for (const [id, market] of this.#markets) {
      same(`pool of ${id}`, db.balance('market_pool', id), market.books.pool);
      same(`fees of ${id}`, db.balance('market_fees', id), market.books.fees);
      for (const who of [...PEOPLE, HOUSE]) {
        const position = db.positions.get(`${id} ${who}`);
        const shares = market.sharesOf(who, 0) - market.sharesOf(who, 1);
        same(`shares of ${who} in ${id}`, BigInt(position?.lots ?? 0), BigInt(shares));
        const offered = market.offeredOf(who, 0) + market.offeredOf(who, 1);
        same(`reserved of ${who} in ${id}`, BigInt(position?.reserved ?? 0), BigInt(offered));
      }
    }
  }

  #order({ command, effect, quotes, now }: Extract<ModelStep, { kind: 'order' }>): void {
    if (command.kind === 'place') {
      const said = refusalOf(effect);
      if (said !== null && !SAME_NO.includes(said)) return;
      this.#with(command.marketId, (market) => {
        market.quotes = quotes;
        const answer = market.place(modelOrder(command), now);
        mustBe(answer === said, `${command.id} was answered ${said ?? 'yes'}, the model says ${answer ?? 'yes'}`);
      });
      return;
    }
    if (effect.kind !== 'done') return;
    const ids = command.kind === 'market' || command.kind === 'settle' ? [command.marketId] : [...this.#markets.keys()];
    for (const id of ids) {
      this.#with(id, (market) => {
        if (command.kind === 'cancel') market.end((order) => order.id === command.orderId);
        else if (command.kind === 'cancel_all') market.end((order) => order.who === command.userId);
        else if (command.kind === 'expire_due') market.end(({ until }) => until !== null && until <= command.at);
        else if (effect.changes.markets.length === 0) return;
        else if (command.kind === 'settle') {
          const { result } = command;
          const value =
            result.kind === 'WON' ? (result.outcome === 0 ? 1_000 : 0) : result.kind === 'TIE' ? 500 : result.value;
          market.settle(value, result.kind === 'WON' ? 'earned' : 'back');
        } else if (command.kind === 'market' && ['pause', 'cut_off'].includes(command.event)) market.end(() => true);
      });
    }
  }

  /** One purse for all markets. */
  #with(id: string, use: (market: ExchangeModel) => void): void {
    let market = this.#markets.get(id);
    if (market === undefined) this.#markets.set(id, (market = new ExchangeModel()));
    market.books.cash = this.#cash;
    use(market);
    this.#cash = market.books.cash;
  }

  #pay(who: string, amount: bigint): void {
    this.#cash.set(who, (this.#cash.get(who) ?? 0n) + amount);
  }
}

function modelOrder(command: PlaceOrder): ModelOrder {
  const { id, userId, outcome, side, price, postOnly, timeInForce, lots, amount, expiresAt } = command;
  return { id, who: userId, outcome, side, price, postOnly, force: timeInForce, lots, amount, until: expiresAt };
}

function same(what: string, found: bigint, expected: bigint): void {
  mustBe(found === expected, `${what} is ${found}, not ${expected}`);
}
