import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { ChainCoin } from '#domain/cashier/coin-networks.ts';
import type { Coin } from '#domain/cashier/networks.ts';
import type { Usdt } from '#domain/money.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Networks } from '#server/networks/index.ts';
import type { WalletSigner } from './signer/signer-terms.ts';

/** A withdrawal, as the cashier gives it. */
export interface DueWithdrawal {
  readonly id: string;
  readonly userId: string;
  readonly network: string;
  readonly coin: Coin | ChainCoin;
  readonly to: string;
  /** 10^-6 */
  readonly amount: Usdt;
  /** Of a coin whose price moves, in its smallest unit; null: the coin is a dollar. */
  readonly units: bigint | null;
  readonly people: number;
  readonly run: number;
  readonly saved: readonly string[];
}

type Sent = { readonly id: string; readonly txHash: string };

/** The withdrawals of the cashier: what is due, and how it is told what became of it. */
export interface PayoutsPart {
  /** `address`: in lower case. */
  walletOf(
    db: Queryable,
    network: string,
  ): Promise<{ readonly address: string; readonly paused: string | null; readonly since: number } | null>;
  openWallet(tx: PoolClient, wallet: { readonly network: string; readonly address: string }): Promise<void>;
  pause(db: Queryable, network: string, why: string | null): Promise<boolean>;
  due(db: Queryable, network: string, limit: number): Promise<readonly DueWithdrawal[]>;
  find(db: Queryable, ids: readonly string[]): Promise<readonly DueWithdrawal[]>;
  commit(tx: PoolClient, due: Pick<DueWithdrawal, 'id' | 'run'>): Promise<boolean>;
  sent(db: Queryable, sent: Sent): Promise<void>;
  paid(tx: PoolClient, sent: Sent): Promise<void>;
  paidInCoin(tx: PoolClient, sent: Sent & { readonly chainFee: bigint }): Promise<void>;
  failed(tx: PoolClient, failed: Pick<DueWithdrawal, 'id' | 'run'>): Promise<void>;
}

/** What was credited at an address of the deposit key `xpub`, 10^-6, and which child of it that is. */
export interface Deposited {
  readonly address: `0x${string}`;
  readonly child: number;
  readonly amount: Usdt;
}

/** An output at an address of a person that was credited, and that no sweep has. */
export interface UnsweptCoin {
  readonly depositId: string;
  readonly txid: string;
  readonly vout: number;
  /** In the coin's smallest unit. */
  readonly units: bigint;
  /** Of the deposit key. */
  readonly child: number;
  readonly height: bigint;
}

/** Outputs of the Bitcoin family at addresses of people, and which sweep has them. */
export interface UnsweptPart {
  /** At addresses of the deposit key `xpub`, the largest first. */
  find(
    db: Queryable,
    of: { readonly network: string; readonly xpub: string; readonly limit: number },
  ): Promise<readonly UnsweptCoin[]>;
  /** false: one of them is not credited any more, or another sweep has it, and nothing is written. */
  take(tx: PoolClient, of: { readonly sweep: string; readonly deposits: readonly string[] }): Promise<boolean>;
  /** A sweep that failed gives back what it had, but for outputs that are gone (`txid:vout`). */
  leave(tx: PoolClient, of: { readonly sweep: string; readonly gone: readonly string[] }): Promise<void>;
}

/** What the treasury works with. */
export interface TreasuryParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly networks: Networks;
  readonly payouts: PayoutsPart;
  readonly deposited: (
    db: Queryable,
    of: { readonly network: string; readonly coin: Coin; readonly xpub: string },
  ) => Promise<readonly Deposited[]>;
  readonly unswept: UnsweptPart;
  /** null: nobody signs, and nothing is paid. */
  readonly walletSigner: WalletSigner | null;
}

/** With somebody who signs. */
export type SendingParts = Pick<TreasuryParts, 'db' | 'clock' | 'log' | 'payouts' | 'deposited' | 'unswept'> & {
  readonly signer: WalletSigner;
};
