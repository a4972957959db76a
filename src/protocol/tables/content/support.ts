import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import {
  ticketBody,
  ticketHead,
  ticketLinkBody,
  ticketLinkMessageBody,
  ticketList,
  ticketMessageBody,
  ticketWire,
} from '../../support/support.ts';
import { EVERYONE, PEOPLE } from '../callers.ts';

/** Tickets of support. A visitor reads theirs by the link of a mail; who practises is a visitor here. */
export const SUPPORT = endpoints({
  begin: {
    method: 'POST',
    path: '/support/tickets',
    summary: 'Begins a ticket: five a day. Several of one address are asked for a proof of work.',
    callers: EVERYONE,
    body: ticketBody,
    answers: { 201: ticketHead },
    refusals: ['InvalidEmail', 'TicketLimit', 'ChallengeRequired'],
    rate: 10,
  },
  list: {
    method: 'GET',
    path: '/support/tickets',
    summary: 'The person’s own tickets.',
    callers: PEOPLE,
    answers: { 200: ticketList },
    rate: 60,
  },
  one: {
    method: 'GET',
    path: '/support/tickets/:id',
    summary: 'One ticket with all that was written.',
    callers: PEOPLE,
    params: pathId('the ticket'),
    owner: 'id',
    answers: { 200: ticketWire },
    refusals: ['NotFound'],
    rate: 60,
  },
  write: {
    method: 'POST',
    path: '/support/tickets/:id/messages',
    summary: 'Adds a message. One that was solved opens again, within 14 days.',
    callers: PEOPLE,
    params: pathId('the ticket'),
    owner: 'id',
    body: ticketMessageBody,
    answers: { 200: ticketWire },
    refusals: ['NotFound', 'TicketClosed', 'TicketLimit'],
    rate: 20,
  },
  byLink: {
    method: 'POST',
    path: '/support/by-link',
    summary: 'A visitor’s ticket, by the token of a mail’s link.',
    callers: EVERYONE,
    body: ticketLinkBody,
    answers: { 200: ticketWire },
    refusals: ['IncorrectToken'],
    rate: 30,
  },
  writeByLink: {
    method: 'POST',
    path: '/support/by-link/messages',
    summary: 'Adds a message to a visitor’s ticket.',
    callers: EVERYONE,
    body: ticketLinkMessageBody,
    answers: { 200: ticketWire },
    refusals: ['IncorrectToken', 'TicketClosed', 'TicketLimit'],
    rate: 20,
  },
});
