import { z } from 'zod';
import { isoTime } from '../codecs.ts';

/** How long withdrawals took. Of one that is not sent yet it is the time so far: it takes at least as long. */
const timesFields = {
  /** All that count. */
  count: z.int(),
  /** Those of them that were sent to their network, and those that are final there. */
  sent: z.int(),
  paid: z.int(),
  /** Those that were sent in under a minute. */
  underMinute: z.int(),
  /** Their share of all, from 0 to 1, cut after three digits; null: there are none. */
  share: z.number().nullable(),
  /** From the request until it was sent, ms: half of all took no longer, and 95 of 100. */
  medianMs: z.int().nullable(),
  p95Ms: z.int().nullable(),
  /** From the request until it was final on its network, of those that are. */
  paidMedianMs: z.int().nullable(),
  paidP95Ms: z.int().nullable(),
};

export const withdrawalTimesWire = z.strictObject({
  /** Requested from then to then. */
  from: isoTime,
  to: isoTime,
  ...timesFields,
  /** By coin and network, most first. */
  coins: z.array(z.strictObject({ coin: z.string(), network: z.string(), ...timesFields })),
});

export type WithdrawalTimesWire = z.infer<typeof withdrawalTimesWire>;
