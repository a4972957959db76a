import { uuidv7 } from 'uuidv7';
import { gather, sweepBounds, type SpendingBounds, type Spending } from '#domain/treasury/coin-fees.ts';
import { usdt } from '#domain/money.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { beginSweep } from '#server/ledger/treasury/moves.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts, UnsweptCoin } from '../parts.ts';
import { WalletRefused } from '../signer/signer-terms.ts';
import { coinSweepTerms, signAndSendCoins } from './send.ts';
import { insertOutputs, type ScanMark } from './store-outputs.ts';
import { insertCoinAttempt, insertCoinPayment, openCoinPayments, type OpenCoinPayment } from './store-payments.ts';

/** Outputs that are looked at in one look, the largest first. */
const MOST_LOOKED = 100;

interface Sweeping {
  readonly wallet: string;
  /** The public key of deposit addresses whose secret the signer has. */
  readonly xpub: string;
  /** Up to where the chain was read. */
  readonly mark: ScanMark;
  readonly bounds: SpendingBounds;
}

/**
 * Brings what was credited at addresses of people into the wallet, many outputs in one transaction, where that is worth its fee and the chain has
 * them for good. One at a time on a network: what comes meanwhile goes with the next.
 */
export async function sweepCoins(parts: SendingParts, at: OpenCoinNetwork, sweeping: Sweeping): Promise<void> {
  const { wallet, xpub, mark, bounds } = sweeping;
  const { id: network } = at.network;
  if ((await openCoinPayments(parts.db, network)).some(({ kind }) => kind === 'sweep')) return;
  const found = await parts.unswept.find(parts.db, { network, xpub, limit: MOST_LOOKED });
  const worth = gather(found, bounds);
  if (worth === null) return;
  // Asked of the chain only where it would be swept; what is not there for good waits, and the rest may still be worth it.
  const spending = gather(await standing(at, worth.inputs), bounds);
  if (spending === null) return;
  const units = spending.fee + spending.change;
  if (spending.fee > sweepBounds(bounds, units).mostFee) return;
  const id = uuidv7();
  try {
    await parts.signer.acceptCoins(coinSweepTerms({ id, network }));
  } catch (error) {
    if (!(error instanceof WalletRefused)) throw error;
    parts.log.warn({ network, id, why: error.message }, 'a sweep waits');
    return;
  }
  const begun = await begin(parts, at, { id, wallet, units, spending, head: mark.height });
  crashAt('sweep.begun');
  if (begun !== null) await signAndSendCoins(parts, at, begun);
}

interface Begun {
  readonly id: string;
  readonly wallet: string;
  readonly units: bigint;
  readonly spending: Spending<UnsweptCoin>;
  readonly head: bigint;
}

/** Deposits, outputs, journal and terms in one transaction; null: a deposit is not credited any more. */
async function begin(
  parts: SendingParts,
  { network: { id: network, coin } }: OpenCoinNetwork,
  { id, wallet, units, spending, head }: Begun,
): Promise<OpenCoinPayment | null> {
  const { inputs, fee, change } = spending;
  const deposits = inputs.map(({ depositId }) => depositId);
  const now = parts.clock.now();
  const row = { kind: 'sweep' as const, id, network, wallet, units, inputs };
  const attempt = { no: 1, fee, change, head };
  return transaction(parts.db, async (tx) => {
    if (!(await parts.unswept.take(tx, { sweep: id, deposits }))) return null;
    await insertOutputs(tx, network, inputs);
    await insertCoinPayment(tx, row, now);
    await insertCoinAttempt(tx, id, { ...attempt, now });
    await beginSweep(tx, { sweepId: id, ref: `${network}/${coin}`, amount: usdt(units), asset: coin });
    return { ...row, attempts: [{ ...attempt, raw: null, txHash: null, sentAt: null }] };
  });
}

/** Those that nothing has spent and the chain has for good. */
async function standing(at: OpenCoinNetwork, outputs: readonly UnsweptCoin[]): Promise<readonly UnsweptCoin[]> {
  const { confirmations } = at.network;
  const found: UnsweptCoin[] = [];
  for (const one of outputs) {
    const there = await at.payers[0].unspent(one, { waiting: true });
    if (there !== null && there.units === one.units && there.confirmations >= confirmations) found.push(one);
  }
  return found;
}
