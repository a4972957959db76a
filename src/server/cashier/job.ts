import { z } from 'zod';
import { defineJob } from '#server/jobs/index.ts';

/** Ends a payment that may be recalled no more. */
export const END_PAYMENT = defineJob({
  name: 'cashier.end-payment',
  payload: z.strictObject({ payment: z.uuid() }),
  // As long as it takes: the money is held until then.
  tries: 100,
  longestMs: 30_000,
});
