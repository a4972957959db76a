import { z } from 'zod';
import { ALERT_BOUNDS, ALERT_KINDS } from '#domain/events/alerts.ts';
import { CATEGORIES } from '#domain/events/terms.ts';
import { isoTime, ROW_ID } from '../codecs.ts';
import { lineText } from '../texts.ts';

const market = z.string().regex(ROW_ID).describe('`id` of a market of an event.');
const valueOf = (kind: keyof typeof ALERT_BOUNDS) => z.int().min(ALERT_BOUNDS[kind].least).max(ALERT_BOUNDS[kind].most);
const price = valueOf('above').describe('Price of Yes in tenths of a cent: 600 is 60 cents.');

export const alertBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('above'), market, value: price }),
  z.strictObject({ kind: z.literal('below'), market, value: price }),
  z.strictObject({ kind: z.literal('closes'), market, value: valueOf('closes').describe('Minutes before it closes.') }),
  z.strictObject({ kind: z.literal('volume'), market, value: valueOf('volume').describe('Shares traded.') }),
  z.strictObject({ kind: z.literal('clarified'), market }),
  z.strictObject({
    kind: z.literal('new'),
    category: z.enum(CATEGORIES).describe('Of this category; or give `tag`.').optional(),
    tag: lineText.min(1).max(40).describe('With this tag; or give `category`.').optional(),
  }),
]);
export type AlertBody = z.infer<typeof alertBody>;

export const alertValue = z.strictObject({
  value: z.int().min(1).max(ALERT_BOUNDS.volume.most).describe('In the unit of its kind.'),
});

export const alertWire = z.strictObject({
  id: z.string(),
  kind: z.enum(ALERT_KINDS),
  value: z.int().nullable().describe('Tenths of a cent, minutes or shares, by its kind; null where it has none.'),
  market: z.string().nullable().describe('`id` of its market.'),
  title: z.string().nullable().describe('Of its market with its event, in the language of the rules.'),
  slug: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  tag: z.string().nullable(),
  madeAt: isoTime,
  firedAt: isoTime.nullable().describe('When the person was told; it waits no more.'),
});
export type AlertWire = z.infer<typeof alertWire>;
export const alertItems = z.strictObject({ items: z.array(alertWire), most: z.int().describe('May wait at once.') });
export const alertGone = z.strictObject({ removed: z.literal(true) });
