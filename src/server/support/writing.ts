import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { MESSAGES_A_DAY, TICKETS_A_DAY, ticketAfter } from '#domain/support/ticket.ts';
import { DAY_MS } from '#domain/time.ts';
import { emailBlind } from '#server/vault/index.ts';
import type { Beginner, Given, Sender, SupportParts } from './contract.ts';
import { keepMessage } from './messages.ts';
import {
  changeTicket,
  countBegun,
  countWritten,
  insertTicket,
  lockBeginner,
  lockTicket,
  type Ticket,
} from './store.ts';

/** What somebody wrote, and where it stands now. */
export interface Written {
  readonly ticket: Ticket;
  readonly message: string;
}

/** A new ticket with its first message. `sender.email` as `readEmail` gives it. */
export async function openTicket(
  parts: SupportParts,
  tx: PoolClient,
  given: { readonly sender: Sender; readonly by: Beginner; readonly text: string; readonly about?: Given['about'] },
): Promise<Outcome<Written>> {
  const { vault, clock } = parts;
  const { sender, by, text, about } = given;
  const { userId, language } = by;
  const now = clock.now();
  const blind = userId === null ? emailBlind(parts, sender.email) : null;
  await lockBeginner(tx, userId ?? sender.email);
  const begun = await countBegun(tx, { userId, emailBlind: blind, since: now - DAY_MS });
  if (begun >= TICKETS_A_DAY) return refused({ code: 'TicketLimit' });
  const id = uuidv7();
  const keyId = userId ?? id;
  const ticket = await insertTicket(tx, {
    id,
    userId,
    keyId,
    sender: await vault.seal(tx, keyId, JSON.stringify(sender)),
    emailBlind: blind,
    language,
    aboutKind: about?.kind ?? null,
    aboutRef: about?.ref ?? null,
    now,
  });
  return ok({ ticket, message: await keepMessage(parts, tx, { ticket, author: null, text }) });
}

/** A message of the person. It opens a ticket that waited for them, or was solved, unless a program wrote it. */
export async function writeTo(
  parts: SupportParts,
  tx: PoolClient,
  { id, text, isAutomatic = false }: { readonly id: string; readonly text: string; readonly isAutomatic?: boolean },
): Promise<Outcome<Written>> {
  const now = parts.clock.now();
  const ticket = await lockTicket(tx, id);
  const state = ticket === null ? null : ticketAfter(ticket.state, 'write');
  if (ticket === null || state === null) return refused({ code: 'TicketClosed' });
  if ((await countWritten(tx, id, now - DAY_MS)) >= MESSAGES_A_DAY) return refused({ code: 'TicketLimit' });
  const message = await keepMessage(parts, tx, { ticket, author: null, text });
  if (!isAutomatic) await changeTicket(tx, ticket, { state, waitsSince: ticket.waitsSince ?? now, now });
  return ok({ ticket, message });
}
