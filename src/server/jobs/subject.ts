import type { BaseParts, Subject } from '#server/subject.ts';
import { announceFacts } from './announce-facts.ts';
import { watchAudit } from './audit-watch.ts';
import { heldOrdersFollowers } from './held-orders.ts';
import { watchLedger } from './ledger-watch.ts';
import { payBonuses } from './maker-bonus.ts';

type HeldParts = Parameters<typeof heldOrdersFollowers>[0];

/** Work that is of no subject alone. */
export const JOBS = {
  create: (parts: Pick<BaseParts, 'facts' | 'bus'>) => {
    announceFacts(parts);
    return {};
  },
  followers: (parts: HeldParts) => heldOrdersFollowers(parts),
  jobs: ({ db, clock, log, facts }: BaseParts) => [
    { name: 'ledger watch', start: () => watchLedger({ db, log }) },
    { name: 'audit watch', start: () => watchAudit({ db, log }) },
    { name: 'maker bonus', start: () => payBonuses({ db, clock, log }) },
    { name: 'facts', start: () => facts },
    { name: 'facts', work: () => facts.purge() },
  ],
} satisfies Subject;
