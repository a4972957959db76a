import { z } from 'zod';
import {
  page,
  pageSize,
  pairText,
  pathId,
  queryInt,
  refuseEmptySpan,
  rowId,
  searchText,
  spanOf,
  spreadsheet,
} from '../codecs.ts';
import { cursorOf, type CursorList } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import {
  bookWire,
  cancelledWire,
  chancesWire,
  fillWire,
  heartbeatBody,
  heartbeatWire,
  leavingWire,
  marketHistoryWire,
  marketWire,
  orderBody,
  orderWire,
  placedOrderWire,
  positionWire,
  publicFillWire,
  ROUND_WINDOWS,
  roundsWire,
} from '../exchange.ts';
import { setsBody, setsMovedWire } from '../events/sets.ts';
import { EVERYONE, TRADERS } from './callers.ts';

export const roundsQuery = z.strictObject({
  pair: pairText,
});

export const chancesQuery = z.strictObject({ window: z.enum(ROUND_WINDOWS).describe('Length of the rounds.') });

const ofMarket = rowId.describe('Those of one market: its id.');

/** Own rows of the exchange, newest first; `what` happened at the time that `from` and `to` bound. */
function ownQuery(list: CursorList, what: string) {
  return {
    cursor: cursorOf(list).optional(),
    limit: pageSize(200, 50).optional(),
    marketId: ofMarket.optional(),
    kind: z.enum(['round', 'event']).describe('Those of rounds alone, or of events.').optional(),
    search: searchText().optional(),
    ...spanOf(what),
    spreadsheet: spreadsheet.optional(),
  };
}

export const ordersQuery = z
  .strictObject({
    ...ownQuery('orders', 'Placed'),
    status: z.enum(['open', 'done']).describe('open: OPEN, PARTLY_FILLED; done: the rest.').optional(),
  })
  .check(refuseEmptySpan);

export const fillsQuery = z.strictObject(ownQuery('fills', 'Filled')).check(refuseEmptySpan);

export const ownSetsQuery = z.strictObject(ownQuery('sets', 'Made')).check(refuseEmptySpan);

export const positionsQuery = z
  .strictObject({
    ...ownQuery('positions', 'Of markets that end'),
    status: z.enum(['open', 'settled']).describe('open: held now; settled: of markets that have ended.').optional(),
  })
  .check(refuseEmptySpan);

export const bookQuery = z.strictObject({
  depth: queryInt(1, 200).describe('Most levels of a side; 50 unless said.').optional(),
});

export const publicFillsQuery = z.strictObject({
  cursor: cursorOf('marketFills').optional(),
  limit: queryInt(1, 200).describe('Most rows of the page; 50 unless said.').optional(),
});

export const marketHistoryQuery = z
  .strictObject({
    ...spanOf('Fills'),
    step: queryInt(1, 86_400).describe('Seconds of a step; 10 unless said.').optional(),
  })
  .check(refuseEmptySpan);

const cancelQuery = z.strictObject({ marketId: ofMarket.optional() });

