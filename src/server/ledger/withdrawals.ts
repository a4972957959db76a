import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { withdrawalHeld, withdrawalPaid, withdrawalReleased } from '#domain/ledger/cashier-entries.ts';
import { add, usdt, type Usdt } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
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

/** What the books of a wallet have of a coin, 10^-6; `ref`: network/coin. */
export async function hotBalance(db: Queryable, ref: string): Promise<Usdt> {
  const { rows } = await db.query<{ balance: string }>(
    `SELECT debits - credits AS balance FROM account WHERE realm = $1 AND kind = 'treasury_hot' AND owner_id IS NULL AND ref = $2`,
    [REALM_NO.real, ref],
  );
  return usdt(BigInt(rows[0]?.balance ?? '0'));
}
