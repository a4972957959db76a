import { usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { endPaidSweep } from '#server/ledger/treasury/moves.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { endCoinPayment, type CoinAttempt, type OpenCoinPayment } from './store-payments.ts';

/** Ends what is final, by the attempt that was mined: journal, fee, state and fact are one transaction. */
export async function settleCoins(
  parts: SendingParts,
  { network: { id: network, coin } }: OpenCoinNetwork,
  of: { readonly payment: OpenCoinPayment; readonly attempt: CoinAttempt & { readonly txHash: string } },
): Promise<void> {
  const { kind, id, units } = of.payment;
  const { txHash, fee } = of.attempt;
  await transaction(parts.db, async (tx) => {
    if (!(await endCoinPayment(tx, { id, txHash, now: parts.clock.now() }))) return;
    if (kind === 'withdrawal') await parts.payouts.paidInCoin(tx, { id, txHash, chainFee: fee });
    else {
      const swept = { sweepId: id, network, ref: `${network}/${coin}`, asset: coin };
      await endPaidSweep(tx, { ...swept, amount: usdt(units), chainFee: usdt(fee) });
    }
    crashAt('payout.settled');
  });
  crashAt('payout.committed');
}
