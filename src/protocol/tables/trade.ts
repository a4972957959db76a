import { z } from 'zod';
import { page, pageSize, pairText, pathId, refuseEmptySpan, searchText, spanOf, spreadsheet } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import { STATISTICS_DAYS, statisticsWire } from '../statistics.ts';
import { barsWire, pairsWire, placeBody, predictionWire } from '../trading.ts';
import { EVERYONE, TRADERS } from './callers.ts';

export const RESOLUTIONS = ['1s', '5s', '15s', '1m', '5m', '15m', '1h', '4h', '1d'] as const;

export const barsQuery = z
  .strictObject({
    pair: pairText,
    resolution: z.enum(RESOLUTIONS).describe('Length of a bar; bars begin at whole lengths of UTC.'),
    ...spanOf('Bars that begin'),
  })
  .check(refuseEmptySpan);

export const predictionsQuery = z
  .strictObject({
    cursor: cursorOf('predictions').optional(),
    limit: pageSize(200, 50).optional(),
    ...spanOf('Admitted'),
    search: searchText()
      .describe(
        'Beginning or end of an id, or a part of a pair. A page may be empty and lead on: each looks at 20,000 rows at most.',
      )
      .optional(),
    status: z.enum(['open', 'settled']).describe('open: ADMITTED, OPEN, EXPIRED; settled: the rest.').optional(),
    spreadsheet: spreadsheet.optional(),
  })
  .check(refuseEmptySpan);

const statisticsQuery = z.strictObject({
  days: z.enum(STATISTICS_DAYS).describe('How far back, by when each ended.'),
});

export const TRADE = endpoints({
  pairs: {
    method: 'GET',
    path: '/trade/pairs',
    scope: 'read',
    byToken: true,
    summary: 'Pairs by group, with price, payouts, hours, limits and feed.',
    callers: EVERYONE,
    answers: { 200: pairsWire },
    refusals: ['PriceFeedError'],
    rate: 600,
  },
  bars: {
    method: 'GET',
    path: '/trade/bars',
    scope: 'read',
    byToken: true,
    summary:
      'At most 2,000 bars of a pair, each whole and told by its begin (ms): the first that begin in [`from`, `to`), or the newest where `from` is missing. To go on, ask `from` the last `time` + 1.',
    callers: EVERYONE,
    query: barsQuery,
    answers: { 200: barsWire },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  place: {
    method: 'POST',
    path: '/trade/predictions',
    scope: 'predict',
    summary: 'Places a prediction in the realm of the token.',
    callers: TRADERS,
    body: placeBody,
    answers: { 201: predictionWire },
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
      'PayoutChanged',
      'ExposureLimit',
      'NoBalance',
    ],
    idempotency: 'optional',
    rate: 1_200,
  },
  predictions: {
    method: 'GET',
    path: '/trade/predictions',
    scope: 'read',
    summary: 'Own predictions, newest first. Open: ADMITTED, OPEN, EXPIRED; settled: the rest.',
    callers: TRADERS,
    query: predictionsQuery,
    answers: { 200: page(predictionWire) },
    rate: 600,
    csv: 'list',
  },
  prediction: {
    method: 'GET',
    path: '/trade/predictions/:id',
    scope: 'read',
    summary: 'One own prediction.',
    callers: TRADERS,
    params: pathId('a prediction'),
    answers: { 200: predictionWire },
    refusals: ['NotFound'],
    owner: 'id',
    rate: 1_200,
  },
  statistics: {
    method: 'GET',
    path: '/trade/statistics',
    scope: 'read',
    summary:
      'What became of own predictions and rounds that ended in the last days, in the realm of the token: in all, by pair, by duration and by day UTC.',
    callers: TRADERS,
    query: statisticsQuery,
    answers: { 200: statisticsWire },
    rate: 60,
  },
});

export type BarsQueryInput = z.input<typeof barsQuery>;
export type PredictionsQueryInput = z.input<typeof predictionsQuery>;
