import type { Pool, PoolClient } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { isHouse } from '#domain/trading/orders/contract.ts';
import type { ExchangeAccounts } from '#domain/trading/orders/contract.ts';
import { transaction } from '#server/db/index.ts';
import { balancesById } from '#server/ledger/accounts.ts';
import { makerAccounts, marketAccounts, payableAccount } from '#server/ledger/exchange-accounts.ts';
import type { AccountId, MakerAccounts, MarketAccounts } from '#server/ledger/contract.ts';
import type { AccountBook } from '../accounts.ts';

const NOTHING = usdt(0n);

/** Ids of the exchange's accounts: they never change. Markets' and makers' are opened before the batch that needs them. */
export class ExchangeLedger implements ExchangeAccounts {
  readonly #db: Pool;
  readonly #people: AccountBook;
  readonly #house: Readonly<Record<Realm, MakerAccounts>>;
  readonly #markets = new Map<string, MarketAccounts>();
  readonly #payables = new Map<string, AccountId>();

  private constructor(db: Pool, people: AccountBook, house: Readonly<Record<Realm, MakerAccounts>>) {
    this.#db = db;
    this.#people = people;
    this.#house = house;
  }

  static async open(db: Pool, people: AccountBook, shard: number): Promise<ExchangeLedger> {
    const of = (tx: PoolClient, realm: Realm) => makerAccounts(tx, { realm, shard });
    const house = await transaction(db, async (tx) => ({ real: await of(tx, 'real'), demo: await of(tx, 'demo') }));
    return new ExchangeLedger(db, people, house);
  }

  /** Null: the person has no accounts in this realm, or they were not looked up. */
  find(userId: string, realm: Realm): { readonly cash: AccountId; readonly locked: AccountId } | null {
    return isHouse(userId) ? this.#house[realm] : this.#people.of(userId, realm);
  }

  owner(userId: string, realm: Realm): { readonly cash: AccountId; readonly locked: AccountId } {
    const accounts = this.find(userId, realm);
    if (accounts === null) throw new Error(`no accounts of ${userId}`);
    return accounts;
  }

  market(marketId: string): MarketAccounts {
    const accounts = this.#markets.get(marketId);
    if (accounts === undefined) throw new Error(`no accounts of market ${marketId}`);
    return accounts;
  }

  house(realm: Realm): Pick<MakerAccounts, 'fees' | 'mmExpense' | 'bears'> {
    return this.#house[realm];
  }

  /** What the house maker can quote with now, as the tables have it. */
  async makerCash(): Promise<Readonly<Record<Realm, Usdt>>> {
    const { real, demo } = this.#house;
    const held = await balancesById(this.#db, [real.cash, demo.cash]);
    return { real: held.get(real.cash) ?? NOTHING, demo: held.get(demo.cash) ?? NOTHING };
  }

  payable(userId: string, realm: Realm): AccountId {
    const account = this.#payables.get(cashKey(userId, realm));
    if (account === undefined) throw new Error(`no account for the bonus of ${userId}`);
    return account;
  }

  /** Accounts of a market read back. */
  remember(marketId: string, accounts: MarketAccounts): void {
    this.#markets.set(marketId, accounts);
  }

  purge(marketId: string): void {
    this.#markets.delete(marketId);
  }

  knows(marketId: string): boolean {
    return this.#markets.has(marketId);
  }

  /** Opens what is missing of these markets and of these people's bonus, in a transaction of its own. */
  async ensure(wanted: {
    readonly markets: readonly { readonly marketId: string; readonly realm: Realm; readonly linkedTo: string | null }[];
    readonly payables: readonly { readonly userId: string; readonly realm: Realm }[];
  }): Promise<void> {
    const markets = wanted.markets.filter(({ marketId }) => !this.#markets.has(marketId));
    const payables = wanted.payables.filter(({ userId, realm }) => !this.#payables.has(cashKey(userId, realm)));
    if (markets.length === 0 && payables.length === 0) return;
    // Remembered only once they are stored: a transaction whose end was lost may have opened none.
    const opened = await transaction(this.#db, async (tx) => {
      const of: { markets: [string, MarketAccounts][]; payables: [string, AccountId][] } = {
        markets: [],
        payables: [],
      };
      for (const market of markets) of.markets.push([market.marketId, await marketAccounts(tx, market)]);
      for (const { userId, realm } of payables) {
        of.payables.push([cashKey(userId, realm), await payableAccount(tx, { ownerId: userId, realm })]);
      }
      return of;
    });
    for (const [marketId, accounts] of opened.markets) this.#markets.set(marketId, accounts);
    for (const [key, account] of opened.payables) this.#payables.set(key, account);
  }
}
