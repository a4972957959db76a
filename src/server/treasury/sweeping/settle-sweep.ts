import type { PoolClient } from 'pg';
import { endSweep } from '#server/ledger/treasury/moves.ts';
import { insertGas, type OpenPayout } from '../sending/store.ts';
import { findSweeps, moveSweep } from './store-sweeps.ts';

interface Ended {
  readonly payout: OpenPayout;
  readonly isPaid: boolean;
  readonly txHash: string;
  readonly now: number;
}

/** What becomes of a sweep when its gas or its own transaction is final; in the transaction that ends the nonce. */
export async function settleSweep(tx: PoolClient, { payout, isPaid, txHash, now }: Ended): Promise<void> {
  const { id, network, wallet, kind } = payout;
  const [sweep] = await findSweeps(tx, [id]);
  if (sweep === undefined) throw new Error(`there is no sweep ${id}`);
  if (kind === 'gas') {
    if (isPaid) {
      await insertGas(tx, { network, wallet, why: 'given', ref: txHash, wei: -sweep.gas, now });
      await insertGas(tx, { network, wallet: sweep.address, why: 'brought', ref: txHash, wei: sweep.gas, now });
    }
    await moveSweep(tx, { id, from: 'GAS', to: isPaid ? 'READY' : 'FAILED', now });
    return;
  }
  if (!(await moveSweep(tx, { id, from: 'SENT', to: isPaid ? 'DONE' : 'FAILED', now }))) return;
  await endSweep(tx, { sweepId: id, ref: `${network}/${sweep.coin}`, amount: sweep.amount, arrived: isPaid });
}
