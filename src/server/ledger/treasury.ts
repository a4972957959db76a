import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { CODES } from '#domain/ledger/grammar.ts';
import type { Usdt } from '#domain/money.ts';
import { openAccount } from './accounts.ts';
import { post } from './post.ts';

/** Journal 39: money of the house that stands in a wallet. `ref`: network/coin, which it brings once. */
export async function bringToWallet(
  tx: PoolClient,
  { ref, amount }: { readonly ref: string; readonly amount: Usdt },
): Promise<void> {
  const debit = await openAccount(tx, { realm: 'real', kind: 'treasury_hot', ownerId: null, ref });
  const credit = await openAccount(tx, { realm: 'real', kind: 'house_bank', ownerId: null, ref: '' });
  const transfers = [{ code: CODES.bankroll, debit, credit, amount }];
  const posted = await post(tx, { realm: 'real', kind: 'bankroll', refType: 'wallet', refId: ref, transfers });
  assert(typeof posted === 'string', 'the bank roll took no money');
}
