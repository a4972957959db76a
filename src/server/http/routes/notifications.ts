import type { NOTIFICATIONS } from '#protocol/tables/notifications.ts';
import { signedIn, type Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

const PAGE = 30;

export function notificationHandlers({ notifications }: RouteParts): Handlers<typeof NOTIFICATIONS> {
  return {
    list: async (call) => {
      const { cursor, limit } = call.query;
      return {
        status: 200,
        json: await notifications.list(signedIn(call), { cursor: cursor ?? null, limit: limit ?? PAGE }),
      };
    },
    read: async (call) => {
      const ids = 'ids' in call.body ? call.body.ids : null;
      return { status: 200, json: { unread: await notifications.read(signedIn(call), ids) } };
    },
    preferences: async (call) => ({ status: 200, json: await notifications.preferences(signedIn(call)) }),
    setPreferences: async (call) => {
      const reply = await notifications.setPreferences(signedIn(call), call.body);
      return reply.ok ? { status: 200, json: reply.answer } : { refusal: reply.refusal };
    },
  };
}
