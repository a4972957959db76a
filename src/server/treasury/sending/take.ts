import type { NetworkToken } from '#domain/cashier/networks.ts';
import { feesFor, type Fees } from '#domain/treasury/fees.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { OpenNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import { WalletRefused } from '../signer/signer-terms.ts';
import { marketOf, type Market } from './market.ts';
import { signAndSend } from './send.ts';
import { insertAttempt, insertNonce, nextNonce, openPayouts, type OpenPayout } from './store.ts';
import { withdrawalTerms } from './terms.ts';

/** How many payments of one address may wait for their block: behind the first, all wait for it. */
const MOST_UNMINED = 16;
/** How many may be under way with those that are mined and not final yet: each is looked at again and again. */
const MOST_OPEN = 64;
/** Where the chain can't say what a transfer of the token needs, it is not sent. */
const GAS_MARGIN = { more: 5n, of: 4n } as const;

/**
 * Takes withdrawals that are due on their way, one after the other: first the signer accepts, then it gets its nonce and leaves its person's
 * hands in one transaction, then it is signed, stored and sent. What cannot be paid now waits, and holds nobody else up.
 */
export async function takeDue(parts: SendingParts, at: OpenNetwork, wallet: `0x${string}`): Promise<void> {
  const { id: network, tokens } = at.network;
  for (const due of await parts.payouts.due(parts.db, network, MOST_OPEN)) {
    const token = tokens.find(({ coin }) => coin === due.coin);
    const open = (await openPayouts(parts.db, network)).filter((one) => one.wallet === wallet);
    const unmined = await unminedOf(at, wallet, open);
    if (open.length >= MOST_OPEN || unmined.length >= MOST_UNMINED) return;
    if (token === undefined) continue;
    const taken = await takeOne(parts, at, { due, token, wallet, open, unmined });
    if (taken === null) continue;
    await signAndSend(parts, at, taken);
  }
}

interface Taking {
  readonly due: DueWithdrawal;
  readonly token: NetworkToken;
  readonly wallet: `0x${string}`;
  readonly open: readonly OpenPayout[];
  /** Those of them that no block has: the chain still counts what they take as the wallet's. */
  readonly unmined: readonly OpenPayout[];
}

async function unminedOf(
  at: OpenNetwork,
  wallet: `0x${string}`,
  open: readonly OpenPayout[],
): Promise<readonly OpenPayout[]> {
  if (open.length === 0) return open;
  const used = await (await at.client.viem()).getTransactionCount({ address: wallet, blockTag: 'latest' });
  return open.filter(({ nonce }) => nonce >= used);
}

/** null: it waits. */
async function takeOne(parts: SendingParts, at: OpenNetwork, taking: Taking): Promise<OpenPayout | null> {
  const { due, wallet } = taking;
  const market = await marketOf(at);
  const cost = await costOf(parts, at, { ...taking, market });
  const why =
    cost === null
      ? 'its fee is above the limit, or the chain would refuse it'
      : await whyNotNow(parts, at, { ...taking, cost });
  if (cost === null || why !== null) {
    parts.log.warn({ network: due.network, withdrawal: due.id, why }, 'a withdrawal waits');
    return null;
  }
  try {
    await parts.signer.accept(withdrawalTerms(due));
  } catch (error) {
    if (!(error instanceof WalletRefused)) throw error;
    parts.log.warn({ network: due.network, withdrawal: due.id, why: error.message }, 'a withdrawal waits');
    return null;
  }
  crashAt('payout.accepted');
  const first = await (await at.client.viem()).getTransactionCount({ address: wallet });
  const now = parts.clock.now();
  const payout = await transaction(parts.db, async (tx): Promise<OpenPayout | null> => {
    if (!(await parts.payouts.commit(tx, due))) return null;
    const nonce = await nextNonce(tx, { network: due.network, wallet, first });
    const key = { network: due.network, wallet, nonce };
    const attempt = { no: 1, gas: Number(cost.gas), ...cost.fees, head: market.head };
    await insertNonce(tx, { ...key, kind: 'withdrawal', id: due.id, run: due.run, now });
    await insertAttempt(tx, key, { ...attempt, now });
    const unsent = { raw: null, txHash: null, sentAt: null };
    return { ...key, kind: 'withdrawal', id: due.id, run: due.run, attempts: [{ ...attempt, ...unsent }] };
  });
  crashAt('payout.reserved');
  return payout;
}

interface Cost {
  readonly gas: bigint;
  readonly fees: Fees;
}

/** What a transfer takes; null: the chain refuses it, or it is dearer than the signer signs. */
async function costOf(
  parts: SendingParts,
  at: OpenNetwork,
  { due, token, wallet, market }: Taking & { readonly market: Market },
): Promise<Cost | null> {
  const { mostFee } = await parts.signer.wallet();
  const units = due.amount * 10n ** BigInt(token.decimals - 6);
  const data =
    `0xa9059cbb${due.to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}` as const;
  const viem = await at.client.viem();
  let needed: bigint;
  try {
    needed = await viem.estimateGas({ account: wallet, to: token.address as `0x${string}`, data });
  } catch (error) {
    // A node that is away says nothing of the transfer.
    if (!/revert|exceed|insufficient/i.test((error as Error).message)) throw error;
    return null;
  }
  const gas = (needed * GAS_MARGIN.more) / GAS_MARGIN.of;
  const fees = feesFor(market, { gas, most: BigInt(mostFee) });
  return fees === null ? null : { gas, fees };
}

/** Why the wallet cannot pay it now, by the chain and by the books; null: it can, with all that is under way. */
async function whyNotNow(
  parts: SendingParts,
  at: OpenNetwork,
  { due, token, wallet, open, unmined, cost }: Taking & { readonly cost: Cost },
): Promise<string | null> {
  const going = async (of: readonly OpenPayout[]) => {
    const ids = of.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id);
    const found = await parts.payouts.find(parts.db, ids);
    return found.reduce((sum, one) => (one.coin === due.coin ? sum + one.amount : sum), 0n) + due.amount;
  };
  const units = (await going(unmined)) * 10n ** BigInt(token.decimals - 6);
  if ((await at.client.balance(wallet, token.address as `0x${string}`)) < units)
    return 'the wallet has too little of the coin';
  if ((await hotBalance(parts.db, `${due.network}/${due.coin}`)) < (await going(open)))
    return 'the books of the wallet have too little';
  const fee = cost.gas * cost.fees.maxFee * BigInt(unmined.length + 1);
  return (await at.client.balance(wallet, null)) < fee ? 'the wallet has too little for fees' : null;
}
