import type { PoolClient } from 'pg';
import { readEmail } from '#domain/identity/email.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { DAY_MS } from '#domain/time.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { TicketWire } from '#protocol/support/support.ts';
import { transaction } from '#server/db/index.ts';
import type { Beginner, Given, Support, SupportParts } from './contract.ts';
import { findLiving, findTicket, firstAnswers, ticketsOf, type Ticket } from './store.ts';
import { addFile } from './files.ts';
import { readTicketToken } from './link.ts';
import { mailReceived } from './mail-out.ts';
import { rate, ratingsByMail } from './rating.ts';
import { headOf, wireOf } from './wire.ts';
import { openTicket, writeTo } from './writing.ts';

const SHOWN = 50;
/** Why an agent does nothing with a ticket of their own. */
export const OWN = 'It is yours: somebody else answers.';

/** What people do with tickets of support. */
export function createSupport(parts: SupportParts): Support {
  const { db } = parts;
  const show = async (ticket: Ticket) => wireOf(parts, db, ticket);
  const ofUser = async (id: string, userId: string) => {
    const ticket = isRowId(id) ? await findLiving(db, id) : null;
    return ticket?.userId === userId ? ticket : null;
  };
  const byToken = async (token: string) => {
    const id = readTicketToken(parts, token);
    const ticket = id === null ? null : await findLiving(db, id);
    // A person's own ticket wants their session.
    return ticket?.userId === null ? ticket : null;
  };
  const add = async (ticket: Ticket, text: string): Promise<Outcome<TicketWire>> => {
    const written = await transaction(db, (tx) => writeTo(parts, tx, { id: ticket.id, text }));
    if (!written.ok) return written;
    const after = await findTicket(db, ticket.id);
    return after === null ? refused({ code: 'NotFound' }) : ok(await show(after));
  };
  const addTo = async (ticket: Ticket, bytes: Buffer): Promise<Outcome<TicketWire>> => {
    const added = await addFile(parts, { ticket: ticket.id, bytes, author: null });
    if (!added.ok) return added;
    const after = await findTicket(db, ticket.id);
    return after === null ? refused({ code: 'NotFound' }) : ok(await show(after));
  };
  return {
    begin: (given, by) => transaction(db, (tx) => begin(parts, tx, { given, by })),
    ofPerson: async (userId) => (await ticketsOf(db, userId, SHOWN)).map(headOf),
    read: async (id, userId) => {
      const ticket = await ofUser(id, userId);
      return ticket === null ? null : show(ticket);
    },
    write: async (id, { userId, text }) => {
      const ticket = await ofUser(id, userId);
      return ticket === null ? refused({ code: 'NotFound' }) : add(ticket, text);
    },
    rate: async (id, { userId, rating }) => {
      const ticket = await ofUser(id, userId);
      return ticket === null ? refused({ code: 'NotFound' }) : rate(parts, { id: ticket.id, rating });
    },
    rateByToken: async (token, rating) => {
      const ticket = await byToken(token);
      return ticket === null ? refused({ code: 'IncorrectToken' }) : rate(parts, { id: ticket.id, rating });
    },
    ...ratingsByMail(parts),
    times: () => firstAnswers(db, Math.floor(parts.clock.now() / DAY_MS) * DAY_MS),
    readByToken: async (token) => {
      const ticket = await byToken(token);
      return ticket === null ? null : show(ticket);
    },
    addFile: async (id, { userId, bytes }) => {
      const ticket = await ofUser(id, userId);
      return ticket === null ? refused({ code: 'NotFound' }) : addTo(ticket, bytes);
    },
    addFileByToken: async (token, bytes) => {
      const ticket = await byToken(token);
      return ticket === null ? refused({ code: 'IncorrectToken' }) : addTo(ticket, bytes);
    },
    addFileOfAgent: async (id, { agent, bytes }) => {
      const ticket = isRowId(id) ? await findTicket(db, id) : null;
      if (ticket === null) return refused({ code: 'NotFound' });
      if (ticket.userId === agent) return refused({ code: 'ActRefused', why: OWN });
      return addFile(parts, { ticket: id, bytes, author: agent });
    },
    writeByToken: async (token, text) => {
      const ticket = await byToken(token);
      return ticket === null ? refused({ code: 'IncorrectToken' }) : add(ticket, text);
    },
  };
}

async function begin(
  parts: SupportParts,
  tx: PoolClient,
  { given, by }: { readonly given: Given; readonly by: Beginner },
): ReturnType<Support['begin']> {
  const email = readEmail(given.email);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const { firstName, lastName, phone = '', message: text, about } = given;
  const opened = await openTicket(parts, tx, { sender: { firstName, lastName, email, phone }, by, text, about });
  if (!opened.ok) return opened;
  const { ticket } = opened.value;
  if (by.userId === null) await mailReceived(parts, tx, { ticket, to: email });
  return ok(headOf(ticket));
}
