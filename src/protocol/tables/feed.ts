import { z } from 'zod';
import { instant, page, pairText, queryInt, refuseEmptySpan } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import { incidentWire } from '../feed.ts';
import { EVERYONE } from './callers.ts';

export const incidentsQuery = z
  .strictObject({
    pair: pairText.optional(),
    from: instant.describe('Not over before this moment. Unix ms, or ISO 8601 with a zone.').optional(),
    to: instant
      .describe('Begun before this moment, which is after `from`. Unix ms, or ISO 8601 with a zone.')
      .optional(),
    cursor: cursorOf('incidents').optional(),
    limit: queryInt(1, 100).describe('Most rows of the page; 20 unless said.').optional(),
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
    refusals: ['NotFound'],
    rate: 120,
  },
});
