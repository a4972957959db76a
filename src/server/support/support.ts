import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { readEmail } from '#domain/identity/email.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { MESSAGES_A_DAY, TICKETS_A_DAY, ticketAfter } from '#domain/support/ticket.ts';
import { DAY_MS } from '#domain/time.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { TicketWire } from '#protocol/support/support.ts';
import { transaction } from '#server/db/index.ts';
import { emailBlind } from '#server/vault/index.ts';
import type { Beginner, Given, Sender, Support, SupportParts } from './contract.ts';
import {
  changeTicket,
  countBegun,
  countWritten,
  findTicket,
  firstAnswers,
  lockBeginner,
  insertTicket,
  lockTicket,
  ticketsOf,
  type Ticket,
} from './store.ts';
import { addFile } from './files.ts';
import { keepMessage } from './messages.ts';
import { readTicketToken, ticketToken } from './link.ts';
import { headOf, numberOf, wireOf } from './wire.ts';

const SHOWN = 50;
/** Why an agent does nothing with a ticket of their own. */
export const OWN = 'It is yours: somebody else answers.';

/** What people do with tickets of support. */
export function createSupport(parts: SupportParts): Support {
  const { db } = parts;
  const show = async (ticket: Ticket) => wireOf(parts, db, ticket);
  const ofUser = async (id: string, userId: string) => {
    const ticket = isRowId(id) ? await findTicket(db, id) : null;
    return ticket?.userId === userId ? ticket : null;
  };
  const byToken = async (token: string) => {
    const id = readTicketToken(parts, token);
    const ticket = id === null ? null : await findTicket(db, id);
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
  const { clock, vault } = parts;
  const email = readEmail(given.email);
  if (email === null) return refused({ code: 'InvalidEmail' });
  const now = clock.now();
  const { userId, language } = by;
  const blind = userId === null ? emailBlind(parts, email) : null;
  await lockBeginner(tx, userId ?? email);
  const begun = await countBegun(tx, { userId, emailBlind: blind, since: now - DAY_MS });
  if (begun >= TICKETS_A_DAY) return refused({ code: 'TicketLimit' });
  const id = uuidv7();
  const keyId = userId ?? id;
  const { firstName, lastName, phone = '' } = given;
  const sender: Sender = { firstName, lastName, email, phone };
  const ticket = await insertTicket(tx, {
    id,
    userId,
    keyId,
    sender: await vault.seal(tx, keyId, JSON.stringify(sender)),
    emailBlind: blind,
    language,
    aboutKind: given.about?.kind ?? null,
    aboutRef: given.about?.ref ?? null,
    now,
  });
  await keepMessage(parts, tx, { ticket, author: null, text: given.message });
  if (userId === null) await mailVisitor(parts, tx, { ticket, kind: 'ticket_received', to: email });
  return ok(headOf(ticket));
}

/** A message of the person. It opens a ticket that waited for them, or was solved. */
async function writeTo(
  parts: SupportParts,
  tx: PoolClient,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<Outcome<null>> {
  const now = parts.clock.now();
  const ticket = await lockTicket(tx, id);
  const state = ticket === null ? null : ticketAfter(ticket.state, 'write');
  if (ticket === null || state === null) return refused({ code: 'TicketClosed' });
  if ((await countWritten(tx, id, now - DAY_MS)) >= MESSAGES_A_DAY) return refused({ code: 'TicketLimit' });
  await keepMessage(parts, tx, { ticket, author: null, text });
  await changeTicket(tx, ticket, { state, waitsSince: ticket.waitsSince ?? now, now });
  return ok(null);
}

/** Sends a visitor the link of their ticket. */
export async function mailVisitor(
  parts: Pick<SupportParts, 'mail' | 'config' | 'vault'>,
  tx: PoolClient,
  mail: { readonly ticket: Ticket; readonly kind: 'ticket_received' | 'ticket_answered'; readonly to: string },
): Promise<void> {
  const { ticket, kind, to } = mail;
  const link = `${parts.config.origins.main}/${ticket.language}/support?token=${ticketToken(parts, ticket.id)}`;
  const values = { name: numberOf(ticket), link };
  await parts.mail.send(tx, { userId: ticket.keyId, to, kind, language: ticket.language, values });
}
