import type { TransactionReceipt } from 'viem';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import { settleSweep } from '../sweeping/settle-sweep.ts';
import { endNonce, insertGas, type OpenPayout } from './store.ts';

/** The hash of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

interface Final {
  readonly payout: OpenPayout;
  readonly receipt: TransactionReceipt;
}

/** Ends what is final: journals, fee, state and fact are one transaction. */
export async function settle(parts: SendingParts, at: OpenNetwork, { payout, receipt }: Final): Promise<void> {
  const isPaid = receipt.status === 'success';
  const [withdrawal] = payout.kind === 'withdrawal' ? await parts.payouts.find(parts.db, [payout.id]) : [];
  if (isPaid && withdrawal !== undefined && !hasMoved(at, { withdrawal, receipt, wallet: payout.wallet })) {
    // A token that says yes and moves nothing: people look at it, and nobody is paid a second time.
    if (await parts.payouts.pause(parts.db, payout.network, 'differs')) {
      parts.log.error(
        { alarm: 'wallet', network: payout.network, id: payout.id, tx: receipt.transactionHash },
        'a payment that succeeded has moved nothing: payouts are paused',
      );
    }
    return;
  }
  const now = parts.clock.now();
  await transaction(parts.db, async (tx) => {
    if (!(await endNonce(tx, payout, { state: isPaid ? 'DONE' : 'FAILED', now }))) return;
    const fee = receipt.gasUsed * receipt.effectiveGasPrice;
    await insertGas(tx, { ...payout, why: 'fee', ref: receipt.transactionHash, wei: -fee, now });
    if (payout.kind !== 'withdrawal') await settleSweep(tx, { payout, isPaid, txHash: receipt.transactionHash, now });
    if (withdrawal !== undefined) {
      if (isPaid) await parts.payouts.paid(tx, { id: payout.id, txHash: receipt.transactionHash });
      else await parts.payouts.failed(tx, payout);
    }
    crashAt('payout.settled');
  });
  crashAt('payout.committed');
  if (!isPaid) {
    parts.log.warn(
      { network: payout.network, kind: payout.kind, id: payout.id, tx: receipt.transactionHash },
      'a payment failed on its chain',
    );
  }
}

function hasMoved(
  at: OpenNetwork,
  {
    withdrawal,
    receipt,
    wallet,
  }: { readonly withdrawal: DueWithdrawal; readonly receipt: TransactionReceipt; readonly wallet: string },
): boolean {
  const token = at.network.tokens.find(({ coin }) => coin === withdrawal.coin);
  if (token === undefined) return false;
  const units = withdrawal.amount * 10n ** BigInt(token.decimals - 6);
  const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return receipt.logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token.address.toLowerCase() &&
      topics[0] === TRANSFER &&
      topics[1] === word(wallet) &&
      topics[2] === word(withdrawal.to) &&
      BigInt(data) === units,
  );
}
