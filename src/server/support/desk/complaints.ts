import { complaintDue, COMPLAINT_OUTCOMES, wasInTime, type ComplaintOutcome } from '#domain/support/complaint.ts';
import { LONGEST_MESSAGE, ticketAfter } from '#domain/support/ticket.ts';
import { ok, refused } from '#domain/outcome.ts';
import { asLines } from '#protocol/texts.ts';
import { idsOfDays, countChart, sumByDay } from '#server/desk/charts.ts';
import { chip, line, text, time } from '#server/desk/cells.ts';
import type { ActSeat, ChartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { cannedText } from '../canned.ts';
import { keepMessage } from '../messages.ts';
import { complaintsOfDays, findTicket, lockTicket, type Ticket } from '../store.ts';
import { numberOf } from '../wire.ts';
import { move, NOT_NOW, refusesNow, tell } from './acting.ts';
import { senderOf, type SupportDeskParts } from './parts.ts';

export const OUTCOMES: Readonly<Record<ComplaintOutcome, string>> = {
  UPHELD: 'Upheld',
  PARTLY: 'Partly upheld',
  REJECTED: 'Rejected',
};

/** Why nothing more is to be done about a ticket as a complaint, in a sentence; null: something is. */
function isNoOpenComplaint(ticket: Ticket | null): string | null {
  if (ticket?.kind !== 'COMPLAINT') return 'It is no complaint.';
  return ticket.finalAt === null ? null : 'It has its final letter.';
}

/** Says to the person that we have their complaint, in their language. It stays with us. */
export function acknowledgeAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'acknowledge',
    label: 'Acknowledge the complaint',
    text: 'The person reads that it is registered, and by when they have our final answer. It stays yours.',
    permission: 'support.write',
    rule: 'Within a day.',
    order: 52,
    refuses: async (asked) => {
      const ticket = await findTicket(parts.db, asked.id);
      if (ticket !== null && ticket.acknowledgedAt !== null) return 'It is acknowledged.';
      return isNoOpenComplaint(ticket) ?? refusesNow(parts, 'assign')(asked);
    },
    ...transacted(parts.db, async (tx, { id, by, reason }) => {
      const ticket = await lockTicket(tx, id);
      const state = ticket === null ? null : ticketAfter(ticket.state, 'assign');
      if (ticket === null || state === null || ticket.acknowledgedAt !== null || isNoOpenComplaint(ticket) !== null)
        return refused({ code: 'ActRefused', why: NOT_NOW });
      const name = (await senderOf(parts, tx, ticket))?.firstName ?? '';
      const values = { name, number: numberOf(ticket) };
      const said = cannedText('complaint', { language: ticket.language, values });
      const messageId = await keepMessage(parts, tx, { ticket, author: by.userId, text: said });
      await tell(parts, tx, { ticket, messageId, said });
      const now = parts.clock.now();
      const to = {
        state,
        owner: ticket.owner ?? by.userId,
        acknowledgedAt: now,
        firstAnswerAt: ticket.firstAnswerAt ?? now,
      };
      await move(parts, tx, { ticket, by, reason, action: 'ticket.acknowledged', to });
      return ok('It is acknowledged.');
    }),
  };
}

/** The letter that ends a complaint. */
export function finalLetterAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'final-letter',
    label: 'Final letter',
    text: 'Our last word on the complaint, in the person’s language: what we found, what we do, and whom they may turn to next.',
    permission: 'support.write',
    rule: 'Within 15 business days. A complaint ends by nothing else.',
    order: 54,
    fields: [
      {
        name: 'outcome',
        label: 'Outcome',
        kind: 'choice',
        options: COMPLAINT_OUTCOMES.map((value) => ({ value, label: OUTCOMES[value] })),
      },
      { name: 'message', label: 'The letter', kind: 'long' },
    ],
    refuses: async (asked) =>
      isNoOpenComplaint(await findTicket(parts.db, asked.id)) ?? refusesNow(parts, 'solve')(asked),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const outcome = COMPLAINT_OUTCOMES.find((one) => one === fields['outcome']);
      if (outcome === undefined) return wrongField('outcome', 'missing');
      const said = asLines(fields['message'] ?? '').trim();
      if (said === '') return wrongField('message', 'missing');
      if (said.length > 2 * LONGEST_MESSAGE) return wrongField('message', 'too_large');
      const ticket = await lockTicket(tx, id);
      const state = ticket === null ? null : ticketAfter(ticket.state, 'solve');
      if (ticket === null || state === null || isNoOpenComplaint(ticket) !== null)
        return refused({ code: 'ActRefused', why: NOT_NOW });
      const messageId = await keepMessage(parts, tx, { ticket, author: by.userId, text: said });
      await tell(parts, tx, { ticket, messageId, said });
      const now = parts.clock.now();
      const to = {
        state,
        outcome,
        finalAt: now,
        waitsSince: null,
        acknowledgedAt: ticket.acknowledgedAt ?? now,
        firstAnswerAt: ticket.firstAnswerAt ?? now,
      };
      await move(parts, tx, { ticket, by, reason, action: 'ticket.final_letter', to });
      return ok('The final letter is on its way.');
    }),
  };
}

/** What the record of a complaint says besides. */
export function complaintLines(ticket: Ticket, now: number) {
  if (ticket.kind !== 'COMPLAINT') return [];
  const due = complaintDue(ticket);
  const says = due?.what === 'acknowledge' ? 'Acknowledgement due' : 'Final letter due';
  return [
    line('Acknowledged', time(ticket.acknowledgedAt)),
    ...(due === null ? [] : [line(says, time(due.at)), ...(due.at < now ? [line('Clock', chip('Late', 'bad'))] : [])]),
    line('Final letter', time(ticket.finalAt)),
    line('Outcome', text(ticket.outcome === null ? null : OUTCOMES[ticket.outcome])),
  ];
}

/** Complaints by the day on which they came in, and how they ended. */
export function complaintChart({ db, clock }: Pick<SupportDeskParts, 'db' | 'clock'>): ChartSeat {
  return {
    place: 'tickets',
    id: 'complaints',
    title: 'Complaints',
    note: 'By the day on which they came in',
    permission: 'support.read',
    unit: 'count',
    shape: 'lines',
    order: 10,
    read: async (days) => {
      const rows = await complaintsOfDays(db, idsOfDays(days));
      const count = (is: (row: (typeof rows)[number]) => boolean) => sumByDay(rows, (row) => (is(row) ? 1n : 0n));
      const now = clock.now();
      return countChart(days, [
        { label: 'Came in', tone: 'brand', of: count(() => true) },
        { label: 'Final letter in time', tone: 'up', of: count((row) => wasInTime(row, now) === true) },
        { label: 'Final letter late', tone: 'down', of: count((row) => wasInTime(row, now) === false) },
      ]);
    },
  };
}
