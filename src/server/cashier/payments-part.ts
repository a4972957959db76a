import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import type { CellTone, OfficeRow } from '#protocol/office/cells.ts';
import { chip, code, money, recordLink, sentence, text, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import type { Payment } from './contract.ts';
import { pagePayments } from './store-payments.ts';

const TONES: Readonly<Record<Payment['state'], CellTone>> = { HELD: 'warn', DONE: 'ok', RECALLED: 'plain' };

/** Payments that a person made or got, newest first. The note is between the two: staff doesn’t see it. */
export function paymentsPart({ db }: { readonly db: Pool }): PartSeat {
  return {
    desk: 'people',
    id: 'payments',
    title: 'Payments',
    permission: 'people.money',
    place: 'tab',
    order: 8,
    table: {
      columns: [
        { id: 'other', label: 'Other person', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'way', label: 'Direction' },
        { id: 'id', label: 'ID' },
        { id: 'amount', label: 'Amount', end: true },
        { id: 'made', label: 'Made', end: true },
        { id: 'due', label: 'May be recalled until', end: true },
      ],
      after: /^\d{1,15}\.[0-9a-f-]{36}$/,
      read: async ({ id, after, limit }) => {
        const [at, last] = after?.split('.') ?? [];
        const before = at === undefined || last === undefined ? null : { madeAt: Number(at), id: last };
        const found = await pagePayments(db, { userId: id, before, limit: limit + 1 });
        const shown = found.slice(0, limit);
        const end = found.length > limit ? shown.at(-1) : undefined;
        return {
          rows: shown.map((payment) => paymentRow(payment, id)),
          next: end === undefined ? null : `${String(end.madeAt)}.${end.id}`,
        };
      },
    },
  };
}

function paymentRow({ id, payer, payee, amount, state, madeAt, dueAt }: Payment, viewed: string): OfficeRow {
  const isPayer = payer === viewed;
  return {
    id,
    cells: [
      recordLink('people', isPayer ? payee : payer, 'Open the person'),
      chip(sentence(state), TONES[state]),
      text(isPayer ? 'Out' : 'In'),
      code(id),
      money(usdt(isPayer ? -amount : amount), isPayer ? 'down' : 'up'),
      time(madeAt),
      time(dueAt),
    ],
  };
}
