import { isFinal } from '#domain/deposits/rules.ts';
import { dearer, sweepBounds, type SpendingBounds } from '#domain/treasury/coin-fees.ts';
import { blocksToWait } from '#domain/treasury/fees.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { signAndSendCoins } from './send.ts';
import { loseSweep } from './lose-sweep.ts';
import { settleCoins } from './settle.ts';
import { insertCoinAttempt, openCoinPayments, type CoinAttempt, type OpenCoinPayment } from './store-payments.ts';

/** The same bytes are sent again after this while no node has them, ms. */
const AGAIN_MS = 10_000;

/** Looks after every payment that outputs are taken for: ends what is final, and brings on what is not mined. One that cannot be looked at keeps no other. */
export async function watchCoins(parts: SendingParts, at: OpenCoinNetwork, bounds: SpendingBounds): Promise<void> {
  const { id: network } = at.network;
  for (const payment of await openCoinPayments(parts.db, network)) {
    try {
      await watchOne(parts, at, { payment, bounds });
    } catch (error) {
      parts.log.warn({ network, id: payment.id, err: error }, 'a payment could not be looked at');
    }
  }
}

interface Watched {
  readonly payment: OpenCoinPayment;
  readonly bounds: SpendingBounds;
}

async function watchOne(parts: SendingParts, at: OpenCoinNetwork, { payment, bounds }: Watched): Promise<void> {
  const { number: head } = await at.readers[0].head();
  const mined = await minedOf(at, payment);
  if (mined !== null) {
    const { confirmations } = at.network;
    if (isFinal(mined.height, { head, confirmations }) && (await allAgree(at, mined))) {
      await settleCoins(parts, at, { payment, attempt: mined.attempt });
    }
    return;
  }
  const last = payment.attempts.at(-1);
  if (last === undefined) return;
  if (await isSpentByOthers(at, payment))
    return payment.kind === 'sweep' ? loseSweep(parts, at, payment) : stop(parts, payment);
  const isWaiting = last.txHash !== null && (await at.payers[0].standing(last.txHash))?.in === 'mempool';
  const isLate = last.raw !== null && head - last.head >= blocksToWait(at.network.blockMs);
  const higher = isLate ? await raiseFee(parts, { payment, bounds }, head) : null;
  if (higher !== null) return signAndSendCoins(parts, at, higher);
  const waits = last.sentAt === null ? Infinity : parts.clock.now() - last.sentAt;
  // One that waits in the mempool of the first node may be unknown to the others.
  if (waits >= (isWaiting ? AGAIN_MS * 6 : AGAIN_MS)) await signAndSendCoins(parts, at, payment);
}

interface Mined {
  readonly attempt: CoinAttempt & { readonly txHash: string };
  readonly hash: string;
  readonly height: bigint;
}

/** The attempt that stands in a block of the first node's chain: all spend the same outputs, so it is one at most. */
async function minedOf(at: OpenCoinNetwork, { attempts }: OpenCoinPayment): Promise<Mined | null> {
  for (const attempt of attempts) {
    const { txHash } = attempt;
    const standing = txHash === null ? null : await at.payers[0].standing(txHash);
    if (txHash !== null && standing?.in === 'block') {
      return { attempt: { ...attempt, txHash }, hash: standing.hash, height: standing.height };
    }
  }
  return null;
}

/** Is its block the one of its height for every node that has that height? */
async function allAgree(at: OpenCoinNetwork, { height, hash }: Mined): Promise<boolean> {
  for (const reader of at.readers) {
    const isFirst = reader === at.readers[0];
    const block = await reader.block(height).catch((error: unknown) => {
      if (isFirst) throw error;
      return null;
    });
    if (block === null ? isFirst : block.hash !== hash) return false;
  }
  return true;
}

/** Has a block spent one of its outputs, and none of ours did? It is asked after that, for ours may be in that block. */
async function isSpentByOthers(at: OpenCoinNetwork, payment: OpenCoinPayment): Promise<boolean> {
  for (const input of payment.inputs) {
    if ((await at.payers[0].unspent(input, { waiting: false })) !== null) continue;
    return (await minedOf(at, payment)) === null;
  }
  return false;
}

/** Nothing is paid a second time: people look at it. */
async function stop(parts: SendingParts, { id, network, wallet, inputs }: OpenCoinPayment): Promise<void> {
  if (!(await parts.payouts.pause(parts.db, network, 'spent'))) return;
  parts.log.error(
    { alarm: 'wallet', network, wallet, id, inputs: inputs.map(({ txid, vout }) => `${txid}:${vout}`) },
    'an output of the wallet was spent by a transaction that is none of ours, or its block is gone: payouts are paused',
  );
}

/** The payment with one more attempt that spends the same for a higher fee; null: there is no more to give, or it would be above the limit. */
async function raiseFee(
  parts: SendingParts,
  { payment, bounds }: Watched,
  head: bigint,
): Promise<OpenCoinPayment | null> {
  const last = payment.attempts.at(-1);
  if (last === undefined) return null;
  const { inputs, units } = payment;
  const of = payment.kind === 'sweep' ? sweepBounds(bounds, units) : { ...bounds, pays: units };
  const spending = dearer({ inputs, fee: last.fee, change: last.change }, of);
  if (spending === null) {
    parts.log.warn({ network: payment.network, id: payment.id }, 'a payment would need a fee above the limit');
    return null;
  }
  const next = { no: last.no + 1, fee: spending.fee, change: spending.change, head };
  await insertCoinAttempt(parts.db, payment.id, { ...next, now: parts.clock.now() });
  return { ...payment, attempts: [...payment.attempts, { ...next, raw: null, txHash: null, sentAt: null }] };
}
