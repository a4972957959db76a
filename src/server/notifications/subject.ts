import { z } from 'zod';
import { defineJob, enqueueWith, workOn } from '#server/jobs/index.ts';
import { atStart, running } from '#server/upkeep/upkeep.ts';
import type { BaseParts, Subject } from '#server/subject.ts';
import type { Notifications } from './contract.ts';
import { createNotifications, type NotificationParts } from './notifications.ts';
import { NOTIFICATIONS_PERSONAL_DATA } from './personal-data.ts';
import { notificationRoutes } from './routes.ts';

interface Made {
  readonly notifications: Notifications;
}

/** Mails the results of the day before: 12 tries over about 16 hours, to each person once. */
const SEND_DIGESTS = defineJob({
  name: 'notifications.digests',
  payload: z.strictObject({}),
  tries: 12,
  longestMs: 10 * 60_000,
});

/** Mails the results of the week before, on Mondays. */
const SEND_WEEKS = defineJob({
  name: 'notifications.weeks',
  payload: z.strictObject({}),
  tries: 12,
  longestMs: 30 * 60_000,
});

export const NOTIFICATIONS = {
  create: (parts: NotificationParts) => ({ notifications: createNotifications(parts) }),
  routes: (parts: Made) => ({ notifications: notificationRoutes(parts) }),
  followers: ({ notifications }: Made) => [notifications.follower],
  jobs: ({ notifications }: Made) => [
    workOn(SEND_DIGESTS, () => () => notifications.sendDigests('day'), { schedule: '10 0 * * *' }),
    notifications.pushes.job,
    workOn(SEND_WEEKS, () => () => notifications.sendDigests('week'), { schedule: '20 6 * * 1' }),
  ],
  upkeep: ({ notifications, db }: Made & Pick<BaseParts, 'db'>) => [
    running('notifications', notifications),
    // A server that was down at the hour sends them when it is back.
    atStart('digests', () => enqueueWith(db, SEND_DIGESTS, { payload: {}, key: 'start' })),
    atStart('weekly digests', () => enqueueWith(db, SEND_WEEKS, { payload: {}, key: 'start' })),
    { name: 'browsers of ended sessions', work: () => notifications.pushes.forgetOld() },
    { name: 'old notifications', work: () => notifications.forgetOld() },
  ],
  personalData: NOTIFICATIONS_PERSONAL_DATA,
} satisfies Subject;
