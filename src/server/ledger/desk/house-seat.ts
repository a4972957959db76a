import type { Pool } from 'pg';
import type { Approvals } from '#server/approvals/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond } from '#server/desk/index.ts';
import { findAccount } from './store-explorer.ts';
import { HOUSE_MONEY_MOVED } from './house-moved-act.ts';

interface Parts {
  readonly db: Pool;
  readonly approvals: Pick<Approvals, 'ask'>;
}

const ID = /^[\w.-]{1,64}$/;

/** What each kind of account takes by hand, and the act that does it. */
const MOVES = [
  {
    what: 'bankroll',
    kind: 'house_bank',
    label: 'Bring into the bank roll',
    text: 'Money of the house that stands in its bank is its bank roll from now on.',
    others: 'Only the account House bank takes it.',
  },
  {
    what: 'fund-maker',
    kind: 'house_maker',
    label: 'Fund the maker',
    text: 'From the bank roll to the maker of the books. The bank roll keeps what open predictions could win, and its reserve.',
    others: 'Only the account House maker takes it.',
  },
  {
    what: 'return-maker',
    kind: 'house_maker',
    label: 'Return to the bank roll',
    text: 'From the maker of the books back to the bank roll.',
    others: 'Only the account House maker gives it.',
  },
] as const;

/** Moves of the house's own money, on the record of the account that they change. */
export function houseMoves(parts: Parts): readonly ActSeat[] {
  return MOVES.map(({ what, kind, label, text, others }): ActSeat => ({
    desk: 'accounts',
    id: what,
    label,
    text,
    permission: 'money.adjust',
    rule: 'Two people, bound to what is moved, the amount and an id that is done once.',
    people: 2,
    stepUp: true,
    fields: [
      { name: 'amount', label: 'Amount, USDT', kind: 'money' },
      { name: 'id', label: 'ID of the transfer, done once', kind: 'text' },
    ],
    refuses: async ({ id }) => {
      const account = await findAccount(parts.db, id);
      return account?.kind === kind && account.realm === 'real' && account.ownerId === null ? null : others;
    },
    run: async ({ by, reason, fields: { amount, id = '' } }) => {
      const value = readAmount(amount);
      if (typeof value === 'string') return wrongField('amount', value);
      if (value <= 0n) return wrongField('amount', 'too_small');
      if (!ID.test(id.trim())) return wrongField('id', 'malformed');
      const fields = { what, amount: value.toString(), id: id.trim() };
      return askSecond(parts, HOUSE_MONEY_MOVED, { fields, by, reason });
    },
  }));
}
