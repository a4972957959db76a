import type { Subject } from '#server/subject.ts';
import { forgetOldTickets, runSupportClock, SUPPORT_CLOCK_MS } from './clock.ts';
import type { Support, SupportParts } from './contract.ts';
import { ticketActs } from './desk/acts.ts';
import { ticketFacts, ticketsDesk, ticketSearch, ticketTimeline, type SupportDeskParts } from './desk/desk.ts';
import { SUPPORT_PERSONAL_DATA } from './personal-data.ts';
import { supportRoutes, type SupportRouteParts } from './routes.ts';
import { findTicket } from './store.ts';
import { createSupport } from './support.ts';

interface Made {
  readonly support: Support;
}

export const SUPPORT = {
  offers: ({ db }: Pick<SupportParts, 'db'>) => ({
    /** What a ticket is about, and who wrote it; null: nothing, or there is no such ticket. */
    ticketSubject: async (id: string) => {
      const ticket = await findTicket(db, id);
      if (ticket === null || ticket.aboutKind === null || ticket.aboutRef === null) return null;
      return { kind: ticket.aboutKind, ref: ticket.aboutRef, userId: ticket.userId };
    },
  }),
  create: (parts: SupportParts): Made => ({ support: createSupport(parts) }),
  routes: (parts: SupportRouteParts) => ({ support: supportRoutes(parts) }),
  upkeep: (parts: SupportParts) => [
    { name: 'tickets of support', everyMs: SUPPORT_CLOCK_MS, work: () => runSupportClock(parts) },
    { name: 'old tickets of support', work: () => forgetOldTickets(parts) },
  ],
  office: (parts: SupportDeskParts) => ({
    desks: [ticketsDesk(parts)],
    parts: [ticketFacts(parts)],
    timelines: [ticketTimeline(parts)],
    searches: [ticketSearch(parts)],
    acts: ticketActs(parts),
  }),
  personalData: SUPPORT_PERSONAL_DATA,
} satisfies Subject;
