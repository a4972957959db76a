import { answerDue, OURS, TEAMS, teamOf, TICKET_STATES, type TicketState } from '#domain/support/ticket.ts';
import { complaintDue } from '#domain/support/complaint.ts';
import { maskName } from '#domain/identity/email.ts';
import { chip, line, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, Happened, PartSeat, SearchSeat, TimelineSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { ticketFileUrl } from '../files.ts';
import { countAsked, countIn, findByNumber, findTicket, messagesOf, pageTickets, type Ticket } from '../store.ts';
import { complaintLines, OUTCOMES } from './complaints.ts';
import { mergedLines } from './merge.ts';
import { ratingLines } from './ratings.ts';
import { senderOf, type SupportDeskParts } from './parts.ts';
import { splitLines } from './split.ts';
import { mailsOf, type KeptIncoming } from '../mailbox/store-mails.ts';
import { filesOf } from '../store-files.ts';
import { numberOf, readMessages } from '../wire.ts';

const STATES: Readonly<Record<TicketState, string>> = {
  NEW: 'New',
  OPEN: 'Open',
  WAITING_USER: 'Waits for them',
  ESCALATED: 'Escalated',
  RESOLVED: 'Solved',
  CLOSED: 'Closed',
  SPAM: 'Spam',
};
const TONES = {
  NEW: 'info',
  OPEN: 'warn',
  WAITING_USER: 'plain',
  ESCALATED: 'brand',
  RESOLVED: 'ok',
  CLOSED: 'plain',
  SPAM: 'bad',
} as const;

const stateChip = ({ state }: Ticket) => chip(STATES[state], TONES[state]);
const kindChip = ({ kind }: Ticket) => (kind === 'COMPLAINT' ? chip('Complaint', 'bad') : null);
const fromCell = ({ userId }: Ticket) =>
  userId === null ? text('a visitor') : recordLink('people', userId, userId.slice(0, 13));
/** What is due first: an answer, or what a complaint has to have. */
function dueOf(ticket: Ticket): number | null {
  const answer = ticket.waitsSince === null ? null : answerDue(ticket.state, ticket.waitsSince);
  const complaint = ticket.kind === 'COMPLAINT' && ticket.state !== 'SPAM' ? (complaintDue(ticket)?.at ?? null) : null;
  if (answer === null || complaint === null) return answer ?? complaint;
  return Math.min(answer, complaint);
}

const COLUMNS: NonNullable<DeskSeat['list']>['columns'] = [
  { id: 'number', label: 'Ticket', head: true },
  { id: 'state', label: 'State' },
  { id: 'team', label: 'Team asked' },
  { id: 'kind', label: 'Kind' },
  { id: 'from', label: 'From', head: true },
  { id: 'about', label: 'About' },
  { id: 'language', label: 'Language' },
  { id: 'owner', label: 'Agent' },
  { id: 'opened', label: 'Opened', end: true },
  { id: 'due', label: 'Answer due', end: true },
  { id: 'outcome', label: 'Outcome' },
];
const FILTERS: NonNullable<DeskSeat['list']>['filters'] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: TICKET_STATES.map((value) => ({ value, label: STATES[value] })),
  },
  {
    name: 'team',
    label: 'Team asked',
    kind: 'choice',
    options: TEAMS.map((value) => ({ value, label: sentence(value) })),
  },
  {
    name: 'kind',
    label: 'Register',
    kind: 'choice',
    options: [{ value: 'COMPLAINT', label: 'All complaints' }],
  },
];

export function ticketsDesk(parts: SupportDeskParts): DeskSeat {
  const { db, clock, colleagueOf } = parts;
  const dueCell = (ticket: Ticket) => {
    const due = dueOf(ticket);
    return due !== null && due < clock.now() ? chip('Late', 'bad') : time(due);
  };
  return {
    desk: 'tickets',
    // A team is told what waits for it, the agents of all that does.
    count: ({ role }) => {
      const team = teamOf(role);
      return team === null ? countIn(db, OURS) : countAsked(db, team);
    },
    list: {
      columns: COLUMNS,
      filters: FILTERS,
      read: async ({ filter, after, limit }) => {
        const wanted = TICKET_STATES.find((one) => one === filter['state']);
        const kind = filter['kind'] === 'COMPLAINT' ? filter['kind'] : null;
        const team = TEAMS.find((one) => one === filter['team']) ?? null;
        // The register has all that ever came in.
        const states = wanted === undefined ? (kind === null ? OURS : TICKET_STATES) : [wanted];
        const found = await pageTickets(db, { states, kind, team, after, limit: limit + 1 });
        const names = new Map<string, string>();
        for (const { owner } of found) if (owner !== null) names.set(owner, (await colleagueOf(owner)).name);
        return rowPage(found, limit, (ticket) => ({
          id: ticket.id,
          cells: [
            strong(numberOf(ticket)),
            stateChip(ticket),
            text(ticket.team === null ? null : sentence(ticket.team)),
            kindChip(ticket),
            fromCell(ticket),
            text(ticket.aboutKind === null ? null : sentence(ticket.aboutKind)),
            text(ticket.language),
            text(ticket.owner === null ? null : (names.get(ticket.owner) ?? null)),
            time(ticket.openedAt),
            dueCell(ticket),
            text(ticket.outcome === null ? null : OUTCOMES[ticket.outcome]),
          ],
        }));
      },
    },
    record: {
      read: async (id, by) => {
        const ticket = await findTicket(db, id);
        if (ticket === null) return null;
        const { owner } = ticket;
        const mine = owner === null ? [] : [owner === by.userId ? chip('Yours', 'brand') : chip('Taken', 'warn')];
        return {
          title: numberOf(ticket),
          subtitle: [fromCell(ticket), time(ticket.openedAt)],
          chips: [stateChip(ticket), kindChip(ticket), ...mine],
          subjectId: ticket.userId,
        };
      },
    },
  };
}

