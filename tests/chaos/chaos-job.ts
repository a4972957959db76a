import { z } from 'zod';
import { defineJob } from '#server/jobs/index.ts';

/** More tries than there are kills: each may use one up. */
export const CHAOS_JOB = defineJob({
  name: 'chaos.count',
  payload: z.object({ no: z.int() }),
  tries: 100,
  longestMs: 60_000,
});
