import { z } from 'zod';
import { add, toDecimal } from '#domain/money.ts';
import type { ActDefinition, ActKind } from '#server/approvals/index.ts';
import { lockWithdrawal } from '../store-withdrawals.ts';
import { againstReview, decideWithdrawal, type ReviewParts } from './decide.ts';

const FIELDS = z.object({ withdrawalId: z.uuid(), userId: z.uuid() });

/** A large withdrawal is let go: two people. One may refuse it. */
export const WITHDRAWAL_APPROVED: ActKind<z.infer<typeof FIELDS>> = {
  name: 'withdrawal.approved',
  title: 'Approve a withdrawal',
  fields: FIELDS,
  people: 2,
  roles: new Set(['CASHIER'] as const),
  about: ({ userId }) => userId,
};

export function withdrawalApprovedAct(parts: ReviewParts): ActDefinition<z.infer<typeof FIELDS>> {
  return {
    ...WITHDRAWAL_APPROVED,
    refuses: async (tx, { withdrawalId, userId }) => {
      const row = await lockWithdrawal(tx, withdrawalId);
      if (row === null || row.userId !== userId) return 'There is no such withdrawal of this person.';
      return againstReview(parts, tx, { row, isApproval: true, people: [] });
    },
    now: async (tx, { withdrawalId }) => {
      const row = await lockWithdrawal(tx, withdrawalId);
      if (row === null) return {};
      const { state, network, token, address, tag } = row;
      const taken = `${toDecimal(add(row.amount, row.fee))} ${token}`;
      return { state, taken, network, address, ...(tag === '' ? {} : { tag }), rule: row.rule };
    },
    execute: async (tx, { withdrawalId }, approved) => {
      const ask = {
        id: withdrawalId,
        verdict: { decision: 'APPROVED' },
        reason: approved.reason,
        by: approved,
      } as const;
      const against = await decideWithdrawal(parts, tx, ask);
      // Asked under the same lock a moment ago.
      if (against !== null) throw new Error(`the withdrawal ${withdrawalId} was not approved: ${against}`);
      return { done: true };
    },
  };
}
