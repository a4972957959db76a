import { z } from 'zod';
import { defineJob } from '#server/jobs/index.ts';

/** Makes the files of personal data that were asked for: 12 tries over about 16 hours. */
export const MAKE_EXPORTS = defineJob({
  name: 'privacy.exports',
  payload: z.strictObject({}),
  tries: 12,
  longestMs: 10 * 60_000,
});
