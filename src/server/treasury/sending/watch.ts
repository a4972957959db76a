import type { TransactionReceipt } from 'viem';
import { isFinal } from '#domain/deposits/rules.ts';
import { blocksToWait, dearerFees, feesFor } from '#domain/treasury/fees.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { SendingParts } from '../parts.ts';
import { marketOf } from './market.ts';
import { signAndSend } from './send.ts';
import { settle } from './settle.ts';
import { insertAttempt, openPayouts, type OpenPayout } from './store.ts';

/** The same bytes are sent again after this while nobody has mined them, ms: a node may have lost them. */
const AGAIN_MS = 10_000;

/** Looks after everything that has a nonce: ends what is final, and brings on what is not mined. Each by itself: one that cannot be looked at keeps no other. */
export async function watchOpen(parts: SendingParts, at: OpenNetwork): Promise<void> {
  const { id: network } = at.network;
  for (const payout of await openPayouts(parts.db, network)) {
    try {
      await watchOne(parts, at, payout);
    } catch (error) {
      parts.log.warn({ network, kind: payout.kind, id: payout.id, err: error }, 'a payment could not be looked at');
    }
  }
}

async function watchOne(parts: SendingParts, at: OpenNetwork, payout: OpenPayout): Promise<void> {
  const { number: head } = await at.client.head();
  const receipt = await receiptOf(at, payout);
  if (receipt !== null) {
    const { confirmations } = at.network;
    if (isFinal(receipt.blockNumber, { head, confirmations }) && (await allAgree(at, receipt))) {
      await settle(parts, at, { payout, receipt });
    }
    return;
  }
  const viem = await at.client.viem();
  const used = await viem.getTransactionCount({ address: payout.wallet, blockTag: 'latest' });
  if (used > payout.nonce) return wasUsed(parts, at, { payout, head });
  const last = payout.attempts.at(-1);
  const waits = last?.sentAt === null || last?.sentAt === undefined ? Infinity : parts.clock.now() - last.sentAt;
  // Those behind the first wait for it: a higher fee would bring them nothing.
  const isLate = last !== undefined && last.raw !== null && head - last.head >= blocksToWait(at.network.blockMs);
  const isFirst = used === payout.nonce;
  const dearer = isLate && isFirst ? await raiseFee(parts, at, payout) : null;
  if (dearer !== null) return signAndSend(parts, at, dearer);
  if (waits >= AGAIN_MS) await signAndSend(parts, at, payout);
}

/** The receipt of any attempt, from any node. The first node decides, where it knows one: the chain that it has is ours. */
async function receiptOf(at: OpenNetwork, { attempts }: OpenPayout): Promise<TransactionReceipt | null> {
  for (const client of at.clients) {
    for (const { txHash } of attempts) {
      const isFirst = client === at.client;
      const receipt =
        txHash === null ? null : await client.receipt(txHash).catch((error: unknown) => orNull(isFirst, error));
      if (receipt !== null && (await at.client.block(receipt.blockHash)) !== null) return receipt;
    }
  }
  return null;
}

function orNull(isFirst: boolean, error: unknown): null {
  if (isFirst) throw error;
  return null;
}

/**
 * Do all nodes that have its height tell the same of it? One that is away says nothing of a payment that was made; of a failed one, which is
 * sent a second time, every node must say so.
 */
async function allAgree(at: OpenNetwork, receipt: TransactionReceipt): Promise<boolean> {
  const { blockNumber, blockHash, transactionHash, status } = receipt;
  const isPaid = status === 'success';
  for (const client of at.clients) {
    const isFirst = client === at.client;
    try {
      const block = await client.block(blockNumber);
      if (block === null && !isFirst && isPaid) continue;
      if (block?.hash !== blockHash || !isSame(await client.receipt(transactionHash), receipt)) return false;
    } catch (error) {
      if (orNull(isFirst, error) === null && !isPaid) return false;
    }
  }
  return true;
}

const isSame = (other: TransactionReceipt | null, receipt: TransactionReceipt) =>
  other !== null &&
  other.blockHash === receipt.blockHash &&
  other.status === receipt.status &&
  other.gasUsed === receipt.gasUsed &&
  other.effectiveGasPrice === receipt.effectiveGasPrice;

/** The nonce is behind the chain and no attempt of ours is known there. A node may be late: for good only once that is final. */
async function wasUsed(
  parts: SendingParts,
  at: OpenNetwork,
  { payout, head }: { readonly payout: OpenPayout; readonly head: bigint },
): Promise<void> {
  const { confirmations, id: network } = at.network;
  const blockNumber = head - BigInt(confirmations) + 1n;
  if (blockNumber < 0n) return;
  const final = await (await at.client.viem()).getTransactionCount({ address: payout.wallet, blockNumber });
  if (final <= payout.nonce) return;
  if (!(await parts.payouts.pause(parts.db, network, 'nonce'))) return;
  parts.log.error(
    { alarm: 'wallet', network, wallet: payout.wallet, nonce: payout.nonce, kind: payout.kind, id: payout.id },
    'a nonce was used by a transaction that is none of ours: payouts are paused',
  );
}

/** The payment with one more attempt, which has the same nonce and a higher fee; null: that would be above the limit. */
async function raiseFee(parts: SendingParts, at: OpenNetwork, payout: OpenPayout): Promise<OpenPayout | null> {
  const last = payout.attempts.at(-1);
  if (last === undefined) return null;
  const market = await marketOf(at);
  const limit = { gas: BigInt(last.gas), most: BigInt((await parts.signer.wallet()).mostFee) };
  const now = feesFor(market, limit);
  const fees = now === null ? null : dearerFees(last, now, limit);
  if (fees === null) {
    parts.log.warn(
      { network: payout.network, kind: payout.kind, id: payout.id },
      'a payment would need a fee above the limit',
    );
    return null;
  }
  const next = { no: last.no + 1, gas: last.gas, ...fees, head: market.head };
  await insertAttempt(parts.db, payout, { ...next, now: parts.clock.now() });
  return { ...payout, attempts: [...payout.attempts, { ...next, raw: null, txHash: null, sentAt: null }] };
}
