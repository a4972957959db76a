import { effectsOf } from '#domain/ledger/journal.ts';
import type { Journal } from '#domain/ledger/journal.ts';
import { add, subtract, usdt } from '#domain/money.ts';
import type { Usdt } from '#domain/money.ts';
import { cashKey } from '#domain/trading/decide.ts';
import type { OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { AccountBook } from '../accounts.ts';
import type { Finished } from './batch-effects.ts';
import type { Opening } from './store-opening.ts';

/** What a person has in a realm after a batch, 10^-6. */
export interface Balance {
  readonly userId: string;
  readonly realm: 'real' | 'demo';
  cash: Usdt;
  locked: Usdt;
}

export interface BalanceSource {
  readonly opening: Opening;
  readonly accounts: AccountBook;
}

/** The person's balance in this batch, taken from its opening the first time; null: no accounts. Throws if they were not locked. */
export function balanceOf(
  person: Pick<Balance, 'userId' | 'realm'>,
  balances: Map<string, Balance>,
  { opening, accounts }: BalanceSource,
): Balance | null {
  const key = cashKey(person.userId, person.realm);
  const known = balances.get(key);
  if (known !== undefined) return known;
  const ids = accounts.of(person.userId, person.realm);
  if (ids === null) return null;
  const cash = opening.balances.get(ids.cash);
  const locked = opening.balances.get(ids.locked);
  if (cash === undefined || locked === undefined) throw new Error(`accounts of ${person.userId} were not locked`);
  const balance = { userId: person.userId, realm: person.realm, cash, locked };
  balances.set(key, balance);
  return balance;
}

/** Moves balances as the journals of these predictions do. */
export function moveBalances(
  moves: { readonly placed: readonly OpenPrediction[]; readonly finished: readonly Finished[] },
  balances: Map<string, Balance>,
  source: BalanceSource,
): void {
  for (const { prediction } of moves.placed) {
    const balance = balanceOf(prediction, balances, source);
    if (balance === null) continue;
    balance.cash = subtract(balance.cash, prediction.stake);
    balance.locked = add(balance.locked, prediction.stake);
  }
  for (const { prediction } of moves.finished) {
    const balance = balanceOf(prediction, balances, source);
    if (balance === null) continue;
    balance.locked = subtract(balance.locked, prediction.stake);
    if (prediction.credit !== null) balance.cash = add(balance.cash, prediction.credit);
  }
}

/** Works out what these people have after all journals of the batch. */
export function settleBalances(
  people: Iterable<Pick<Balance, 'userId' | 'realm'>>,
  balances: Map<string, Balance>,
  { opening, accounts, journals }: BalanceSource & { readonly journals: readonly Journal[] },
): void {
  const grown = new Map(
    effectsOf(journals.flatMap(({ transfers }) => transfers)).map(({ id, debits, credits }) => [id, credits - debits]),
  );
  const after = (id: string) => usdt((opening.balances.get(id) ?? 0n) + (grown.get(id) ?? 0n));
  for (const person of people) {
    const balance = balanceOf(person, balances, { opening, accounts });
    const ids = accounts.of(person.userId, person.realm);
    if (balance === null || ids === null) continue;
    balance.cash = after(ids.cash);
    balance.locked = after(ids.locked);
  }
}
