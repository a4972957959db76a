import { z } from 'zod';
import { isoTime, pairText, queryInt, spreadsheet } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';
import { EVERYONE } from './callers.ts';

export const ticksQuery = z.strictObject({
  market: z.enum(['crypto', 'forex', 'comms', 'stocks']).describe('The market of the pair.'),
  pair: pairText,
  year: queryInt(2012, 2100).describe('Of the day, in UTC.'),
  month: queryInt(1, 12).describe('Of the day, in UTC, from 1.'),
  day: queryInt(1, 31).describe('Of the month, in UTC.'),
  hours: z.string().min(1).max(80).describe('Hours of the day in UTC, both ends in it: `13,14` or `13-15`.'),
  limit: queryInt(1, 1_000)
    .describe('The newest so many ticks; all unless said. Not of CSV: a file is whole.')
    .optional(),
  spreadsheet: spreadsheet.optional(),
  gz: z.enum(['1']).describe('Of CSV: the file as .gz.').optional(),
});

/** sealed: on the chain for good. open: this hour, not sealed yet. closed: the market was. empty: no tick was taken in. future: not yet. */
export const HOUR_STATES = ['sealed', 'open', 'closed', 'empty', 'future'] as const;

const tickWire = z.strictObject({
  seq: z.int(),
  time: isoTime,
  price: z.string(),
  sources: z.int(),
  /** Median deviation of the sources. */
  spread: z.string(),
  sourceTime: isoTime,
  flags: z.int(),
  /** Chain head after this tick. */
  head: z.string(),
});

export const ticksWire = z.strictObject({
  pair: z.string(),
  market: z.string(),
  feed: z.enum(['live', 'replay', 'simulated']),
  hours: z.array(
    z.strictObject({ hour: z.int(), state: z.enum(HOUR_STATES), count: z.int(), root: z.string().nullable() }),
  ),
  count: z.int(),
  high: z.string().nullable(),
  low: z.string().nullable(),
  /** Of the same ticks as CSV, written as `spreadsheet` says: its size and SHA-256. */
  bytes: z.int(),
  sha256: z.string(),
  items: z.array(tickWire),
});

export const TICKS = endpoints({
  history: {
    method: 'GET',
    path: '/ticks',
    summary:
      'Every tick of a pair in hours (UTC) of one of the last 29 days, as JSON or CSV; `x-checksum-sha256` is the SHA-256 of the file.',
    callers: EVERYONE,
    query: ticksQuery,
    answers: { 200: ticksWire },
    refusals: ['NotFound', 'TickRange', 'PriceFeedError'],
    rate: 30,
    csv: 'file',
  },
});

export type TicksWire = z.infer<typeof ticksWire>;
export type TicksQueryInput = z.input<typeof ticksQuery>;
