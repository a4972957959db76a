/** What acts on tickets have in common. */
import type { PoolClient } from 'pg';
import { ticketAfter, type TicketEvent } from '#domain/support/ticket.ts';
import { actorOf } from '#server/audit/index.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { record } from '#server/facts/index.ts';
import { addressOf, mailAnswer } from '../mail-out.ts';
import { changeTicket, findTicket, type Change, type Ticket } from '../store.ts';
import { OWN } from '../support.ts';
import type { SupportDeskParts } from './parts.ts';

export const NOT_NOW = 'Its state does not allow this now.';

/** Why a ticket takes none of these events now, in a sentence; nobody answers their own. */
export function refusesNow({ db }: SupportDeskParts, ...events: readonly TicketEvent[]): ActSeat['refuses'] {
  return async ({ id, by }) => {
    const ticket = await findTicket(db, id);
    if (ticket === null || events.every((event) => ticketAfter(ticket.state, event) === null)) return NOT_NOW;
    return ticket.userId === by.userId ? OWN : null;
  };
}

/** Makes an event of a ticket, and writes it down. */
export async function move(
  { audit, clock }: SupportDeskParts,
  tx: PoolClient,
  done: Pick<ActDoing, 'by' | 'reason'> & { readonly ticket: Ticket; readonly action: string; readonly to: Change },
): Promise<void> {
  const { ticket, by, reason, action, to } = done;
  await changeTicket(tx, ticket, { ...to, now: clock.now() });
  await audit.write(tx, {
    ...actorOf(by),
    action,
    objectType: 'ticket',
    objectId: ticket.id,
    subjectId: ticket.userId ?? undefined,
    reason,
    after: { state: to.state ?? ticket.state },
  });
}

/** Tells of an answer: a person in the product and by mail, a visitor by mail. */
export async function tell(
  parts: SupportDeskParts,
  tx: PoolClient,
  { ticket, messageId, said }: { readonly ticket: Ticket; readonly messageId: string; readonly said: string },
): Promise<void> {
  const { id: ticketId, userId } = ticket;
  if (userId !== null) await record(tx, [{ kind: 'ticket.answered', userId, ticketId, messageId }]);
  const to = await addressOf(parts, tx, ticket);
  if (to !== undefined) await mailAnswer(parts, tx, { ticket, to, messageId, said });
}
