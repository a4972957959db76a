import type { PoolClient } from 'pg';
import type { WithdrawalGate } from '#domain/cashier/withdrawal-gates.ts';
import type { RefusalWord } from '#domain/cashier/reviews.ts';
import type { Approved } from '#server/approvals/index.ts';
import { actorOf, type Audit, type By } from '#server/audit/index.ts';
import { record } from '#server/facts/index.ts';
import type { WithdrawParts } from '../../parts.ts';
import { judge } from '../judge.ts';
import { lockWithdrawal, type Withdrawal } from '../store-withdrawals.ts';
import { giveBack } from '../withdraw.ts';
import { insertReview, setApproved } from './store-reviews.ts';

export interface ReviewParts extends WithdrawParts {
  readonly audit: Pick<Audit, 'write'>;
}

export type Verdict =
  | { readonly decision: 'APPROVED' }
  /** `told`: what the person is told. */
  | { readonly decision: 'REFUSED'; readonly told: RefusalWord };

export interface ReviewAsk {
  readonly id: string;
  readonly verdict: Verdict;
  /** For the audit log. */
  readonly reason: string;
  readonly by: By | Approved;
}

/** Gates that may have opened since it was asked for, and keep it from being approved. */
const STILL: readonly WithdrawalGate['gate'][] = ['email', 'name', 'payouts', 'hold', 'documents'];
const GATES: Partial<Record<WithdrawalGate['gate'], string>> = {
  email: 'Their email isn’t confirmed.',
  name: 'Their legal name isn’t approved.',
  payouts: 'Their payouts are held.',
  hold: 'Their login details changed: nothing leaves until the hold is over.',
  documents: 'Their documents don’t do for this sum.',
};

/**
 * Approves or refuses a withdrawal that waits for people: null, or the rule that is against it, in a sentence. Its person is told of a
 * refusal, and has all of it back.
 */
export async function decideWithdrawal(
  parts: ReviewParts,
  tx: PoolClient,
  { id, verdict, reason, by }: ReviewAsk,
): Promise<string | null> {
  const row = await lockWithdrawal(tx, id);
  if (row === null) return 'There is no such withdrawal.';
  const people = by.kind === 'approved' ? [by.maker, ...by.checkers] : by.kind === 'staff' ? [by.userId] : [];
  const against = await againstReview(parts, tx, { row, isApproval: verdict.decision === 'APPROVED', people });
  if (against !== null) return against;
  if (verdict.decision === 'APPROVED' && row.people > 1 && by.kind !== 'approved') return 'This takes two people.';
  const now = parts.clock.now();
  if (verdict.decision === 'APPROVED') await setApproved(tx, { id, now });
  const told = verdict.decision === 'REFUSED' ? verdict.told : null;
  const decidedBy = by.kind === 'staff' ? by.userId : null;
  await insertReview(tx, { id, userId: row.userId, decision: verdict.decision, told, decidedBy, now });
  if (told !== null) {
    await giveBack(parts, tx, { row, state: 'REJECTED' });
    const amount = (row.amount + row.fee).toString();
    await record(tx, [{ kind: 'withdrawal.refused', userId: row.userId, withdrawalId: id, amount, told }]);
  }
  await parts.audit.write(tx, {
    ...actorOf(by),
    action: verdict.decision === 'APPROVED' ? 'withdrawal.approved' : 'withdrawal.refused',
    objectType: 'withdrawal',
    objectId: id,
    subjectId: row.userId,
    reason,
    before: { state: row.state, rule: row.rule, policy: row.policy },
    after: { state: verdict.decision === 'APPROVED' ? 'APPROVED' : 'REJECTED', told },
  });
  return null;
}

/** What is against a decision now, in a sentence. `people`: who decides. */
export async function againstReview(
  parts: WithdrawParts,
  tx: PoolClient,
  asked: { readonly row: Withdrawal; readonly isApproval: boolean; readonly people: readonly string[] },
): Promise<string | null> {
  const { row, isApproval, people } = asked;
  if (row.state !== 'REVIEW') return 'It doesn’t wait for people.';
  if (people.includes(row.userId)) return 'Nobody decides on their own withdrawal.';
  if (!isApproval) return null;
  const { gates, to } = await judge(parts, tx, { userId: row.userId, target: row, amount: null });
  for (const { gate, refusal } of gates) {
    if (refusal === null) continue;
    if (refusal.code === 'AddressRefused') return 'A list of sanctions holds this address, or it is one of ours.';
    if (STILL.includes(gate)) return GATES[gate] ?? null;
  }
  // It is in the sum of its day itself; the day may have passed since.
  const total = row.amount + row.fee;
  const sum = to.ofDay > total ? to.ofDay : total;
  if (to.address?.wallet === 'unproved' && sum > to.unprovedMost)
    return 'They haven’t proved that the wallet is theirs.';
  return null;
}
