import { running } from '#server/upkeep/upkeep.ts';
import type { Subject } from '#server/subject.ts';
import type { Notifications } from './contract.ts';
import { createNotifications, type NotificationParts } from './notifications.ts';
import { NOTIFICATIONS_PERSONAL_DATA } from './personal-data.ts';
import { notificationRoutes } from './routes.ts';

interface Made {
  readonly notifications: Notifications;
}

export const NOTIFICATIONS = {
  create: (parts: NotificationParts) => ({ notifications: createNotifications(parts) }),
  routes: (parts: Made) => ({ notifications: notificationRoutes(parts) }),
  followers: ({ notifications }: Made) => [notifications.follower],
  upkeep: ({ notifications }: Made) => [
    running('notifications', notifications),
    { name: 'digests', work: () => notifications.daily() },
  ],
  personalData: NOTIFICATIONS_PERSONAL_DATA,
} satisfies Subject;
