import type { BaseParts, Subject } from '#server/subject.ts';
import { announceFacts } from './announce-facts.ts';
import { watchAudit } from './audit-watch.ts';
import { heldOrdersFollowers } from './held-orders.ts';
import { watchLedger } from './ledger-watch.ts';
import { payBonuses } from './maker-bonus.ts';
import { systemSeat, type SystemSeatParts } from './office-seat.ts';
import { running } from './upkeep.ts';

type HeldParts = Parameters<typeof heldOrdersFollowers>[0];

/** Work that is of no subject alone. */
export const UPKEEP = {
  create: (parts: Pick<BaseParts, 'facts' | 'bus'>) => {
    announceFacts(parts);
    return {};
  },
  followers: (parts: HeldParts) => heldOrdersFollowers(parts),
  office: (parts: SystemSeatParts) => systemSeat(parts),
  upkeep: ({ db, clock, log, facts, jobs }: BaseParts) => [
    { name: 'ledger watch', start: () => watchLedger({ db, log }) },
    { name: 'audit watch', start: () => watchAudit({ db, log }) },
    { name: 'maker bonus', start: () => payBonuses({ db, clock, log }) },
    { name: 'facts', start: () => facts },
    running('jobs', jobs),
    { name: 'facts', work: () => facts.purge() },
    { name: 'jobs', work: () => jobs.purge() },
  ],
} satisfies Subject;
