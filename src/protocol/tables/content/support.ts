import { LARGEST_TICKET_FILE, TICKET_FILE_TYPES } from '#domain/support/files.ts';
import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import {
  supportTimes,
  ticketBody,
  ticketHead,
  ticketLinkBody,
  ticketLinkMessageBody,
  ticketLinkQuery,
  ticketList,
  ticketMessageBody,
  ticketWire,
} from '../../support/support.ts';
import { okAnswer } from '../../office/office.ts';
import { EVERYONE, PEOPLE } from '../callers.ts';
import { staff } from '../office.ts';

const upload = { field: 'file', maxBytes: LARGEST_TICKET_FILE, types: TICKET_FILE_TYPES } as const;
const FILE = 'PNG, JPEG, WebP or the first page of a PDF, at most 10 MB, drawn anew without its metadata.';

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
  addFile: {
    method: 'POST',
    path: '/support/tickets/:id/files',
    summary: `Adds a file to the person’s last message: ${FILE}`,
    callers: PEOPLE,
    params: pathId('the ticket'),
    owner: 'id',
    upload,
    answers: { 200: ticketWire },
    refusals: ['NotFound', 'TicketClosed', 'TicketLimit', 'UploadError'],
    rate: 20,
  },
  addFileByLink: {
    method: 'POST',
    path: '/support/by-link/files',
    summary: `Adds a file to a visitor’s last message: ${FILE}`,
    callers: EVERYONE,
    query: ticketLinkQuery,
    upload,
    answers: { 200: ticketWire },
    refusals: ['IncorrectToken', 'TicketClosed', 'TicketLimit', 'UploadError'],
    rate: 10,
  },
  addFileOfAgent: {
    method: 'POST',
    path: '/office/tickets/:id/files',
    summary: `Adds a file to the last answer: ${FILE}`,
    ...staff('support.write'),
    params: pathId('the ticket'),
    upload,
    answers: { 200: okAnswer },
    refusals: ['NotFound', 'UploadError', 'ActRefused'],
    rate: 30,
  },
  times: {
    method: 'GET',
    path: '/support/times',
    summary: 'How long tickets waited for their first answer today.',
    callers: EVERYONE,
    answers: { 200: supportTimes },
    rate: 60,
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
