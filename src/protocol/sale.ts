import { z } from 'zod';
import { isoTime, money, moneyText, validUntil } from './codecs.ts';

/** What an early sale would bring at the last price: an indication. */
export const saleQuoteWire = z.strictObject({
  credit: money,
  creditStr: moneyText,
  /** Before the spread. */
  fair: money,
  fairStr: moneyText,
  /** Volatility it is reckoned with: share of the price per root second. */
  sigma: z.string(),
  /** Until when the prediction can be sold. */
  until: isoTime,
});

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** So many predictions are asked about at once. */
export const SALES_ASKED = 50;

export const saleQuotesQuery = z.strictObject({
  ids: z
    .string()
    .regex(new RegExp(`^${UUID}(?:,${UUID}){0,${SALES_ASKED - 1}}$`))
    .describe(`Ids of own predictions, ${SALES_ASKED} at most, with commas between them.`),
});

/** Those of the asked ones that can be sold now, each with what it would bring. */
export const saleQuotesWire = z.strictObject({
  items: z.array(z.strictObject({ id: z.string(), credit: money, creditStr: moneyText, until: isoTime })),
});

export const sellBody = z.strictObject({
  /** The least that is taken: below it the sale lapses and the prediction stays open. */
  minCredit: z.union([z.string().max(20), z.number()]),
  validUntil,
});

export type SaleQuoteWire = z.infer<typeof saleQuoteWire>;
