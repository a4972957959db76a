import type { PoolClient } from 'pg';
import type { ChainCoin } from '#domain/cashier/coin-networks.ts';
import type { Coin } from '#domain/cashier/networks.ts';
import type { Usdt } from '#domain/money.ts';
import type { Queryable } from '#server/db/index.ts';

export interface PayoutWallet {
  /** In lower case. */
  readonly address: string;
  /** Why nothing new is paid from it; null: it pays. */
  readonly paused: string | null;
  /** When it was opened, ms. */
  readonly since: number;
}

/** A withdrawal, as far as paying it goes. */
export interface ToPay {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly coin: Coin | ChainCoin;
  readonly to: string;
  /** What arrives, 10^-6. */
  readonly amount: Usdt;
  readonly fee: Usdt;
  /** The same of a coin whose price moves, in its smallest unit; null: the coin is a dollar. */
  readonly units: bigint | null;
  /** How many people had to approve it. */
  readonly people: number;
  /** 1, and one more for each time that it failed on the chain. */
  readonly run: number;
  /** Addresses that its person has saved on the network. */
  readonly saved: readonly string[];
}

type Sent = { readonly id: string; readonly txHash: string };

/** What who sends money asks of withdrawals, and tells them. */
export interface Payouts {
  walletOf(db: Queryable, network: string): Promise<PayoutWallet | null>;
  /** Opens a network for withdrawals. */
  openWallet(tx: PoolClient, wallet: { readonly network: string; readonly address: string }): Promise<void>;
  /** `why` null: it pays again. true: it stands otherwise than before. */
  pause(db: Queryable, network: string, why: string | null): Promise<boolean>;
  due(db: Queryable, network: string, limit: number): Promise<readonly ToPay[]>;
  find(db: Queryable, ids: readonly string[]): Promise<readonly ToPay[]>;
  /** Takes it out of its person's hands. false: it is not due any more, or a list of sanctions holds its address by now and people decide. */
  commit(tx: PoolClient, due: Pick<ToPay, 'id' | 'run'>): Promise<boolean>;
  /** Nodes may have its transaction. */
  sent(db: Queryable, sent: Sent): Promise<void>;
  /** It is final: journal 13, its end and the fact, in the caller's transaction. */
  paid(tx: PoolClient, sent: Sent): Promise<void>;
  /** The same in a coin whose price moves: journals 13 and 14. `chainFee`: what the chain took, in the coin's smallest unit. */
  paidInCoin(tx: PoolClient, sent: Sent & { readonly chainFee: bigint }): Promise<void>;
  /** Its transaction failed, finally: it is due again, the second time people decide. */
  failed(tx: PoolClient, failed: Pick<ToPay, 'id' | 'run'>): Promise<void>;
}
