import type { TransactionReceipt } from 'viem';
import type { WalletLine } from '#domain/treasury/differences.ts';
import { transaction } from '#server/db/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, TreasuryParts } from '../parts.ts';
import { openPayouts, type OpenPayout } from '../sending/store.ts';
import { gasBalance } from './store-reconcile.ts';

export type CompareParts = Pick<TreasuryParts, 'db' | 'payouts'>;

/** A coin of the dollar family counts as a dollar, 10^-6. */
const DOLLAR = 1_000_000n;

interface Books {
  readonly coins: ReadonlyMap<string, bigint>;
  readonly gas: bigint;
  readonly open: readonly OpenPayout[];
  readonly withdrawals: ReadonlyMap<string, DueWithdrawal>;
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
    const open = (await openPayouts(tx, network)).filter((one) => one.wallet === wallet);
    const withdrawals = await payouts.find(
      tx,
      open.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id),
    );
    const coins = new Map<string, bigint>();
    for (const { coin } of tokens) coins.set(coin, await hotBalance(tx, `${network}/${coin}`));
    const gas = await gasBalance(tx, { network, wallet });
    return { coins, gas, open, withdrawals: new Map(withdrawals.map((one) => [one.id, one])) };
  });
  const mined = await minedBy(at, books, head.number);
  const lines: WalletLine[] = [];
  for (const { coin, decimals, address } of tokens) {
    const unit = 10n ** BigInt(decimals - 6);
    const out = mined.reduce((sum, { paid }) => (paid?.coin === coin ? sum + paid.amount : sum), 0n);
    const expected = ((books.coins.get(coin) ?? 0n) - out) * unit;
    const has = await at.client.balance(wallet, address as `0x${string}`, head.number);
    lines.push({ coin, decimals, expected, has, price: DOLLAR });
  }
  const expected = mined.reduce((sum, { fee }) => sum - fee, books.gas);
  const has = await at.client.balance(wallet, null, head.number);
  // Fees are paid in it, and nobody here sells it.
  return [...lines, { coin: native, decimals: 18, expected, has, price: null }];
}

interface Mined {
  readonly paid: DueWithdrawal | null;
  readonly fee: bigint;
}

async function minedBy(at: OpenNetwork, { open, withdrawals }: Books, head: bigint): Promise<readonly Mined[]> {
  const mined: Mined[] = [];
  for (const { id, attempts } of open) {
    for (const { txHash } of attempts) {
      const receipt: TransactionReceipt | null = txHash === null ? null : await at.client.receipt(txHash);
      if (receipt === null || receipt.blockNumber > head) continue;
      const paid = receipt.status === 'success' ? (withdrawals.get(id) ?? null) : null;
      mined.push({ paid, fee: receipt.gasUsed * receipt.effectiveGasPrice });
    }
  }
  return mined;
}
