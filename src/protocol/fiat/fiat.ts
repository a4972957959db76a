import { z } from 'zod';
import { isoTime, money, moneyText, rowId } from '../codecs.ts';

const fiat = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .describe('Code of a currency (ISO 4217), of `GET /transaction/fiats-list`.');
const fiatAmount = z
  .string()
  .min(1)
  .max(20)
  .describe('Of the currency, as a decimal with at most 2 digits behind the point.');
const fiatMoney = z.string().regex(/^\d+\.\d{2}$/);

export const fiatsWire = z.strictObject({
  fiats: z.array(z.strictObject({ code: z.string(), minStr: fiatMoney, maxStr: fiatMoney })),
  /** A simulator stands in for the providers: nothing is paid outside. */
  isTest: z.boolean(),
  /** Providers that could not be asked. */
  away: z.array(z.string()),
});

export const offersQuery = z.strictObject({ fiat, amount: fiatAmount });

const offerWire = z.strictObject({
  id: z.string(),
  /** Who is paid. */
  label: z.string(),
  pays: z.enum(['card', 'apple_pay', 'google_pay', 'bank', 'coin', 'other']),
  receive: money,
  receiveStr: moneyText,
  /** In the currency; it is a part of what is paid. */
  feeStr: fiatMoney,
  /** How long it usually takes. */
  seconds: z.int(),
  minStr: fiatMoney,
  maxStr: fiatMoney,
  /** The provider wants to see a document of identity. */
  needsId: z.boolean(),
  /** It brings what it says. Else about that. */
  isFirm: z.boolean(),
  isTest: z.boolean(),
});

export const offersWire = z.strictObject({
  offers: z.array(offerWire),
  /** Providers that could not be asked. */
  away: z.array(z.string()),
});

export const fiatOrderBody = z.strictObject({
  offer: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,29}\.[\w-]{1,60}$/)
    .describe('`id` of an offer of `GET /transaction/fiat-offers`.'),
  fiat,
  amount: fiatAmount,
  receive: z
    .string()
    .min(1)
    .max(20)
    .describe('`receiveStr` of the offer as it was seen: where it brings less by now, nothing is done.'),
});

export const fiatOrderWire = z.strictObject({
  id: rowId,
  provider: z.string(),
  fiat: z.string(),
  amountStr: fiatMoney,
  feeStr: fiatMoney,
  receive: money,
  receiveStr: moneyText,
  /** What of it became the person’s. */
  credited: money,
  creditedStr: moneyText,
  /**
   * CREATED: its provider has not answered yet. EXPIRED: it was not paid in time, or was cancelled; what is paid all the same is looked at by
   * people. REVIEW: it is. REFUNDED: the provider has paid it back. CHARGEBACK: taken back by the bank of whoever paid.
   */
  status: z.enum(['CREATED', 'PENDING', 'EXPIRED', 'FAILED', 'REVIEW', 'CREDITED', 'REFUNDED', 'CHARGEBACK']),
  /** `id` of the offer that it was made of. */
  offer: z.string(),
  /** The page of the provider, while it may be paid. null in lists where a page is good once: the same order asked for again makes another. */
  url: z.string().nullable(),
  at: isoTime,
  expiresAt: isoTime,
  isTest: z.boolean(),
});
export const fiatOrdersWire = z.strictObject({ items: z.array(fiatOrderWire) });

export const testNotificationBody = z.strictObject({
  order: rowId.describe('An order of the simulator.'),
  does: z
    .enum(['pay', 'pay_more', 'pay_less', 'pay_other', 'process', 'decline', 'check', 'refund', 'dispute', 'win'])
    .describe('What the simulator does with it; `pay_other`: pays in another currency.'),
  tells: z
    .enum(['once', 'twice', 'reordered', 'late', 'silent', 'forged'])
    .optional()
    .describe(
      'How it tells of it: once, the same twice, an older message after it, signed too long ago, not at all, or by somebody else.',
    ),
});

export type FiatsWire = z.infer<typeof fiatsWire>;
export type FiatOffersWire = z.infer<typeof offersWire>;
export type FiatOrderBody = z.infer<typeof fiatOrderBody>;
export type FiatOrderWire = z.infer<typeof fiatOrderWire>;
