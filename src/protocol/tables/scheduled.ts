import { z } from 'zod';
import { page, pageSize, pathId, refuseEmptySpan, searchText, spanOf, spreadsheet } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import { scheduleBody, scheduledWire } from '../scheduled.ts';
import { TRADERS } from './callers.ts';

const scheduledQuery = z
  .strictObject({
    cursor: cursorOf('scheduled').optional(),
    limit: pageSize(200, 50).optional(),
    ...spanOf('Placed'),
    search: searchText('the entry or of what it became').optional(),
    status: z.enum(['waiting', 'ended']).describe('waiting: WAITING; ended: the rest.').optional(),
    spreadsheet: spreadsheet.optional(),
  })
  .check(refuseEmptySpan);

/** Quick predictions that are opened when a price or a time is reached. */
export const SCHEDULED = endpoints({
  place: {
    method: 'POST',
    path: '/trade/scheduled',
    scope: 'predict',
    summary:
      'Opens a prediction when a price or a time is reached, at most 24 h ahead; its stake is locked until then. All rules are asked again at that moment.',
    callers: TRADERS,
    body: scheduleBody,
    answers: { 201: scheduledWire },
    refusals: [
      'NotFound',
      'IdempotencyConflict',
      'RequestExpired',
      'SelfExcluded',
      'LimitReached',
      'VerificationError',
      'MarketClosed',
      'DurationUnavailable',
      'StakeLimit',
      'PriceFeedError',
      'PlacingPaused',
      'UnavailableBet',
      'OrderRejected',
      'PayoutChanged',
      'NoBalance',
    ],
    idempotency: 'optional',
    rate: 1_200,
  },
  list: {
    method: 'GET',
    path: '/trade/scheduled',
    scope: 'read',
    summary: 'Own scheduled entries, newest first.',
    callers: TRADERS,
    query: scheduledQuery,
    answers: { 200: page(scheduledWire) },
    rate: 600,
    csv: 'list',
  },
  cancel: {
    method: 'DELETE',
    path: '/trade/scheduled/:id',
    scope: 'predict',
    summary: 'Cancels an own entry that waits; one that has ended is answered as it is.',
    callers: TRADERS,
    params: pathId('an entry'),
    answers: { 200: scheduledWire },
    refusals: ['NotFound', 'IdempotencyConflict', 'PriceFeedError'],
    owner: 'id',
    idempotency: 'optional',
    rate: 1_200,
  },
});
