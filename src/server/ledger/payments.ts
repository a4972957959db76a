import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { paymentEnded, paymentHeld } from '#domain/ledger/cashier-entries.ts';
import type { Usdt } from '#domain/money.ts';
import { openAccount, openAccounts } from './accounts.ts';
import { post } from './post.ts';

interface Paid {
  readonly paymentId: string;
  readonly payer: string;
  /** 10^-6 */
  readonly amount: Usdt;
}

const holdOf = (tx: PoolClient, ownerId: string) =>
  openAccount(tx, { realm: 'real', kind: 'payment_hold', ownerId, ref: '' });

/** Journal 17, first half. NoBalance: the payer does not have it, and nothing is written. */
export async function holdPayment(tx: PoolClient, { paymentId, payer, amount }: Paid): Promise<'held' | 'NoBalance'> {
  const { cash } = await openAccounts(tx, { ownerId: payer, realm: 'real' });
  const hold = await holdOf(tx, payer);
  const result = await post(tx, paymentHeld({ paymentId, payer: cash, hold, amount }));
  if (typeof result === 'object') return result.code;
  assert.equal(result, 'posted', 'a payment with the id of another');
  return 'held';
}

/** Journal 17, second half: gives what is held to `to`, a person. A repeat gives nothing more; another end than the first throws. */
export async function endPayment(
  tx: PoolClient,
  { paymentId, payer, amount, to }: Paid & { readonly to: string },
): Promise<void> {
  const { cash } = await openAccounts(tx, { ownerId: to, realm: 'real' });
  const result = await post(tx, paymentEnded({ paymentId, hold: await holdOf(tx, payer), to: cash, amount }));
  assert(typeof result === 'string', 'a held payment that is not there');
}
