import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import type { SendingParts } from '../parts.ts';
import { endCoinPayment, type CoinAttempt, type OpenCoinPayment } from './store-payments.ts';

/** Ends what is final, by the attempt that was mined: journal, fee, state and fact are one transaction. */
export async function settleCoins(
  parts: SendingParts,
  { id }: OpenCoinPayment,
  { txHash, fee }: CoinAttempt & { readonly txHash: string },
): Promise<void> {
  await transaction(parts.db, async (tx) => {
    if (!(await endCoinPayment(tx, { id, txHash, now: parts.clock.now() }))) return;
    await parts.payouts.paidInCoin(tx, { id, txHash, chainFee: fee });
    crashAt('payout.settled');
  });
  crashAt('payout.committed');
}
