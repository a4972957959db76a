import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { CODES } from '#domain/ledger/grammar.ts';
import { sweepBegun, sweepEnded } from '#domain/ledger/treasury-entries.ts';
import type { Usdt } from '#domain/money.ts';
import type { Asset } from '#domain/realm.ts';
import { openAccount } from '../accounts.ts';
import { post } from '../post.ts';

/**
 * Journal 39: money of the house that stands in a wallet. `ref`: network/coin, which it brings once; `asset`: of a coin that has a price, and
 * then `amount` is in its smallest unit.
 */
export async function bringToWallet(
  tx: PoolClient,
  { ref, amount, asset = 'USDT' }: { readonly ref: string; readonly amount: Usdt; readonly asset?: Asset },
): Promise<void> {
  const debit = await openAccount(tx, { realm: 'real', kind: 'treasury_hot', ownerId: null, ref, asset });
  const credit = await openAccount(tx, { realm: 'real', kind: 'house_bank', ownerId: null, ref: '', asset });
  const transfers = [{ code: CODES.bankroll, debit, credit, amount }];
  const posted = await post(tx, { realm: 'real', kind: 'bankroll', refType: 'wallet', refId: ref, transfers });
  assert(typeof posted === 'string', 'the bank roll took no money');
}

interface SweptMoney {
  readonly sweepId: string;
  /** network/coin */
  readonly ref: string;
  readonly amount: Usdt;
}

const treasury = (tx: PoolClient, kind: 'treasury_deposit' | 'treasury_transit' | 'treasury_hot', ref: string) =>
  openAccount(tx, { realm: 'real', kind, ownerId: null, ref });

/** Journal 5, first half. Throws where the books of deposit addresses have less. */
export async function beginSweep(tx: PoolClient, { sweepId, ref, amount }: SweptMoney): Promise<void> {
  const [transit, deposits] = [
    await treasury(tx, 'treasury_transit', ref),
    await treasury(tx, 'treasury_deposit', ref),
  ];
  const posted = await post(tx, sweepBegun({ sweepId, transit, deposits, amount }));
  assert(typeof posted === 'string', 'the books of deposit addresses do not hold what is swept');
}

/** Journal 5, second half: into the wallet, or back where the chain refused it. */
export async function endSweep(tx: PoolClient, of: SweptMoney & { readonly arrived: boolean }): Promise<void> {
  const { sweepId, ref, amount, arrived } = of;
  const transit = await treasury(tx, 'treasury_transit', ref);
  const to = await treasury(tx, arrived ? 'treasury_hot' : 'treasury_deposit', ref);
  const posted = await post(tx, sweepEnded({ sweepId, transit, to, amount }));
  assert(typeof posted === 'string', 'a sweep that was not begun');
}