export const EXCHANGE = endpoints({
  rounds: {
    method: 'GET',
    path: '/trade/rounds',
    scope: 'read',
    byToken: true,
    summary: 'Open and next rounds of a pair in the realm of the token (no token: real), each with its market.',
    callers: EVERYONE,
    query: roundsQuery,
    answers: { 200: roundsWire },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  chances: {
    method: 'GET',
    path: '/trade/chances',
    scope: 'read',
    byToken: true,
    summary:
      'Chance of Up in the round under way of each pair, by the middle of its book. Worked out every two seconds.',
    callers: EVERYONE,
    query: chancesQuery,
    answers: { 200: chancesWire },
    refusals: ['PriceFeedError'],
    rate: 120,
  },
  market: {
    method: 'GET',
    path: '/markets/:id',
    scope: 'read',
    byToken: true,
    summary: 'One market: outcomes, status, times, price steps, fee, best prices.',
    callers: EVERYONE,
    params: pathId('a market'),
    answers: { 200: marketWire },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  book: {
    method: 'GET',
    path: '/markets/:id/book',
    scope: 'read',
    byToken: true,
    summary: 'Levels of the first outcome with a sequence number, best price first.',
    callers: EVERYONE,
    params: pathId('a market'),
    query: bookQuery,
    answers: { 200: bookWire },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  publicFills: {
    method: 'GET',
    path: '/markets/:id/fills',
    scope: 'read',
    byToken: true,
    summary: 'Fills of a market, newest first, without names.',
    callers: EVERYONE,
    params: pathId('a market'),
    query: publicFillsQuery,
    answers: { 200: page(publicFillWire) },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  history: {
    method: 'GET',
    path: '/markets/:id/history',
    scope: 'read',
    byToken: true,
    summary: 'Price of the first outcome over time, at most 1,000 steps; the newest when `from` is missing.',
    callers: EVERYONE,
    params: pathId('a market'),
    query: marketHistoryQuery,
    answers: { 200: marketHistoryWire },
    refusals: ['NotFound', 'PriceFeedError'],
    rate: 600,
  },
  placeOrder: {
    method: 'POST',
    path: '/orders',
    scope: 'trade',
    summary: 'Places an order in the realm of the token; answers it with the fills it met at once.',
    callers: TRADERS,
    body: orderBody,
    answers: { 201: placedOrderWire },
    refusals: [
      'NotFound',
      'IdempotencyConflict',
      'RequestExpired',
      'SelfExcluded',
      'LimitReached',
      'VerificationError',
      'MarketClosed',
      'StakeLimit',
      'PriceFeedError',
      'PlacingPaused',
      'UnavailableBet',
      'OrderRejected',
      'EventRestricted',
      'ExposureLimit',
      'NoBalance',
    ],
    idempotency: 'required',
    rate: 1_200,
  },
  leaving: {
    method: 'GET',
    path: '/markets/:id/leave',
    scope: 'read',
    summary: 'With what, for which price and until when one may leave a market since its rules were clarified.',
    callers: TRADERS,
    params: pathId('a market'),
    answers: { 200: leavingWire },
    refusals: ['NotFound'],
    rate: 600,
  },
  leave: {
    method: 'POST',
    path: '/markets/:id/leave',
    scope: 'trade',
    summary:
      'Leaves a market whose rules were clarified: sells all that was held before to the house, at the price that was fair then and without a fee. Answers the sale, smaller where the house may take no more.',
    callers: TRADERS,
    params: pathId('a market'),
    answers: { 201: placedOrderWire },
    refusals: [
      'NotFound',
      'IdempotencyConflict',
      'MarketClosed',
      'PriceFeedError',
      'PlacingPaused',
      'UnavailableBet',
      'OrderRejected',
      'EventRestricted',
    ],
    idempotency: 'required',
    rate: 60,
  },
  sets: {
    method: 'POST',
    path: '/markets/:id/sets',
    scope: 'trade',
    summary:
      'Buys or sells full sets of an event of which exactly one outcome comes true, or turns NO of this outcome into YES of all others, or back. Past the books, without a fee.',
    callers: TRADERS,
    params: pathId('a market'),
    body: setsBody,
    answers: { 201: setsMovedWire },
    refusals: [
      'NotFound',
      'IdempotencyConflict',
      'RequestExpired',
      'SelfExcluded',
      'LimitReached',
      'VerificationError',
      'MarketClosed',
      'StakeLimit',
      'PriceFeedError',
      'PlacingPaused',
      'UnavailableBet',
      'OrderRejected',
      'EventRestricted',
      'NoBalance',
    ],
    idempotency: 'required',
    rate: 600,
  },
  cancelOrder: {
    method: 'DELETE',
    path: '/orders/:id',
    scope: 'trade',
    summary: 'Cancels what rests of an own order; one that has ended is answered as it is.',
    callers: TRADERS,
    params: pathId('an order'),
    answers: { 200: orderWire },
    refusals: ['NotFound', 'IdempotencyConflict', 'PriceFeedError'],
    owner: 'id',
    idempotency: 'optional',
    rate: 1_200,
  },
  cancelOrders: {
    method: 'DELETE',
    path: '/orders',
    scope: 'trade',
    summary: 'Cancels all own orders that rest, or those of one market; answers those it cancelled.',
    callers: TRADERS,
    query: cancelQuery,
    answers: { 200: cancelledWire },
    refusals: ['IdempotencyConflict', 'PriceFeedError'],
    idempotency: 'optional',
    rate: 600,
  },
  heartbeat: {
    method: 'POST',
    path: '/orders/heartbeat',
    scope: 'trade',
    summary:
      'Orders that rest end with their program: those that this session or API key placed end as `heartbeat` when no other beat comes within `seconds` (5 to 300). 0 ends it.',
    callers: TRADERS,
    body: heartbeatBody,
    answers: { 200: heartbeatWire },
    rate: 600,
  },
  orders: {
    method: 'GET',
    path: '/orders',
    scope: 'read',
    summary: 'Own orders, newest first.',
    callers: TRADERS,
    query: ordersQuery,
    answers: { 200: page(orderWire) },
    rate: 600,
    csv: 'list',
  },
  positions: {
    method: 'GET',
    path: '/positions',
    scope: 'read',
    summary: 'Own positions, newest market first.',
    callers: TRADERS,
    query: positionsQuery,
    answers: { 200: page(positionWire) },
    rate: 600,
    csv: 'list',
  },
  fills: {
    method: 'GET',
    path: '/fills',
    scope: 'read',
    summary: 'Own fills, newest first.',
    callers: TRADERS,
    query: fillsQuery,
    answers: { 200: page(fillWire) },
    rate: 600,
    csv: 'list',
  },
  ownSets: {
    method: 'GET',
    path: '/sets',
    scope: 'read',
    summary: 'Own moves of full sets, newest first: made, given back or turned, past the books.',
    callers: TRADERS,
    query: ownSetsQuery,
    answers: { 200: page(setsMovedWire) },
    rate: 600,
    csv: 'list',
  },
});

export type OrdersQueryInput = z.input<typeof ordersQuery>;
export type FillsQueryInput = z.input<typeof fillsQuery>;
export type PositionsQueryInput = z.input<typeof positionsQuery>;
