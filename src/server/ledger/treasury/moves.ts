import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { CODES } from '#domain/ledger/grammar.ts';
import { coldMoved, sweepBegun, sweepEnded, sweepEndedLess } from '#domain/ledger/treasury-entries.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import type { Asset } from '#domain/realm.ts';
import { balancesById, openAccount } from '../accounts.ts';
import { post } from '../post.ts';

interface WalletMoney {
  /** network/coin */
  readonly ref: string;
  /** Of a coin that has a price in its smallest unit, else 10^-6. */
  readonly amount: Usdt;
  readonly asset?: Asset;
}

/** Journal 39: money of the house that stands in a wallet. `refId`: by which it is brought once; left out: what the wallet begins with. */
export async function bringToWallet(
  tx: PoolClient,
  { ref, amount, asset = 'USDT', refId = ref }: WalletMoney & { readonly refId?: string },
): Promise<void> {
  const debit = await openAccount(tx, { realm: 'real', kind: 'treasury_hot', ownerId: null, ref, asset });
  const credit = await openAccount(tx, { realm: 'real', kind: 'house_bank', ownerId: null, ref: '', asset });
  const transfers = [{ code: CODES.bankroll, debit, credit, amount }];
  const posted = await post(tx, { realm: 'real', kind: 'bankroll', refType: 'wallet', refId, transfers });
  assert(typeof posted === 'string', 'the bank roll took no money');
}

/** Journal 6: from a wallet to cold storage, or back. Throws where the side that gives has less by the books. */
export async function moveCold(
  tx: PoolClient,
  { ref, amount, asset = 'USDT', refId, way }: WalletMoney & { readonly refId: string; readonly way: 'in' | 'out' },
): Promise<void> {
  const open = (kind: 'treasury_hot' | 'treasury_transit' | 'treasury_cold') =>
    openAccount(tx, { realm: 'real', kind, ownerId: null, ref, asset });
  const [hot, transit, cold] = [
    await open('treasury_hot'),
    await open('treasury_transit'),
    await open('treasury_cold'),
  ];
  const posted = await post(
    tx,
    coldMoved({ refId, transit, amount, ...(way === 'out' ? { from: hot, to: cold } : { from: cold, to: hot }) }),
  );
  assert(typeof posted === 'string', 'the books do not hold what is moved');
}

/** What cold storage has by the books. */
export async function coldHas(tx: PoolClient, { ref, asset }: Pick<WalletMoney, 'ref' | 'asset'>): Promise<Usdt> {
  const cold = await openAccount(tx, {
    realm: 'real',
    kind: 'treasury_cold',
    ownerId: null,
    ref,
    asset: asset ?? 'USDT',
  });
  // It is told as a debt of ours would be.
  return usdt(0n - ((await balancesById(tx, [cold])).get(cold) ?? 0n));
}

interface SweptMoney {
  readonly sweepId: string;
  /** network/coin */
  readonly ref: string;
  /** Of a coin that has a price in its smallest unit, else 10^-6. */
  readonly amount: Usdt;
  readonly asset?: Asset;
}

const treasury = (
  tx: PoolClient,
  kind: 'treasury_deposit' | 'treasury_transit' | 'treasury_hot' | 'network_fee',
  { ref, asset = 'USDT' }: Pick<SweptMoney, 'ref' | 'asset'>,
) => openAccount(tx, { realm: 'real', kind, ownerId: null, ref, asset });

/** Journal 5, first half. Throws where the books of deposit addresses have less. */
export async function beginSweep(tx: PoolClient, of: SweptMoney): Promise<void> {
  const { sweepId, amount } = of;
  const [transit, deposits] = [await treasury(tx, 'treasury_transit', of), await treasury(tx, 'treasury_deposit', of)];
  const posted = await post(tx, sweepBegun({ sweepId, transit, deposits, amount }));
  assert(typeof posted === 'string', 'the books of deposit addresses do not hold what is swept');
}

/** Journal 5, second half: into the wallet, or back where the chain refused it. */
export async function endSweep(tx: PoolClient, of: SweptMoney & { readonly arrived: boolean }): Promise<void> {
  const { sweepId, amount, arrived } = of;
  const transit = await treasury(tx, 'treasury_transit', of);
  const to = await treasury(tx, arrived ? 'treasury_hot' : 'treasury_deposit', of);
  const posted = await post(tx, sweepEnded({ sweepId, transit, to, amount }));
  assert(typeof posted === 'string', 'a sweep that was not begun');
}

/** The same of a coin whose fee is out of what is swept: `amount` left the addresses, and less arrives in the wallet by `chainFee`. */
export async function endPaidSweep(
  tx: PoolClient,
  of: SweptMoney & { readonly network: string; readonly chainFee: Usdt },
): Promise<void> {
  const { sweepId, amount, chainFee, network, asset } = of;
  const transit = await treasury(tx, 'treasury_transit', of);
  const to = await treasury(tx, 'treasury_hot', of);
  const cost = await treasury(tx, 'network_fee', { ref: network, ...(asset === undefined ? {} : { asset }) });
  const arrives = usdt(amount - chainFee);
  const posted = await post(tx, sweepEndedLess({ sweepId, transit, to, cost, amount: arrives, chainFee }));
  assert(typeof posted === 'string', 'a sweep that was not begun');
}
