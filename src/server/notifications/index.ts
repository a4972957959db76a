export type { Notifications } from './contract.ts';
export { createNotifications } from './notifications.ts';
export type { NotificationParts } from './notifications.ts';
