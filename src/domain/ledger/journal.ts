import type { Currency, Money } from '../money.ts';
import type { Realm } from '../realm.ts';
import { isOfRealm, worldOf } from './account-id.ts';
import type { AccountId } from './account-id.ts';

/** One leg of a journal. `code` = the journal's number in docs/rules/ledger.md#journals x 10. */
export interface Transfer {
  readonly code: number;
  readonly debit: AccountId;
  readonly credit: AccountId;
  /** In the smallest unit of the asset of both accounts. */
  readonly amount: Money<Currency>;
}

/** The transfers of one business event; `(realm, kind, refType, refId)` is its natural key. */
export interface Journal {
  readonly realm: Realm;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly transfers: readonly Transfer[];
}

/** What one journal, or a batch of them, adds to the lifetime totals of one account. */
export interface AccountEffect {
  readonly id: AccountId;
  readonly debits: bigint;
  readonly credits: bigint;
}

/** Largest amount of one transfer, 10^-6: what the database's column holds. */
const MAX_AMOUNT = (1n << 63n) - 1n;

/** What is wrong with a journal's form, or null: a caller's bug, never a person's. The database holds the same walls. */
export function journalFault(journal: Journal): string | null {
  if (journal.transfers.length === 0) return 'a journal without transfers';
  if (journal.kind === '' || journal.refType === '' || journal.refId === '') return 'a journal without its natural key';
  for (const transfer of journal.transfers) {
    if (transfer.amount <= 0n) return `a transfer of ${transfer.amount}`;
    if (transfer.amount > MAX_AMOUNT) return `a transfer of ${transfer.amount}, more than a column holds`;
    if (transfer.debit === transfer.credit) return `a transfer from ${transfer.debit} to itself`;
    if (worldOf(transfer.debit) !== worldOf(transfer.credit)) return 'a transfer between two worlds';
    if (!isOfRealm(transfer.debit, journal.realm)) return `a transfer outside the realm ${journal.realm}`;
  }
  return null;
}

/** Sums transfers per account, in ascending order of the ids: the order in which every writer locks. */
export function effectsOf(transfers: Iterable<Transfer>): AccountEffect[] {
  const totals = new Map<AccountId, { id: AccountId; debits: bigint; credits: bigint }>();
  const totalOf = (id: AccountId) => {
    let total = totals.get(id);
    if (total === undefined) totals.set(id, (total = { id, debits: 0n, credits: 0n }));
    return total;
  };
  for (const { debit, credit, amount } of transfers) {
    totalOf(debit).debits += amount;
    totalOf(credit).credits += amount;
  }
  return [...totals.values()].sort((a, b) => compareIds(a.id, b.id));
}

/** Numeric order of two account ids. */
export function compareIds(a: AccountId, b: AccountId): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
