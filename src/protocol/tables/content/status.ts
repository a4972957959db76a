import { endpoints } from '../../endpoint.ts';
import { announcementsWire, statusWire } from '../../status/status.ts';
import { EVERYONE } from '../callers.ts';

/** How the product is doing: what the status page shows. */
export const STATUS = endpoints({
  read: {
    method: 'GET',
    path: '/status',
    summary:
      'Which parts of the product work, what was out in the last 90 days, and how quick placing, withdrawals and support are. The same for everybody.',
    callers: EVERYONE,
    answers: { 200: statusWire },
    rate: 120,
  },
  announcements: {
    method: 'GET',
    path: '/status/announcements',
    summary: 'Work on the product that is planned or under way, and what is paused, in the language of the call.',
    callers: EVERYONE,
    answers: { 200: announcementsWire },
    rate: 120,
  },
});
