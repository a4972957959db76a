import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { unitsBought } from '#domain/cashier/coin-offers.ts';
import { freeToLeave, leftToPlay } from '#domain/cashier/played.ts';
import { PEOPLE_OF, ruleFor, storedCase } from '#domain/cashier/payout-policy.ts';
import { ESTIMATE_MS, mayCancel, SAME_WITHDRAWAL_MS, WITHDRAWAL_BOUNDS } from '#domain/cashier/withdrawals.ts';
import { isAboveUnproved, type WithdrawerStanding } from '#domain/cashier/withdrawal-gates.ts';
import { monthOutOf } from '#domain/verification/tiers.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { coinText } from '#domain/treasury/coin-amounts.ts';
import { ok, refused, type KeptOutcome, type Outcome } from '#domain/outcome.ts';
import { isRowId, moneyPair, priceToText, toIso } from '#protocol/codecs.ts';
import type {
  TransactionWire,
  WithdrawalAsked,
  WithdrawalBody,
  WithdrawalEstimateWire,
} from '#protocol/cashier/cashier.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { holdWithdrawal, releaseWithdrawal } from '#server/ledger/withdrawals.ts';
import { documentOf, gateWire } from '../estimate.ts';
import { makeOnce, type Made } from '../make-once.ts';
import type { WithdrawParts } from '../parts.ts';
import { readAmount } from '../amount.ts';
import { tellBalance } from '../payments.ts';
import { currentPolicy } from '../policy/store-policy.ts';
import { addressNetwork } from '../addresses/networks.ts';
import { offerOf } from './offers.ts';
import { judge, payoutCase, targetOf, type Target } from './judge.ts';
import {
  endWithdrawal,
  findSameWithdrawal,
  insertWithdrawal,
  lockWithdrawal,
  type Withdrawal,
} from './store-withdrawals.ts';
import { withdrawalWire } from './wire.ts';

/** What a withdrawal comes to, with the gates by which it would be judged. Nothing is done. */
export async function estimateWithdrawal(
  parts: WithdrawParts,
  { userId }: Actor,
  asked: WithdrawalAsked,
): Promise<Outcome<WithdrawalEstimateWire>> {
  const amount = asked.amount === undefined ? null : readAmount(asked.amount);
  if (amount !== null && typeof amount !== 'bigint') return refused(amount);
  const target = targetOf(parts, asked);
  if (!target.ok) return target;
  const { network: id, pair } = target.value;
  const offer = pair === null ? null : await offerOf(parts, parts.db, { userId, network: id, pair });
  const unpriced = pair !== null && offer === null;
  const { standing, gates, to } = await judge(parts, parts.db, { userId, target: target.value, amount, unpriced });
  const { least, most, fee } = WITHDRAWAL_BOUNDS;
  const receive = amount === null || amount <= fee ? null : usdt(amount - fee);
  const network = addressNetwork(parts.networks, id);
  const coins = offer === null || receive === null ? null : coinText(unitsBought(receive, offer.rate));
  const monthLeft = monthLeftOf(standing);
  return ok({
    transfer: false,
    ...moneyPair('fee', fee),
    ...(receive === null ? { receive: null, receiveStr: null } : moneyPair('receive', receive)),
    ...moneyPair('cash', standing.cash),
    ...moneyPair('free', freeToLeave(standing.cash, standing.balance)),
    ...moneyPair('toPlay', leftToPlay(standing.balance)),
    ...moneyPair('min', least),
    ...moneyPair('max', most),
    coins,
    rate: offer === null ? null : priceToText(offer.rate.price, offer.rate.scale),
    ...moneyPair('unprovedMost', to.unprovedMost),
    heldUntil: toIso(offer?.until ?? parts.clock.now() + ESTIMATE_MS),
    arrivalSeconds: Math.ceil(((network?.confirmations ?? 1) * (network?.blockMs ?? 1_000)) / 1_000),
    ...moneyPair('required', standing.balance.required),
    ...moneyPair('played', standing.balance.played),
    ...(monthLeft === null ? { monthLeft: null, monthLeftStr: null } : moneyPair('monthLeft', monthLeft)),
    gates: gates.map((gate) => ({ ...gateWire(gate), document: documentOf(gate.refusal) })),
  });
}

/** What may still leave in this month, 10^-6; null: any. */
function monthLeftOf({ documents, steps, monthOut }: WithdrawerStanding): Usdt | null {
  const most = monthOutOf(documents, steps);
  if (most === null) return null;
  return usdt(most > monthOut ? most - monthOut : 0n);
}

