import assert from 'node:assert/strict';
import { accountId } from '#domain/ledger/account-id.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { isLegal } from '#domain/ledger/grammar.ts';
import { journalFault } from '#domain/ledger/journal.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { createLosses, openStake, realise } from '#domain/trading/losses.ts';
import { createRateLimiter } from '#domain/trading/rate.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { HOUSE, isHouse } from '#domain/trading/orders/contract.ts';
import type { Changes, OrderCommand, OrderEffect, OrderMoment, PlaceOrder } from '#domain/trading/orders/contract.ts';
import { decideOrders } from '#domain/trading/orders/decide.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import type { Market } from '#domain/trading/orders/market.ts';
import type { Fill, Order, Position } from '#domain/trading/orders/order.ts';
import { createExchange, restoreMarket, restoreOrder, restorePosition } from '#domain/trading/orders/state.ts';
import type { ExchangeState } from '#domain/trading/orders/state.ts';

export const NOW = 1_800_000_000_000;
export const HOUR = 3_600_000;

/** A round that takes orders for an hour from `NOW` on. */
export function roundOf(changes: Partial<Market> = {}): Market {
  return {
    id: 'round',
    realm: 'demo',
    kind: 'round',
    pairId: 'BTC-USD',
    linkedTo: null,
    outcomes: ['UP', 'DOWN'],
    status: 'SCHEDULED',
    feeBps: FEE_BPS.round,
    opensAt: NOW,
    cutOffAt: NOW + HOUR,
    endsAt: NOW + 2 * HOUR,
    fills: 0,
    volume: 0,
    result: null,
    ...changes,
  };
}

interface Account {
  readonly kind: AccountKind;
  readonly realm: Realm;
  balance: bigint;
}

/** The exchange with a ledger of its own in memory: every journal is checked against the grammar and booked before the next command. */
export class ExchangeWorld {
  state: ExchangeState = createExchange({
    losses: createLosses(),
    limiter: createRateLimiter({ size: 1e9, perSecond: 1e6 }),
  });
  now = NOW;
  readonly schedule = new Map<string, Market>();
  readonly journals: Journal[] = [];
  readonly fills: Fill[] = [];
  /** What the tables would hold: the last snapshot of each. */
  readonly tables = {
    markets: new Map<string, Market>(),
    orders: new Map<string, Order>(),
    positions: new Map<string, Position>(),
  };
  /** What the moment answers; tests change it. */
  readonly outside: Pick<OrderMoment, 'view' | 'quotesOf' | 'bonusOf' | 'exitOf' | 'barOf'> = {
    view: () => ({ fresh: true, pause: null, mostResting: 500, maxStake: usdt(5_000_000_000n) }),
    quotesOf: () => [],
    bonusOf: () => usdt(0n),
    exitOf: () => null,
    barOf: () => null,
  };
  readonly #accounts = new Map<string, Account>();
  readonly #ids = new Map<string, string>();
  readonly #people = new Set<string>();
  readonly #keys = new Set<string>();
  #orders = 0;

  constructor(...markets: readonly Market[]) {
    for (const market of markets.length === 0 ? [roundOf()] : markets) this.schedule.set(market.id, market);
  }

  /** Gives cash from nowhere: the only thing that makes money here. */
  fund(userId: string, amount: bigint, realm: Realm = 'demo'): this {
    const kind = userId === HOUSE ? 'house_maker' : 'user_cash';
    this.#account({ realm, kind, ref: userId }).balance += amount;
    this.#people.add(cashKey(userId, realm));
    return this;
  }

  cash(userId: string, realm: Realm = 'demo'): bigint {
    return this.#account({ realm, kind: userId === HOUSE ? 'house_maker' : 'user_cash', ref: userId }).balance;
  }

  locked(userId: string, realm: Realm = 'demo'): bigint {
    return this.#account({ realm, kind: userId === HOUSE ? 'house_maker_locked' : 'user_locked', ref: userId }).balance;
  }

  balance(kind: AccountKind, ref = '', realm: Realm = 'demo'): bigint {
    return this.#account({ realm, kind, ref }).balance;
  }

