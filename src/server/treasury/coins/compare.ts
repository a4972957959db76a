import type { WalletLine } from '#domain/treasury/differences.ts';
import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { transaction } from '#server/db/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { TreasuryParts } from '../parts.ts';
import { readOutputs } from './read-outputs.ts';
import { unspentOutputs } from './store-outputs.ts';
import { openCoinPayments, type OpenCoinPayment } from './store-payments.ts';

/** How often it is begun again where a block comes meanwhile. */
const TRIES = 5;

/**
 * What a wallet of coins has at the last block, output by output, beside what the books expect there: what they have, less what is mined by then
 * and not final yet. Throws where the first node is away, or a block comes each time.
 */
export async function compareCoinWallet(
  { db }: Pick<TreasuryParts, 'db'>,
  at: OpenCoinNetwork,
  wallet: string,
): Promise<readonly WalletLine[]> {
  const { id: network, coin } = at.network;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const mark = await readOutputs({ db }, at, wallet);
    const { hash } = await at.readers[0].head();
    if (mark?.hash !== hash) continue;
    const books = await transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [outputs, open] = [await unspentOutputs(tx, network), await openCoinPayments(tx, network)];
      return { outputs, open, hot: await hotBalance(tx, `${network}/${coin}`) };
    });
    let has = 0n;
    for (const one of books.outputs) has += (await at.payers[0].unspent(one, { waiting: false }))?.units ?? 0n;
    let expected: bigint = books.hot;
    for (const payment of books.open) expected -= await minedOf(at, payment);
    // What was spent or mined since would be counted on one side alone.
    if ((await at.readers[0].head()).hash !== hash) continue;
    return [{ coin, decimals: COIN_DECIMALS, expected, has, price: null }];
  }
  throw new Error(`the chain of ${network} moves on too quickly to compare its wallet`);
}

/** What a payment has taken from the wallet in a block that is not final yet, below 0 what a sweep has brought; 0: it is in none. */
async function minedOf(at: OpenCoinNetwork, { kind, units, attempts }: OpenCoinPayment): Promise<bigint> {
  for (const { txHash, fee, change } of attempts) {
    if (txHash !== null && (await at.payers[0].standing(txHash))?.in === 'block')
      return kind === 'sweep' ? -change : units + fee;
  }
  return 0n;
}