/** Takes the money from the balance and has it paid to an address. One transaction, with its answer. */
export async function withdraw(
  parts: WithdrawParts,
  { userId }: Actor,
  {
    body,
    kept,
  }: { readonly body: WithdrawalBody; readonly kept: { readonly key: string; readonly bodyHash: string } | null },
): Promise<KeptOutcome> {
  const total = readAmount(body.amount);
  if (typeof total !== 'bigint') return refused(total);
  const target = targetOf(parts, body);
  if (!target.ok) return target;
  const fee = body.fee === undefined ? WITHDRAWAL_BOUNDS.fee : readAmount(body.fee);
  if (fee !== WITHDRAWAL_BOUNDS.fee) return refused({ code: 'FeeChanged', fee: WITHDRAWAL_BOUNDS.fee });
  return makeOnce(parts, { userId, kept }, (tx) =>
    make(parts, tx, { userId, total, target: target.value, rate: body.rate ?? null, isKept: kept !== null }),
  );
}

interface Wish {
  readonly userId: string;
  /** With the fee. */
  readonly total: Usdt;
  readonly target: Target;
  /** As its person was told; null: whatever it is. */
  readonly rate: string | null;
  readonly isKept: boolean;
}

async function make(parts: WithdrawParts, tx: PoolClient, wish: Wish): Promise<Outcome<Made>> {
  const { userId, total, target, isKept } = wish;
  const { fee } = WITHDRAWAL_BOUNDS;
  const now = parts.clock.now();
  const { address } = target;
  if (address === null) return refused({ code: 'InvalidRequest', fields: { address: 'missing' } });
  const terms = { userId, ...target, address, amount: usdt(total - fee) };
  const same = isKept ? null : await findSameWithdrawal(tx, { ...terms, since: now - SAME_WITHDRAWAL_MS });
  if (same !== null) return ok({ wire: withdrawalWire(parts, same), isRepeat: true });
  const { network, pair } = target;
  const rate = pair === null ? null : ((await offerOf(parts, tx, { userId, network, pair }))?.rate ?? null);
  if (rate !== null && wish.rate !== null && wish.rate !== priceToText(rate.price, rate.scale)) {
    return refused({ code: 'RateChanged', rate: priceToText(rate.price, rate.scale) });
  }
  const unpriced = pair !== null && rate === null;
  const { gates, lately, to } = await judge(parts, tx, { userId, target, amount: total, unpriced });
  const refusal = gates.find((gate) => gate.refusal !== null)?.refusal ?? null;
  if (refusal !== null) return refused(refusal);
  const { rules, revision } = await currentPolicy(tx);
  const judged = await payoutCase(parts, tx, { userId, target: { ...target, address }, amount: total, rate, lately });
  const { id: rule, verdict } = ruleFor(rules, judged);
  if (verdict === 'refuse') return refused({ code: 'WithdrawalRefused' });
  // Who holds an address is what its person says: where a wallet of their own would be proved, somebody looks.
  const isSaid = to.address?.wallet === 'held' && isAboveUnproved(to, total);
  const people = Math.max(PEOPLE_OF[verdict], isSaid ? 1 : 0);
  const id = uuidv7();
  if ((await holdWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount: terms.amount, fee })) === 'NoBalance') {
    return refused({ code: 'NoBalance' });
  }
  const state = people === 0 ? 'APPROVED' : 'REVIEW';
  const decided = { rule, people, policy: revision, judged: storedCase(judged), told: null, txHash: null } as const;
  const coins = rate === null ? null : { units: unitsBought(terms.amount, rate), rate };
  const withdrawal: Withdrawal = { id, ...terms, fee, coins, ...decided, state, requestedAt: now };
  await insertWithdrawal(tx, withdrawal);
  crashAt('withdrawal.stored');
  return ok({ wire: withdrawalWire(parts, withdrawal), isRepeat: false });
}

/** Cancels an own withdrawal that is not signed yet. A repeat is answered as the first. */
export async function cancelWithdrawal(
  parts: WithdrawParts,
  { userId }: Actor,
  id: string,
): Promise<Outcome<TransactionWire>> {
  if (!isRowId(id)) return refused({ code: 'NotFound' });
  const reply = await transaction(parts.db, async (tx): Promise<Outcome<TransactionWire>> => {
    const row = await lockWithdrawal(tx, id);
    if (row === null || row.userId !== userId) return refused({ code: 'NotFound' });
    if (row.state === 'CANCELLED') return ok(withdrawalWire(parts, row));
    if (!mayCancel(row.state)) return refused({ code: 'WithdrawalOver' });
    await giveBack(parts, tx, { row, state: 'CANCELLED' });
    return ok(withdrawalWire(parts, { ...row, state: 'CANCELLED' }));
  });
  if (reply.ok) await tellBalance(parts, userId);
  return reply;
}

/** Ends a withdrawal whose row is locked and which is not signed: its person has all of it back. */
export async function giveBack(
  { clock }: Pick<WithdrawParts, 'clock'>,
  tx: PoolClient,
  { row, state }: { readonly row: Withdrawal; readonly state: 'CANCELLED' | 'REJECTED' },
): Promise<void> {
  const { id, userId, amount, fee } = row;
  await endWithdrawal(tx, { id, state, now: clock.now() });
  await releaseWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount, fee });
  crashAt('withdrawal.released');
}
