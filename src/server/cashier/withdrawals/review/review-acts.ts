import { REFUSAL_WORDS, type RefusalWord } from '#domain/cashier/reviews.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { transaction } from '#server/db/index.ts';
import type { ActAsked, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { tellBalance } from '../../payments.ts';
import { findWithdrawals } from '../store-withdrawals.ts';
import { againstReview, decideWithdrawal, type ReviewAsk } from './decide.ts';
import { WITHDRAWAL_APPROVED } from './review-act.ts';
import type { ReviewDeskParts } from './review-desk.ts';

const TOLD: Readonly<Record<RefusalWord, string>> = {
  address: 'We don’t pay to this address.',
  documents: 'We need more documents from you.',
  funds: 'The deposits have to clear first.',
  contact: 'Contact support.',
  asked: 'You asked us to.',
};

async function refuses(parts: ReviewDeskParts, { id, by }: ActAsked, isApproval: boolean): Promise<string | null> {
  const row = (await findWithdrawals(parts.db, [id])).get(id);
  if (row === undefined) return 'There is no such withdrawal.';
  return transaction(parts.db, (tx) => againstReview(parts, tx, { row, isApproval, people: [by.userId] }));
}

async function decide(parts: ReviewDeskParts, ask: ReviewAsk, said: string): Promise<Outcome<string>> {
  const against = await transaction(parts.db, (tx) => decideWithdrawal(parts, tx, ask));
  return against === null ? ok(said) : refused({ code: 'ActRefused', why: against });
}

/** What people do with a withdrawal that waits for them. */
export function reviewActs(parts: ReviewDeskParts): readonly ActSeat[] {
  const { db } = parts;
  return [
    {
      desk: 'withdrawals',
      id: 'approve',
      label: 'Approve',
      text: 'It is sent next.',
      permission: 'money.decide',
      rule: 'As many people as its rule says. Nobody decides on their own withdrawal.',
      stepUp: true,
      order: 10,
      refuses: (asked) => refuses(parts, asked, true),
      run: async ({ id, by, reason }) => {
        const row = (await findWithdrawals(db, [id])).get(id);
        if (row !== undefined && row.people > 1) {
          const fields = { withdrawalId: id, userId: row.userId };
          return askSecond(parts, WITHDRAWAL_APPROVED, { fields, by, reason });
        }
        return decide(parts, { id, by, reason, verdict: { decision: 'APPROVED' } }, 'Approved: it is sent next.');
      },
    },
    {
      desk: 'withdrawals',
      id: 'refuse',
      label: 'Refuse',
      text: 'All of it is back on the person’s balance, and they are told why.',
      permission: 'money.decide',
      rule: 'One person. Nobody decides on their own withdrawal.',
      danger: true,
      stepUp: true,
      order: 20,
      fields: [
        {
          name: 'told',
          label: 'The person is told',
          kind: 'choice',
          options: REFUSAL_WORDS.map((value) => ({ value, label: TOLD[value] })),
        },
      ],
      refuses: (asked) => refuses(parts, asked, false),
      run: async ({ id, by, reason, fields }) => {
        const told = REFUSAL_WORDS.find((one) => one === fields['told']);
        if (told === undefined) return wrongField('told', 'unknown');
        const done = await decide(parts, { id, by, reason, verdict: { decision: 'REFUSED', told } }, 'Refused.');
        const row = (await findWithdrawals(db, [id])).get(id);
        if (done.ok && row !== undefined) await tellBalance(parts, row.userId);
        return done;
      },
    },
  ];
}
