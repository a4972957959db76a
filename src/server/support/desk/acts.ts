import type { PoolClient } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { LONGEST_MESSAGE, teamOf, TEAMS, ticketAfter, type TicketEvent } from '#domain/support/ticket.ts';
import { asLines } from '#protocol/texts.ts';
import { actorOf } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { line, sentence, text } from '#server/desk/cells.ts';
import type { ActDoing, ActDone, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { CANNED, cannedText, type CannedName } from '../canned.ts';
import { findTicket, lockTicket, type Change, type Ticket } from '../store.ts';
import { mailSolved } from '../mail-out.ts';
import { keepMessage } from '../messages.ts';
import { numberOf } from '../wire.ts';
import { move, NOT_NOW, refusesNow, tell } from './acting.ts';
import { acknowledgeAct, finalLetterAct } from './complaints.ts';
import { senderOf, type SupportDeskParts } from './parts.ts';
import { mergeAct } from './merge.ts';
import { splitAct } from './split.ts';

/** What agents do with a ticket. */
export function ticketActs(parts: SupportDeskParts): readonly ActSeat[] {
  return [
    takeAct(parts),
    replyAct(parts),
    escalateAct(parts),
    handBackAct(parts),
    solveAct(parts),
    complaintAct(parts),
    acknowledgeAct(parts),
    finalLetterAct(parts),
    mergeAct(parts),
    splitAct(parts),
    senderAct(parts),
    spamAct(parts),
  ];
}

const LETTER = 'A complaint ends with its final letter.';
const needsLetter = ({ kind, finalAt }: Ticket) => kind === 'COMPLAINT' && finalAt === null;

interface Plain extends Pick<ActSeat, 'id' | 'label' | 'text' | 'rule'> {
  readonly event: TicketEvent;
  readonly action: string;
  readonly said: string;
  readonly order: number;
  readonly danger?: true;
  /** `support.write` unless said. */
  readonly permission?: ActSeat['permission'];
  /** What is against it besides the state, in a sentence. */
  readonly against?: (ticket: Ticket, by: ActDoing['by']) => string | null;
  /** Besides the state. */
  readonly change: (by: ActDoing['by'], now: number) => Change;
}

function plainAct(parts: SupportDeskParts, plain: Plain): ActSeat {
  const { event, action, said, change, against, ...seat } = plain;
  return {
    desk: 'tickets',
    permission: 'support.write',
    ...seat,
    refuses: async (asked) => {
      const ticket = against === undefined ? null : await findTicket(parts.db, asked.id);
      const why = ticket === null ? null : against?.(ticket, asked.by);
      return why ?? (await refusesNow(parts, event)(asked));
    },
    ...transacted(parts.db, async (tx, { id, by, reason }) => {
      const ticket = await lockTicket(tx, id);
      const state = ticket === null ? null : ticketAfter(ticket.state, event);
      if (ticket === null || state === null) return refused({ code: 'ActRefused', why: NOT_NOW });
      const why = against?.(ticket, by) ?? null;
      if (why !== null) return refused({ code: 'ActRefused', why });
      await move(parts, tx, { ticket, by, reason, action, to: { state, ...change(by, parts.clock.now()) } });
      if (event === 'solve') await mailSolved(parts, tx, ticket);
      return ok(said);
    }),
  };
}

const takeAct = (parts: SupportDeskParts) =>
  plainAct(parts, {
    id: 'take',
    label: 'Take',
    text: 'You answer it, also where somebody else did.',
    rule: 'One agent answers a ticket.',
    event: 'assign',
    action: 'ticket.taken',
    said: 'It is yours.',
    order: 10,
    change: (by) => ({ owner: by.userId }),
  });

/** Whoever is of a team hands back what that team was asked; agents take back any. */
const handBackAct = (parts: SupportDeskParts) =>
  plainAct(parts, {
    id: 'hand-back',
    label: 'Hand back to the agent',
    text: 'The agent answers then. Write what you found as a note first: the person does not see notes.',
    permission: 'support.hand_back',
    rule: 'The team that was asked, or an agent who no longer needs its answer.',
    event: 'answer',
    action: 'ticket.handed_back',
    said: 'The agent has it again.',
    order: 40,
    against: ({ team }, { role }) => {
      const own = teamOf(role);
      return own !== null && team !== null && own !== team ? `${sentence(team)} was asked.` : null;
    },
    change: (_by, now) => ({ team: null, waitsSince: now }),
  });

const solveAct = (parts: SupportDeskParts) =>
  plainAct(parts, {
    id: 'solve',
    label: 'Solved',
    text: 'It closes in 14 days, unless the person writes before.',
    rule: 'An agent, once it was answered.',
    event: 'solve',
    against: (ticket) => (needsLetter(ticket) ? LETTER : null),
    action: 'ticket.solved',
    said: 'It is solved.',
    order: 50,
    change: () => ({ waitsSince: null }),
  });

const spamAct = (parts: SupportDeskParts) =>
  plainAct(parts, {
    id: 'spam',
    label: 'Spam',
    text: 'It is closed for ever. Its sender is not told why.',
    rule: 'Advertising or abuse, never a complaint.',
    event: 'spam',
    action: 'ticket.spam',
    said: 'It is spam.',
    order: 90,
    danger: true,
    change: () => ({ team: null, waitsSince: null }),
  });

/** What the answer says: a ready text, one of the agent's own, or both. */
async function answerOf(
  parts: SupportDeskParts,
  tx: PoolClient,
  { ticket, fields }: { readonly ticket: Ticket; readonly fields: ActDoing['fields'] },
): Promise<string> {
  const own = asLines(fields['message'] ?? '').trim();
  const canned = fields['canned'] ?? '';
  if (!Object.hasOwn(CANNED, canned)) return own;
  const name = (await senderOf(parts, tx, ticket))?.firstName ?? '';
  const values = { name, number: numberOf(ticket) };
  const ready = cannedText(canned as CannedName, { language: ticket.language, values });
  return own === '' ? ready : `${ready}\n\n${own}`;
}

function replyAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'reply',
    label: 'Answer',
    text: 'It goes out by email, and stands on their support page.',
    permission: 'support.write',
    rule: 'An agent. Without a reply from the person it is solved after 7 days.',
    order: 20,
    fields: [
      {
        name: 'canned',
        label: 'Ready answer, in their language',
        kind: 'choice',
        options: Object.entries(CANNED).map(([value, label]) => ({ value, label })),
        optional: true,
      },
      { name: 'message', label: 'Your words', kind: 'long', optional: true },
    ],
    refuses: refusesNow(parts, 'assign', 'reply'),
    run: ({ id, by, reason, fields }): Promise<Outcome<string>> =>
      transaction(parts.db, async (tx) => {
        const ticket = await lockTicket(tx, id);
        const state =
          ticket === null ? null : ticketAfter(ticketAfter(ticket.state, 'assign') ?? ticket.state, 'reply');
        if (ticket === null || state === null) return refused({ code: 'ActRefused', why: NOT_NOW });
        const answer = await answerOf(parts, tx, { ticket, fields });
        if (answer === '') return wrongField('message', 'missing');
        if (answer.length > 2 * LONGEST_MESSAGE) return wrongField('message', 'too_large');
        const messageId = await keepMessage(parts, tx, { ticket, author: by.userId, text: answer });
        await tell(parts, tx, { ticket, messageId, said: answer });
        const now = parts.clock.now();
        const to = {
          state,
          owner: ticket.owner ?? by.userId,
          waitsSince: null,
          firstAnswerAt: ticket.firstAnswerAt ?? now,
          // Whoever is answered knows that we have their complaint.
          acknowledgedAt: ticket.kind === 'COMPLAINT' ? (ticket.acknowledgedAt ?? now) : null,
        };
        await move(parts, tx, { ticket, by, reason, action: 'ticket.answered', to });
        return ok('Your answer is on its way.');
      }),
  };
}

function escalateAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'escalate',
    label: 'Escalate',
    text: 'A team looks at it, and hands it back with a note.',
    permission: 'support.write',
    rule: 'What an agent cannot answer alone. Money is never moved from a ticket.',
    order: 30,
    fields: [
      {
        name: 'team',
        label: 'Team',
        kind: 'choice',
        options: TEAMS.map((value) => ({ value, label: sentence(value) })),
      },
    ],
    refuses: refusesNow(parts, 'escalate'),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const team = TEAMS.find((one) => one === fields['team']);
      if (team === undefined) return wrongField('team', 'missing');
      const ticket = await lockTicket(tx, id);
      const state = ticket === null ? null : ticketAfter(ticket.state, 'escalate');
      if (ticket === null || state === null) return refused({ code: 'ActRefused', why: NOT_NOW });
      await move(parts, tx, { ticket, by, reason, action: 'ticket.escalated', to: { state, team } });
      return ok(`${sentence(team)} is asked.`);
    }),
  };
}

function complaintAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'complaint',
    label: 'It is a complaint',
    text: 'It is acknowledged within a day, and has its final answer within 15 business days.',
    permission: 'support.write',
    rule: 'Whoever says that we did wrong complains, whatever they call it. It stays one.',
    order: 60,
    refuses: async ({ id }) => {
      const ticket = await findTicket(parts.db, id);
      return ticket === null || ticket.kind === 'COMPLAINT' || ticket.state === 'SPAM' ? NOT_NOW : null;
    },
    ...transacted(parts.db, async (tx, { id, by, reason }) => {
      const ticket = await lockTicket(tx, id);
      if (ticket === null || ticket.kind === 'COMPLAINT') return refused({ code: 'ActRefused', why: NOT_NOW });
      await move(parts, tx, { ticket, by, reason, action: 'ticket.complaint', to: { kind: 'COMPLAINT' } });
      return ok('It is a complaint.');
    }),
  };
}

/** A visitor has no record of their own: how to reach them is here. */
function senderAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'show-sender',
    label: 'Show the sender',
    text: 'Shows the names, email address and phone number that a visitor gave, for 5 minutes.',
    permission: 'people.clear',
    rule: 'One person, after a proof of who they are. Of somebody with an account it is shown on their own record.',
    stepUp: true,
    order: 70,
    refuses: async ({ id }) => {
      const ticket = await findTicket(parts.db, id);
      return ticket?.userId === null ? null : 'It is shown on the record of the person.';
    },
    run: ({ id, by, reason }): Promise<Outcome<ActDone>> =>
      transaction(parts.db, async (tx) => {
        const ticket = await findTicket(tx, id);
        if (ticket?.userId !== null) return refused({ code: 'ActRefused', why: NOT_NOW });
        const sender = await senderOf(parts, tx, ticket);
        await parts.audit.write(tx, {
          ...actorOf(by),
          action: 'ticket.sender_shown',
          objectType: 'ticket',
          objectId: id,
          reason,
        });
        const lines = [
          line('First name', text(sender?.firstName ?? null)),
          line('Last name', text(sender?.lastName ?? null)),
          line('Email', text(sender?.email ?? null)),
          line('Phone', text(sender?.phone ?? null)),
        ];
        return ok({ said: 'Shown for 5 minutes.', lines });
      }),
  };
}
