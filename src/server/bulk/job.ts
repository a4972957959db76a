import { z } from 'zod';
import { HOUR_MS } from '#domain/time.ts';
import { defineJob } from '#server/jobs/index.ts';

/** Tries a bulk act on its people, or does it; goes on where a try before it ended. */
export const BULK_STEP = defineJob({
  name: 'bulk.step',
  payload: z.object({ bulk: z.uuid(), phase: z.enum(['try', 'run']) }),
  tries: 12,
  longestMs: HOUR_MS,
});
