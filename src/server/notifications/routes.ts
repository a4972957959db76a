import { answer } from '#server/routing/answer.ts';
import type { NOTIFICATIONS } from '#protocol/tables/notifications.ts';
import { isOutage } from '#server/db/index.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Notifications } from './contract.ts';

const PAGE = 30;

export function notificationRoutes({
  notifications,
}: {
  readonly notifications: Notifications;
}): Handlers<typeof NOTIFICATIONS> {
  return {
    list: (call) =>
      orUnavailable(async () => {
        const { cursor, limit } = call.query;
        const page = { cursor: cursor ?? null, limit: limit ?? PAGE };
        return { status: 200, json: await notifications.list(signedIn(call), page) };
      }),
    read: (call) =>
      orUnavailable(async () => ({
        status: 200,
        json: { unread: await notifications.read(signedIn(call), call.body) },
      })),
    preferences: (call) =>
      orUnavailable(async () => ({ status: 200, json: await notifications.preferences(signedIn(call)) })),
    setPreferences: (call) =>
      orUnavailable(async () => answer(await notifications.setPreferences(signedIn(call), call.body))),
    pushDevices: (call) =>
      orUnavailable(async () => ({ status: 200, json: await notifications.pushes.devices(signedIn(call)) })),
    addPushDevice: (call) =>
      orUnavailable(async () => answer(await notifications.pushes.add(signedIn(call), call.body))),
    removePushDevice: (call) =>
      orUnavailable(async () => answer(await notifications.pushes.remove(signedIn(call), call.params.id))),
  };
}

/** A database that is away for a moment has the specification's own words here. */
async function orUnavailable(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error)) return { refusal: { code: 'NotificationsError' }, cause: error };
    throw error;
  }
}
