import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { withdrawalHeld, withdrawalPaid, withdrawalReleased } from '#domain/ledger/cashier-entries.ts';
import { withdrawalPaidInCoin, type CoinUnits } from '#domain/ledger/coin-entries.ts';
import type { ChainCoin } from '#domain/cashier/coin-networks.ts';
import { add, usdt, type Usdt } from '#domain/money.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import { REALM_NO, type Asset } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';
import { openAccount, openAccounts } from './accounts.ts';
import { post } from './post.ts';

interface Withdrawn {
  readonly withdrawalId: string;
  readonly ownerId: string;
  /** What arrives, 10^-6. */
  readonly amount: Usdt;
  readonly fee: Usdt;
}

const holdOf = (tx: PoolClient, ownerId: string) =>
  openAccount(tx, { realm: 'real', kind: 'withdraw_hold', ownerId, ref: '' });
const ofHouse = (tx: PoolClient, kind: 'treasury_hot' | 'fees', ref: string) =>
  openAccount(tx, { realm: 'real', kind, ownerId: null, ref });

/** Journal 11. NoBalance: the person does not have it, and nothing is written. */
export async function holdWithdrawal(tx: PoolClient, of: Withdrawn): Promise<'held' | 'NoBalance'> {
  const { cash } = await openAccounts(tx, { ownerId: of.ownerId, realm: 'real' });
  const hold = await holdOf(tx, of.ownerId);
  const total = add(of.amount, of.fee);
  const result = await post(tx, withdrawalHeld({ withdrawalId: of.withdrawalId, cash, hold, total }));
  if (typeof result === 'object') return result.code;
  assert.equal(result, 'posted', 'a withdrawal with the id of another');
  return 'held';
}

/** Journal 12: its person has all of it back. A repeat gives nothing more; a withdrawal that was paid throws. */
export async function releaseWithdrawal(tx: PoolClient, of: Withdrawn): Promise<void> {
  const { cash } = await openAccounts(tx, { ownerId: of.ownerId, realm: 'real' });
  const hold = await holdOf(tx, of.ownerId);
  const total = add(of.amount, of.fee);
  const result = await post(tx, withdrawalReleased({ withdrawalId: of.withdrawalId, cash, hold, total }));
  assert(typeof result === 'string', 'a held withdrawal that is not there');
}

/** Journal 13, from the wallet of `network/coin`. A repeat pays nothing more; one that was released throws, as does a wallet that does not have it. */
export async function payWithdrawal(tx: PoolClient, of: Withdrawn & { readonly wallet: string }): Promise<void> {
  const { withdrawalId, amount, fee } = of;
  const wallet = await ofHouse(tx, 'treasury_hot', of.wallet);
  const fees = await ofHouse(tx, 'fees', '');
  const hold = await holdOf(tx, of.ownerId);
  const result = await post(tx, withdrawalPaid({ withdrawalId, hold, wallet, fees, amount, fee }));
  assert(typeof result === 'string', 'the books of a wallet do not hold what it paid');
}

/** What a withdrawal in a coin took from its wallet, in the coin's smallest unit. */
interface InCoin {
  readonly network: string;
  readonly coin: ChainCoin;
  readonly units: bigint;
  /** What the chain took for it. */
  readonly chainFee: bigint;
}

/** Journals 13 and 14 of a coin whose price moves; otherwise as `payWithdrawal`. */
export async function payWithdrawalInCoin(
  tx: PoolClient,
  of: Withdrawn,
  { network, coin, units, chainFee }: InCoin,
): Promise<void> {
  const { withdrawalId, amount, fee, ownerId } = of;
  const house = (kind: AccountKind, asset: Asset, ref: string) =>
    openAccount(tx, { realm: 'real', kind, ownerId: null, ref, asset });
  const journal = withdrawalPaidInCoin({
    withdrawalId,
    amount,
    fee,
    units: units as CoinUnits,
    chainFee: chainFee as CoinUnits,
    hold: await holdOf(tx, ownerId),
    fees: await ofHouse(tx, 'fees', ''),
    exchange: { coin: await house('fx', coin, ''), dollar: await house('fx', 'USDT', '') },
    wallet: await house('treasury_hot', coin, `${network}/${coin}`),
    cost: await house('network_fee', coin, network),
  });
  const result = await post(tx, journal);
  assert(typeof result === 'string', 'the books of a wallet do not hold what it paid');
}

/** What the books of a wallet have of a coin, 10^-6, or in its smallest unit where it has a price; `ref`: network/coin. */
export async function hotBalance(db: Queryable, ref: string): Promise<Usdt> {
  const { rows } = await db.query<{ balance: string }>(
    `SELECT debits - credits AS balance FROM account WHERE realm = $1 AND kind = 'treasury_hot' AND owner_id IS NULL AND ref = $2`,
    [REALM_NO.real, ref],
  );
  return usdt(BigInt(rows[0]?.balance ?? '0'));
}
