import type { AccountId } from '#domain/ledger/account-id.ts';
import type { Usdt } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';

export type { AccountId } from '#domain/ledger/account-id.ts';
export type { AccountEffect, Journal, Transfer } from '#domain/ledger/journal.ts';

/** What the guard and the engine need of an account. */
export interface AccountBalance {
  readonly id: AccountId;
  readonly debits: bigint;
  readonly credits: bigint;
  /** On the account's normal side, 10^-6. */
  readonly balance: Usdt;
}

/** A person's two accounts of one realm. */
export interface PersonAccounts {
  readonly cash: AccountId;
  readonly locked: AccountId;
}

/** The house's side of predictions: `pnl` once per engine shard; `bank` covers the real one, `mint` feeds the demo one. */
export interface HouseAccounts {
  readonly real: { readonly pnl: AccountId; readonly bank: AccountId };
  readonly demo: { readonly pnl: AccountId; readonly mint: AccountId };
}

/** The house maker's side of books: its money per shard, and where fees and bonuses of a realm go. */
export interface MakerAccounts {
  readonly cash: AccountId;
  readonly locked: AccountId;
  readonly fees: AccountId;
  readonly mmExpense: AccountId;
  /** What the house pays for others: adjustment, in practice the mint. One for all shards. */
  readonly bears: AccountId;
}

/** Collateral of a book market, and its taker fees until it is resolved. */
export interface MarketAccounts {
  readonly pool: AccountId;
  readonly fees: AccountId;
}

/** 'repeat': the identical journal was there already, nothing was written. */
export type PostResult = 'posted' | 'repeat' | Extract<Refusal, { code: 'NoBalance' }>;
