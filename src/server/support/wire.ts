import { complaintDue } from '#domain/support/complaint.ts';
import { isRatable } from '#domain/support/ticket.ts';
import { toIso } from '#protocol/codecs.ts';
import type { RelatedTicket, TicketHead, TicketWire } from '#protocol/support/support.ts';
import type { Queryable } from '#server/db/index.ts';
import type { SupportParts } from './contract.ts';
import { ticketFileUrl } from './files.ts';
import { mailsOf } from './mailbox/store-mails.ts';
import { ticketToken } from './link.ts';
import { findTicket, mergedInto, messagesOf, splitFrom, type Ticket } from './store.ts';
import { filesOf } from './store-files.ts';

/** What people and colleagues call a ticket. */
export function numberOf({ number }: Pick<Ticket, 'number'>): string {
  return `T-${number}`;
}

export function headOf(ticket: Ticket): TicketHead {
  const { id, state, aboutKind: kind, aboutRef: ref, openedAt } = ticket;
  return {
    id,
    number: numberOf(ticket),
    // Whoever sends spam learns nothing by it.
    state: state === 'SPAM' ? 'CLOSED' : state,
    about: kind === null || ref === null ? null : { kind, ref },
    openedAt: toIso(openedAt),
  };
}

/** A ticket as its person reads it: who of us wrote is not told. */
export async function wireOf(
  parts: Pick<SupportParts, 'vault' | 'clock' | 'config'>,
  db: Queryable,
  ticket: Ticket,
): Promise<TicketWire> {
  const files = await filesOf(db, ticket.id);
  const mails = await mailsOf(db, ticket.id);
  const messages = await readMessages(parts, db, ticket);
  return {
    ...headOf(ticket),
    ...(await relatedOf(parts, db, ticket)),
    complaint: complaintOf(ticket),
    rating: ticket.rating,
    isRatable: isRatable(ticket),
    messages: messages.map(({ id, author, text, at }) => ({
      id,
      by: author === null ? 'person' : 'support',
      text,
      files: files
        .filter((file) => file.message === id)
        .map((file) => ({ id: file.id, url: ticketFileUrl(parts, file), width: file.width, height: file.height })),
      leftOut: mails.get(id)?.leftOut ?? 0,
      at: toIso(at),
    })),
  };
}

/** Tickets that go on in this one, and those with which it has parted. A split that was taken back is told as a merge alone. */
async function relatedOf(
  parts: Pick<SupportParts, 'vault'>,
  db: Queryable,
  ticket: Ticket,
): Promise<Pick<TicketWire, 'merged' | 'splitFrom' | 'splitTo'>> {
  const shown = (one: Ticket): RelatedTicket => ({
    id: one.id,
    number: numberOf(one),
    token: one.userId === null ? ticketToken(parts, one.id) : null,
  });
  const isApart = (one: Ticket) => one.mergedInto !== ticket.id;
  const from = ticket.splitFrom === null ? null : await findTicket(db, ticket.splitFrom);
  return {
    merged: (await mergedInto(db, ticket.id)).map(numberOf),
    splitFrom: from === null || !isApart(from) ? null : shown(from),
    splitTo: (await splitFrom(db, ticket.id)).filter(isApart).map(shown),
  };
}

/** How far a complaint is. Of spam nothing is said. */
function complaintOf(ticket: Ticket): TicketWire['complaint'] {
  const { kind, state, acknowledgedAt, finalAt, outcome } = ticket;
  if (kind !== 'COMPLAINT' || state === 'SPAM') return null;
  const iso = (at: number | null) => (at === null ? null : toIso(at));
  const dueAt = toIso(complaintDue(ticket)?.at ?? finalAt ?? ticket.openedAt);
  return { acknowledgedAt: iso(acknowledgedAt), dueAt, finalAt: iso(finalAt), outcome };
}

/** What was written, oldest first; empty texts after an erasure. */
export async function readMessages({ vault }: Pick<SupportParts, 'vault'>, db: Queryable, ticket: Pick<Ticket, 'id'>) {
  const read = [];
  for (const { body, keyId, ...message } of await messagesOf(db, ticket.id))
    read.push({ ...message, text: (await vault.open(db, keyId, body)) ?? '' });
  return read;
}
