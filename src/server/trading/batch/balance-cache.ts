import type { Usdt } from '#domain/money.ts';
import { cashKey } from '#domain/trading/decide.ts';
import type { AccountId } from '#server/ledger/contract.ts';
import type { AccountBook } from '../accounts.ts';
import type { Balance } from './balances.ts';
import type { BatchWork } from './batch.ts';
import { actorOf } from '../command-queue.ts';
import type { Opening } from './store-opening.ts';

/** People remembered at most; then everyone is asked for again. */
const MOST = 200_000;
/** What is remembered of the house's bank is used this long, ms. */
const BANK_LIFE_MS = 1_000;

/**
 * What the last batches found in the tables. Others move balances too, and an Idempotency-Key may be known from long ago: what is
 * remembered is a guess that the constraints of the tables prove or refuse (docs/decisions/0065), and nobody is refused by it.
 */
export class BalanceCache {
  readonly #people = new Map<string, { readonly cash: Usdt; readonly locked: Usdt }>();
  #bank: { readonly amount: Usdt; readonly at: number } | null = null;

  /**
   * Stands in for the first statement of a batch that only admits predictions and stores entries and ends, of people who are remembered;
   * null: it does more, or somebody is not.
   */
  openingFor(work: BatchWork, accounts: AccountBook, now: number): Opening | null {
    const { requests, life, markets, scheduled } = work;
    if (this.#bank === null || markets.length + scheduled.length > 0) return null;
    // What the house can lose matters to what is admitted.
    if (requests.length > 0 && Math.abs(now - this.#bank.at) > BANK_LIFE_MS) return null;
    if (requests.some(({ command, careful }) => careful || command.kind !== 'predict')) return null;
    const people = [
      ...requests.map(({ command }) => actorOf(command)),
      ...life.finished.map(({ open }) => open.prediction),
    ];
    const balances = new Map<AccountId, Usdt>();
    for (const { userId, realm } of people) {
      const known = this.#people.get(cashKey(userId, realm));
      const ids = accounts.of(userId, realm);
      if (known === undefined || ids === null) return null;
      balances.set(ids.cash, known.cash).set(ids.locked, known.locked);
    }
    return { fence: true, balances, houseBank: this.#bank.amount, answers: new Map() };
  }

  /** What the tables said before a batch. `now`: ms. */
  found({ houseBank }: Opening, now: number): void {
    this.#bank = { amount: houseBank, at: now };
  }

  /** What people have after a batch that is committed. */
  load(balances: Iterable<Balance>): void {
    if (this.#people.size > MOST) this.#people.clear();
    for (const { userId, realm, cash, locked } of balances) this.#people.set(cashKey(userId, realm), { cash, locked });
  }

  purge(): void {
    this.#people.clear();
    this.#bank = null;
  }
}

/** Puts what the tables said after a batch in the place of what was worked out from memory. */
export function correct(balances: Iterable<Balance>, accounts: AccountBook, found: ReadonlyMap<AccountId, Usdt>): void {
  for (const balance of balances) {
    const ids = accounts.of(balance.userId, balance.realm);
    if (ids === null) continue;
    balance.cash = found.get(ids.cash) ?? balance.cash;
    balance.locked = found.get(ids.locked) ?? balance.locked;
  }
}
