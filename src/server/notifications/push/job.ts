import { z } from 'zod';
import { KIND_NAMES, type NotificationKind } from '#protocol/notification-kinds.ts';
import { defineJob } from '#server/jobs/index.ts';

export interface PushTask {
  readonly device: string;
  readonly kind: NotificationKind;
  /** When it happened, ms. */
  readonly at: number;
}

/** Tells one browser: 9 tries over about an hour, and as long as a push service asks to wait, but never what is no news any more. */
export const SEND_PUSH = defineJob<PushTask>({
  name: 'notifications.push',
  payload: z.strictObject({ device: z.uuid(), kind: z.enum(KIND_NAMES), at: z.int() }),
  tries: 9,
  longestMs: 60_000,
});

/** What waits under this key is said once, as of the last. */
export const keyOf = (device: string, kind: NotificationKind) => `${device} ${kind}`;
