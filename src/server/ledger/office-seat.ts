import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { line, money } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond, type OfficeSeat } from '#server/desk/index.ts';
import { balancesOf } from './accounts.ts';
import { BALANCE_ADJUSTED } from './adjustment.ts';
import { accountsPart, moneyPart } from './money-parts.ts';

export interface LedgerSeatParts {
  readonly db: Pool;
  readonly approvals: Approvals;
}

const TICKET = /^[\w.#/-]{1,64}$/;

/** Balances of a person, and their correction by hand. */
export function ledgerSeat(parts: LedgerSeatParts): OfficeSeat {
  return { parts: [balancesPart(parts), moneyPart(parts), accountsPart(parts)], acts: [adjustment(parts)] };
}

function balancesPart({ db }: LedgerSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'balances',
    title: 'Balances',
    permission: 'people.money',
    place: 'tiles',
    order: 10,
    lines: async ({ id }) => {
      const { cash, locked } = await balancesOf(db, { ownerId: id, realm: 'real' });
      return [
        line('Balance', money(usdt(cash + locked))),
        line('Free', money(cash)),
        line('In open stakes', money(locked)),
      ];
    },
  };
}

function adjustment(parts: LedgerSeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'adjust-balance',
    label: 'Adjust the balance',
    text: 'Corrects a mistake of ours by a journal of its own.',
    permission: 'money.adjust',
    rule: 'Two people, bound to person, amount and ticket.',
    people: 2,
    stepUp: true,
    order: 50,
    fields: [
      {
        name: 'way',
        label: 'Direction',
        kind: 'choice',
        options: [
          { value: 'credit', label: 'They get it' },
          { value: 'debit', label: 'It is taken from their free balance' },
        ],
      },
      { name: 'amount', label: 'Amount, USDT', kind: 'money' },
      { name: 'ticket', label: 'Ticket, case or prediction', kind: 'text' },
    ],
    refuses: () => Promise.resolve(null),
    run: async ({ id, by, reason, fields: { way, amount, ticket = '' } }) => {
      const value = readAmount(amount);
      if (typeof value === 'string') return wrongField('amount', value);
      if (way !== 'credit' && way !== 'debit') return wrongField('way', 'malformed');
      if (!TICKET.test(ticket.trim())) return wrongField('ticket', 'malformed');
      const fields = { userId: id, asset: 'USDT', way, amount: value.toString(), ticket: ticket.trim() } as const;
      return askSecond(parts, BALANCE_ADJUSTED, { fields, by, reason });
    },
  };
}
