import type { API_KEYS } from '#protocol/tables/api-keys.ts';
import { signedIn, type Handlers } from '../calls/call.ts';
import type { RouteParts } from '../parts.ts';

export function apiKeyHandlers({ apiKeys }: Pick<RouteParts, 'apiKeys'>): Handlers<typeof API_KEYS> {
  return {
    list: async (call) => ({ status: 200, json: { items: await apiKeys.list(signedIn(call)) } }),
    create: async (call) => {
      const made = await apiKeys.create(signedIn(call), call.body, call.address);
      return made.ok ? { status: 201, json: { key: made.key, secret: made.secret } } : made;
    },
    revoke: async (call) => {
      const ended = await apiKeys.revoke(signedIn(call), call.params.id, call.address);
      return ended.ok ? { status: 200, json: ended.key } : ended;
    },
  };
}
