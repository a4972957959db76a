import type { Pool } from 'pg';
import type { Realm } from '#domain/realm.ts';
import { cashKey } from '#domain/trading/decide.ts';
import { houseAccounts, personAccounts } from '#server/ledger/index.ts';
import type { HouseAccounts, PersonAccounts } from '#server/ledger/contract.ts';
import { transaction } from '#server/db/index.ts';

/** People remembered at most; then everyone is looked up again. */
const MOST = 200_000;

/** The ids of accounts: they never change, so that a batch need not look them up. */
export class AccountBook {
  readonly #db: Pool;
  readonly house: HouseAccounts;
  readonly #people = new Map<string, PersonAccounts>();

  private constructor(db: Pool, house: HouseAccounts) {
    this.#db = db;
    this.house = house;
  }

  static async open(db: Pool, shard: number): Promise<AccountBook> {
    return new AccountBook(db, await transaction(db, (tx) => houseAccounts(tx, shard)));
  }

  /** Null: the person has no accounts in this realm, or they were not looked up. */
  of(userId: string, realm: Realm): PersonAccounts | null {
    return this.#people.get(cashKey(userId, realm)) ?? null;
  }

  /** Looks up whoever is not known yet. */
  async load(people: Iterable<{ readonly userId: string; readonly realm: Realm }>): Promise<void> {
    const missing = { real: new Set<string>(), demo: new Set<string>() };
    if (this.#people.size > MOST) this.#people.clear();
    for (const { userId, realm } of people) {
      if (!this.#people.has(cashKey(userId, realm))) missing[realm].add(userId);
    }
    for (const realm of ['real', 'demo'] as const) {
      if (missing[realm].size === 0) continue;
      const found = await personAccounts(this.#db, { ownerIds: [...missing[realm]], realm });
      for (const [userId, accounts] of found) this.#people.set(cashKey(userId, realm), accounts);
    }
  }
}
