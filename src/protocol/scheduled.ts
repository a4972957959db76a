import { z } from 'zod';
import { isoTime, money, moneyText } from './codecs.ts';
import { placeBody } from './trading.ts';

/** Life of a scheduled entry: one event, and it is over. */
export const SCHEDULED_STATUS = ['WAITING', 'TRIGGERED', 'CANCELLED', 'EXPIRED', 'REFUSED_AT_TRIGGER'] as const;

/** A prediction that is opened when `at` or `price` is reached; exactly one of the two is set. */
export const scheduledWire = z.strictObject({
  id: z.string(),
  realm: z.enum(['real', 'demo']),
  pair: z.string(),
  direction: z.enum(['UP', 'DOWN']),
  stake: money,
  stakeStr: moneyText,
  durationSec: z.int(),
  /** Fraction: below it nothing is opened. */
  minPayout: z.number(),
  at: isoTime.nullable(),
  price: z.number().nullable(),
  priceStr: z.string().nullable(),
  /** UP: a price at or above `price` triggers it; DOWN: one at or below. */
  crosses: z.enum(['UP', 'DOWN']).nullable(),
  status: z.enum(SCHEDULED_STATUS),
  /** EXPIRED: span (24 h), session (the market closed), late (its time came without prices), feed (its prices are not played any more). REFUSED_AT_TRIGGER: the code of what refused. CANCELLED: time_out, excluded or shut_out where it was taken off for its owner. */
  reason: z.string().nullable(),
  /** What it became. */
  predictionId: z.string().nullable(),
  placedAt: isoTime,
  expiresAt: isoTime,
  endedAt: isoTime.nullable(),
});

export const scheduleBody = placeBody.extend({
  /** The payout the person saw; left out: whatever it is now. */
  payout: placeBody.shape.payout.optional(),
  /** At most 24 h ahead. Either this or `price`. */
  at: isoTime.optional(),
  price: z.union([z.string().max(20), z.number()]).optional(),
  minPayout: z.number().min(0).max(1),
});

export type ScheduledWire = z.infer<typeof scheduledWire>;