/** What is known of a ticket beside its messages; names and addresses are masked. */
export function ticketFacts(parts: SupportDeskParts): PartSeat {
  return {
    desk: 'tickets',
    id: 'ticket',
    title: 'Ticket',
    permission: 'support.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const ticket = await findTicket(parts.db, id);
      if (ticket === null) return [];
      const sender = await senderOf(parts, parts.db, ticket);
      const { owner, team, aboutKind, aboutRef } = ticket;
      return [
        line('Name', text(sender === null ? null : `${maskName(sender.firstName)} ${maskName(sender.lastName)}`)),
        line('Language', text(ticket.language)),
        line('About', text(aboutKind === null ? 'nothing in particular' : `${sentence(aboutKind)} ${aboutRef}`)),
        line('Agent', text(owner === null ? 'nobody' : (await parts.colleagueOf(owner)).name)),
        ...(team === null ? [] : [line('Asked', text(sentence(team)))]),
        line('First answer', time(ticket.firstAnswerAt)),
        line('Answer due', time(dueOf(ticket))),
        ...complaintLines(ticket, parts.clock.now()),
        ...ratingLines(ticket),
        ...(await mergedLines(parts.db, ticket)),
        ...(await splitLines(parts.db, ticket)),
      ];
    },
  };
}

/** The files of a ticket, as they were drawn anew. */
export function ticketFilesPart(parts: SupportDeskParts): PartSeat {
  return {
    desk: 'tickets',
    id: 'files',
    title: 'Files',
    permission: 'support.read',
    place: 'tab',
    order: 10,
    table: {
      columns: [
        { id: 'from', label: 'From', head: true },
        { id: 'file', label: 'File' },
        { id: 'at', label: 'When', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const ticket = await findTicket(parts.db, id);
        const all = ticket === null ? [] : await filesOf(parts.db, id);
        const authors = new Map((await messagesOf(parts.db, id)).map((message) => [message.id, message]));
        const rest = all.slice(after === null ? 0 : all.findIndex((file) => file.id === after) + 1);
        return rowPage(rest.slice(0, limit + 1), limit, (file) => {
          const message = authors.get(file.message);
          const from = message?.author === null ? 'Them' : 'Us';
          const label = `File from ${from.toLowerCase()}`;
          const picture = { t: 'picture', v: ticketFileUrl(parts, file), media: file.media, label } as const;
          return { id: file.id, cells: [text(from), picture, time(message?.at ?? null)] };
        });
      },
    },
  };
}

/** What an agent should know of a message that came by mail. */
function cameBy({ joined, leftOut, isAutomatic }: Pick<KeptIncoming, 'joined' | 'leftOut' | 'isAutomatic'>) {
  return [
    // Whoever has neither our address for the ticket nor a mail of ours may be anybody who knows its number.
    joined === 'SUBJECT' || joined === 'BEGAN' ? 'by email, sender not proven' : 'by email',
    ...(isAutomatic ? ['by a program'] : []),
    ...(leftOut === 0 ? [] : [`${String(leftOut)} not kept`]),
  ];
}

/** What was written, both ways. */
export function ticketTimeline(parts: SupportDeskParts): TimelineSeat {
  return {
    desk: 'tickets',
    permission: 'support.read',
    read: async ({ id, before, limit }) => {
      const ticket = await findTicket(parts.db, id);
      if (ticket === null) return [];
      const messages = (await readMessages(parts, parts.db, ticket)).toReversed();
      const files = await filesOf(parts.db, ticket.id);
      const mails = await mailsOf(parts.db, ticket.id);
      const shown: Happened[] = [];
      for (const [index, { id: message, author, text: body, at }] of messages.entries()) {
        if (shown.length === limit) break;
        if (before !== null && at >= before) continue;
        const by = author === null ? null : (await parts.colleagueOf(author)).name;
        const more = files.filter((file) => file.message === message).length;
        const came = mails.get(message);
        const notes = [
          ...(more === 0 ? [] : [`${String(more)} ${more === 1 ? 'file' : 'files'}`]),
          ...(came === undefined ? [] : cameBy(came)),
        ];
        // By its number a message is named where the ticket is split.
        const number = messages.length - index;
        const title = `${number}. ${author === null ? 'They wrote' : 'Answered'}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
        shown.push({ id: message, at, title, text: body, by });
      }
      return shown;
    },
  };
}

/** By its number: `T-1001`, or the number alone. */
export function ticketSearch({ db }: SupportDeskParts): SearchSeat {
  return {
    desk: 'tickets',
    title: 'Tickets',
    find: async (typed) => {
      const number = /^(?:T-?)?([0-9]{1,15})$/i.exec(typed.trim())?.[1];
      const ticket = number === undefined ? null : await findByNumber(db, number);
      return ticket === null ? [] : [{ id: ticket.id, title: numberOf(ticket), text: STATES[ticket.state] }];
    },
  };
}
