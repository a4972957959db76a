import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { isRatable } from '#domain/support/ticket.ts';
import type { Sender, SupportParts } from './contract.ts';
import { ratingToken, ticketToken } from './link.ts';
import { mailIdOf, replyAddress } from './mailbox/address.ts';
import { lastMailId } from './mailbox/store-mails.ts';
import type { Ticket } from './store.ts';
import { numberOf } from './wire.ts';

type OutParts = Pick<SupportParts, 'mail' | 'config' | 'vault'>;

/** Where a ticket is read: a visitor’s by its token, a person’s by their session. */
function linkOf(parts: OutParts, { id, userId, language }: Ticket): string {
  const which = userId === null ? `token=${ticketToken(parts, id)}` : `ticket=${id}`;
  return `${parts.config.origins.main}/${language}/support?${which}`;
}

/** By what a reply to a mail of ours is known; nothing where no mails come in. */
async function threadOf(
  parts: OutParts,
  tx: PoolClient,
  { ticket, mail, isWritten }: { ticket: Ticket; mail: string; isWritten: boolean },
) {
  const address = parts.config.supportMail?.address;
  if (address === undefined) return {};
  const theirs = await lastMailId(tx, ticket.id);
  const root = mailIdOf(parts, ticket, { address, mail: 'thread' });
  return {
    thread: {
      messageId: mailIdOf(parts, ticket, { address, mail }),
      replyTo: replyAddress(parts, ticket, address),
      references: [root, ...(theirs === null ? [] : [theirs])],
      isWritten,
    },
  };
}

/** Where a ticket is answered: a person at the address of their account, a visitor at the one they gave. undefined: nowhere any more. */
export async function addressOf(
  { vault, contactOf }: Pick<SupportParts, 'vault' | 'contactOf'>,
  tx: PoolClient,
  { userId, keyId, sender }: Ticket,
): Promise<string | undefined> {
  if (userId !== null) return (await contactOf(tx, userId))?.email;
  const opened = await vault.open(tx, keyId, sender);
  return opened === null ? undefined : (JSON.parse(opened) as Sender).email;
}

/** Asks whether a ticket was solved that has ended just now. `ticket`: as it was before. Nobody is asked of what we never answered. */
export async function mailSolved(
  parts: OutParts & Pick<SupportParts, 'contactOf'>,
  tx: PoolClient,
  ticket: Ticket,
): Promise<void> {
  if (!isRatable({ ...ticket, state: 'RESOLVED' })) return;
  const to = await addressOf(parts, tx, ticket);
  if (to === undefined) return;
  const { id, keyId, language } = ticket;
  const link = `${parts.config.origins.main}/${language}/support?rate=${ratingToken(parts, id)}`;
  await parts.mail.send(tx, {
    userId: keyId,
    to,
    kind: 'ticket_solved',
    language,
    values: { name: numberOf(ticket), link },
    ...(await threadOf(parts, tx, { ticket, mail: uuidv7(), isWritten: false })),
  });
}

/** Tells whoever wrote to us that we have their ticket. */
export async function mailReceived(
  parts: OutParts,
  tx: PoolClient,
  { ticket, to }: { readonly ticket: Ticket; readonly to: string },
): Promise<void> {
  await parts.mail.send(tx, {
    userId: ticket.keyId,
    to,
    kind: 'ticket_received',
    language: ticket.language,
    values: { name: numberOf(ticket), link: linkOf(parts, ticket) },
    ...(await threadOf(parts, tx, { ticket, mail: uuidv7(), isWritten: false })),
  });
}

/** Sends an answer to whom the ticket belongs to. Its mail has the id of the message, so that a reply finds it also where that stands elsewhere by then. */
export async function mailAnswer(
  parts: OutParts,
  tx: PoolClient,
  answer: { readonly ticket: Ticket; readonly to: string; readonly messageId: string; readonly said: string },
): Promise<void> {
  const { ticket, to, messageId, said } = answer;
  const state = parts.config.supportMail === null ? 'link' : 'mail';
  await parts.mail.send(tx, {
    userId: ticket.keyId,
    to,
    kind: 'ticket_answered',
    language: ticket.language,
    values: { name: numberOf(ticket), link: linkOf(parts, ticket), said, state },
    ...(await threadOf(parts, tx, { ticket, mail: messageId, isWritten: true })),
  });
}
