import type { TransactionReceipt } from 'viem';
import type { WalletLine } from '#domain/treasury/differences.ts';
import { transaction } from '#server/db/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, TreasuryParts } from '../parts.ts';
import { openPayouts, type OpenPayout } from '../sending/store.ts';
import { findSweeps, type Sweep } from '../sweeping/store-sweeps.ts';
import { gasBalance } from './store-reconcile.ts';

export type CompareParts = Pick<TreasuryParts, 'db' | 'payouts'>;

/** A coin of the dollar family counts as a dollar, 10^-6. */
const DOLLAR = 1_000_000n;

interface Books {
  readonly coins: ReadonlyMap<string, bigint>;
  readonly gas: bigint;
  readonly open: readonly OpenPayout[];
  readonly withdrawals: readonly DueWithdrawal[];
  readonly sweeps: readonly Sweep[];
}

/**
 * What a wallet has at the last block, coin by coin, beside what the books expect there: what they have, less what is mined by then and not
 * final yet. The block is fixed before the books are read, so that nothing ends between the two. Throws where the first node is away.
 */
export async function compareWallet(
  { db, payouts }: CompareParts,
  at: OpenNetwork,
  wallet: `0x${string}`,
): Promise<readonly WalletLine[]> {
  const { id: network, tokens, native } = at.network;
  const head = await at.client.head();
  const books = await transaction(db, async (tx): Promise<Books> => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const open = await openPayouts(tx, network);
    const withdrawals = await payouts.find(
      tx,
      open.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id),
    );
    const coins = new Map<string, bigint>();
    for (const { coin } of tokens) coins.set(coin, await hotBalance(tx, `${network}/${coin}`));
    const gas = await gasBalance(tx, { network, wallet });
    const sweeps = await findSweeps(
      tx,
      open.filter(({ kind }) => kind !== 'withdrawal').map(({ id }) => id),
    );
    return { coins, gas, open, withdrawals, sweeps };
  });
  const mined = await minedBy(at, books, { head: head.number, wallet });
  const lines: WalletLine[] = [];
  for (const { coin, decimals, address } of tokens) {
    const unit = 10n ** BigInt(decimals - 6);
    const out = mined.reduce((sum, one) => (one.coin === coin ? sum + one.out : sum), 0n);
    const expected = ((books.coins.get(coin) ?? 0n) - out) * unit;
    const has = await at.client.balance(wallet, address as `0x${string}`, head.number);
    lines.push({ coin, decimals, expected, has, price: DOLLAR });
  }
  const expected = mined.reduce((sum, one) => sum - one.wei, books.gas);
  const has = await at.client.balance(wallet, null, head.number);
  // Fees are paid in it, and nobody here sells it.
  return [...lines, { coin: native, decimals: 18, expected, has, price: null }];
}

/** What a transaction that is mined and not final yet has done to the wallet. */
interface Mined {
  readonly coin: string | null;
  /** What has left, 10^-6; what came is below zero. */
  readonly out: bigint;
  /** What it took of the native coin. */
  readonly wei: bigint;
}

async function minedBy(
  at: OpenNetwork,
  books: Books,
  { head, wallet }: { readonly head: bigint; readonly wallet: string },
): Promise<readonly Mined[]> {
  const mined: Mined[] = [];
  for (const payout of books.open) {
    for (const { txHash } of payout.attempts) {
      const receipt: TransactionReceipt | null = txHash === null ? null : await at.client.receipt(txHash);
      if (receipt === null || receipt.blockNumber > head) continue;
      const fee = payout.wallet === wallet ? receipt.gasUsed * receipt.effectiveGasPrice : 0n;
      mined.push(receipt.status === 'success' ? doneBy(payout, { books, fee }) : { coin: null, out: 0n, wei: fee });
    }
  }
  return mined;
}

function doneBy({ kind, id }: OpenPayout, { books, fee }: { readonly books: Books; readonly fee: bigint }): Mined {
  if (kind === 'withdrawal') {
    const paid = books.withdrawals.find((one) => one.id === id);
    return { coin: paid?.coin ?? null, out: paid?.amount ?? 0n, wei: fee };
  }
  const sweep = books.sweeps.find((one) => one.id === id);
  if (kind === 'gas') return { coin: null, out: 0n, wei: fee + (sweep?.gas ?? 0n) };
  return { coin: sweep?.coin ?? null, out: 0n - (sweep?.amount ?? 0n), wei: fee };
}
