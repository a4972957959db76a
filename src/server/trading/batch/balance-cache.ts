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

  /** Stands in for the first statement of a batch; null: the batch does more than admit predictions of people who are remembered. */
  openingFor(work: BatchWork, accounts: AccountBook, now: number): Opening | null {
    const { requests, life, markets, scheduled } = work;
    const others =
      life.entered.length + life.finished.length + life.checkpoints.length + markets.length + scheduled.length;
    if (others > 0 || this.#bank === null || Math.abs(now - this.#bank.at) > BANK_LIFE_MS) return null;
    const balances = new Map<AccountId, Usdt>();
    for (const { command, careful } of requests) {
      const { userId, realm } = actorOf(command);
      const known = this.#people.get(cashKey(userId, realm));
      const ids = accounts.of(userId, realm);
      if (careful || command.kind !== 'predict' || known === undefined || ids === null) return null;
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
