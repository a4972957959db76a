import type { PoolClient } from 'pg';
import type { Actor } from '#domain/identity/actor.ts';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { MoneyType } from '#domain/ledger/money-types.ts';
import type { KeptOutcome, Outcome } from '#domain/outcome.ts';
import type {
  EstimateWire,
  PaymentAsked,
  PaymentBody,
  TransactionWire,
  WithdrawalAsked,
  WithdrawalBody,
  WithdrawalEstimateWire,
} from '#protocol/cashier/cashier.ts';
import type { z } from 'zod';
import type { BalanceWire, pricesWire } from '#protocol/cashier/balance.ts';
import type { AddressBookWire, ProveBody, SaveAddressBody, WalletProofWire } from '#protocol/cashier/addresses.ts';
import type { Queryable } from '#server/db/index.ts';

/** What a payer sees of a person. */
export interface Face {
  readonly name: string;
  readonly avatar: string | null;
}

/** People as those who pay them see them. */
export interface Payees {
  findByEmail(
    db: Queryable,
    text: string,
  ): Promise<{ readonly userId: string; readonly state: 'open' | 'blocked' | 'closed' | 'demo' } | null>;
  stateOf(db: Queryable, userId: string): Promise<'open' | 'blocked' | 'closed' | 'demo' | null>;
  faceOf(db: Queryable, userId: string): Promise<Face>;
  /** When the account was made, ms. */
  knownSince(db: Queryable, userId: string): Promise<number>;
  /** End of the newest hold, ms; null: there is none. */
  holdOf(db: Queryable, userId: string): Promise<number | null>;
}

/** What holds a person back from real play, as far as payments ask. */
export type StandingOf = (
  db: Queryable,
  userId: string,
) => Promise<{
  readonly emailConfirmed: boolean;
  readonly name: NameStatus;
  readonly pausedUntil: number | null;
  readonly selfExcluded: boolean;
  readonly restricted: boolean;
}>;

export interface Payment {
  readonly id: string;
  readonly payer: string;
  readonly payee: string;
  /** 10^-6 */
  readonly amount: bigint;
  readonly noteSealed: Buffer | null;
  readonly state: 'HELD' | 'DONE' | 'RECALLED';
  /** ms */
  readonly madeAt: number;
  readonly dueAt: number;
}

export interface TransactionsFilter {
  readonly type?: MoneyType | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly search?: string | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit?: number | undefined;
}

export interface Cashier {
  /** All that is a person's, part by part. */
  balance(userId: string): Promise<BalanceWire>;
  /** What the coins of our networks count as. */
  prices(): z.infer<typeof pricesWire>;
  /** Money beside trading, newest first. */
  transactions(
    userId: string,
    filter: TransactionsFilter,
  ): Promise<{ readonly items: readonly TransactionWire[]; readonly nextCursor: string | null }>;
  estimate(actor: Actor, asked: PaymentAsked): Promise<Outcome<EstimateWire>>;
  pay(
    actor: Actor,
    body: PaymentBody,
    idempotency: { readonly key: string; readonly bodyHash: string } | null,
  ): Promise<KeptOutcome>;
  estimateWithdrawal(actor: Actor, asked: WithdrawalAsked): Promise<Outcome<WithdrawalEstimateWire>>;
  withdraw(
    actor: Actor,
    body: WithdrawalBody,
    idempotency: { readonly key: string; readonly bodyHash: string } | null,
  ): Promise<KeptOutcome>;
  /** NotFound for a withdrawal of somebody else, WithdrawalOver once it is signed. */
  cancelWithdrawal(actor: Actor, id: string): Promise<Outcome<TransactionWire>>;
  /** NotFound for a payment of others, and for its payee before they have it. */
  payment(actor: Actor, id: string): Promise<Outcome<TransactionWire>>;
  /** NotFound for a payment of somebody else. */
  recall(actor: Actor, id: string): Promise<Outcome<TransactionWire>>;
}

/** Finds whom a text means; null: nobody. */
export type FindPayee = (
  tx: PoolClient,
  text: string,
) => Promise<{ readonly userId: string; readonly state: 'open' | 'blocked' | 'closed' | 'demo' } | null>;

/** Who asks, and from which IP address. */
export interface Asker {
  readonly actor: Actor;
  readonly address: string;
}

/** Addresses that a person saves for withdrawals. Each act answers with the book as it is then. */
export interface AddressBook {
  read(userId: string): Promise<AddressBookWire>;
  /** AddressKnown: another entry has it already. */
  save(asker: Asker, body: SaveAddressBody): Promise<Outcome<AddressBookWire>>;
  /** NotFound for an entry of somebody else. */
  remove(asker: Asker, id: string): Promise<Outcome<AddressBookWire>>;
  /** Has withdrawals go to saved addresses alone, or not. */
  switchSavedOnly(asker: Asker, on: boolean): Promise<Outcome<AddressBookWire>>;
  /** A text to sign. NotFound for an entry of somebody else. */
  beginProof(userId: string, id: string): Promise<Outcome<WalletProofWire>>;
  /** Takes the signature of such a text. */
  prove(asker: Asker, id: string, body: ProveBody): Promise<Outcome<AddressBookWire>>;
}

/** Where a person is written to; null: they have no address. */
export type ContactOf = (
  tx: PoolClient,
  userId: string,
) => Promise<{ readonly email: string; readonly language: string } | null>;
