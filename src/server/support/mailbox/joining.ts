import { numberIn } from '#domain/support/mail-text.ts';
import { ticketAfter } from '#domain/support/ticket.ts';
import type { Queryable } from '#server/db/index.ts';
import { emailBlind } from '#server/vault/index.ts';
import type { SupportParts } from '../contract.ts';
import { findByNumber, findLiving, findTicket, type Ticket } from '../store.ts';
import { ticketOfMessage } from '../store-split.ts';
import { messageOfOurMail, ticketOfTag, wordBehind, wordOfMailId } from './address.ts';
import type { Incoming } from './incoming.ts';
import { ticketOfMailId, type Joined } from './store-mails.ts';

export interface Found {
  readonly ticket: Ticket;
  readonly joined: Exclude<Joined, 'BEGAN'>;
}

/**
 * The ticket that a mail answers: by the address it was sent to, by the mails it answers, by the number in its subject, in turn. null: none, or
 * one of somebody else, or one that takes nothing any more.
 */
export async function ticketOfMail(parts: SupportParts, db: Queryable, mail: Incoming): Promise<Found | null> {
  for (const [joined, read] of [
    ['ADDRESS', byAddress],
    ['REFERENCE', byReference],
    ['SUBJECT', bySubject],
  ] as const)
    for await (const named of read(parts, db, mail)) {
      const ticket = await findLiving(db, (await splitOff(parts, db, { named, mail })) ?? named.id);
      if (ticket === null) continue;
      if (ticketAfter(ticket.state, 'write') !== null && (await isOf(parts, db, { ticket, mail })))
        return { ticket, joined };
    }
  return null;
}

/** More were never split from one another. */
const DEEPEST = 10;

/**
 * Address and number name the ticket in which something was said first. Where the mail answers what was split from it since, this is the ticket
 * in which that stands now; else null.
 */
async function splitOff(
  parts: SupportParts,
  db: Queryable,
  { named, mail }: { readonly named: Ticket; readonly mail: Incoming },
): Promise<string | null> {
  const senderBlind = emailBlind(parts, mail.from.email);
  for (const messageId of mail.references) {
    const ours = messageOfOurMail(messageId);
    const id = ours === null ? await ticketOfMailId(db, { senderBlind, messageId }) : await ticketOfMessage(db, ours);
    if (id === null) continue;
    // What it answers first decides.
    let ticket = await findTicket(db, id);
    for (let depth = 0; ticket !== null && depth < DEEPEST; depth += 1) {
      if (ticket.id === named.id) return id;
      ticket = ticket.splitFrom === null ? null : await findTicket(db, ticket.splitFrom);
    }
    return null;
  }
  return null;
}

async function* byAddress(parts: SupportParts, db: Queryable, { to }: Incoming): AsyncGenerator<Ticket> {
  const address = parts.config.supportMail?.address ?? '';
  for (const one of new Set(to)) {
    const word = wordBehind(address, one) ?? '';
    const ticket = word === '' ? null : await ticketOfTag(parts, db, word);
    if (ticket !== null) yield ticket;
  }
}

async function* byReference(
  parts: SupportParts,
  db: Queryable,
  { references, from }: Incoming,
): AsyncGenerator<Ticket> {
  const senderBlind = emailBlind(parts, from.email);
  for (const messageId of new Set(references)) {
    const word = wordOfMailId(messageId);
    const own = word === null ? null : await ticketOfTag(parts, db, word);
    const id = own === null ? await ticketOfMailId(db, { senderBlind, messageId }) : null;
    const ticket = own ?? (id === null ? null : await findTicket(db, id));
    if (ticket !== null) yield ticket;
  }
}

async function* bySubject(_parts: SupportParts, db: Queryable, { fullSubject }: Incoming): AsyncGenerator<Ticket> {
  const number = numberIn(fullSubject);
  const ticket = number === null ? null : await findByNumber(db, number);
  if (ticket !== null) yield ticket;
}

/** Does the mail come from the address that the ticket answers to? */
async function isOf(
  parts: SupportParts,
  db: Queryable,
  { ticket, mail }: { readonly ticket: Ticket; readonly mail: Incoming },
): Promise<boolean> {
  const given = emailBlind(parts, mail.from.email);
  if (ticket.userId === null) return ticket.emailBlind?.equals(given) ?? false;
  const contact = await parts.contactOf(db, ticket.userId);
  return contact !== null && emailBlind(parts, contact.email).equals(given);
}