  /** All money, expenses against it: never changes but by `fund`. */
  total(): bigint {
    let sum = 0n;
    for (const { kind, balance } of this.#accounts.values()) sum += kind === 'mm_expense' ? -balance : balance;
    return sum;
  }

  /** Accounts below zero, that must not be. */
  overdrawn(): string[] {
    return [...this.#accounts].filter(([, { balance }]) => balance < 0n).map(([id]) => id);
  }

  /** Decides one command and books its journals. */
  do(command: OrderCommand): OrderEffect {
    const [effect] = decideOrders(this.state, [command], this.moment());
    assert(effect);
    if (effect.kind === 'failed') throw effect.error;
    if (effect.kind === 'done') this.#store(effect.changes);
    return effect;
  }

  /** Memory anew from the tables, as after a failed commit. */
  restart(): void {
    const { markets, orders, positions } = this.tables;
    const losses = createLosses();
    this.state = createExchange({ losses, limiter: this.state.limiter });
    for (const market of markets.values()) if (market.result === null) restoreMarket(this.state, market);
    for (const position of positions.values()) {
      if (!this.state.markets.has(position.marketId)) continue;
      restorePosition(this.state, position);
      if (isPerson(position)) openStake(losses, position.userId, position.cost);
    }
    for (const order of orders.values()) {
      if (order.endedAt !== null) continue;
      restoreOrder(this.state, order);
      if (isPerson(order)) openStake(losses, order.userId, order.held);
    }
  }

  /** Places an order with what the test cares for; a LIMIT GTC buy of 10 UP at 0.50 otherwise. */
  place(userId: string, changes: Partial<PlaceOrder> = {}): OrderEffect {
    this.#orders += 1;
    return this.do({
      kind: 'place',
      id: `o${this.#orders}`,
      realm: 'demo',
      userId,
      marketId: 'round',
      outcome: 0,
      side: 'BUY',
      type: 'LIMIT',
      price: 500,
      lots: 1_000,
      amount: null,
      timeInForce: 'GTC',
      postOnly: false,
      expiresAt: null,
      eligibility: null,
      ...changes,
    });
  }

  moment(): OrderMoment {
    const cash = new Map<string, Usdt>();
    for (const realm of ['demo', 'real'] as const) cash.set(cashKey(HOUSE, realm), usdt(this.cash(HOUSE, realm)));
    for (const key of this.#people) {
      const [realm, userId] = key.split(':') as [Realm, string];
      cash.set(key, usdt(this.cash(userId, realm)));
    }
    const idOf = (realm: Realm, kind: AccountKind, ref: string) => this.#id({ realm, kind, ref });
    return {
      now: this.now,
      cash,
      market: (id) => this.schedule.get(id) ?? null,
      ...this.outside,
      accounts: {
        owner: (userId, realm) =>
          isHouse(userId)
            ? { cash: idOf(realm, 'house_maker', HOUSE), locked: idOf(realm, 'house_maker_locked', HOUSE) }
            : { cash: idOf(realm, 'user_cash', userId), locked: idOf(realm, 'user_locked', userId) },
        market: (id) => {
          const { realm = 'demo', linkedTo = null } = this.schedule.get(id) ?? {};
          return { pool: idOf(realm, 'market_pool', linkedTo ?? id), fees: idOf(realm, 'market_fees', id) };
        },
        house: (realm) => ({
          fees: idOf(realm, 'fees', ''),
          mmExpense: idOf(realm, 'mm_expense', ''),
          bears: idOf(realm, realm === 'real' ? 'adjustment' : 'demo_mint', ''),
        }),
        payable: (userId, realm) => idOf(realm, 'mm_payable', userId),
      },
    };
  }

  #store(changes: Changes): void {
    for (const journal of changes.journals) this.#book(journal);
    this.fills.push(...changes.fills);
    for (const market of changes.markets) this.tables.markets.set(market.id, market);
    for (const order of changes.orders) this.tables.orders.set(order.id, order);
    for (const position of changes.positions) {
      this.tables.positions.set(`${position.marketId} ${position.userId}`, position);
    }
    for (const { userId, realm, cost, credit } of changes.realised) {
      if (isPerson({ userId, realm })) realise(this.state.losses, { userId, stake: cost, credit, at: this.now });
    }
  }

  #book(journal: Journal): void {
    assert.equal(journalFault(journal), null);
    const key = `${journal.realm} ${journal.kind} ${journal.refType} ${journal.refId}`;
    assert(!this.#keys.has(key), `posted twice: ${key}`);
    this.#keys.add(key);
    this.journals.push(journal);
    for (const { code, debit, credit, amount } of journal.transfers) {
      const from = this.#accounts.get(debit);
      const to = this.#accounts.get(credit);
      assert(from && to);
      assert(isLegal({ code, debit: from.kind, credit: to.kind }), `${code} ${from.kind} ${to.kind}`);
      from.balance += from.kind === 'mm_expense' ? amount : 0n - amount;
      to.balance += amount;
    }
  }

  #id(of: { readonly realm: Realm; readonly kind: AccountKind; readonly ref: string }): string {
    const key = `${of.realm} ${of.kind} ${of.ref}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = accountId({ realm: of.realm, asset: 'USDT' }, BigInt(this.#ids.size + 1));
      this.#ids.set(key, id);
      this.#accounts.set(id, { kind: of.kind, realm: of.realm, balance: 0n });
    }
    return id;
  }

  #account(of: { readonly realm: Realm; readonly kind: AccountKind; readonly ref: string }): Account {
    const account = this.#accounts.get(this.#id(of));
    assert(account);
    return account;
  }
}

/** Whose stakes count for limits. */
function isPerson(owner: { readonly realm: Realm; readonly userId: string }): boolean {
  return owner.realm === 'real' && !isHouse(owner.userId);
}

/** The refusal's code and reason, or null. */
export function refusalOf(effect: OrderEffect): string | null {
  if (effect.kind !== 'refused') return null;
  const { refusal } = effect;
  return refusal.code === 'OrderRejected' ? refusal.reason : refusal.code;
}
