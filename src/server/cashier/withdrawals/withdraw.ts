import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { freeToLeave, leftToPlay } from '#domain/cashier/played.ts';
import {
  ESTIMATE_MS,
  mayCancel,
  PAYOUT_POLICY,
  ruleFor,
  SAME_WITHDRAWAL_MS,
  WITHDRAWAL_BOUNDS,
} from '#domain/cashier/withdrawals.ts';
import type { Actor } from '#domain/identity/actor.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { ok, refused, type KeptOutcome, type Outcome } from '#domain/outcome.ts';
import { DAY_MS } from '#domain/time.ts';
import { waitMs } from '#domain/waits.ts';
import { isRowId, moneyPair, toIso } from '#protocol/codecs.ts';
import type {
  TransactionWire,
  WithdrawalAsked,
  WithdrawalBody,
  WithdrawalEstimateWire,
} from '#protocol/cashier/cashier.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { holdWithdrawal, releaseWithdrawal } from '#server/ledger/withdrawals.ts';
import { gateWire } from '../estimate.ts';
import { makeOnce, type Made } from '../make-once.ts';
import type { WithdrawParts } from '../parts.ts';
import { readAmount, tellBalance } from '../payments.ts';
import { judge, targetOf, type Target } from './judge.ts';
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
  const { standing, gates } = await judge(parts, parts.db, { userId, target: target.value, amount });
  const { least, most, fee } = WITHDRAWAL_BOUNDS;
  const receive = amount === null || amount <= fee ? null : usdt(amount - fee);
  const network = parts.networks.find(asked.network)?.network;
  return ok({
    transfer: false,
    ...moneyPair('fee', fee),
    ...(receive === null ? { receive: null, receiveStr: null } : moneyPair('receive', receive)),
    ...moneyPair('cash', standing.cash),
    ...moneyPair('free', freeToLeave(standing.cash, standing.balance)),
    ...moneyPair('toPlay', leftToPlay(standing.balance)),
    ...moneyPair('min', least),
    ...moneyPair('max', most),
    heldUntil: toIso(parts.clock.now() + ESTIMATE_MS),
    arrivalSeconds: Math.ceil(((network?.confirmations ?? 1) * (network?.blockMs ?? 1_000)) / 1_000),
    gates: gates.map(gateWire),
  });
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
    make(parts, tx, { userId, total, target: target.value, isKept: kept !== null }),
  );
}

interface Wish {
  readonly userId: string;
  /** With the fee. */
  readonly total: Usdt;
  readonly target: Target;
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
  const { gates, lately, isSaved } = await judge(parts, tx, { userId, target, amount: total });
  const refusal = gates.find((gate) => gate.refusal !== null)?.refusal ?? null;
  if (refusal !== null) return refused(refusal);
  const known = now - (await parts.payees.knownSince(tx, userId));
  // In a sandbox with short waits people are known as much sooner.
  const knownFor = known * (parts.config.waits === 'short' ? DAY_MS / waitMs(DAY_MS, 'short') : 1);
  const { id: rule, people } = ruleFor(PAYOUT_POLICY, { amount: total, isSaved, knownFor, lately });
  const id = uuidv7();
  if ((await holdWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount: terms.amount, fee })) === 'NoBalance') {
    return refused({ code: 'NoBalance' });
  }
  const state = people === 0 ? 'APPROVED' : 'REVIEW';
  const withdrawal: Withdrawal = { id, ...terms, fee, rule, people, state, requestedAt: now };
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
async function giveBack(
  { clock }: Pick<WithdrawParts, 'clock'>,
  tx: PoolClient,
  { row, state }: { readonly row: Withdrawal; readonly state: 'CANCELLED' | 'REJECTED' },
): Promise<void> {
  const { id, userId, amount, fee } = row;
  await endWithdrawal(tx, { id, state, now: clock.now() });
  await releaseWithdrawal(tx, { withdrawalId: id, ownerId: userId, amount, fee });
  crashAt('withdrawal.released');
}
