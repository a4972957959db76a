import type { SpendingBounds, Spendable, Spending } from '#domain/treasury/coin-fees.ts';
import { spend } from '#domain/treasury/coin-fees.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { hotBalance } from '#server/ledger/withdrawals.ts';
import type { OpenCoinNetwork } from '#server/networks/index.ts';
import type { DueWithdrawal, SendingParts } from '../parts.ts';
import { WalletRefused } from '../signer/signer-terms.ts';
import { coinTerms, signAndSendCoins } from './send.ts';
import { freeOutputs, type ScanMark } from './store-outputs.ts';
import { insertCoinAttempt, insertCoinPayment, openCoinPayments, type OpenCoinPayment } from './store-payments.ts';

/** How many payments of one wallet may be under way. */
const MOST_OPEN = 50;

interface Taking {
  readonly wallet: string;
  /** Up to where the outputs of the wallet are known. */
  readonly mark: ScanMark;
  readonly bounds: SpendingBounds;
}

/**
 * Takes withdrawals that are due on their way, one after the other: first the signer accepts, then outputs of the wallet are theirs for ever and
 * they leave their person's hands in one transaction, then they are signed, stored and sent. What cannot be paid now waits, and holds nobody up.
 */
export async function takeDueCoins(parts: SendingParts, at: OpenCoinNetwork, taking: Taking): Promise<void> {
  const { id: network } = at.network;
  for (const due of await parts.payouts.due(parts.db, network, MOST_OPEN)) {
    const open = (await openCoinPayments(parts.db, network)).filter(({ kind }) => kind === 'withdrawal');
    if (open.length >= MOST_OPEN) return;
    const taken = await takeOne(parts, at, { ...taking, due, open });
    if (taken !== null) await signAndSendCoins(parts, at, taken);
  }
}

interface One extends Taking {
  readonly due: DueWithdrawal;
  readonly open: readonly OpenCoinPayment[];
}

/** null: it waits. */
async function takeOne(parts: SendingParts, at: OpenCoinNetwork, one: One): Promise<OpenCoinPayment | null> {
  const { due, mark, wallet } = one;
  const { id, network, units } = due;
  if (units === null) throw new Error(`withdrawal ${id} is in no coin of this network`);
  const waits = (why: string) => {
    parts.log.warn({ network, withdrawal: id, why }, 'a withdrawal waits');
    return null;
  };
  const spending = spend(await spendable(parts, at, mark), { ...one.bounds, pays: units });
  if (spending === null) return waits('the wallet has too little that can be spent now, or the fee is above the limit');
  if ((await freeInBooks(parts, at, one.open)) < units + spending.fee)
    return waits('the books of the wallet have too little');
  try {
    await parts.signer.acceptCoins(coinTerms(due));
  } catch (error) {
    if (!(error instanceof WalletRefused)) throw error;
    return waits(error.message);
  }
  crashAt('payout.accepted');
  const payment = await transaction(parts.db, (tx) => {
    return commit(tx, { due, wallet, units, spending, head: mark.height, now: parts.clock.now() });
  });
  crashAt('payout.reserved');
  return payment;

  async function commit(
    tx: Parameters<typeof insertCoinPayment>[0],
    of: {
      readonly due: DueWithdrawal;
      readonly wallet: string;
      readonly units: bigint;
      readonly spending: Spending;
      readonly head: bigint;
      readonly now: number;
    },
  ): Promise<OpenCoinPayment | null> {
    if (!(await parts.payouts.commit(tx, of.due))) return null;
    const { inputs, fee, change } = of.spending;
    const own = inputs.map((one) => ({ ...one, child: null }));
    const row = { kind: 'withdrawal' as const, id, network, wallet: of.wallet, units: of.units, inputs: own };
    const attempt = { no: 1, fee, change, head: of.head };
    await insertCoinPayment(tx, row, of.now);
    await insertCoinAttempt(tx, id, { ...attempt, now: of.now });
    return { ...row, attempts: [{ ...attempt, raw: null, txHash: null, sentAt: null }] };
  }
}

/** What no payment has, and the chain has for good: nothing that is built on it can be taken back with it. */
async function spendable(parts: SendingParts, at: OpenCoinNetwork, mark: ScanMark): Promise<readonly Spendable[]> {
  const { id: network, confirmations } = at.network;
  const upTo = mark.height - BigInt(confirmations) + 1n;
  const found: Spendable[] = [];
  for (const one of await freeOutputs(parts.db, { network, upTo })) {
    const there = await at.payers[0].unspent(one, { waiting: true });
    if (there !== null && there.units === one.units && there.confirmations >= confirmations) found.push(one);
  }
  return found;
}

/** What the books have beside what is under way, in the coin's smallest unit. */
async function freeInBooks(
  { db }: SendingParts,
  { network: { id, coin } }: OpenCoinNetwork,
  open: readonly OpenCoinPayment[],
): Promise<bigint> {
  const going = open.reduce((sum, { units, attempts }) => sum + units + (attempts.at(-1)?.fee ?? 0n), 0n);
  return (await hotBalance(db, `${id}/${coin}`)) - going;
}
