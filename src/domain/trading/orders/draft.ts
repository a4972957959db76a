import { add, usdt } from '../../money.ts';
import type { Usdt } from '../../money.ts';
import type { AccountId } from '../../ledger/account-id.ts';
import type { OwnerMoney } from '../../ledger/exchange-entries.ts';
import type { Journal } from '../../ledger/journal.ts';
import type { Realm } from '../../realm.ts';
import { cashKey } from '../decide.ts';
import { openStake } from '../losses.ts';
import { HOUSE, isHouse } from './contract.ts';
import type { Changes, OrderMoment, OutcomeSplit, Realised, SetsMoved, UndoneFill } from './contract.ts';
import type { Market } from './market.ts';
import type { Fill, Order, Position } from './order.ts';
import { noPosition } from './positions.ts';
import type { ExchangeState } from './state.ts';

type Owner = Pick<Position, 'marketId' | 'realm' | 'userId'>;

/**
 * What one command would change. Nothing of it is in the state before `commit`, so that a refusal or a throw leaves
 * no trace.
 */
export class Draft {
  readonly state: ExchangeState;
  readonly moment: OrderMoment;
  readonly fills: Fill[] = [];
  readonly journals: Journal[] = [];
  readonly realised: Realised[] = [];
  readonly sets: SetsMoved[] = [];
  readonly undone: UndoneFill[] = [];
  readonly splits: OutcomeSplit[] = [];
  readonly #markets = new Map<string, Market>();
  readonly #orders = new Map<string, Order>();
  readonly #positions = new Map<string, Position>();
  readonly #cash = new Map<string, bigint>();
  /** Whose cash account an account is. */
  readonly #owners = new Map<AccountId, string>();

  constructor(state: ExchangeState, moment: OrderMoment) {
    this.state = state;
    this.moment = moment;
  }

  /** Null: neither in the state nor on the schedule. */
  market(marketId: string): Market | null {
    return this.#markets.get(marketId) ?? this.state.markets.get(marketId)?.market ?? this.moment.market(marketId);
  }

  order(orderId: string): Order | null {
    return this.#orders.get(orderId) ?? this.state.orders.get(orderId)?.order ?? null;
  }

  position(owner: Owner): Position {
    return (
      this.#positions.get(`${owner.marketId} ${owner.userId}`) ??
      this.state.markets.get(owner.marketId)?.positions.get(owner.userId) ??
      noPosition(owner)
    );
  }

  putMarket(market: Market): void {
    this.#markets.set(market.id, market);
  }

  putOrder(order: Order): void {
    this.#orders.set(order.id, order);
  }

  putPosition(position: Position): void {
    this.#positions.set(`${position.marketId} ${position.userId}`, position);
  }

  /** Accounts of an owner; HOUSE has them too. */
  accountsOf(userId: string, realm: Realm): OwnerMoney {
    const money = this.moment.accounts.owner(userId, realm);
    this.#owners.set(money.cash, cashKey(isHouse(userId) ? HOUSE : userId, realm));
    return money;
  }

  /** Cash of an owner as this command leaves it so far; 0 when it was not read. */
  cashOf(userId: string, realm: Realm): Usdt {
    const key = cashKey(userId, realm);
    return usdt((this.moment.cash.get(key) ?? 0n) + (this.#cash.get(key) ?? 0n));
  }

  post(journal: Journal): void {
    this.journals.push(journal);
    for (const { debit, credit, amount } of journal.transfers) {
      this.#move(debit, 0n - amount);
      this.#move(credit, amount);
    }
  }

  /** What an order locks comes before what it meets, though it is known after. */
  postFirst(journal: Journal): void {
    this.post(journal);
    this.journals.unshift(...this.journals.splice(-1));
  }

  /** Moves the cash that the moment has, and the open stakes of real money. Gives what changed. */
  commit(): Changes {
    this.#moveCash();
    this.#moveStakes();
    return {
      markets: [...this.#markets.values()],
      orders: [...this.#orders.values()],
      fills: this.fills,
      positions: [...this.#positions.values()],
      journals: this.journals,
      realised: this.realised,
      sets: this.sets,
      undone: this.undone,
      splits: this.splits,
    };
  }

  #move(account: AccountId, amount: bigint): void {
    const key = this.#owners.get(account);
    if (key !== undefined) this.#cash.set(key, (this.#cash.get(key) ?? 0n) + amount);
  }

  #moveCash(): void {
    const { cash } = this.moment;
    for (const [key, amount] of this.#cash) {
      const had = cash.get(key);
      if (had !== undefined) cash.set(key, add(had, usdt(amount)));
    }
  }

  /**
   * What real money has at stake: held by orders, paid for holdings. The cost of what was given up stays open until it is stored, when
   * the engine realises it.
   */
  #moveStakes(): void {
    const stakes = new Map<string, bigint>();
    const count = (owner: { realm: Realm; userId: string }, amount: bigint) => {
      if (owner.realm !== 'real' || isHouse(owner.userId) || amount === 0n) return;
      stakes.set(owner.userId, (stakes.get(owner.userId) ?? 0n) + amount);
    };
    for (const order of this.#orders.values()) {
      count(order, order.held - (this.state.orders.get(order.id)?.order.held ?? 0n));
    }
    for (const position of this.#positions.values()) {
      const before = this.state.markets.get(position.marketId)?.positions.get(position.userId);
      count(position, position.cost - (before?.cost ?? 0n));
    }
    for (const one of this.realised) count(one, one.cost);
    for (const [userId, amount] of stakes) if (amount !== 0n) openStake(this.state.losses, userId, usdt(amount));
  }
}
