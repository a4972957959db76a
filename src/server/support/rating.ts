import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { isRatable, type Rating } from '#domain/support/ticket.ts';
import type { TicketRatingWire, TicketWire } from '#protocol/support/support.ts';
import { transaction } from '#server/db/index.ts';
import type { Support, SupportParts } from './contract.ts';
import { readRatingToken } from './link.ts';
import { findLiving, lockTicket, setRating, type Ticket } from './store.ts';
import { numberOf, wireOf } from './wire.ts';

/** What is said of a ticket by the link of the mail that asks. */
export function ratingsByMail(parts: SupportParts): Pick<Support, 'ratingByMail' | 'rateByMail'> {
  const { db } = parts;
  return {
    ratingByMail: async (token) => {
      const id = readRatingToken(parts, token);
      const ticket = id === null ? null : await findLiving(db, id);
      return ticket === null ? null : ratingOf(ticket);
    },
    rateByMail: async (token, rating) => {
      const id = readRatingToken(parts, token);
      const ticket = id === null ? null : await findLiving(db, id);
      if (ticket === null) return refused({ code: 'IncorrectToken' });
      const rated = await rate(parts, { id: ticket.id, rating });
      return rated.ok ? ok({ number: numberOf(ticket), rating, isRatable: true }) : rated;
    },
  };
}

function ratingOf(ticket: Ticket): TicketRatingWire {
  return { number: numberOf(ticket), rating: ticket.rating, isRatable: isRatable(ticket) };
}

/** What its person says of a ticket that has ended; the last word counts. Refusals: NotFound, also of one that has not ended. */
export function rate(
  parts: SupportParts,
  { id, rating }: { readonly id: string; readonly rating: Rating },
): Promise<Outcome<TicketWire>> {
  return transaction(parts.db, async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (ticket === null || !isRatable(ticket)) return refused({ code: 'NotFound' });
    await setRating(tx, { id, rating, now: parts.clock.now() });
    return ok(await wireOf(parts, tx, { ...ticket, rating }));
  });
}
