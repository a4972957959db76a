import { feesFor, type Fees } from '#domain/treasury/fees.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { beginSweep } from '#server/ledger/treasury/moves.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { marketOf, type Market } from '../sending/market.ts';
import { signAndSend } from '../sending/send.ts';
import type { OpenPayout } from '../sending/store.ts';
import { sweepTerms } from '../sending/terms.ts';
import { accepts, beginSweeps, SWEEP_GAS, takeNonce } from './begin.ts';
import { moveSweep, readySweeps, type Sweep } from './store-sweeps.ts';

const AT_ONCE = 8;

/** Sends the sweeps whose address can pay its fee, then begins others. */
export async function sweepOnce(parts: SendingParts, at: OpenNetwork, wallet: `0x${string}`): Promise<void> {
  for (const sweep of await readySweeps(parts.db, at.network.id, AT_ONCE)) {
    const payout = await startSweep(parts, at, sweep);
    if (payout !== null) await signAndSend(parts, at, payout);
  }
  await beginSweeps(parts, at, wallet);
}

/** Nonce, journal and state in one transaction; null: it waits. */
async function startSweep(parts: SendingParts, at: OpenNetwork, sweep: Sweep): Promise<OpenPayout | null> {
  const { id, network, coin, address, amount } = sweep;
  const token = at.network.tokens.find((one) => one.coin === coin);
  if (token === undefined) return null;
  const market = await marketOf(at);
  const fees = affordable(market, await at.client.balance(address, null));
  if (fees === null || !(await accepts(parts, sweepTerms(sweep, token, 'sweep')))) return null;
  const first = await (await at.client.viem()).getTransactionCount({ address });
  const payout = await transaction(parts.db, async (tx) => {
    if (!(await moveSweep(tx, { id, from: 'READY', to: 'SENT', now: parts.clock.now() }))) return null;
    await beginSweep(tx, { sweepId: id, ref: `${network}/${coin}`, amount });
    const payout = { network, wallet: address, kind: 'sweep', id, run: 1 } as const;
    return takeNonce(parts, tx, { payout, first, gas: SWEEP_GAS, fees, head: market.head });
  });
  crashAt('sweep.sent');
  return payout;
}

/** What its address can pay: as much as is asked now, or what it has, as long as that is mined at once. */
function affordable(market: Market, has: bigint): Fees | null {
  const gas = BigInt(SWEEP_GAS);
  const wanted = feesFor(market, { gas, most: has });
  if (wanted !== null) return wanted;
  const maxFee = has / gas;
  return maxFee >= market.baseFee + market.tip ? { maxFee, tip: market.tip } : null;
}
