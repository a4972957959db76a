import type { Usdt } from '#domain/money.ts';
import type { Realm } from '#domain/realm.ts';

/** A ledger account id: realm and asset in its top bits; decimal text, for it passes 2^53. */
export type AccountId = string;

/** One leg of a journal. `code` = row of ledger.md 3 x 10. */
export interface Transfer {
  readonly code: number;
  readonly debit: AccountId;
  readonly credit: AccountId;
  readonly amount: Usdt;
}

/** The transfers of one business event; `(realm, kind, refType, refId)` is its natural key. */
export interface Journal {
  readonly realm: Realm;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly transfers: readonly Transfer[];
}

/** What the guard and the engine need of an account. */
export interface AccountBalance {
  readonly id: AccountId;
  readonly debits: bigint;
  readonly credits: bigint;
  /** On the account's normal side, 10^-6. */
  readonly balance: Usdt;
}
