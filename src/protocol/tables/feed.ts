import { z } from 'zod';
import { instant, page, queryInt, refuseEmptySpan } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import { incidentWire } from '../feed.ts';
import { EVERYONE } from './callers.ts';

export const incidentsQuery = z
  .strictObject({
    pair: z.string().min(1).max(20).optional(),
    /** Not over at this time. */
    from: instant.optional(),
    /** Begun before. */
    to: instant.optional(),
    cursor: cursorOf('incidents').optional(),
    limit: queryInt(1, 100).optional(),
  })
  .check(refuseEmptySpan);

export const FEED = endpoints({
  incidents: {
    method: 'GET',
    path: '/trade/feed/incidents',
    scope: 'read',
    summary:
      'When prices of a pair were away and why, what was void for it and what came back; newest first. The same for everybody.',
    callers: EVERYONE,
    query: incidentsQuery,
    answers: { 200: page(incidentWire) },
    refusals: ['InvalidRequest', 'NotSignedIn', 'PermissionsError', 'NotFound', 'RateLimit'],
    rate: 120,
  },
});
