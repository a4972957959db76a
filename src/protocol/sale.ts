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

export const sellBody = z.strictObject({
  /** The least that is taken: below it the sale lapses and the prediction stays open. */
  minCredit: z.union([z.string().max(20), z.number()]),
  validUntil,
});

export type SaleQuoteWire = z.infer<typeof saleQuoteWire>;
