import { z } from 'zod';
import { HOUR_MS } from '#domain/time.ts';
import { defineJob } from '#server/jobs/index.ts';

/** Screens one person: 12 tries over about 16 hours. */
export const SCREEN_PERSON = defineJob({
  name: 'verification.screen',
  payload: z.object({ userId: z.uuid() }),
  tries: 12,
  longestMs: 120_000,
});

/** Screens everybody by a sheet, and goes on where a try before it ended. */
export const RESCREEN = defineJob({
  name: 'verification.rescreen',
  payload: z.object({ sheetId: z.uuid() }),
  tries: 12,
  longestMs: HOUR_MS,
});
