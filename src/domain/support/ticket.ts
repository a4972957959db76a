/** The life of a ticket of support (docs/rules/states.md#ticket): which event leads where, and how long each state waits. */
import type { Role } from '../identity/actor.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

export const TICKET_STATES = ['NEW', 'OPEN', 'WAITING_USER', 'ESCALATED', 'RESOLVED', 'CLOSED', 'SPAM'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export const TICKET_EVENTS = [
  'assign',
  'reply',
  'write',
  'wait_over',
  'escalate',
  'answer',
  'solve',
  'close',
  'merge',
  'split',
  'spam',
] as const;
export type TicketEvent = (typeof TICKET_EVENTS)[number];

/** `write`: the person adds a message. A pair of state and event that is not here is refused. */
export const NEXT_TICKET: Readonly<Record<TicketState, Readonly<Partial<Record<TicketEvent, TicketState>>>>> = {
  NEW: { assign: 'OPEN', write: 'NEW', merge: 'CLOSED', split: 'NEW', spam: 'SPAM' },
  OPEN: {
    assign: 'OPEN',
    write: 'OPEN',
    reply: 'WAITING_USER',
    escalate: 'ESCALATED',
    solve: 'RESOLVED',
    merge: 'CLOSED',
    split: 'OPEN',
    spam: 'SPAM',
  },
  WAITING_USER: {
    write: 'OPEN',
    wait_over: 'RESOLVED',
    solve: 'RESOLVED',
    merge: 'CLOSED',
    split: 'WAITING_USER',
    spam: 'SPAM',
  },
  ESCALATED: { write: 'ESCALATED', answer: 'OPEN', merge: 'CLOSED', split: 'ESCALATED', spam: 'SPAM' },
  RESOLVED: { write: 'OPEN', close: 'CLOSED', merge: 'CLOSED', split: 'RESOLVED', spam: 'SPAM' },
  CLOSED: { spam: 'SPAM' },
  SPAM: {},
};

/** The state after an event; null: the table does not have it. */
export function ticketAfter(state: TicketState, event: TicketEvent): TicketState | null {
  return NEXT_TICKET[state][event] ?? null;
}

/** What happens by itself to a ticket that stays in a state for so long, ms. */
export const TICKET_WAITS = [
  { state: 'WAITING_USER', event: 'wait_over', ms: 7 * DAY_MS },
  { state: 'RESOLVED', event: 'close', ms: 14 * DAY_MS },
] as const satisfies readonly { readonly state: TicketState; readonly event: TicketEvent; readonly ms: number }[];

/** States in which somebody of the house has something to do. */
export const OURS = ['NEW', 'OPEN', 'ESCALATED'] as const satisfies readonly TicketState[];

/** Who is asked where an agent cannot answer alone. */
export const TEAMS = ['cashier', 'compliance', 'settlement'] as const;
export type Team = (typeof TEAMS)[number];

const TEAM_OF: Readonly<Partial<Record<Role, Team>>> = {
  CASHIER: 'cashier',
  COMPLIANCE: 'compliance',
  RESOLVER: 'settlement',
};

/** The team in which somebody of this role is asked; null: none. */
export function teamOf(role: Role): Team | null {
  return TEAM_OF[role] ?? null;
}

export const TICKET_CLASSES = ['QUESTION', 'COMPLAINT'] as const;
export type TicketClass = (typeof TICKET_CLASSES)[number];

/** What its person says of it after the end. */
export const RATINGS = ['SOLVED', 'UNSOLVED'] as const;
export type Rating = (typeof RATINGS)[number];

/** May its person say whether it was solved? Only after the end, and where we answered. */
export function isRatable({
  state,
  firstAnswerAt,
}: {
  readonly state: TicketState;
  readonly firstAnswerAt: number | null;
}): boolean {
  return (state === 'RESOLVED' || state === 'CLOSED') && firstAnswerAt !== null;
}

/** What a ticket may be about: one of these, with its id. */
export const TICKET_SUBJECTS = [
  'prediction',
  'round',
  'deposit',
  'withdrawal',
  'payment',
  'document',
  'account',
  'error',
] as const;
export type TicketSubject = (typeof TICKET_SUBJECTS)[number];

/** Tickets that one person, or one address of a visitor, may begin in a day. */
export const TICKETS_A_DAY = 5;
/** Messages that the person may add to a ticket in a day. */
export const MESSAGES_A_DAY = 30;
/** Of fewer answers in a day it is not said how long they took: a figure of two is no figure, and might be about somebody. */
export const LEAST_ANSWERS = 5;
/** Signs of a message. */
export const LONGEST_MESSAGE = 2_000;
/** Signs of what somebody writes in a mail, without what it quotes. */
export const LONGEST_MAIL = 10_000;

/** A first answer, and the next ones, are due within this, ms; of a complaint it is the acknowledgement. */
export const ANSWER_MS = 24 * HOUR_MS;
/** A complaint has its final answer within so many. */
export const FINAL_BUSINESS_DAYS = 15;

/** When we have to have answered what waits for us since `since` (ms); null: nothing does. */
export function answerDue(state: TicketState, since: number): number | null {
  return OURS.some((ours) => ours === state) ? since + ANSWER_MS : null;
}

/** The first of January 1970 was a Thursday. */
function isBusinessDay(at: number): boolean {
  const weekday = (Math.floor(at / DAY_MS) + 4) % 7;
  return weekday !== 0 && weekday !== 6;
}

/** When a complaint of `openedAt` (ms) has to have its final answer: after 15 business days, Monday to Friday in UTC. */
export function finalAnswerDue(openedAt: number): number {
  let at = openedAt;
  for (let left = FINAL_BUSINESS_DAYS; left > 0;) {
    at += DAY_MS;
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}
