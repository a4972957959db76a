import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { endSweep } from '#server/ledger/treasury/moves.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { failCoinSweep, type OpenCoinPayment } from './store-payments.ts';

/**
 * A sweep can never be mined: an output that it spends is gone, by somebody else or with its block. What is left of it goes back to the addresses
 * and is swept anew; people look at the rest, and nothing is paid meanwhile. One whose deposit waits for a block again is waited for.
 */
export async function loseSweep(parts: SendingParts, at: OpenCoinNetwork, sweep: OpenCoinPayment): Promise<void> {
  const { id, network, wallet, units, inputs } = sweep;
  const gone: string[] = [];
  for (const input of inputs) {
    if ((await at.payers[0].unspent(input, { waiting: false })) !== null) continue;
    if ((await at.payers[0].standing(input.txid))?.in === 'mempool') return;
    gone.push(`${input.txid}:${input.vout}`);
  }
  if (gone.length === 0) return;
  const { coin } = at.network;
  const isOver = await transaction(parts.db, async (tx) => {
    if (!(await failCoinSweep(tx, { id, now: parts.clock.now() }))) return false;
    await endSweep(tx, { sweepId: id, ref: `${network}/${coin}`, amount: usdt(units), asset: coin, arrived: false });
    await parts.unswept.leave(tx, { sweep: id, gone });
    return true;
  });
  if (!isOver) return;
  await parts.payouts.pause(parts.db, network, 'spent');
  parts.log.error(
    { alarm: 'wallet', network, wallet, id, outputs: gone },
    'what a sweep was to bring was spent by a transaction that is none of ours, or its block is gone: payouts are paused',
  );
}
