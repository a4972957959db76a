import { z } from 'zod';
import { RULING_KINDS } from '#domain/events/rulings.ts';
import { CATEGORIES } from '#domain/events/terms.ts';
import { page, pageSize, pathId, ROW_ID } from '../codecs.ts';
import { cursorOf } from '../cursors.ts';
import { endpoints } from '../endpoint.ts';
import {
  challengeBody,
  draftBody,
  draftedWire,
  eventCard,
  eventWire,
  movedWire,
  rulingWire,
  watchBody,
  watchListWire,
} from '../events/events.ts';
import { EVERYONE, PEOPLE } from './callers.ts';
import { staff } from './office.ts';

const ID = ROW_ID.source.slice(1, -1);
/** Ids with commas between them. */
const BOOKS = new RegExp(`^${ID}(,${ID}){0,49}$`);

export const eventsQuery = z.strictObject({
  category: z.enum(CATEGORIES).describe('Events of this category alone.').optional(),
  tag: z.string().min(1).max(40).describe('Events with this tag alone.').optional(),
  markets: z
    .string()
    .regex(BOOKS)
    .describe(
      'Events of these markets alone: ids of books, as orders and positions name them, at most 50, with commas.',
    )
    .optional(),
  search: z
    .string()
    .min(1)
    .max(100)
    .describe(
      'Words of a title, a tag or a category, or such as mean the same; slips of the finger are forgiven where nothing else is found.',
    )
    .optional(),
  watched: z
    .literal('yes')
    .describe('Those alone that whoever asks watches: of a visitor, and of who practises, none.')
    .optional(),
  status: z.enum(['open', 'ended']).describe('open: takes orders, or will again; ended: the rest.').optional(),
  sort: z
    .enum(['newest', 'closing', 'volume'])
    .describe(
      'newest unless said; closing: the next cut-off first; volume: what takes orders first, of that most shares traded in the realm.',
    )
    .optional(),
  cursor: cursorOf('events').optional(),
  limit: pageSize(200, 50).optional(),
});

export const rulingsQuery = z.strictObject({
  search: z
    .string()
    .min(1)
    .max(100)
    .describe('Words of a ruling, of the rules that it was said of, or of the title of the market, in English.')
    .optional(),
  kind: z.enum(RULING_KINDS).describe('Rulings of this kind alone.').optional(),
  cursor: cursorOf('rulings').optional(),
  limit: pageSize(200, 50).optional(),
});

const slugParams = z.strictObject({ slug: z.string().min(1).max(80).describe('One that the event has or had.') });

export const EVENTS = endpoints({
  list: {
    method: 'GET',
    path: '/events',
    scope: 'read',
    byToken: true,
    summary: 'Events that people trade on, with their markets. Orders, books and fills are those of any market.',
    callers: EVERYONE,
    query: eventsQuery,
    answers: { 200: page(eventCard) },
    rate: 300,
  },
  one: {
    method: 'GET',
    path: '/events/:slug',
    scope: 'read',
    byToken: true,
    summary: 'One event: its markets with rules, how each came to its state, and what its result was seen by.',
    callers: EVERYONE,
    params: slugParams,
    answers: { 200: eventWire },
    refusals: ['NotFound'],
    rate: 300,
  },
  rulings: {
    method: 'GET',
    path: '/rulings',
    scope: 'read',
    byToken: true,
    summary: 'What colleagues said of the rules and the results of events, newest first.',
    callers: EVERYONE,
    query: rulingsQuery,
    answers: { 200: page(rulingWire) },
    rate: 120,
  },
  challenge: {
    method: 'POST',
    path: '/events/markets/:id/challenge',
    summary: 'Says why a proposed result is wrong. A panel of three decides then.',
    callers: ['USER'],
    params: pathId('the market of the event'),
    body: challengeBody,
    answers: { 200: movedWire },
    refusals: ['NotFound', 'MarketClosed'],
    rate: 6,
  },
  watched: {
    method: 'GET',
    path: '/watch-list',
    summary: 'Ids of the events that the person watches, the last one first. `/events?watched=yes` has the events.',
    callers: PEOPLE,
    answers: { 200: watchListWire },
    rate: 120,
  },
  watch: {
    method: 'PUT',
    path: '/watch-list/:id',
    summary: 'Puts an event on the watch list, or takes it off. Twice is the same as once.',
    callers: PEOPLE,
    params: pathId('the event'),
    body: watchBody,
    answers: { 200: watchBody },
    refusals: ['NotFound'],
    rate: 60,
  },
  draft: {
    method: 'POST',
    path: '/office/events',
    summary: 'A draft of an event, with one market or one for each of its outcomes. Its desk takes it on.',
    ...staff('events.write'),
    body: draftBody,
    answers: { 201: draftedWire },
    refusals: ['ActRefused'],
    rate: 60,
  },
});
