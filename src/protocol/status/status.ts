import { z } from 'zod';
import { ANNOUNCED } from '#domain/settings/announcements.ts';
import { MODES, PRODUCTS } from '#domain/settings/modes.ts';
import { OUTAGE_CAUSES, WATCHED_PARTS } from '#domain/status/watch.ts';
import { withdrawalTimesWire } from '../cashier/times.ts';
import { isoTime } from '../codecs.ts';
import { supportTimes } from '../support/support.ts';

const share = z.number().min(0).max(1).nullable();
const part = z.enum(WATCHED_PARTS);

const watched = z.strictObject({
  id: part,
  state: z.enum(['up', 'down', 'unknown']).describe('unknown: nobody has looked for a minute.'),
  downSince: isoTime.nullable(),
  uptime: z
    .strictObject({ day: share, month: share, quarter: share })
    .describe('Share of the last 24 hours, 30 and 90 days in which it worked, as far as it is watched.'),
  days: z
    .array(z.strictObject({ day: z.iso.date(), share }))
    .describe('The last 90 days of UTC, oldest first; null: not watched yet.'),
});

const outage = z.strictObject({
  from: isoTime,
  to: isoTime.nullable().describe('null: it lasts.'),
  cause: z.enum(OUTAGE_CAUSES).describe('away: nobody was there to look, so these parts were out.'),
  parts: z.array(part),
});

export const statusWire = z.strictObject({
  at: isoTime,
  since: isoTime.nullable().describe('From when on the parts are watched.'),
  parts: z.array(watched),
  paused: z
    .array(
      z.strictObject({
        product: z.enum(PRODUCTS),
        mode: z.enum(MODES).exclude(['open']),
        until: isoTime.nullable().describe('When it is planned to end; null: nobody has said.'),
      }),
    )
    .describe('Products that take nothing new for now, because somebody decided so.'),
  outages: z.array(outage).describe('Of the last 90 days, newest first; the 100 newest.'),
  placing: z
    .strictObject({
      days: z.int(),
      count: z.int(),
      p95Ms: z.int().nullable().describe('95 of 100 were done within this; null: there were none.'),
    })
    .describe('Predictions and orders of the last days, from the call to the end of our answer.'),
  withdrawals: withdrawalTimesWire,
  support: supportTimes,
});
export type StatusWire = z.infer<typeof statusWire>;
export type WatchedPartWire = z.infer<typeof watched>;
export type OutageWire = z.infer<typeof outage>;

export const announcementsWire = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['planned', 'now', 'paused']).describe('planned: it begins later. paused: nobody has announced it.'),
      about: z.enum(ANNOUNCED),
      pair: z.string().nullable().describe('null: all of them.'),
      from: isoTime.nullable(),
      until: isoTime.nullable().describe('null: nobody has said.'),
      title: z.string().describe('In the language of the call, as the text.'),
      text: z.string(),
    }),
  ),
});
export type AnnouncementsWire = z.infer<typeof announcementsWire>;
