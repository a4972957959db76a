import { HOUR_MS } from '#domain/time.ts';
import type { Subject } from '#server/subject.ts';
import type { UpkeepDefinition } from '#server/upkeep/upkeep.ts';
import { alarmLateComplaints, forgetOldTickets, runSupportClock, SUPPORT_CLOCK_MS } from './clock.ts';
import type { Support, SupportParts } from './contract.ts';
import { ticketActs } from './desk/acts.ts';
import { complaintChart } from './desk/complaints.ts';
import { ratingChart } from './desk/ratings.ts';
import { ticketFacts, ticketFilesPart, ticketsDesk, ticketSearch, ticketTimeline } from './desk/desk.ts';
import type { SupportDeskParts } from './desk/parts.ts';
import { ticketFileByLink } from './files.ts';
import { openMailDoor, type DoorParts } from './mailbox/door.ts';
import { SUPPORT_PERSONAL_DATA } from './personal-data.ts';
import { supportRoutes, type SupportRouteParts } from './routes.ts';
import { findTicket } from './store.ts';
import { createSupport } from './support.ts';

interface Made {
  readonly support: Support;
  /** A file of a ticket by its address, which holds for some minutes; null where there is none to see. */
  readonly ticketFile: (token: string) => Promise<{ readonly bytes: Buffer; readonly media: string } | null>;
}

/** Mails to support come in where an address for them is set. */
function mailDoorOf(parts: DoorParts): readonly UpkeepDefinition[] {
  const place = parts.config.supportMail;
  return place === null ? [] : [{ name: 'mails to support', start: () => openMailDoor(parts, place) }];
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
  create: (parts: SupportParts): Made => ({
    support: createSupport(parts),
    ticketFile: (token) => ticketFileByLink(parts, token),
  }),
  routes: (parts: SupportRouteParts) => ({ support: supportRoutes(parts) }),
  upkeep: (parts: DoorParts) => [
    ...mailDoorOf(parts),
    { name: 'tickets of support', everyMs: SUPPORT_CLOCK_MS, work: () => runSupportClock(parts) },
    { name: 'late complaints', everyMs: HOUR_MS, work: () => alarmLateComplaints(parts) },
    { name: 'old tickets of support', work: () => forgetOldTickets(parts) },
  ],
  office: (parts: SupportDeskParts) => ({
    desks: [ticketsDesk(parts)],
    parts: [ticketFacts(parts), ticketFilesPart(parts)],
    timelines: [ticketTimeline(parts)],
    searches: [ticketSearch(parts)],
    charts: [complaintChart(parts), ratingChart(parts)],
    acts: ticketActs(parts),
  }),
  personalData: SUPPORT_PERSONAL_DATA,
} satisfies Subject;
